//! What a replay of a shot marks: when it was decided on the recipient's screen, where the target
//! was then seen and judged, and whose clock counted. Runs when the report of a replayed shot
//! arrives.

use shared::{
    base::{
        geometry::{Segment, Vec2},
        time::Micros,
    },
    sim::ship::ShipId,
};

use super::{
    Case, PanelKind, PanelShip, Role,
    sentence::{RewoundMoment, Separation},
};

/// The target of a shot at the decisive moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlines {
    pub target: ShipId,
    /// Where the shooter saw it, in u, if that is known.
    pub saw: Option<Vec2>,
    /// Where the server judged it, in u.
    pub judged: Vec2,
}

/// Whose clock decided where the target was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedClock {
    /// The shooter's: the target was rewound to the shooter's picture.
    Shooter,
    /// The shooter's in part: the target was not rewound as far as that.
    ShooterInPart,
    /// The server's: nothing was rewound.
    Server,
    /// One that all players share.
    Shared,
}

impl Case {
    /// Where the target was seen and judged; `None` if the shot came near none, or the judgement is
    /// not known.
    #[must_use]
    pub fn outlines(&self) -> Option<Outlines> {
        if self.passed_no_ship() {
            return None;
        }
        let (target, age) = (self.target()?, self.decisive());
        let panel = self.servers_panel(age);
        let place = |kind: PanelKind| {
            let marked = |ship: &&PanelShip| (ship.role, ship.kind) == (Role::Target, kind);
            panel.ships.iter().find(marked).map(|ship| ship.pos)
        };
        Some(Outlines { target, saw: place(PanelKind::Saw), judged: place(PanelKind::Judged)? })
    }

    /// Whose clock counted.
    #[must_use]
    pub fn counted_clock(&self) -> CountedClock {
        match self.rewound_moment() {
            RewoundMoment::Present => CountedClock::Server,
            RewoundMoment::SharedDelay { .. } => CountedClock::Shared,
            RewoundMoment::Past { .. }
            | RewoundMoment::Bounded { .. }
            | RewoundMoment::Capped { .. } => {
                let apart = |marks: Outlines| Some(marks.saw?.distance(marks.judged));
                let apart = self.outlines().and_then(apart).map(Separation::of);
                let is_apart = matches!(apart, Some(Separation::Off { .. }));
                if is_apart && self.report.record.view.clamp.is_some() {
                    CountedClock::ShooterInPart
                } else {
                    CountedClock::Shooter
                }
            }
        }
    }

    /// The time of the target's place that the shooter saw at the decisive moment, on the tick
    /// timeline; `None` if the server did not take the shooter's word for it.
    #[must_use]
    pub fn seen_at(&self) -> Option<Micros> {
        let view = self.report.record.view;
        let seen = view.claimed.time.0 + self.decisive();
        view.clamp.is_none().then(|| self.micros(seen))
    }

    /// The shot as the server judged it, from the muzzle to the target's place, in u; `None` if it
    /// hit none.
    #[must_use]
    pub fn judged_path(&self) -> Option<Segment> {
        let hit = self.report.record.verdict.hits().is_some();
        let (shot, judged) = (self.report.shot(), self.outlines().filter(|_| hit)?.judged);
        let far_u = (judged - shot.muzzle).dot(shot.dir).clamp(0.0, shot.reach_u);
        Some(Segment { from: shot.muzzle, to: shot.point_at(far_u) })
    }

    /// When an own shot was decided on the shooter's screen, on its own clock.
    #[must_use]
    pub fn decided_on_shooters_screen(&self) -> Micros {
        self.aimed_at() + self.micros(self.decisive())
    }
}
