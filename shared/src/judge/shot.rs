//! A shot as it is judged: everything about it that never changes.
//!
//! The *age* of a shot is its time of flight: for a bolt that was flown forward by so much when it
//! was fired, `now − fired + forward`; a beam's is 0.

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

/// What is known of a shooter's connection when a shot is executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkStats {
    /// Round trip, as measured by echo; 0 for a bot of the room.
    pub round_trip: Micros,
    /// From trigger to execution: half the round trip, and how long the command then waited.
    pub lead: Micros,
}

impl LinkStats {
    /// The total latency: the round trip, and how long the command waited. So old was the newest
    /// snapshot on the shooter's screen when the shot was executed.
    #[must_use]
    pub const fn latency(self) -> Micros {
        Micros(self.lead.0 + self.round_trip.0 / 2)
    }
}

/// A shot: everything about it that never changes. Times are on the server's line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shot {
    pub id: ShotId,
    /// When it was fired: age 0.
    pub fired: Micros,
    /// Where it left its ship, in u.
    pub muzzle: Vec2,
    /// Where it flies; of length 1.
    pub dir: Vec2,
    /// How fast a bolt flies, in u/s.
    pub speed_u_per_s: f32,
    /// How far it comes before its range or the arena ends it, in u.
    pub reach_u: f32,
    /// The view time as claimed: the server time of the targets on its shooter's screen.
    pub view: Micros,
    /// The pair of snapshots that the shooter blended for it, where both are known to be sent.
    pub pair: Option<Pair>,
    /// The floor of the view time, which must not run backwards: the newest view time of the
    /// shooter's earlier shots in this view epoch.
    pub floor: Micros,
    /// The newest snapshot that the shooter had acknowledged; none, as long as it waits for a full
    /// one.
    pub acked: Option<Tick>,
    /// The shooter's connection.
    pub link: LinkStats,
    /// The shooter's interpolation delay; 0 where nothing is interpolated.
    pub lerp: Micros,
    /// The age of the oldest view that the shooter's connection explains, counted back from its
    /// execution: [`plausible_age`](super::view::plausible_age). `None` where nothing was measured.
    pub plausible_age: Option<Micros>,
    /// From being fired to being judged first: 0 in a room, where a shot is fired by executing it.
    pub transit: Micros,
    /// The rules it was fired under.
    pub rule: RoomNetcode,
}

impl Shot {
    /// A shot that a room executes.
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
            lerp: Micros::ZERO,
            plausible_age: None,
            transit: Micros::ZERO,
            rule,
        }
    }

    /// What fired it.
    #[must_use]
    pub const fn weapon(&self) -> Weapon {
        self.id.weapon
    }

    /// How its bolt flies. Under delayed synchronisation every bolt is flown forward, whatever the
    /// room's setting: it flies where its shooter sees it.
    #[must_use]
    pub const fn bolt_path(&self) -> BoltPath {
        if self.rule.hit_rule.is_tentative() { BoltPath::FastForward } else { self.rule.bolt_path }
    }

    /// Whether its bolt flies on through the ships that it hits.
    #[must_use]
    pub fn pierces(&self) -> bool {
        self.weapon() == Weapon::Laser && self.rule.piercing == Piercing::On
    }

    /// Whether cover in the present vetoes its hits, where it looks at its targets in the past.
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

/// What a shooter says it hit, under a rule by which the shooter says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitClaim {
    pub shot: ShotId,
    /// The ship that it met on the shooter's screen.
    pub victim: ShipId,
    /// At which age, in 1/256 tick; 0 for a beam.
    pub age: u32,
}
