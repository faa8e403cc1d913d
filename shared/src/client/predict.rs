//! Prediction of the own ship ahead of the server: replays commands from the newest authoritative
//! state, with the same movement code as the server.
//!
//! A prediction is either bit-exact or wrong, because both ends keep the ship on the wire grid.

use alloc::vec::Vec;

use serde::Serialize;

use super::{predicted_world::PredictedWorld, surroundings::PredictionWorld};
use crate::{
    base::{limits::PREDICTION_TICKS, tick_ring::TickRing, time::Tick},
    netcode::choices::CommandPolicy,
    sim::{
        bolt::{Bolt, pull_triggers},
        command::UserCommand,
        ship::Ship,
        world::apply_command,
    },
};

/// The player's commands and the states predicted from them.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Prediction {
    commands: TickRing<UserCommand>,
    /// The own ship after each tick.
    states: TickRing<Ship>,
    newest: Tick,
    /// After a server stall, the ship drifts without commands up to this tick.
    drifts_until: Tick,
    last_error_u: f32,
    mispredictions: u32,
    /// The predicted world, when every ship is predicted.
    #[serde(skip_serializing_if = "Option::is_none")]
    predicted_world: Option<PredictedWorld>,
}

impl Prediction {
    pub(super) fn new() -> Self {
        Self {
            commands: TickRing::new(PREDICTION_TICKS),
            states: TickRing::new(PREDICTION_TICKS),
            newest: Tick::ZERO,
            drifts_until: Tick::ZERO,
            last_error_u: 0.0,
            mispredictions: 0,
            predicted_world: None,
        }
    }

    /// Runs a new command. Returns the shots it fires; a replay never fires again.
    pub(super) fn execute(&mut self, command: UserCommand, world: &PredictionWorld) -> Vec<Bolt> {
        self.commands.insert(command.tick, command);
        let before = self.states.get(Tick(command.tick.0.wrapping_sub(1))).copied();
        self.newest = command.tick;
        let Some(mut ship) = before else {
            return Vec::new();
        };
        let fired = step(&mut ship, &command, world, self.predicted_world.as_mut());
        self.states.insert(command.tick, ship);
        fired
    }

    /// Reconciles with the authoritative ship after command `executed`: compares it with the
    /// prediction and replays every command since.
    ///
    /// For missing commands the room's policy applies: it either repeats the last command or skips
    /// the tick.
    pub(super) fn reconcile(&mut self, executed: Tick, ship: &Ship, world: &PredictionWorld) {
        if let Some(predicted) = self.states.get(executed).filter(|p| p.life == ship.life) {
            self.last_error_u = (predicted.body.pos - ship.body.pos).length();
            self.mispredictions += u32::from(predicted.body != ship.body);
        }
        if executed > self.newest {
            // The own clock stood still (background tab), so there is nothing to replay.
            self.newest = executed;
        }
        self.states.insert(executed, *ship);
        self.begin_predicted_world(world);
        let mut ship = *ship;
        let mut last = self.commands.get(executed).copied().unwrap_or_default();
        let mut last_real = executed;
        // If the acknowledged state is older than the ring (commands kept coming without a
        // snapshot), replay only what the ring holds. The gap no longer matters, and the replay
        // stays bounded.
        let reach = self.newest.minus(PREDICTION_TICKS as u32 - 1);
        for tick in executed.next().max(reach).0..=self.newest.0 {
            let policy = world.rules.at(Tick(tick)).commands;
            let command = match (self.commands.get(Tick(tick)), policy) {
                (Some(command), _) => {
                    last_real = Tick(tick);
                    Some(*command)
                }
                (None, CommandPolicy::RepeatLast) => {
                    Some(last.stand_in(last_real, Tick(tick), world.params.rate))
                }
                (
                    None,
                    CommandPolicy::RunOnNext | CommandPolicy::Bank | CommandPolicy::Lockstep,
                ) => None,
            };
            if let Some(command) = command {
                last = command;
                step(&mut ship, &command, world, self.predicted_world.as_mut());
            }
            self.states.insert(Tick(tick), ship);
        }
    }

    /// When every ship is predicted, reruns the remote ships from the newest snapshot.
    fn begin_predicted_world(&mut self, world: &PredictionWorld) {
        let (Some(rerun_max), Some((_, newest))) = (world.rerun_max, world.states.newest()) else {
            self.predicted_world = None;
            return;
        };
        self.predicted_world.get_or_insert_with(PredictedWorld::new).begin(
            newest,
            rerun_max,
            self.newest,
        );
    }

    /// The predicted world, when every ship is predicted.
    pub(super) fn predicted_world(&self) -> Option<&PredictedWorld> {
        self.predicted_world.as_ref()
    }

    /// Rewinds to `tick`, after which ticks are reused. From there to `newest` the ship drifts
    /// without commands.
    pub(super) fn rewind_to(&mut self, tick: Tick, newest: Tick, world: &PredictionWorld) {
        self.commands.clear();
        self.states.forget_after(tick);
        self.newest = newest;
        self.drifts_until = newest;
        if let Some(ship) = self.states.get(tick).copied() {
            self.reconcile(tick, &ship, world);
        }
    }

    /// The predicted ship after a tick.
    pub(super) fn state(&self, tick: Tick) -> Option<&Ship> {
        self.states.get(tick)
    }

    /// The predicted ship after the newest command.
    pub(super) fn newest(&self) -> Option<&Ship> {
        self.states.get(self.newest)
    }

    pub(super) fn newest_tick(&self) -> Tick {
        self.newest
    }

    /// The tick of the next command, if it directly follows the last one. `None` before the first
    /// command, and after the server ran ahead of this client.
    pub(super) fn next_tick(&self) -> Option<Tick> {
        let made = self.newest_made()?;
        (made == self.newest).then(|| made.next())
    }

    /// The first tick of a new run of commands when tick `due` is due. Ticks the ship has already
    /// drifted through get no command.
    pub(super) fn first_tick(&self, due: Tick) -> Tick {
        due.max(self.drifts_until.next())
    }

    /// The tick of the newest command the player made.
    pub(super) fn newest_made(&self) -> Option<Tick> {
        self.commands.newest().map(|(tick, _)| tick)
    }

    /// The newest consecutive commands, up to `n`, oldest first.
    pub(super) fn newest_commands(&self, n: usize) -> Vec<UserCommand> {
        let run = (0..n as u32).map_while(|back| {
            let tick = self.newest.0.checked_sub(back)?;
            self.commands.get(Tick(tick)).copied()
        });
        let mut commands: Vec<UserCommand> = run.collect();
        commands.reverse();
        commands
    }

    /// The newest prediction error, in u, and the number of mispredictions so far.
    pub(super) fn errors(&self) -> (f32, u32) {
        (self.last_error_u, self.mispredictions)
    }
}

/// Applies one command: moves the ship, fires, and resolves collisions.
fn step(
    ship: &mut Ship,
    command: &UserCommand,
    world: &PredictionWorld,
    predicted_world: Option<&mut PredictedWorld>,
) -> Vec<Bolt> {
    let near = world.near(ship, command.tick);
    apply_command(ship, command, world.params);
    let fired = pull_triggers(ship, command, command.tick, world.params).collect();
    let stepped =
        predicted_world.is_some_and(|all| all.step(command.tick, ship, &near, world.params));
    if !stepped {
        world.separate(ship, &near);
    }
    fired
}
