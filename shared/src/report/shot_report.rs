//! The report of a shot: how it was judged, under which rules, over what connection, and where the
//! ships were meanwhile. Built by a room on request; integers only. The bolt's position and the
//! target time follow from the rules ([`crate::judge::rule`]), so they are not sent: the reader
//! computes them.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{counterfactual::Counterfactual, shot_record::ShotRecord, track::Track};
use crate::{
    base::{
        encoding::append,
        geometry::{Steps, Turn, Vec2},
        limits::{REPORT_BYTES_MAX, TICK_MAX},
        time::{MICROS_PER_S, Micros, Tick, TickRate, ViewTime},
    },
    judge::{
        hit_test::state::{Cover, VoidCause},
        rule::{distance_at, forward},
        shot::{LinkStats, Shot},
        view::RewindTime,
    },
    netcode::{preset::Preset, values::RoomNetcode},
    schemes::claims::ClaimRefusal,
    sim::{
        event::{Decision, Weapon},
        rules::BOLT_SPEED_U_PER_S,
        ship::ShipId,
    },
};

/// The header of the message that carries a report, in bytes: the message kind and the control
/// kind.
const HEAD_BYTES: usize = 2;
/// How long before its trigger the report of a shot may begin.
pub const BEFORE: Micros = Micros::from_ms(250);
/// How long a bolt that missed is followed after its closest approach.
pub const AFTER: Micros = Micros::from_ms(150);

/// A player's connection when the shot was executed, as reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportLink {
    /// Round trip, in µs.
    pub round_trip: u32,
    /// From trigger to execution, in µs.
    pub lead: u32,
}

/// The records of its history that a target's pose was made of, as offsets to the execution of the
/// shot in 1/256 tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportBracket {
    /// None: it stayed where it was.
    Present,
    /// A record as it is.
    At(i32),
    /// Between two records.
    Between {
        /// The older record.
        older: i32,
        /// The newer one.
        newer: i32,
        /// The distance from the older one, in 65,536ths.
        fraction: u16,
    },
}

/// More about a target of the record, at the record's age.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportTarget {
    /// Where the shooter's screen drew it, in 1/256 u.
    pub seen: Option<Steps>,
    /// The records that the judged pose was made of.
    pub bracket: Option<ReportBracket>,
}

/// A hit that was retracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetractedHit {
    /// The ship that was not hit after all.
    pub victim: ShipId,
    /// The ship that the bolt met before.
    pub by: ShipId,
    /// Hit points given back.
    pub refund: u8,
}

/// A hit that the shooter claimed and the server refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedClaim {
    /// The ship that the shot met on the shooter's screen.
    pub victim: ShipId,
    /// The shot's age at the hit, in 1/256 tick.
    pub age: u32,
    pub why: ClaimRefusal,
}

/// Whether a player wants a report of each of its own shots, without the track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportsWanted {
    #[default]
    No,
    /// One for each, once every tick that it covers has been simulated.
    Yes,
}

/// Why a room refuses a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportRefusal {
    /// It has judged no such shot.
    Unknown,
    /// It was fired too long ago, or too many newer shots have been fired by the same ship.
    TooOld,
    /// It does not concern this player.
    NotYours,
    /// Too many requests of this player are already waiting.
    Busy,
}

/// A shot's report, as sent to one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotReport {
    /// The recipient: the shooter, or a ship that it hit.
    pub viewer: ShipId,
    /// How it was judged. A victim's copy names no other target.
    pub record: ShotRecord,
    pub rate: TickRate,
    /// When it was executed: age 0.
    pub fired: Tick,
    /// The rules it was judged under.
    pub rules: RoomNetcode,
    /// Where it left its ship, in 1/256 u.
    pub muzzle: Steps,
    /// Its direction.
    pub aim: Turn,
    /// How far it could fly, in 1/256 u.
    pub reach: u32,
    /// How long before its tick the command arrived, in µs; sent to the shooter only.
    pub arrived: Option<i32>,
    /// The shooter's connection; `None` for a bot. In whole ms for others.
    pub shooter: Option<ReportLink>,
    /// How far behind the snapshots the shooter drew remote ships, in ms; 0 where nothing is
    /// interpolated.
    pub lerp_ms: u16,
    /// The principal target's connection; `None` for a bot. In whole ms for others.
    pub target: Option<ReportLink>,
    /// More about each target of the record, in the same order.
    pub targets: Vec<ReportTarget>,
    /// The retracted hit, if there was one.
    pub undone: Option<RetractedHit>,
    /// The last refused claim, if any; sent to the shooter only.
    pub refused: Option<RefusedClaim>,
    /// Why the contact did not count, for a void verdict.
    pub void: Option<VoidCause>,
    /// The cover, if the verdict is that cover vetoed a hit.
    pub cover: Option<Cover>,
    /// The verdict of every scheme, in the order of [`Preset::ALL`]; `None` until all that they
    /// depend on has been simulated.
    pub counterfactuals: Option<[Counterfactual; Preset::ALL.len()]>,
    /// Where shooter and principal target were, on their screens and on the server.
    pub track: Track,
}

