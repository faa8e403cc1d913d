//! A clock that runs ahead of the server's by as long as commands take, and has to follow when they
//! suddenly take longer.

use shared::{
    base::time::{Micros, Tick},
    netcode::preset::Preset,
    sim::command::Thrust,
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{from_centre, path, place_second, resting_ships},
    which::Scenario,
};
use crate::{
    checked_columns::CheckedColumns,
    clock_lead::LeadSample,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::{ClockStepped, OutcomeStatement},
    setup::{FRAMES, Setup},
};

/// Your round trip, in ms.
const ROUND_TRIP_MS: u16 = 100;
/// The frame of the loop from which your commands take longer, and by how much, in ms.
const STEP_FRAME: u16 = 100;
const STEP_MS: u16 = 80;
/// The frame by which the clock has followed and come to rest.
const SETTLED_FRAME: u32 = 280;
/// A clock that is this close to where it has to be has followed.
const FOLLOWED: Micros = Micros::from_ms(5);

/// A change of a player's way to the server in the middle of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatencyStep {
    /// The frame of the loop before which it happens; it ends with the loop.
    pub frame: u16,
    /// Player, 0 to 2.
    pub player: usize,
    /// By how much longer commands take from then on, in ms.
    pub up_ms: u16,
}

impl Scenario {
    /// The step in a player's latency, if the scenario has one.
    #[must_use]
    pub const fn latency_step(self) -> Option<LatencyStep> {
        match self {
            Self::ClockStep => Some(LatencyStep { frame: STEP_FRAME, player: 0, up_ms: STEP_MS }),
            _ => None,
        }
    }
}

pub(super) const CLOCK_STEP: Card =
    Card { key: "clock-step", setup: clock_step, evaluate_outcome: clock_step_outcome };

/// The flight of figure 1.
fn clock_step() -> Setup {
    let mut setup = resting_ships(Preset::Lagrange.netcode());
    let away = [(Thrust::Right, 300)];
    setup.players[0].controller = path(&away);
    setup.players[0].place = Some(from_centre(-1100, 100));
    setup.players[0].conditions = Conditions::round_trip(ROUND_TRIP_MS);
    place_second(&mut setup, (-1000, -100), path(&away), ROUND_TRIP_MS);
    setup
}

fn clock_step_outcome(state: &CheckedColumns) -> Option<Outcome> {
    if state.frame() < SETTLED_FRAME {
        return None;
    }
    let samples = state.columns().first()?.outcome_tracker().clock_lead()?.samples();
    let samples: alloc::vec::Vec<LeadSample> = samples.copied().collect();
    let (before, since) = samples.split_at_checked(STEP_FRAME.into())?;
    let (before, after) = (before.last()?, since.last()?);
    let longer = Micros::from_ms(STEP_MS.into());
    let has_followed = |sample: &LeadSample| sample.lead >= before.lead + longer - FOLLOWED;
    let frames = since.iter().position(has_followed)? + 1;
    let followed_after = FRAMES.micros_at(Tick(u32::try_from(frames).unwrap_or(u32::MAX)));
    let n_late = after.n_late - before.n_late;
    let statement = OutcomeStatement::ClockStepped(ClockStepped {
        ahead: [before.lead, after.lead],
        longer,
        followed_after,
        n_late,
    });
    let followed_ms = followed_after.as_s_f32() * 1000.0;
    Some(Outcome::new(n_late > 0, followed_ms, OutcomeUnit::Ms, statement))
}
