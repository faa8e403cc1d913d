//! The report of a shot: how it was judged, under which rules, over what connection, and where
//! everybody stood meanwhile. Made by a room when somebody asks for it; integers only. Where the
//! bolt was and at which time the targets were looked at follow from the rules
//! ([`crate::judge::rule`]), so they are not told: whoever reads the report works them out by
//! those rules.

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
    schemes::targeting::ClaimRefusal,
    sim::{
        event::{Decision, Weapon},
        rules::BOLT_SPEED_U_PER_S,
        ship::ShipId,
    },
};

/// The head of the message that a report travels in, in bytes: the kind of the message, and that of
/// the room's word.
const HEAD_BYTES: usize = 2;
/// How long before its trigger the report of a shot begins at most.
pub const BEFORE: Micros = Micros::from_ms(250);
/// How long a bolt that missed is followed after it was nearest to its target.
pub const AFTER: Micros = Micros::from_ms(150);

/// What is told of a player's connection, as it was when the shot was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportLink {
    /// Round trip, in µs.
    pub round_trip: u32,
    /// From trigger to execution, in µs.
    pub lead: u32,
}

/// Between which records of its history a target was found, as offsets to the execution of the
/// shot in 1/256 tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportBracket {
    /// None: it was left where it was.
    Present,
    /// A record as it is.
    At(i32),
    /// On the way from one to another.
    Between {
        /// The older record.
        older: i32,
        /// The newer one.
        newer: i32,
        /// The way from the older one, in 65,536ths.
        fraction: u16,
    },
}

/// What is known of a target beside its record, at the record's age.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportTarget {
    /// Where the shooter's screen drew it, in 1/256 u.
    pub seen: Option<Steps>,
    /// Where the judged pose came from.
    pub bracket: Option<ReportBracket>,
}

/// A hit that was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetractedHit {
    /// Who had been hit.
    pub victim: ShipId,
    /// Who was hit before.
    pub by: ShipId,
    /// Hit points given back.
    pub refund: u8,
}

/// A hit that the shooter claimed and the server refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedClaim {
    /// The ship that the shot met on the shooter's screen.
    pub victim: ShipId,
    /// At which age, in 1/256 tick.
    pub age: u32,
    pub why: ClaimRefusal,
}

/// Whether a player wants a report of each of its own shots, without the track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportsWanted {
    /// No.
    #[default]
    No,
    /// Of each, once every tick that it covers has been simulated.
    Yes,
}

/// Why a room tells no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportRefusal {
    /// It knows no such shot that was judged.
    Unknown,
    /// It was fired too long ago, or too many newer shots have been fired by the same ship.
    TooOld,
    /// It concerns somebody else.
    NotYours,
    /// Too many requests of this player wait already.
    Busy,
}

/// A shot's report, as it is told to one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotReport {
    /// For whom: the shooter, or whom it hit.
    pub viewer: ShipId,
    /// How it was judged. In a victim's copy it names no other target.
    pub record: ShotRecord,
    pub rate: TickRate,
    /// When it was executed: age 0.
    pub fired: Tick,
    /// The rules it was judged under.
    pub rules: RoomNetcode,
    /// Where it left its ship, in 1/256 u.
    pub muzzle: Steps,
    /// Where it was aimed.
    pub aim: Turn,
    /// How far it could come, in 1/256 u.
    pub reach: u32,
    /// How long before its tick the command came, in µs; told to the shooter only.
    pub arrived: Option<i32>,
    /// The shooter's connection; none for a pilot of the room. In whole ms for others.
    pub shooter: Option<ReportLink>,
    /// How far behind the snapshots the shooter drew the others, in ms; 0 where nothing is
    /// interpolated.
    pub lerp_ms: u16,
    /// The principal target's connection; none for a pilot of the room. In whole ms for others.
    pub target: Option<ReportLink>,
    /// More about each target of the record, in the same order.
    pub targets: Vec<ReportTarget>,
    /// The hit that was undone, if there was one.
    pub undone: Option<RetractedHit>,
    /// The claim that was refused last, if one was; told to the shooter only.
    pub refused: Option<RefusedClaim>,
    /// Why the ship that it met did not count, where the verdict says so.
    pub void: Option<VoidCause>,
    /// What was in the way, where the verdict is that cover vetoed a hit.
    pub cover: Option<Cover>,
    /// What every scheme would have said, in the order of [`Preset::ALL`]; none until all that
    /// they depend on has been.
    pub counterfactuals: Option<[Counterfactual; Preset::ALL.len()]>,
    /// Where shooter and principal target stood, on their screens and for the server.
    pub track: Track,
}

impl ReportLink {
    /// What is known of a connection.
    #[must_use]
    pub fn of(link: LinkStats) -> Self {
        let micros = |span: Micros| u32::try_from(span.0.max(0)).unwrap_or(u32::MAX);
        Self { round_trip: micros(link.round_trip), lead: micros(link.lead) }
    }

