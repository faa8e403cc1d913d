//! Jitter and loss on the way to you, and the interpolation delay that has to make up for them.

use shared::{
    netcode::{
        preset::Preset,
        values::{Netcode, PlayerNetcode},
    },
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

use super::{
    card::Card,
    props::{SHORT_ROUND_TRIP_MS, place_second, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::{BufferedSnapshots, OutcomeStatement},
    path::Path,
    setup::{Controller, Setup},
};

/// How long your commands and your snapshots take, in ms, and the jitter and loss of the latter.
const UP_MS: u16 = 10;
const DOWN_MS: u16 = 100;
const JITTER_MS: u16 = 40;
const LOSS_PERMILLE: u16 = 20;
/// An interpolation delay that half of that jitter exceeds, in ms.
const DELAY_MS: u16 = 40;
/// Snapshots per second: many, so that there are hundreds to count.
const SNAPSHOTS_HZ: u16 = 60;
/// Frames until they are counted: 400 have been sent.
const COUNTED_FRAMES: u32 = 400;

pub(super) const JITTER_BUFFER: Card =
    Card { key: "jitter-buffer", setup: jitter_buffer, evaluate_outcome: jitter_buffer_outcome };

fn jitter_buffer() -> Setup {
    let preset = Preset::Lagrange.netcode();
    let player = PlayerNetcode {
        update_rate_hz: SNAPSHOTS_HZ,
        interpolation_ms: DELAY_MS,
        extrapolation_ms: 0,
        ..preset.player
    };
    let mut setup = resting_ships(Netcode { player, ..preset });
    let down = LinkConditions {
        jitter_ms: JITTER_MS,
        loss_permille: LOSS_PERMILLE,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(DOWN_MS)
    };
    setup.players[0].conditions = Conditions { up: LinkConditions::delay(UP_MS), down };
    setup.loop_frames = 450;
    let circling = Controller::Script(Path::Circling.script());
    place_second(&mut setup, (-72, -168), circling, SHORT_ROUND_TRIP_MS);
    setup
}

fn jitter_buffer_outcome(state: &CheckedColumns) -> Option<Outcome> {
    if state.frame() < COUNTED_FRAMES {
        return None;
    }
    let arrivals = state.columns().first()?.outcome_tracker().snapshot_arrivals()?;
    let [in_time, n_late, n_lost] = arrivals.counts();
    let behind = arrivals.behind();
    let statement = OutcomeStatement::BufferedSnapshots(BufferedSnapshots {
        n_arrived: in_time + n_late,
        n_late,
        n_lost,
        behind,
    });
    let behind_ms = behind.as_s_f32() * 1000.0;
    Some(Outcome::new(n_late > 0 && n_lost > 0, behind_ms, OutcomeUnit::Ms, statement))
}
