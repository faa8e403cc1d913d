//! Generates a light bot's commands, one for each tick, from its seed alone.
use shared::base::geometry::Turn;
use shared::base::rng::Rng;
use shared::base::time::Tick;
use shared::sim::command::{Thrust, Trigger, UserCommand, View};

/// Minimum and maximum ticks for which a thrust is held: people change it a few times a second.
const THRUST_TICKS: (u32, u32) = (8, 40);
/// Ticks for which the aim keeps turning.
const TURN_TICKS: (u32, u32) = (6, 50);
/// Ticks for which a trigger is held or released.
const TRIGGER_TICKS: (u32, u32) = (10, 60);
/// Maximum turn of the aim in a tick, in 1/65536 of a full turn: about two turns a second.
const TURN_MAX: u32 = 2200;
/// How often the mouse is still, and how often a trigger is pulled, in permille.
const STILL_PERMILLE: u32 = 300;
const LASER_PERMILLE: u32 = 350;
const BEAM_PERMILLE: u32 = 100;

/// A scripted flight.
#[derive(Clone, Debug)]
pub(super) struct Script {
    rng: Rng,
    thrust: Thrust,
    thrust_until: Tick,
    aim: Turn,
    turn: i16,
    turn_until: Tick,
    trigger: Trigger,
    trigger_until: Tick,
}

impl Script {
    pub(super) fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed, 0);
        Self {
            aim: Turn(rng.next_u32() as u16),
            rng,
            thrust: Thrust::None,
            thrust_until: Tick::ZERO,
            turn: 0,
            turn_until: Tick::ZERO,
            trigger: Trigger::None,
            trigger_until: Tick::ZERO,
        }
    }

    /// The command of the next tick. Must be called once a tick, in order.
    pub(super) fn command(&mut self, tick: Tick, view: View) -> UserCommand {
        if tick >= self.thrust_until {
            let n = self.rng.below(Thrust::ALL.len() as u32);
            self.thrust = Thrust::ALL[n as usize];
            self.thrust_until = self.later(tick, THRUST_TICKS);
        }
        if tick >= self.turn_until {
            let still = self.rng.below(1000) < STILL_PERMILLE;
            let turn = self.rng.below(2 * TURN_MAX) as i16 - TURN_MAX as i16;
            self.turn = if still { 0 } else { turn };
            self.turn_until = self.later(tick, TURN_TICKS);
        }
        if tick >= self.trigger_until {
            let draw = self.rng.below(1000);
            let beam = draw < BEAM_PERMILLE;
            let laser = !beam && draw < BEAM_PERMILLE + LASER_PERMILLE;
            self.trigger = Trigger::from_pressed((laser, beam));
            self.trigger_until = self.later(tick, TRIGGER_TICKS);
        }
        self.aim = Turn(self.aim.0.wrapping_add_signed(self.turn));
        let Self { thrust, aim, trigger, .. } = *self;
        UserCommand { tick, thrust, aim, trigger, view }
    }

    fn later(&mut self, tick: Tick, (least, most): (u32, u32)) -> Tick {
        tick.plus(least + self.rng.below(most - least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fly(seed: u64) -> Vec<UserCommand> {
        let mut script = Script::new(seed);
        (1..=3600).map(|n| script.command(Tick(n), View::present(Tick(n)))).collect()
    }

    #[test]
    fn flights_are_busy_and_depend_on_nothing_but_the_seed() {
        for seed in 0..20 {
            let flight = fly(seed);
            assert_eq!(flight, fly(seed));
            assert_ne!(flight, fly(seed + 1));
            let pairs = || flight.iter().zip(&flight[1..]);
            let thrusts = pairs().filter(|(a, b)| a.thrust != b.thrust).count();
            let turns = pairs().filter(|(a, b)| a.aim != b.aim).count();
            let shots = flight.iter().filter(|command| command.trigger != Trigger::None).count();
            assert!((80..300).contains(&thrusts), "seed {seed}: {thrusts} thrusts a minute");
            assert!(turns > 1500, "seed {seed}: {turns} turns of 3600 ticks");
            assert!((700..2600).contains(&shots), "seed {seed}: {shots} of 3600 ticks");
        }
    }
}
