//! Random inputs, each held for a while, with counts from which the entropy of the decisions
//! follows.

use alloc::vec::Vec;

use shared::{
    base::{geometry::Turn, rng::Rng, time::TickRate},
    sim::{
        collision::Solids,
        command::{Thrust, Trigger, UserCommand, View},
        ship::ShipId,
        world::{CollisionMode, World},
    },
};

use super::kind::Kind;

/// Mean time that a thrust is held, in ms.
const THRUST_MS: u32 = 220;
/// Mean time that a turn is held, in ms.
const TURN_MS: u32 = 300;
/// Fastest turn, in 65,536ths of a turn per second: half a turn.
const TURN_MAX_PER_S: u32 = 32_768;
/// Mean time that triggers are held and released, in ms.
const TRIGGER_MS: u32 = 700;

/// Counts of decisions made and of opportunities, from which the entropy follows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entropy {
    /// Ship-ticks in which a thrust could change.
    pub slots: u64,
    /// Thrust changes.
    pub turns: u64,
    /// Turn-rate changes.
    pub spins: u64,
    /// Number of turn rates to choose from.
    pub n_spins: u32,
}

impl Entropy {
    /// The difference to an earlier point of the same match.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            slots: self.slots - earlier.slots,
            turns: self.turns - earlier.turns,
            spins: self.spins - earlier.spins,
            n_spins: self.n_spins,
        }
    }

    /// Entropy of the thrusts in bits per ship and tick: when they changed, and to which of eight.
    #[must_use]
    pub fn thrust_bits(&self) -> f64 {
        let p = self.turns as f64 / self.slots.max(1) as f64;
        binary(p) + 3.0 * p
    }

    /// Entropy of the turning in bits per ship and tick.
    #[must_use]
    pub fn aim_bits(&self) -> f64 {
        if self.n_spins == 0 {
            return 0.0;
        }
        let p = self.spins as f64 / self.slots.max(1) as f64;
        binary(p) + p * libm::log2(f64::from(self.n_spins))
    }
}

/// Binary entropy, in bits.
fn binary(p: f64) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        return 0.0;
    }
    -p * libm::log2(p) - (1.0 - p) * libm::log2(1.0 - p)
}

/// The controls of one ship.
#[derive(Clone, Copy, Debug, Default)]
struct Hold {
    thrust: Thrust,
    trigger: Trigger,
    aim: Turn,
    /// Per tick, in 65,536ths of a turn.
    spin: i16,
}

/// Generates the inputs of every ship.
#[derive(Clone, Debug)]
pub(super) struct InputGenerator {
    kind: Kind,
    rate: TickRate,
    rng: Rng,
    holds: Vec<Hold>,
    entropy: Entropy,
    /// No solids, so ships pass through each other.
    nobody: Solids,
}

impl InputGenerator {
    pub(super) fn new(kind: Kind, ships: u16, rate: TickRate) -> Self {
        let mut rng = Rng::new(5, 17);
        let spins = matches!(kind, Kind::Aim | Kind::Swarm);
        let n_spins = if spins { 2 * spin_max(rate) + 1 } else { 0 };
        let hold = |_| Hold { aim: Turn(rng.next_u32() as u16), ..Hold::default() };
        let holds = (0..ships).map(hold).collect();
        let entropy = Entropy { n_spins, ..Entropy::default() };
        Self { kind, rate, rng, holds, entropy, nobody: Solids::default() }
    }

    /// The next commands of all ships, in seat order.
    pub(super) fn commands(&mut self, world: &World) -> Vec<(ShipId, UserCommand)> {
        let tick = world.tick.next();
        let ships = world.ships().map(|ship| ship.id);
        let mut commands = Vec::new();
        for (n, id) in ships.enumerate() {
            let Hold { thrust, trigger, aim, .. } = self.hold(n);
            let view = View::present(world.tick);
            commands.push((id, UserCommand { tick, thrust, aim, trigger, view }));
        }
        commands
    }

    pub(super) fn meeting(&self) -> CollisionMode<'_> {
        match self.kind {
            Kind::Swarm => CollisionMode::Mutual,
            _ => CollisionMode::RammerOnly(&self.nobody),
        }
    }

    pub(super) fn entropy(&self) -> &Entropy {
        &self.entropy
    }

    fn hold(&mut self, n: usize) -> Hold {
        let mut hold = self.holds[n];
        if self.kind != Kind::Idle {
            self.entropy.slots += 1;
            if self.chance(THRUST_MS) {
                self.entropy.turns += 1;
                let other = self.rng.below(8) as usize;
                let now = usize::from(hold.thrust.number());
                hold.thrust = Thrust::ALL[other + usize::from(other >= now)];
            }
        }
        if self.entropy.n_spins > 0 {
            if self.chance(TURN_MS) {
                self.entropy.spins += 1;
                let most = spin_max(self.rate);
                hold.spin = (self.rng.below(2 * most + 1) as i32 - most as i32) as i16;
            }
            hold.aim = Turn(hold.aim.0.wrapping_add(hold.spin as u16));
        }
        if self.kind == Kind::Swarm && self.chance(TRIGGER_MS) {
            let held = (self.rng.below(3) == 0, self.rng.below(6) == 0);
            hold.trigger = Trigger::from_pressed(held);
        }
        self.holds[n] = hold;
        hold
    }

    /// Whether something with this mean duration ends in this tick.
    fn chance(&mut self, mean_ms: u32) -> bool {
        let ticks_1000 = mean_ms * u32::from(self.rate.hz());
        self.rng.below(ticks_1000) < 1000
    }
}

fn spin_max(rate: TickRate) -> u32 {
    TURN_MAX_PER_S / u32::from(rate.hz())
}
