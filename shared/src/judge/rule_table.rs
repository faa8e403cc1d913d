//! The one table of the hit rules: a row for each, and in it every answer that depends on the rule.
//! Whoever judges, draws or explains a shot asks here, so that a new rule is a new row and nothing
//! else has to know its name. The rules are those of docs/schemes.md.

use crate::{
    base::time::Micros,
    history::target_time::{Breaks, MarkerKind},
    netcode::{
        choices::{BoltPath, HitRule},
        setting::Setting,
        values::RoomNetcode,
    },
    schemes::{clamp::Clamp, et},
    sim::event::Weapon,
};

/// Which poses of its targets a shot is tested against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetPoses {
    /// Those of the tick at which that part of the flight is judged.
    Present,
    /// Those that the shooter drew at the view time plus the shot's age.
    Drawn,
    /// Those of Source's records at that time, as far as they are unbroken.
    Records(Breaks),
    /// Those of ET's markers at the command time.
    Markers(MarkerKind),
}

/// How the view time that a shooter claims becomes the time that the targets are rewound to. With
/// it goes how far back that is at most: [`HitRule::limit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewPolicy {
    /// No rewind: the targets are tested where they are when the shot is executed. The claim counts
    /// for nothing but fast-forward, which flies the bolt to where the shooter saw it, within the
    /// room's rewind bound.
    Execution,
    /// ET's command time, held to its window.
    CommandTime,
    /// Source's command tick, unless the measured latency contradicts it. What breaks a record says
    /// with it whether the time counts in whole ticks, as written, or keeps its fraction.
    CommandTick(Breaks),
    /// Delayed synchronisation: as claimed, where that is within 70 ms of `D` before the shot; else
    /// `D` before the shot.
    Delay,
    /// As claimed, held to the room's rewind bound.
    Bounded,
    /// As claimed, held to the room's rewind bound and to what the shooter's connection explains.
    Plausible,
}

/// Who says which ship a shot hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// The room, by testing the shot's flight.
    Room,
    /// The shooter's client; the room verifies what it claims.
    Shooter,
    /// The shooter's client; the room believes it.
    ShooterUnverified,
}

/// When a bolt's hit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoltHits {
    /// At once; the bolt ends with it.
    Final,
    /// When every player's time line has come to the bolt's age; until then they are tentative.
    Tentative,
}

/// How far before its execution a shot looks at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewLimit {
    pub back: Micros,
    /// Why a view that lies further back is not used.
    pub clamp: Clamp,
}

impl ViewLimit {
    /// Within a bound, and within the room's cap by ping for a player with this interpolation
    /// delay.
    #[must_use]
    pub const fn of(bound: Micros, rules: &RoomNetcode, lerp: Micros) -> Self {
        let cap = rules.ping_cap(lerp);
        if cap.0 < bound.0 {
            Self { back: cap, clamp: Clamp::PingCap }
        } else {
            Self { back: bound, clamp: Clamp::Bound }
        }
    }
}

/// What one hit rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleRow {
    /// What becomes of the claimed view time.
    pub view: ViewPolicy,
    /// The poses that beams are tested against.
    pub beams: TargetPoses,
    /// The poses that bolts are tested against.
    pub bolts: TargetPoses,
    /// Who says what is hit.
    pub decided_by: DecidedBy,
    /// When a bolt's hit stands.
    pub bolt_hits: BoltHits,
}

/// The row of a rule that looks at the present.
const PRESENT: RuleRow = RuleRow {
    view: ViewPolicy::Execution,
    beams: TargetPoses::Present,
    bolts: TargetPoses::Present,
    decided_by: DecidedBy::Room,
    bolt_hits: BoltHits::Final,
};

/// The row of a rule that looks at what the shooter drew.
const DRAWN: RuleRow = RuleRow {
    view: ViewPolicy::Plausible,
    beams: TargetPoses::Drawn,
    bolts: TargetPoses::Drawn,
    ..PRESENT
};

