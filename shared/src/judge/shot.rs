//! A shot as it is judged: all its immutable data.
//!
//! The *age* of a shot is its time of flight: `now − fired + forward` for a bolt that was flown
//! forward when it was fired, 0 for a beam.

use serde::{Deserialize, Serialize};

use crate::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick, TickRate},
    },
    history::pose::Pair,
    netcode::{
        choices::{BoltPath, CoverVeto, Piercing},
        values::RoomNetcode,
    },
    sim::{
        bolt::Bolt,
        event::{ShotId, Weapon},
        rules::BOLT_SPEED_U_PER_S,
        ship::ShipId,
    },
};

/// The shooter's connection, as measured when a shot is executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkStats {
    /// Round-trip time, measured by echo; 0 for the room's bots.
    pub round_trip: Micros,
    /// From trigger to execution: half the round trip plus the time the command waited.
    pub lead: Micros,
}

impl LinkStats {
    /// The total latency: the round trip plus the time the command waited. This is the age of the
    /// newest snapshot on the shooter's screen when the shot was executed.
    #[must_use]
    pub const fn latency(self) -> Micros {
        Micros(self.lead.0 + self.round_trip.0 / 2)
    }
}

/// The immutable data of a shot. Times are server times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shot {
    pub id: ShotId,
    /// When it was fired: age 0.
    pub fired: Micros,
    /// Where it left its ship, in u.
    pub muzzle: Vec2,
    /// Its direction; a unit vector.
    pub dir: Vec2,
    /// The bolt's speed, in u/s.
    pub speed_u_per_s: f32,
    /// How far it flies before its range or the arena ends it, in u.
    pub reach_u: f32,
    /// The claimed view time: the server time of the targets on the shooter's screen.
    pub view: Micros,
    /// The pair of snapshots that the shooter blended, if both are known to have been sent.
    pub pair: Option<Pair>,
    /// The floor of the view time, which must not run backwards: the newest view time of the
    /// shooter's earlier shots in this view epoch.
    pub floor: Micros,
    /// The newest snapshot the shooter had acknowledged; `None` while it waits for a full update.
    pub acked: Option<Tick>,
    pub link: LinkStats,
    /// The shooter's interpolation delay; 0 where nothing is interpolated.
    pub interpolation_delay: Micros,
    /// The age of the oldest plausible view, counted back from execution:
    /// [`plausible_age`](super::view::plausible_age). `None` where nothing was measured.
    pub plausible_age: Option<Micros>,
    /// From firing to first judging: 0 in a room, which fires a shot by executing it.
    pub transit: Micros,
    /// The rules it was fired under.
    pub rule: RoomNetcode,
}

impl Shot {
    /// The shot of a bolt that a room executes.
    #[must_use]
    pub fn of_bolt(bolt: &Bolt, rate: TickRate, rule: RoomNetcode) -> Self {
        let fired = rate.micros_at(bolt.fired);
        Self {
            id: bolt.shot,
            fired,
            muzzle: bolt.origin,
            dir: bolt.aim.unit(),
            speed_u_per_s: BOLT_SPEED_U_PER_S,
            reach_u: bolt.reach_u,
            view: fired,
            pair: None,
            floor: Micros(i64::MIN),
            acked: None,
            link: LinkStats::default(),
            interpolation_delay: Micros::ZERO,
            plausible_age: None,
            transit: Micros::ZERO,
            rule,
        }
    }

    #[must_use]
    pub const fn weapon(&self) -> Weapon {
        self.id.weapon
    }

    /// How its bolt flies. Under delayed synchronisation every bolt is flown forward, whatever the
    /// room's setting, because it flies where its shooter sees it.
    #[must_use]
    pub const fn bolt_path(&self) -> BoltPath {
        if self.rule.hit_rule.is_tentative() { BoltPath::FastForward } else { self.rule.bolt_path }
    }

    /// Whether its bolt flies on through the ships that it hits.
    #[must_use]
    pub fn pierces(&self) -> bool {
        self.weapon() == Weapon::Laser && self.rule.piercing == Piercing::On
    }

    /// Whether cover in the present can veto its hits. Only shots that look at targets in the past
    /// are vetoed.
    #[must_use]
    pub const fn is_vetoed_by_cover(&self) -> bool {
        let asks = match (self.rule.cover_veto, self.id.weapon) {
            (CoverVeto::Off, _) | (CoverVeto::Beams, Weapon::Laser) => false,
            (CoverVeto::Beams, Weapon::Beam) | (CoverVeto::All, _) => true,
        };
        asks && self.rule.hit_rule.rewinds(self.id.weapon)
    }

    /// The point at a distance from the muzzle.
    #[must_use]
    pub fn point_at(&self, distance_u: f32) -> Vec2 {
        self.muzzle + self.dir * distance_u
    }
}

/// A hit claimed by the shooter, under a rule that lets the shooter decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitClaim {
    pub shot: ShotId,
    /// The ship hit on the shooter's screen.
    pub victim: ShipId,
    /// The shot's age at the hit, in 1/256 tick; 0 for a beam.
    pub age: u32,
}