impl ReportLink {
    /// A connection, as reported.
    #[must_use]
    pub fn of(link: LinkStats) -> Self {
        let micros = |span: Micros| u32::try_from(span.0.max(0)).unwrap_or(u32::MAX);
        Self { round_trip: micros(link.round_trip), lead: micros(link.lead) }
    }

    /// As sent to other players: in whole ms.
    #[must_use]
    pub fn in_ms(self) -> Self {
        let whole = |micros: u32| micros / 1000 * 1000;
        Self { round_trip: whole(self.round_trip), lead: whole(self.lead) }
    }

    /// The spans as used in judging.
    #[must_use]
    pub fn stats(self) -> LinkStats {
        let micros = |span: u32| Micros(span.into());
        LinkStats { round_trip: micros(self.round_trip), lead: micros(self.lead) }
    }
}

impl ShotReport {
    /// Whether its numbers are within the range that a room can produce.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let looks_ahead = self.record.judged_at.since(self.fired);
        self.record.is_valid()
            && self.rules.check().is_ok()
            && self.fired.0 <= TICK_MAX
            && self.record.shot.tick.0 <= TICK_MAX
            && self.record.judged_at.0 <= TICK_MAX
            && looks_ahead >= 0
            && self.targets.len() == self.record.targets.len()
    }

    /// The ship that the report is about. For a viewer other than the shooter, the viewer; else the
    /// victim or void target, else the victim of a retracted hit, else the nearest ship.
    #[must_use]
    pub fn principal(&self) -> Option<ShipId> {
        if self.viewer != self.record.shot.shooter {
            return Some(self.viewer);
        }
        let nearest = self.record.targets.first().map(|target| target.ship);
        self.record.verdict.victim().or(self.undone.map(|undone| undone.victim)).or(nearest)
    }

    /// Whether it has its track.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.track.is_empty()
    }

    /// Whether it has all its parts: the track and the other schemes' verdicts.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_whole() && self.counterfactuals.is_some()
    }

    /// Whether it is small enough to send.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.bytes() <= REPORT_BYTES_MAX
    }

    /// Its size as a message, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        append(Vec::new(), self).len() + HEAD_BYTES
    }

    /// The bytes left for a track, for a report without one.
    #[must_use]
    pub fn bytes_left(&self) -> usize {
        let empty = append(Vec::new(), &Track::default()).len();
        REPORT_BYTES_MAX.saturating_sub(self.bytes()) + empty
    }

    /// The shot, reconstructed as far as its flight depends on it.
    #[must_use]
    pub fn shot(&self) -> Shot {
        let fired = self.rate.micros_at(self.fired);
        Shot {
            id: self.record.shot,
            fired,
            muzzle: self.muzzle.pos(),
            dir: self.aim.unit(),
            speed_u_per_s: BOLT_SPEED_U_PER_S,
            reach_u: Steps { x: i32::try_from(self.reach).unwrap_or(i32::MAX), y: 0 }.pos().x,
            view: self.rate.micros_in_steps(self.record.view.claimed.time.0),
            pair: self.record.view.pair,
            floor: Micros(i64::MIN),
            acked: None,
            link: self.shooter.map(ReportLink::stats).unwrap_or_default(),
            interpolation_delay: Micros::from_ms(self.lerp_ms.into()),
            plausible_age: None,
            transit: Micros::ZERO,
            rule: self.rules,
        }
    }

    /// How far the bolt was flown forward when it was first judged, in time of flight.
    #[must_use]
    pub fn forward(&self) -> Micros {
        let at = self.rate.micros_in_steps(self.record.view.used.0);
        forward(&self.shot(), RewindTime { at, clamp: self.record.view.clamp })
    }

    /// The judged distance of the bolt from its muzzle at an age in 1/256 tick, in u. `None` for a
    /// beam, which covers its whole line at once, and before the shot is fired.
    #[must_use]
    pub fn distance_u(&self, age: i64) -> Option<f32> {
        let flies = self.record.shot.weapon == Weapon::Laser && age >= 0;
        flies.then(|| distance_at(&self.shot(), self.rate.micros_in_steps(age)))
    }

    /// The server time at which an age in 1/256 tick was judged. The part that was flown forward is
    /// judged at execution, the rest at the execution plus the age less that part.
    #[must_use]
    pub fn judged_at(&self, age: i64) -> ViewTime {
        let forward = self.rate.view_at(self.forward()).0;
        let since = if age < 0 { age } else { (age - forward).max(0) };
        ViewTime(ViewTime::from_tick(self.fired).0 + since)
    }

    /// The server time of the targets that an age in 1/256 tick was tested against.
    #[must_use]
    pub fn target_time(&self, age: i64) -> ViewTime {
        let with_the_shot = ViewTime(self.record.view.used.0 + age);
        let rewinds = self.rules.hit_rule.rewinds(self.record.shot.weapon);
        if rewinds { with_the_shot } else { self.judged_at(age) }
    }
}

