//! A prediction that is wrong: another ship rams yours from behind, and your screen learns of it
//! late. Snapped in the first column, smoothed in the second.

use shared::{
    base::time::Micros,
    netcode::{
        choices::CorrectionMode,
        preset::Preset,
        values::{Netcode, PlayerNetcode},
    },
    sim::command::Thrust,
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{SHORT_ROUND_TRIP_MS, from_centre, path, place_second, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::{Corrected, OutcomeStatement},
    setup::Setup,
};

/// Your round trip, in ms.
const ROUND_TRIP_MS: u16 = 200;
/// Smallest jump that counts as a correction, in u; a tick of thrust and a turn of the clock are
/// less.
const CORRECTED_U: f32 = 1.0;

pub(super) const BUMP: Card = Card { key: "bump", setup: bump, evaluate_outcome: bump_outcome };

fn bump() -> Setup {
    let smooth = Preset::Lagrange.netcode();
    let player = PlayerNetcode { correction: CorrectionMode::Off, ..smooth.player };
    let mut setup = resting_ships(Netcode { player, ..smooth });
    setup.columns.push(smooth);
    setup.loop_frames = 240;
    // The other ship is faster on the same line, so it rams yours at any round trip.
    setup.players[0].controller =
        path(&[(Thrust::None, 88), (Thrust::Right, 60), (Thrust::Left, 24), (Thrust::None, 68)]);
    setup.players[0].place = Some(from_centre(-150, 0));
    setup.players[0].conditions = Conditions::round_trip(ROUND_TRIP_MS);
    let rams = [(Thrust::None, 20), (Thrust::Right, 110), (Thrust::Left, 14), (Thrust::None, 96)];
    place_second(&mut setup, (-560, 0), path(&rams), SHORT_ROUND_TRIP_MS);
    setup
}

fn bump_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [snapped, smoothed] = state.columns() else { return None };
    let corrections = snapped.outcome_tracker().corrections();
    let jump_u = corrections.jump_u;
    if jump_u < CORRECTED_U {
        return None;
    }
    let smoothed_u = smoothed.outcome_tracker().corrections().jump_u;
    let statement = OutcomeStatement::Corrected(Corrected {
        n_replayed: corrections.n_replayed,
        jump_u,
        fades: Micros::from_ms(smoothed.netcode().player.correction_ms.into()),
    });
    Some(Outcome::new(smoothed_u < jump_u / 2.0, jump_u, OutcomeUnit::U, statement))
}