impl HitRule {
    /// The row of this rule.
    #[must_use]
    pub const fn row(self) -> RuleRow {
        match self {
            Self::Present | Self::Targeting => PRESENT,
            Self::EtPerCommand => Self::et(MarkerKind::PerCommand),
            Self::EtPerFrame => Self::et(MarkerKind::PerFrame),
            Self::SourceExact => Self::source(Breaks::Distance64),
            Self::SourceLives => Self::source(Breaks::Life),
            Self::Deferred => {
                RuleRow { view: ViewPolicy::Delay, bolt_hits: BoltHits::Tentative, ..DRAWN }
            }
            Self::Claim => RuleRow { decided_by: DecidedBy::Shooter, ..DRAWN },
            Self::Lagrange => DRAWN,
            Self::Unverified => RuleRow {
                view: ViewPolicy::Bounded,
                decided_by: DecidedBy::ShooterUnverified,
                ..DRAWN
            },
        }
    }

    /// ET rewinds for beams only.
    const fn et(kind: MarkerKind) -> RuleRow {
        let (view, beams) = (ViewPolicy::CommandTime, TargetPoses::Markers(kind));
        RuleRow { view, beams, ..PRESENT }
    }

    const fn source(breaks: Breaks) -> RuleRow {
        let poses = TargetPoses::Records(breaks);
        let view = ViewPolicy::CommandTick(breaks);
        RuleRow { view, beams: poses, bolts: poses, ..PRESENT }
    }

    /// The poses that a weapon's shots are tested against.
    #[must_use]
    pub const fn targets(self, weapon: Weapon) -> TargetPoses {
        let row = self.row();
        match weapon {
            Weapon::Beam => row.beams,
            Weapon::Laser => row.bolts,
        }
    }

    /// Whether a weapon's shots look at their targets in the past.
    #[must_use]
    pub const fn rewinds(self, weapon: Weapon) -> bool {
        !matches!(self.targets(weapon), TargetPoses::Present)
    }

    /// Whether the shooter's client says what a shot hits.
    #[must_use]
    pub const fn by_claim(self) -> bool {
        match self.row().decided_by {
            DecidedBy::Room => false,
            DecidedBy::Shooter | DecidedBy::ShooterUnverified => true,
        }
    }

    /// Whether a bolt's hits are tentative at first.
    #[must_use]
    pub const fn is_tentative(self) -> bool {
        matches!(self.row().bolt_hits, BoltHits::Tentative)
    }

    /// The rule for pilots of the room, who run no client that could claim anything: what a client
    /// would draw is what counts for them.
    #[must_use]
    pub const fn without_claims(self) -> Self {
        if self.by_claim() { Self::Lagrange } else { self }
    }

    /// How far before its execution a weapon's shot looks at most, if it looks back and there is a
    /// limit, where its shooter has this interpolation delay.
    #[must_use]
    pub const fn limit(
        self,
        weapon: Weapon,
        rules: &RoomNetcode,
        lerp: Micros,
    ) -> Option<ViewLimit> {
        if !self.rewinds(weapon) {
            return None;
        }
        let bound = match self.row().view {
            ViewPolicy::Execution | ViewPolicy::Delay => return None,
            ViewPolicy::CommandTime => et::BEHIND_MAX,
            ViewPolicy::CommandTick(_) | ViewPolicy::Bounded | ViewPolicy::Plausible => {
                rules.rewind_bound()
            }
        };
        Some(ViewLimit::of(bound, rules, lerp))
    }
}

impl RoomNetcode {
    /// Whether a verdict by these rules can depend on a setting, be it on a beam or on a bolt. What
    /// a rule does not heed may have any value.
    #[must_use]
    pub const fn heeds(&self, setting: Setting) -> bool {
        self.heeds_for(setting, Weapon::Beam) || self.heeds_for(setting, Weapon::Laser)
    }

