//! For benchmarks: a shot across a field of ships that can be judged repeatedly, for a number of
//! targets, a weapon and a rule.

use shared::{
    base::{
        geometry::Turn,
        time::{Micros, TickRate},
    },
    judge::{shooter_history::ShooterHistory, shot::Shot},
    netcode::{choices::HitRule, values::RoomNetcode},
    sim::{
        bolt::Bolt,
        event::{ShotId, Weapon},
    },
};

use crate::worlds::{Liveliness, RandomMatch};

/// Ticks of history that shots are judged in.
const TICKS: u32 = 64;
/// How far back a shot looks, in ticks: 200 ms.
pub(crate) const BACK: u32 = 12;

/// A shot across a field of ships that can be judged repeatedly.
pub(crate) struct Range {
    pub(crate) played: RandomMatch,
    pub(crate) shot: Shot,
}

impl Range {
    pub(crate) fn new(targets: u16, weapon: Weapon, hit_rule: HitRule) -> Self {
        let rate = TickRate::DEFAULT;
        let mut played = RandomMatch::new(targets, targets, rate, 7, Liveliness::STEADY);
        // ET and Source look further back.
        let ticks = if hit_rule == HitRule::Lagrange { TICKS } else { 2 * TICKS };
        played.run(ticks as usize);
        let age = u32::from(weapon == Weapon::Laser);
        let fired = played.tick().minus(age);
        let shooter = played.state(fired).ships[0];
        let id = ShotId { tick: fired, shooter: shooter.id, weapon };
        let arena = &played.world.params().arena;
        let bolt = Bolt::new(id, fired, shooter.body.pos, Turn(9000), arena);
        let rule = RoomNetcode { hit_rule, ..RoomNetcode::default() };
        let shot = Shot::of_bolt(&bolt, rate, rule);
        let back = Micros::from_ms(200);
        let shot =
            Shot { view: rate.micros_at(fired.minus(BACK)), interpolation_delay: back, ..shot };
        Self { played, shot }
    }

    pub(crate) fn rewind_source(&self) -> ShooterHistory<'_> {
        ShooterHistory {
            history: &self.played.history,
            params: self.played.world.params(),
            now: self.played.tick(),
            sent: None,
            marker_rates_hz: &[],
            died: &[],
        }
    }
}
