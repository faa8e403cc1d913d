//! The client that a bot runs on a connection: light, full, or the echo of a floor measurement.
use shared::base::time::Micros;
use shared::wire::message::{MessageError, RoomRequest};

use super::bot::{BotConfig, RunState};
use super::floor::echo::Echo;
use super::floor::shape::Shape;
use super::full::FullBot;
use super::light::Light;
use super::presence::Told;

/// Which client a bot runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Flies a script and reads only the heads of snapshots.
    Light,
    /// Runs the game's own client.
    Full,
    /// Sends as much as a player without playing.
    Echo(Shape),
}

/// The client of one connection.
pub(super) enum Driver {
    Light(Light),
    Full(Box<FullBot>),
    Echo(Echo),
}

impl Driver {
    pub(super) fn new(config: &BotConfig, run_state: &RunState) -> Self {
        let BotConfig { name, room, netcode, target_margin, seed, .. } = config.clone();
        match config.kind {
            Kind::Light => Self::Light(Light::new(name, room, netcode, target_margin, seed)),
            Kind::Full => {
                let (endless, now) = (RoomRequest::endless(), run_state.clock.now());
                Self::Full(FullBot::new(name, room, netcode, endless, seed, now).into())
            }
            Kind::Echo(shape) => {
                let packets_per_s = netcode.command_rate_hz;
                Self::Echo(Echo::new(shape, packets_per_s, target_margin, run_state.clock.now()))
            }
        }
    }

    pub(super) fn handle_message(
        &mut self,
        now: Micros,
        message: &[u8],
    ) -> Result<(), MessageError> {
        match self {
            Self::Light(light) => light.handle_message(now, message),
            Self::Full(full) => full.handle_message(now, message),
            Self::Echo(echo) => {
                echo.handle_message();
                Ok(())
            }
        }
    }

    pub(super) fn handle_time(&mut self, now: Micros) {
        match self {
            Self::Light(light) => light.handle_time(now),
            Self::Full(full) => full.handle_time(now),
            Self::Echo(echo) => echo.handle_time(now),
        }
    }

    pub(super) fn poll_time(&self, now: Micros) -> Micros {
        match self {
            Self::Light(light) => light.poll_time(now),
            Self::Full(full) => full.poll_time(),
            Self::Echo(echo) => echo.poll_time(),
        }
    }

    pub(super) fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        match self {
            Self::Light(light) => light.poll_transmit(),
            Self::Full(full) => full.poll_transmit(),
            Self::Echo(echo) => echo.poll_transmit(),
        }
    }

    pub(super) fn joined(&self) -> bool {
        match self {
            Self::Light(light) => light.joined(),
            Self::Full(full) => full.joined(),
            Self::Echo(echo) => echo.joined(),
        }
    }

    /// What the newest snapshot says of its score, if it reads that.
    pub(super) fn told(&self) -> Option<Told> {
        match self {
            Self::Full(full) => full.score().map(|score| Told { score, n_ships: full.n_ships() }),
            Self::Light(_) | Self::Echo(_) => None,
        }
    }
}