    /// As others are told: in whole ms.
    #[must_use]
    pub fn in_ms(self) -> Self {
        let whole = |micros: u32| micros / 1000 * 1000;
        Self { round_trip: whole(self.round_trip), lead: whole(self.lead) }
    }

    /// The spans as they count in judging.
    #[must_use]
    pub fn stats(self) -> LinkStats {
        let micros = |span: u32| Micros(span.into());
        LinkStats { round_trip: micros(self.round_trip), lead: micros(self.lead) }
    }
}

impl ShotReport {
    /// Whether its numbers are ones that a room can come to.
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

    /// The ship that it is about: the viewer, where the viewer is not the shooter; else whom it
    /// hit or met, or the nearest.
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

    /// Whether all of it has been, and nothing was left out.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_whole() && self.counterfactuals.is_some()
    }

    /// Whether it may be told.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.bytes() <= REPORT_BYTES_MAX
    }

    /// The bytes that it takes as a message.
    #[must_use]
    pub fn bytes(&self) -> usize {
        append(Vec::new(), self).len() + HEAD_BYTES
    }

    /// How many bytes are left for a track, where it has none yet.
    #[must_use]
    pub fn bytes_left(&self) -> usize {
        let empty = append(Vec::new(), &Track::default()).len();
        REPORT_BYTES_MAX.saturating_sub(self.bytes()) + empty
    }

    /// The shot again, as far as its flight goes.
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
            lerp: Micros::from_ms(self.lerp_ms.into()),
            plausible_age: None,
            transit: Micros::ZERO,
            rule: self.rules,
        }
    }

    /// By how much of its flight the bolt was flown forward when it was judged first.
    #[must_use]
    pub fn forward(&self) -> Micros {
        let at = self.rate.micros_in_steps(self.record.view.used.0);
        forward(&self.shot(), RewindTime { at, clamp: self.record.view.clamp })
    }

    /// How far from its muzzle the bolt was judged to be at an age in 1/256 tick, in u; a beam is
    /// everywhere at once, and nothing is anywhere before it is fired.
    #[must_use]
    pub fn distance_u(&self, age: i64) -> Option<f32> {
        let flies = self.record.shot.weapon == Weapon::Laser && age >= 0;
        flies.then(|| distance_at(&self.shot(), self.rate.micros_in_steps(age)))
    }

    /// The server time at which an age in 1/256 tick was judged: the execution for the part that
    /// was flown forward, the age after the execution less that part for the rest.
    #[must_use]
    pub fn judged_at(&self, age: i64) -> ViewTime {
        let forward = self.rate.view_at(self.forward()).0;
        let since = if age < 0 { age } else { (age - forward).max(0) };
        ViewTime(ViewTime::from_tick(self.fired).0 + since)
    }

    /// The server time of the targets that an age in 1/256 tick was tested against.
    #[must_use]
    pub fn looked_at(&self, age: i64) -> ViewTime {
        let with_the_shot = ViewTime(self.record.view.used.0 + age);
        let rewinds = self.rules.hit_rule.rewinds(self.record.shot.weapon);
        if rewinds { with_the_shot } else { self.judged_at(age) }
    }
}

/// The ages that a shot's report goes over, in µs: from a little before the trigger until the bolt
/// was judged to meet its target, or a little after it was nearest to it.
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

/// A vector as the number of 1/256 u that a distance is.
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

    /// Everything as large as a room can make it.
    fn largest(n_moments: usize) -> ShotReport {
        let ship = ShipId { idx: 1023, generation: u16::MAX };
        let far = Steps { x: 16_000 * 256, y: 16_000 * 256 };
        let (tick, age) = (Tick(TICK_MAX), 2000 * VIEW_STEPS_PER_TICK);
        let used = ViewTime::from_tick(tick);
        let target = TargetRecord { ship, judged: far, present: far, distance: 1 << 22, age };
        let bracket = ReportBracket::Between { older: -500_000, newer: -500_000, fraction: 65_535 };
        let told = ReportTarget { seen: Some(far), bracket: Some(bracket) };
        let link = ReportLink { round_trip: 9_000_000, lead: 9_000_000 };
        // There and back again from moment to moment: nothing is foreseen.
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
            targets: alloc::vec![told; 8],
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
    fn what_follows_from_the_rules_is_worked_out_again() {
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
            (Preset::Deferred, Laser, 18, 18, Some(450.0)),
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
            assert_eq!(report.looked_at(age), at(looked), "{preset:?}");
            let got = report.distance_u(age);
            let near = got.zip(distance).is_none_or(|(a, b)| (a - b).abs() < 0.5);
            assert!(near && got.is_some() == distance.is_some(), "{preset:?}: {got:?}");
            assert_eq!(report.distance_u(-1), None, "not fired yet");
        }
    }
}
