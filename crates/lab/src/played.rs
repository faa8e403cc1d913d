//! The played hash: one number over everything that a match's room sent and its clients drew,
//! updated after every frame.
//!
//! Every field that is hashed is listed here explicitly, in a fixed order; no private state and no
//! declaration order enters. The hash therefore survives refactoring, and changes as soon as a
//! player would receive or see anything else. Runs in links and files carry it;
//! [`state_hash`](shared::base::state_hash) is the stricter hash that two machines with the same
//! build compare.
//!
//! Numbers are hashed as the eight little-endian bytes of a `u64` (an `f32` by its bits) with
//! 64-bit FNV-1a. A list is hashed as its length and its entries.

use serde::Serialize;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        state_hash::{bytes_hash, bytes_hash_onto},
        time::Tick,
    },
    client::{
        Client,
        scene::{EffectKind, GhostKind, PlayerKind, PoseSource, Scene},
        shots::{ShotSide, ShotSummary},
    },
    room::Room,
    sim::{
        event::{Decision, Event, EventKind, Finality, ShotId, Weapon},
        ship::{Ship, ShipId},
    },
};

use super::harness::Harness;

/// The hash of everything sent and drawn so far.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    hash: u64,
    /// Room events are hashed up to this tick.
    read: Tick,
}

impl Default for Played {
    fn default() -> Self {
        Self { hash: bytes_hash(&[]), read: Tick::ZERO }
    }
}

impl Played {
    /// Starts a hash with the current frame.
    #[must_use]
    pub fn new(harness: &Harness) -> Self {
        let mut played = Self { read: harness.room().tick(), ..Self::default() };
        played.observe(harness);
        played
    }

    /// Adds the current frame. Call after every frame.
    pub fn observe(&mut self, harness: &Harness) {
        self.world(harness.room());
        for player in 0..harness.n_players() {
            let client = harness.client(player);
            self.drawn(&client.scene());
            self.decisions(client);
        }
    }

    /// Adds the hash of another match.
    pub(super) fn add(&mut self, other: &Self) {
        self.number(other.hash);
    }

    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The room's world, and its events since the last call.
    fn world(&mut self, room: &Room) {
        let world = room.world();
        self.number(world.tick.0);
        self.number(world.ships().count() as u64);
        for ship in world.ships() {
            self.ship(ship);
        }
        self.number(world.bolts().count() as u64);
        for bolt in world.bolts() {
            self.shot(bolt.shot);
            self.number(bolt.fired.0);
            self.place(bolt.origin);
            self.turn(bolt.aim);
        }
        self.number(room.events_after(self.read).count() as u64);
        for event in room.events_after(self.read) {
            self.event(event);
        }
        self.read = room.tick();
    }

    fn ship(&mut self, ship: &Ship) {
        self.ship_id(ship.id);
        self.place(ship.body.pos);
        self.place(ship.body.vel);
        self.turn(ship.aim);
        self.number(ship.thrust.number());
        for number in [ship.behind, ship.health] {
            self.number(number);
        }
        for number in [ship.life, ship.kills, ship.deaths] {
            self.number(number);
        }
        for tick in [ship.shield_until, ship.laser_ready, ship.beam_ready, ship.respawn_at] {
            self.number(tick.0);
        }
    }

    fn event(&mut self, event: &Event) {
        self.number(event.tick.0);
        match event.kind {
            EventKind::Spawned { ship, at } => {
                self.number(0_u8);
                self.ship_id(ship);
                self.place(at);
            }
            EventKind::Fired { shot, origin, aim } => {
                self.number(1_u8);
                self.shot(shot);
                self.place(origin);
                self.turn(aim);
            }
            EventKind::Hit { shot, victim, damage, distance_u, finality } => {
                self.number(2_u8);
                self.shot(shot);
                self.ship_id(victim);
                self.number(damage);
                self.number(distance_u.to_bits());
                self.finality(finality);
            }
            EventKind::Settled { shot, victim } => {
                self.number(3_u8);
                self.shot(shot);
                self.ship_id(victim);
            }
            EventKind::Retracted { shot, victim, refund } => {
                self.number(4_u8);
                self.shot(shot);
                self.ship_id(victim);
                self.number(refund);
            }
            EventKind::Died { victim, shot } => {
                self.number(5_u8);
                self.ship_id(victim);
                self.shot(shot);
            }
        }
    }

    /// What a client's newest frame drew.
    fn drawn(&mut self, scene: &Scene) {
        self.place(scene.focus);
        self.number(scene.ships.len() as u64);
        for ship in &scene.ships {
            self.ship_id(ship.id);
            self.owner(ship.owner);
            self.place(ship.pos);
            self.place(ship.vel);
            self.turn(ship.aim);
            for number in [ship.thrust.number(), ship.health, ship.tentative] {
                self.number(number);
            }
            self.number(u8::from(ship.shielded));
            self.number(ship.flash.to_bits());
            self.number(match ship.source {
                PoseSource::Predicted => 0_u8,
                PoseSource::Newest => 1,
                PoseSource::Interpolated => 2,
                PoseSource::Extrapolated => 3,
                PoseSource::Chasing => 4,
                PoseSource::Held => 5,
            });
        }
        self.number(scene.far.len() as u64);
        for far in &scene.far {
            self.owner(far.owner);
            self.place(far.pos);
        }
        self.number(scene.bolts.len() as u64);
        for bolt in &scene.bolts {
            self.shot(bolt.shot);
            self.owner(bolt.owner);
            self.place(bolt.pos);
            self.place(bolt.dir);
        }
        self.number(scene.beams.len() as u64);
        for beam in &scene.beams {
            self.shot(beam.shot);
            self.owner(beam.owner);
            self.place(beam.from);
            self.place(beam.to);
            self.number(beam.glow.to_bits());
        }
        self.passing(scene);
    }

