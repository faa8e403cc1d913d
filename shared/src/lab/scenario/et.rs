//! Three figures of Wolfenstein: ET 2.60: its markers are a frame ahead, its cover veto, and how
//! far ten markers reach back at two frame rates.

use alloc::{format, string::String};

use super::{
    card::Card,
    props::{ABOVE, CROSSING, CROSSING_FROM, NEAR_MS, gun, one_rock, path, second, still},
};
use crate::{
    base::time::Micros,
    lab::{
        column::Column,
        outcome::{Judged, Outcome, OutcomeUnit, SAME_U, judged},
        setup::{Aim, Setup},
        state::LabState,
    },
    netcode::{
        choices::{CoverVeto, HitRule},
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    schemes::et::{MARKER_RATE_MAX_HZ, MARKER_RATE_MIN_HZ},
    sim::{
        command::Thrust,
        event::{Decision, Weapon},
    },
    wire::conditions::Conditions,
};

pub(super) const BIAS: Card = Card { key: "et-bias", setup: bias, reached: bias_reached };

pub(super) const VETO: Card = Card { key: "et-veto", setup: veto, reached: veto_reached };

pub(super) const MAX_FPS: Card =
    Card { key: "et-maxfps", setup: max_fps, reached: max_fps_reached };

fn max_fps() -> Setup {
    let preset = Preset::Et260.netcode();
    // Without the veto, so that nothing but the markers is seen.
    let room = RoomNetcode { cover_veto: CoverVeto::Off, ..preset.room };
    let column = |marker_rate_hz| Netcode {
        room,
        player: PlayerNetcode { marker_rate_hz, ..preset.player },
    };
    let mut setup = still(column(MARKER_RATE_MIN_HZ));
    setup.columns.push(column(MARKER_RATE_MAX_HZ));
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[131]);
    setup.players[0].conditions = Conditions::round_trip(200);
    // A third of the speed: what the markers are ahead of the truth is less than the radius of a
    // ship then, and what a short past is off is more.
    second(&mut setup, (-280, -220), path(&[(Thrust::Right, 1), (Thrust::None, 2)]), NEAR_MS);
    setup
}

fn max_fps_reached(state: &LabState) -> Option<Outcome> {
    let [slow, fast] = state.columns() else { return None };
    let (long, short) = (Looked::back(slow)?, Looked::back(fast)?);
    let text = format!("A, {}. B, {}.", long.in_words(), short.in_words());
    let off = short.shot.passed_u();
    Some(Outcome::new(long.shot.hit() && !short.shot.hit(), off, OutcomeUnit::U, text).in_second())
}

/// A shot, and how far the markers of its target reached back.
struct Looked<'a> {
    shot: Judged<'a>,
    rate_hz: u16,
    depth: Micros,
}

impl<'a> Looked<'a> {
    /// At the second player, by the first one's newest shot.
    fn back(column: &'a Column) -> Option<Self> {
        let shot = judged(column, 1)?;
        let stored = column.stored_for_shot(column.ship(0)?, shot.record.shot)?;
        let rate_hz = column.netcode().player.marker_rate_hz;
        Some(Self { shot, rate_hz, depth: stored.depth()? })
    }

    fn in_words(&self) -> String {
        let word = self.shot.word();
        format!(
            "{} commands a second: {word}, {:.1} u off; its oldest marker was {:.0} ms old",
            self.rate_hz,
            self.shot.passed_u(),
            self.depth.as_s_f32() * 1000.0,
        )
    }
}

fn bias() -> Setup {
    let netcode = Preset::Et260.netcode();
    // Without the veto, so that nothing but the bias is seen.
    let room = RoomNetcode { cover_veto: CoverVeto::Off, ..netcode.room };
    let mut setup = still(Netcode { room, ..netcode });
    // Ten markers are 183 ms deep: a short way, or the shot looks beyond the oldest one.
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[ABOVE]);
    second(&mut setup, CROSSING_FROM, path(&CROSSING), NEAR_MS);
    setup
}

fn bias_reached(state: &LabState) -> Option<Outcome> {
    let shot = judged(state.columns().first()?, 1)?;
    let off = shot.passed_u();
    let text =
        format!("{}: the ship was judged {off:.1} u from where you saw it.", shot.headline());
    Some(Outcome::new(off > SAME_U, off, OutcomeUnit::U, text))
}

/// Somebody crosses who is about to be behind a rock when fired at.
fn behind_cover(netcode: Netcode) -> Setup {
    let mut setup = still(netcode);
    one_rock(&mut setup, (75, -110), 45);
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[ABOVE]);
    setup.players[0].conditions = Conditions::round_trip(100);
    second(&mut setup, CROSSING_FROM, path(&CROSSING), NEAR_MS);
    setup
}

fn veto() -> Setup {
    // With markers per frame, so that nothing but the veto is seen.
    let netcode = Preset::Et260.netcode();
    let room = RoomNetcode { hit_rule: HitRule::EtPerFrame, ..netcode.room };
    behind_cover(Netcode { room, ..netcode })
}

fn veto_reached(state: &LabState) -> Option<Outcome> {
    let shot = judged(state.columns().first()?, 1)?;
    let moved = shot.moved_on_u();
    let outcome = match shot.record.verdict {
        Decision::Vetoed { .. } => Outcome::as_expected(
            moved,
            OutcomeUnit::U,
            format!(
                "Vetoed: you hit what you saw, but by then the ship was {moved:.0} u further on, \
                 behind the rock."
            ),
        ),
        Decision::Hit { .. } | Decision::Settled { .. } | Decision::Pierced { .. } => {
            Outcome::otherwise(
                moved,
                OutcomeUnit::U,
                format!("Hit: by then the ship was {moved:.0} u further on. It dies behind cover."),
            )
        }
        Decision::Missed | Decision::Void { .. } | Decision::Retracted { .. } => {
            Outcome::otherwise(
                moved,
                OutcomeUnit::U,
                format!("Missed by {:.1} u.", shot.passed_u()),
            )
        }
    };
    Some(outcome)
}
