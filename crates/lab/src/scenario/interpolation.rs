//! Source's interpolation figure with its numbers, and a listen server on the player's own machine.

use shared::{
    base::time::{Micros, Tick},
    client::view_line::DrawnFrom,
    netcode::{
        choices::RemoteView,
        preset::Preset,
        values::{Netcode, PlayerNetcode},
    },
    sim::command::Thrust,
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

use super::{
    card::Card,
    props::{SHORT_ROUND_TRIP_MS, path, place_second, place_third, resting_ships, set_tick_rate},
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::{DrawnBehind, DrawnBetween, OutcomeStatement},
    setup::{Setup, Throw},
};

/// The tick rate at which two ticks are the 50 ms between the article's snapshots.
const LINE_HZ: u16 = 40;
/// The article's render time: 20 ms after snapshot 340, in ms on the tick line.
const LINE_RENDERED_MS: i64 = 8520;
/// Its snapshots: the one before the render time, the one after it, and the one after a loss.
const LINE_TICKS: [Tick; 3] = [Tick(340), Tick(342), Tick(344)];
/// Tolerance on the article's interpolation fraction.
const LINE_TOLERANCE: f32 = 0.005;

/// Speed of the article's player, in u/s.
const WALK_U_PER_S: i16 = 320;
/// Tolerance on the distance covered in 100 ms at that speed, in u.
const BEHIND_TOLERANCE_U: f32 = 1.0;
/// Frames until the other ship moves smoothly on every screen.
const EVEN_AFTER: u32 = 60;

pub(super) const LINE: Card =
    Card { key: "interpolation-line", setup: line, evaluate_outcome: line_outcome };

pub(super) const LISTEN_SERVER: Card =
    Card { key: "listen-server", setup: listen_server, evaluate_outcome: listen_server_outcome };

fn line() -> Setup {
    let mut setup = resting_ships(Preset::Source.netcode());
    set_tick_rate(&mut setup, LINE_HZ);
    setup.seed = LINE_SEED;
    setup.loop_frames = 330;
    setup.players[0].conditions = Conditions::round_trip(40);
    place_second(&mut setup, (0, -120), path(&[]), 40);
    setup.players[1].conditions.down =
        LinkConditions { loss_permille: 30, mode: LinkMode::Datagram, ..LinkConditions::delay(20) };
    let crossing =
        [(Thrust::None, 90), (Thrust::Right, 190), (Thrust::Left, 20), (Thrust::None, 30)];
    place_third(&mut setup, (-650, -260), path(&crossing));
    setup
}

/// A seed with which the second player receives every snapshot around 342, but not 342 itself.
const LINE_SEED: u64 = 30;

fn line_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let harness = state.columns().first()?.harness();
    let rendered = Micros::from_ms(LINE_RENDERED_MS);
    let drawn = |player: usize| {
        let client = harness.client(player);
        let there = client.view_line()?.render_time >= rendered;
        there.then(|| client.drawn_from_at(rendered))?
    };
    let (yours, theirs) = (drawn(0)?, drawn(1)?);
    let [older, newer, after] = LINE_TICKS;
    let as_expected = is_pair(yours, [older, newer], 0.4) && is_pair(theirs, [older, after], 0.2);
    let tick = LINE_RENDERED_MS as f32 / 1000.0 * f32::from(LINE_HZ);
    let statement = OutcomeStatement::DrawnBetween(DrawnBetween { tick, yours, theirs });
    let fraction = if let DrawnFrom::Pair { fraction, .. } = yours { fraction } else { 0.0 };
    Some(Outcome::new(as_expected, fraction, OutcomeUnit::OfTheWay, statement))
}

fn is_pair(drawn: DrawnFrom, ticks: [Tick; 2], want: f32) -> bool {
    let DrawnFrom::Pair { older, newer, fraction } = drawn else { return false };
    [older, newer] == ticks && (fraction - want).abs() < LINE_TOLERANCE
}

fn listen_server() -> Setup {
    let preset = Preset::Source.netcode();
    let player = PlayerNetcode { update_rate_hz: 60, command_rate_hz: 60, ..preset.player };
    let interpolated = Netcode { player, ..preset };
    let raw = Netcode { player: PlayerNetcode { remote: RemoteView::Raw, ..player }, ..preset };
    let mut setup = resting_ships(interpolated);
    setup.columns = alloc::vec![interpolated, raw];
    setup.loop_frames = 240;
    setup.players[0].conditions = Conditions::default();
    // Full thrust leads to 420 u/s; 16 of 21 ticks of it keep the speed of the throw.
    let on = |frames| [(Thrust::Right, frames), (Thrust::None, 1)];
    let even = [on(3), on(3), on(3), on(3), on(4)].concat();
    place_second(&mut setup, (-640, -150), path(&even), SHORT_ROUND_TRIP_MS);
    setup.throws =
        alloc::vec![Throw { frame: 1, player: 1, x_u_per_s: WALK_U_PER_S, y_u_per_s: 0 }];
    setup
}

fn listen_server_outcome(state: &CheckedColumns) -> Option<Outcome> {
    if state.frame() < EVEN_AFTER {
        return None;
    }
    let [interpolated, raw] = state.columns() else { return None };
    let (a, b) = (behind(interpolated)?, behind(raw)?);
    let statement = OutcomeStatement::DrawnBehind([a, b]);
    let want_u = f32::from(WALK_U_PER_S) * 0.1;
    let as_expected = (a.way_u - want_u).abs() < BEHIND_TOLERANCE_U && b.way_u < BEHIND_TOLERANCE_U;
    Some(Outcome::new(as_expected, a.way_u, OutcomeUnit::U, statement))
}

/// How far behind the server's position at the time the first player's screen draws the second
/// player's ship.
fn behind(column: &Column) -> Option<DrawnBehind> {
    let (room, client) = (column.harness().room(), column.harness().client(0));
    let id = column.ship(1)?;
    let drawn = client.scene().ship(id)?.pos;
    let line = client.view_line()?;
    // With a round trip of 0, client time equals server time.
    let tick = line.rate.tick_at(line.client_time);
    let server_pos = room.history().pose(id.idx, tick)?.pos;
    let time = match line.drawn_from {
        DrawnFrom::Newest(newest) => line.at(tick) - line.at(newest),
        _ => line.delay(),
    };
    Some(DrawnBehind { time, way_u: (server_pos - drawn).length() })
}