    /// The effects and ghosts of a frame.
    fn passing(&mut self, scene: &Scene) {
        self.number(scene.effects.len() as u64);
        for effect in &scene.effects {
            self.number(match effect.kind {
                EffectKind::Spark => 0_u8,
                EffectKind::Dust => 1,
                EffectKind::Explosion => 2,
                EffectKind::Arrival => 3,
                EffectKind::Confirmed => 4,
                EffectKind::Undone => 5,
            });
            self.place(effect.pos);
            self.number(effect.progress.to_bits());
        }
        self.number(scene.ghosts.len() as u64);
        for ghost in &scene.ghosts {
            self.number(match ghost.kind {
                GhostKind::Server => 0_u8,
                GhostKind::Saw => 1,
                GhostKind::Judged => 2,
            });
            self.ship_id(ghost.ship);
            self.number(u8::from(ghost.shot.is_some()));
            if let Some(shot) = ghost.shot {
                self.shot(shot);
            }
            self.place(ghost.pos);
            self.number(ghost.fade.to_bits());
        }
    }

    /// The decisions that a player received on shots that concern it.
    fn decisions(&mut self, client: &Client) {
        self.number(client.shots().count() as u64);
        for summary in client.shots() {
            self.decision(summary);
        }
    }

    fn decision(&mut self, summary: &ShotSummary) {
        self.shot(summary.shot);
        self.number(match summary.side {
            ShotSide::Own => 0_u8,
            ShotSide::Against => 1,
        });
        match summary.verdict {
            Decision::Missed => self.number(0_u8),
            Decision::Hit { victim, finality } => {
                self.number(1_u8);
                self.ship_id(victim);
                self.finality(finality);
            }
            Decision::Settled { victim } => {
                self.number(1_u8);
                self.ship_id(victim);
                self.finality(Finality::Final);
            }
            Decision::Retracted { victim, by } => {
                self.number(4_u8);
                self.ship_id(victim);
                self.ship_id(by);
            }
            Decision::Void { victim } => {
                self.number(2_u8);
                self.ship_id(victim);
            }
            Decision::Vetoed { victim } => {
                self.number(3_u8);
                self.ship_id(victim);
            }
            Decision::Pierced { victims } => {
                self.number(5_u8);
                self.number(victims.ships().len() as u64);
                victims.ships().iter().for_each(|victim| self.ship_id(*victim));
            }
        }
        self.number(summary.refund.map_or(0, |refund| 1 + u16::from(refund)));
    }

    fn finality(&mut self, finality: Finality) {
        self.number(match finality {
            Finality::Final => 0_u8,
            Finality::Tentative => 1,
            Finality::Piercing => 2,
        });
    }

    fn owner(&mut self, owner: PlayerKind) {
        self.number(match owner {
            PlayerKind::You => 0_u8,
            PlayerKind::Player => 1,
            PlayerKind::Bot => 2,
            PlayerKind::Ally => 3,
            PlayerKind::AllyBot => 4,
        });
    }

    fn shot(&mut self, shot: ShotId) {
        self.number(shot.tick.0);
        self.ship_id(shot.shooter);
        self.number(match shot.weapon {
            Weapon::Laser => 0_u8,
            Weapon::Beam => 1,
        });
    }

    fn ship_id(&mut self, ship: ShipId) {
        self.number(ship.idx);
        self.number(ship.generation);
    }

    fn place(&mut self, place: Vec2) {
        self.number(place.x.to_bits());
        self.number(place.y.to_bits());
    }

    fn turn(&mut self, turn: Turn) {
        self.number(turn.0);
    }

    fn number(&mut self, number: impl Into<u64>) {
        self.hash = bytes_hash_onto(self.hash, &number.into().to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use shared::{client::Controls, sim::command::Trigger};

    use crate::{run::Input, run_playback::RunPlayback, scenario::Scenario, state::LabState};

    fn played(state: &LabState) -> u64 {
        state.played_hash()
    }

    #[test]
    fn different_controls_change_the_played_hash() {
        let mut playback = RunPlayback::new(Scenario::default().setup()).unwrap();
        let mut other = playback.clone();
        assert_eq!(played(playback.state()), played(other.state()));
        let fires = Controls { trigger: Trigger::Beam, ..Controls::default() };
        other.handle_input(Input::Fly { player: 0, controls: fires }).unwrap();
        assert_eq!(played(playback.state()), played(other.state()), "nothing was drawn since");
        (0..30).for_each(|_| {
            playback.step().unwrap();
            other.step().unwrap();
        });
        assert_ne!(played(playback.state()), played(other.state()));
    }

    #[test]
    fn seeking_back_restores_the_played_hash() {
        let mut playback = RunPlayback::new(Scenario::default().setup()).unwrap();
        let mut numbers = alloc::vec![played(playback.state())];
        for _ in 0..90 {
            playback.step().unwrap();
            numbers.push(played(playback.state()));
        }
        for frame in [45, 10, 90, 0] {
            playback.seek(frame, u32::MAX);
            assert_eq!(played(playback.state()), numbers[frame as usize], "frame {frame}");
        }
    }
}
