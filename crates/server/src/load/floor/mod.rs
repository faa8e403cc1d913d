//! Measures the floor under a server's cost: the same connections, sizes and rates without a game.
//!
//! First the game's server is loaded as usual; the traffic of its bots gives the [`shape`] of the
//! floor. A [`child`] process then runs a [`server`] that only receives and sends as much, with
//! axum and tokio alone. It shares none of the game's networking code, so a change there does not
//! move the floor. The two are measured in turn, so that both see the same background load, with
//! the same bots except that the floor's are [`echo`]es.

mod child;
pub(super) mod echo;
pub mod server;
pub mod shape;

use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use shared::base::time::MICROS_PER_S;

use super::crew::{Interrupt, measure, run_state};
use super::light::PING_EVERY;
use super::plan::{FloorServer, Plan};
use super::progress::Progress;
use super::report::{Cause, Report};
use super::{measure_once, print};
use child::Child;
use shape::Shape;

use crate::dial::Dialer;

/// One measurement, and what it measured.
#[derive(Serialize)]
struct Line<'a> {
    of: &'static str,
    #[serde(flatten)]
    report: &'a Report,
}

/// The last line: medians over the rounds.
#[derive(Debug, Default, Serialize)]
struct FloorResult {
    floor_bots: u32,
    floor: Option<Shape>,
    game_us_per_bot_second: Option<f64>,
    floor_us_per_bot_second: Option<f64>,
    /// Cost of the game divided by that of the floor, both of the same round.
    game_per_floor: Option<f64>,
}

/// Measures the game and the floor in turn, and prints a line for each and one for both.
pub(super) async fn run(
    plan: &Plan,
    floor: &FloorServer,
    dialer: &Dialer,
    out: &mut dyn Write,
    interrupt: &mut Interrupt<'_>,
) -> Result<Cause> {
    let (mut answer, mut child) =
        (FloorResult { floor_bots: plan.bots, ..FloorResult::default() }, None);
    let (mut games, mut floors) = (Vec::new(), Vec::new());
    let mut cause = Cause::Time;
    for _ in 0..floor.rounds {
        let game = measure_once(plan, dialer, plan.bots, interrupt).await;
        print(out, &Line { of: "game", report: &game })?;
        cause = game.cause();
        if cause != Cause::Time {
            break;
        }
        let pings_per_s = MICROS_PER_S as f64 / PING_EVERY.0 as f64;
        let shape =
            *answer.floor.get_or_insert_with(|| Shape::of(&game, plan.room_size, pings_per_s));
        let child = match &mut child {
            Some(child) => child,
            None => child.insert(Child::start(floor, shape)?),
        };
        let run_state = super::bot::RunState { floor: Some(shape), ..run_state(child.dialer()) };
        let measured =
            measure(plan, run_state, plan.bots, Progress::new(plan.bots), interrupt).await;
        print(out, &Line { of: "floor", report: &measured })?;
        games.extend(game.cpu_us_per_bot_second());
        floors.extend(measured.cpu_us_per_bot_second());
        cause = measured.cause();
        if cause != Cause::Time {
            break;
        }
    }
    let pairs = games.iter().zip(&floors).filter(|(_, floor)| **floor > 0.0);
    answer.game_per_floor = median(pairs.map(|(game, floor)| game / floor).collect());
    answer.game_us_per_bot_second = median(games);
    answer.floor_us_per_bot_second = median(floors);
    print(out, &answer)?;
    Ok(cause)
}

/// The median; for an even number, the lower of the two.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_one_of_the_values() {
        for (values, want) in [
            (vec![], None),
            (vec![2.0], Some(2.0)),
            (vec![3.0, 1.0], Some(1.0)),
            (vec![9.0, 1.0, 2.0], Some(2.0)),
        ] {
            assert_eq!(median(values), want);
        }
    }
}