    /// Whether a verdict by these rules on a shot of a weapon can depend on a setting.
    #[must_use]
    pub const fn heeds_for(&self, setting: Setting, weapon: Weapon) -> bool {
        let (rule, row) = (self.hit_rule, self.hit_rule.row());
        let is_bolt = matches!(weapon, Weapon::Laser);
        match setting {
            Setting::HitRule => true,
            Setting::Piercing => is_bolt,
            Setting::CoverVeto => {
                rule.rewinds(weapon) && !matches!(row.decided_by, DecidedBy::ShooterUnverified)
            }
            // Where hits are tentative every bolt is flown forward.
            Setting::BoltPath => is_bolt && !rule.is_tentative(),
            Setting::PathGain => {
                is_bolt && !rule.is_tentative() && matches!(self.bolt_path, BoltPath::ConvergeSeed)
            }
            Setting::RewindBound => match row.view {
                ViewPolicy::CommandTick(_)
                | ViewPolicy::Bounded
                | ViewPolicy::Plausible
                | ViewPolicy::Execution => self.uses_view(weapon),
                ViewPolicy::CommandTime | ViewPolicy::Delay => false,
            },
            Setting::Delay => matches!(row.view, ViewPolicy::Delay),
            Setting::ClaimTolerance => matches!(row.decided_by, DecidedBy::Shooter),
            Setting::PingCap => match row.view {
                ViewPolicy::CommandTime
                | ViewPolicy::CommandTick(_)
                | ViewPolicy::Bounded
                | ViewPolicy::Plausible => self.uses_view(weapon),
                ViewPolicy::Execution | ViewPolicy::Delay => false,
            },
            _ => false,
        }
    }

    /// Whether the moment that its shooter saw counts for a shot of a weapon: because its targets
    /// are looked at then, or because a bolt is flown forward to where it was seen.
    #[must_use]
    pub const fn uses_view(&self, weapon: Weapon) -> bool {
        let is_forward =
            self.hit_rule.is_tentative() || matches!(self.bolt_path, BoltPath::FastForward);
        self.hit_rule.rewinds(weapon) || matches!(weapon, Weapon::Laser) && is_forward
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_that_of_the_schemes() {
        use HitRule::{
            Claim, Deferred, EtPerCommand, EtPerFrame, Lagrange, Present, SourceExact, SourceLives,
            Targeting, Unverified,
        };
        let rows = [
            // (rule, beams look back, bolts do, bound of a beam in ms, by claim, tentative)
            (Present, false, false, None, false, false),
            (Targeting, false, false, None, false, false),
            (EtPerCommand, true, false, Some(1000), false, false),
            (EtPerFrame, true, false, Some(1000), false, false),
            (SourceExact, true, true, Some(400), false, false),
            (SourceLives, true, true, Some(400), false, false),
            (Deferred, true, true, None, false, true),
            (Claim, true, true, Some(400), true, false),
            (Lagrange, true, true, Some(400), false, false),
            (Unverified, true, true, Some(400), true, false),
        ];
        assert_eq!(rows.len(), HitRule::ALL.len());
        for (rule, beams, bolts, bound_ms, by_claim, tentative) in rows {
            let netcode = RoomNetcode { hit_rule: rule, ..RoomNetcode::default() };
            let looks = (rule.rewinds(Weapon::Beam), rule.rewinds(Weapon::Laser));
            assert_eq!(looks, (beams, bolts), "{rule:?}");
            let back = |rules| rule.limit(Weapon::Beam, rules, Micros::from_ms(100));
            let limit_ms = |rules| back(rules).map(|limit| (limit.back.as_ms(), limit.clamp));
            assert_eq!(limit_ms(&netcode), bound_ms.map(|ms| (ms, Clamp::Bound)), "{rule:?}");
            // The cap and the interpolation delay, as far as the bound reaches.
            let capped = RoomNetcode { ping_cap_ms: 150, ..netcode };
            let held = bound_ms.map(|_| (250, Clamp::PingCap));
            assert_eq!(limit_ms(&capped), held, "{rule:?}");
            assert_eq!((rule.by_claim(), rule.is_tentative()), (by_claim, tentative), "{rule:?}");
        }
    }
}