/// The ages that a shot's report covers, in µs: from a little before the trigger until the judged
/// hit, or until a little after the closest approach.
#[must_use]
pub fn span(shot: &Shot, verdict: Decision, nearest: Option<Micros>) -> (Micros, Micros) {
    let before = match shot.weapon() {
        Weapon::Beam => return (-BEFORE, Micros::ZERO),
        Weapon::Laser => Micros::from_ms(-100),
    };
    let flight_s = shot.reach_u / shot.speed_u_per_s.max(1.0);
    let whole = Micros((flight_s * MICROS_PER_S as f32) as i64);
    let end = match (nearest, verdict.hits()) {
        (Some(nearest), Some(_)) => nearest,
        (Some(nearest), None) => nearest + AFTER,
        (None, _) => whole,
    };
    (before, end.min(whole).max(Micros::ZERO))
}

/// A distance in u, in 1/256 u.
#[must_use]
pub fn distance_steps(distance_u: f32) -> u32 {
    Steps::of_pos(Vec2::new(distance_u, 0.0)).x.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{limits::VICTIMS_MAX, time::VIEW_STEPS_PER_TICK},
        history::pose::Pair,
        netcode::choices::HitRule,
        report::{
            shot_record::{ResolvedView, TargetRecord},
            track::TrackSample,
        },
        schemes::clamp::Clamp,
        sim::{
            command::View,
            event::{ShotId, Victims},
        },
    };

    /// The largest report that a room can make.
    fn largest(n_moments: usize) -> ShotReport {
        let ship = ShipId { idx: 1023, generation: u16::MAX };
        let far = Steps { x: 16_000 * 256, y: 16_000 * 256 };
        let (tick, age) = (Tick(TICK_MAX), 2000 * VIEW_STEPS_PER_TICK);
        let used = ViewTime::from_tick(tick);
        let target = TargetRecord { ship, judged: far, present: far, distance: 1 << 22, age };
        let bracket = ReportBracket::Between { older: -500_000, newer: -500_000, fraction: 65_535 };
        let report_target = ReportTarget { seen: Some(far), bracket: Some(bracket) };
        let link = ReportLink { round_trip: 9_000_000, lead: 9_000_000 };
        // Alternates between two places, so that no residual is small.
        let place = |age: i64| Vec2::splat(if age % 512 < 256 { 0.0 } else { 16_000.0 });
        let pierced = Decision::Pierced { victims: Victims::of([ship; VICTIMS_MAX]).unwrap() };
        let counterfactual = Counterfactual { decision: Some(pierced), drawn_off: u16::MAX };
        let victim = ship;
        ShotReport {
            viewer: ship,
            record: ShotRecord {
                shot: ShotId { tick, shooter: ship, weapon: Weapon::Laser },
                view: ResolvedView {
                    claimed: View { time: used, older: tick, span: 255 },
                    used,
                    pair: Some(Pair { older: tick, newer: tick }),
                    clamp: Some(Clamp::NotDelayed),
                },
                rule: HitRule::Lagrange,
                judged_at: tick,
                age,
                verdict: pierced,
                targets: alloc::vec![target; 8],
                n_targets: 1023,
            },
            rate: TickRate::DEFAULT,
            fired: tick,
            rules: RoomNetcode {
                path_k: 99,
                rewind_bound_ms: 1000,
                delay_ms: 1400,
                ..RoomNetcode::default()
            },
            muzzle: far,
            aim: Turn(u16::MAX),
            reach: 1 << 22,
            arrived: Some(-1_000_000),
            shooter: Some(link),
            lerp_ms: 1000,
            target: Some(link),
            targets: alloc::vec![report_target; 8],
            undone: Some(RetractedHit { victim, by: ship, refund: 100 }),
            refused: Some(RefusedClaim {
                victim,
                age: u32::MAX,
                why: ClaimRefusal::TooFar { distance: u32::MAX },
            }),
            void: Some(VoidCause::Shield),
            cover: Some(Cover::Ship),
            counterfactuals: Some([counterfactual; Preset::ALL.len()]),
            track: Track::new((0, 256 * (n_moments as i32 - 1)), n_moments, |age| {
                let at = place(age);
                TrackSample::new(|column| Some(at + Vec2::splat(column as usize as f32)))
            }),
        }
    }

    #[test]
    fn the_largest_report_fits_with_fewer_moments() {
        let few = largest(2);
        assert!(few.is_valid() && few.fits(), "{} bytes", few.bytes());
        let read = postcard::from_bytes(&postcard::to_allocvec(&few).unwrap());
        assert_eq!(read, Ok(few.clone()));
        let all = largest(24);
        assert!(!all.fits(), "{} bytes: nothing was left out for nothing", all.bytes());
        let bare = ShotReport { track: Track::default(), ..all.clone() };
        let fits = bare.bytes_left() >= all.track.bytes();
        assert_eq!(fits, all.fits(), "what is left is what a track may take");
        assert!(bare.bytes_left() >= few.track.bytes());
    }

    #[test]
    fn derived_values_are_recomputed_from_the_rules() {
        let at = |ticks: i64| ViewTime(ViewTime::from_tick(Tick(1000)).0 + ticks * 256);
        let report = |preset: Preset, weapon| {
            let mut report = largest(2);
            report.fired = Tick(1000);
            report.rules = preset.room();
            report.record.view.used = at(-12);
            report.record.view.claimed.time = at(-12);
            report.record.shot = ShotId { tick: report.fired, weapon, ..report.record.shot };
            report.reach = 1000 * 256;
            report.shooter = Some(ReportLink { round_trip: 100_000, lead: 100_000 });
            report
        };
        use Weapon::{Beam, Laser};
        let rows = [
            // (preset, weapon, judged and looked at 30 ticks after the trigger, and how far, in u)
            (Preset::Lagrange, Laser, 30, 18, Some(450.0)),
            (Preset::Source, Laser, 18, 18, Some(450.0)),
            (Preset::DelayedSync, Laser, 18, 18, Some(450.0)),
            (Preset::EtReleased, Laser, 30, 30, Some(450.0)),
            (Preset::EtReleased, Beam, 30, 18, None),
            (Preset::Nothing, Laser, 30, 30, Some(450.0)),
            (Preset::Jump, Laser, 30, 30, Some(540.0)),
            (Preset::Targeting, Laser, 30, 30, Some(540.0)),
        ];
        for (preset, weapon, judged, looked, distance) in rows {
            let report = report(preset, weapon);
            let age = 30 * VIEW_STEPS_PER_TICK;
            assert_eq!(report.judged_at(age), at(judged), "{preset:?}");
            assert_eq!(report.target_time(age), at(looked), "{preset:?}");
            let got = report.distance_u(age);
            let near = got.zip(distance).is_none_or(|(a, b)| (a - b).abs() < 0.5);
            assert!(near && got.is_some() == distance.is_some(), "{preset:?}: {got:?}");
            assert_eq!(report.distance_u(-1), None, "not fired yet");
        }
    }
}
