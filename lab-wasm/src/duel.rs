//! A room with two players and the links between them, in virtual time: time and what the player
//! holds down go in, the player's client comes out. Nothing of it leaves the page.

use shared::{
    base::time::{Micros, TickRate},
    client::{Client, Controls},
    lab::harness::{Conditions, Harness},
    room::{ConfigError, RoomConfig, rules::RoomKind},
    scheme::netcode::Netcode,
    sim::arena::Arena,
};

use crate::autopilot::Autopilot;

/// The place of whoever sits before the page, among the players of the harness.
const YOU: usize = 0;
/// The round trip between each player and the room, in ms.
const ROUND_TRIP_MS: u16 = 100;

/// A fight between the player and a pilot.
#[derive(Clone, Debug)]
pub struct Duel {
    harness: Harness,
    autopilot: Autopilot,
}

impl Duel {
    /// A new fight at time 0.
    ///
    /// # Errors
    /// When a setting of the netcode is out of its range.
    pub fn new(netcode: &Netcode, rate: TickRate, seed: u64) -> Result<Self, ConfigError> {
        let mut harness = Harness::new(RoomConfig {
            name: "laboratory".into(),
            seats: 2,
            bots: 0,
            rate,
            arena: Arena::strewn(seed),
            netcode: netcode.room,
            kind: RoomKind::Laboratory,
            seed,
        })?;
        let conditions = Conditions::round_trip(ROUND_TRIP_MS);
        for _player_and_pilot in 0..2 {
            harness.add_player(netcode.player, conditions);
        }
        Ok(Self { harness, autopilot: Autopilot::new(seed) })
    }

    /// Lets so much time pass while the player holds these down.
    pub fn run(&mut self, time: Micros, controls: Controls) {
        let autopilot = &mut self.autopilot;
        let until = self.harness.now() + time;
        self.harness.run_until(until, &mut |room, player, client| match player {
            YOU => controls,
            _ => autopilot.controls(client, room.world().ground()),
        });
    }

    /// The player's client.
    #[must_use]
    pub fn client(&self) -> &Client {
        self.harness.client(YOU)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::base::state_hash::state_hash;

    const RUN_MS: i64 = 30_000;

    fn run(frame_ms: i64, seed: u64) -> Duel {
        let mut duel = Duel::new(&Netcode::default(), TickRate::DEFAULT, seed).unwrap();
        for _ in 0..RUN_MS / frame_ms {
            duel.run(Micros::from_ms(frame_ms), Controls::default());
        }
        duel
    }

    #[test]
    fn the_pilot_finds_and_hurts_whoever_stands_still() {
        let seed = 3;
        let duel = run(20, seed);
        let you = duel.client().own_ship().unwrap();
        assert!(you.health < 100 || you.deaths > 0, "seed {seed}: {you:?}");
        assert_eq!(duel.client().ships().len(), 2, "seed {seed}");
    }

    #[test]
    fn the_fight_does_not_depend_on_how_often_it_is_drawn() {
        let hash = |frame_ms| state_hash(&run(frame_ms, 5).harness);
        assert_eq!(hash(10), hash(50), "seed 5");
    }
}
