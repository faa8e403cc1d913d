//! Three figures of Wolfenstein: ET 2.60: its markers are a frame ahead, its cover veto, and how
//! far ten markers reach back at two frame rates.

use shared::{
    base::time::Micros,
    netcode::{
        choices::{CoverVeto, HitRule},
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    schemes::et::{MARKER_RATE_MAX_HZ, MARKER_RATE_MIN_HZ},
    sim::{command::Thrust, event::Weapon},
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{
        CROSSING, CROSSING_FROM, FRAME_ABOVE, SHORT_ROUND_TRIP_MS, gun, path, place_rock,
        place_second, resting_ships,
    },
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    outcome::{JudgedShot, Outcome, OutcomeUnit, SAME_U, newest_judged},
    outcome_statement::{MarkersReach, OutcomeStatement, ShotFate},
    setup::{Aim, Setup},
};

pub(super) const BIAS: Card = Card { key: "et-bias", setup: bias, evaluate_outcome: bias_outcome };

pub(super) const VETO: Card = Card { key: "et-veto", setup: veto, evaluate_outcome: veto_outcome };

pub(super) const MAX_FPS: Card =
    Card { key: "et-maxfps", setup: max_fps, evaluate_outcome: max_fps_outcome };

fn max_fps() -> Setup {
    let preset = Preset::Et260.netcode();
    // Without the veto, so that only the markers have an effect.
    let room = RoomNetcode { cover_veto: CoverVeto::Off, ..preset.room };
    let column = |marker_rate_hz| Netcode {
        room,
        player: PlayerNetcode { marker_rate_hz, ..preset.player },
    };
    let mut setup = resting_ships(column(MARKER_RATE_MIN_HZ));
    setup.columns.push(column(MARKER_RATE_MAX_HZ));
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[131]);
    setup.players[0].conditions = Conditions::round_trip(200);
    // A third of the speed: the markers' lead then amounts to less than a ship's radius, but a past
    // that is too short to more.
    place_second(
        &mut setup,
        (-280, -220),
        path(&[(Thrust::Right, 1), (Thrust::None, 2)]),
        SHORT_ROUND_TRIP_MS,
    );
    setup
}

fn max_fps_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [slow, fast] = state.columns() else { return None };
    let (long, short) = (MarkerLookup::back(slow)?, MarkerLookup::back(fast)?);
    let statement = OutcomeStatement::MarkersReach([long.markers_reach(), short.markers_reach()]);
    let off = short.shot.passed_u();
    Some(
        Outcome::new(long.shot.hit() && !short.shot.hit(), off, OutcomeUnit::U, statement)
            .in_second(),
    )
}

/// A shot, and how far its target's markers reached back.
struct MarkerLookup<'a> {
    shot: JudgedShot<'a>,
    rate_hz: u16,
    depth: Micros,
}

impl<'a> MarkerLookup<'a> {
    /// For the first player's newest shot at the second player.
    fn back(column: &'a Column) -> Option<Self> {
        let shot = newest_judged(column, 1)?;
        let stored = column.stored_for_shot(column.ship(0)?, shot.record.shot)?;
        let rate_hz = column.netcode().player.marker_rate_hz;
        Some(Self { shot, rate_hz, depth: stored.depth()? })
    }

    fn markers_reach(&self) -> MarkersReach {
        MarkersReach { commands_hz: self.rate_hz, shot: self.shot.statement(), oldest: self.depth }
    }
}

fn bias() -> Setup {
    let netcode = Preset::Et260.netcode();
    // Without the veto, so that only the bias has an effect.
    let room = RoomNetcode { cover_veto: CoverVeto::Off, ..netcode.room };
    let mut setup = resting_ships(Netcode { room, ..netcode });
    // Ten markers are 183 ms deep: the latency must be short, or the shot looks beyond the oldest
    // one.
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[FRAME_ABOVE]);
    place_second(&mut setup, CROSSING_FROM, path(&CROSSING), SHORT_ROUND_TRIP_MS);
    setup
}

fn bias_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let shot = newest_judged(state.columns().first()?, 1)?;
    let off = shot.passed_u();
    let statement = OutcomeStatement::JudgedOffSeen(shot.statement());
    Some(Outcome::new(off > SAME_U, off, OutcomeUnit::U, statement))
}

/// A crossing ship is fired at just before it is behind a rock.
fn behind_cover(netcode: Netcode) -> Setup {
    let mut setup = resting_ships(netcode);
    place_rock(&mut setup, (75, -110), 45);
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[FRAME_ABOVE]);
    setup.players[0].conditions = Conditions::round_trip(100);
    place_second(&mut setup, CROSSING_FROM, path(&CROSSING), SHORT_ROUND_TRIP_MS);
    setup
}

fn veto() -> Setup {
    // With markers per frame, so that only the veto has an effect.
    let netcode = Preset::Et260.netcode();
    let room = RoomNetcode { hit_rule: HitRule::EtPerFrame, ..netcode.room };
    behind_cover(Netcode { room, ..netcode })
}

fn veto_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let shot = newest_judged(state.columns().first()?, 1)?;
    let moved = shot.moved_on_u();
    let statement = OutcomeStatement::BehindCover { shot: shot.statement(), gone_u: moved };
    Some(Outcome::new(shot.fate() == ShotFate::Vetoed, moved, OutcomeUnit::U, statement))
}
