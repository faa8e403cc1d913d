//! The cheater's desk: per-column counters of a player, and what its cheat achieved and gained in
//! this match, as values that the crate `words` phrases. Polled a few times a second while the desk
//! is open.

use alloc::vec::Vec;

use shared::{
    base::{geometry::Vec2, time::Micros},
    room::SessionCounts,
    schemes::claims::ClaimRefusal,
    sim::ship::Ship,
};

use super::lie::Lie;

/// What a column's room has counted for a player, and what the player's cheat did there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeskCounts {
    /// The player's cheat, if any.
    pub lie: Option<Lie>,
    /// Commands changed or added, hits claimed, or echoes delayed by the cheat.
    pub lies: u32,
    /// Counted by the room.
    pub room: SessionCounts,
    /// Round trip as measured by the room; `None` before the first echo.
    pub round_trip: Option<Micros>,
    /// Distance flown by the ship, in u.
    pub distance_u: f32,
}

/// Distance flown by a ship, sampled every frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TravelledDistance {
    /// Position and life in the previous frame.
    last: Option<(Vec2, u16)>,
    length_u: f32,
}

impl TravelledDistance {
    /// Adds a frame. The jump between two lives does not count.
    pub(super) fn note(&mut self, ship: Option<&Ship>) {
        let now = ship.map(|ship| (ship.body.pos, ship.life));
        if let (Some((from, before)), Some((to, life))) = (self.last, now)
            && before == life
        {
            self.length_u += (to - from).length();
        }
        self.last = now;
    }

    /// In u.
    pub(super) fn length_u(self) -> f32 {
        self.length_u
    }
}

/// Unit of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterUnit {
    /// A plain count.
    Count,
    U,
    Ms,
}

/// A counter of the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    Lies,
    Commands,
    Executed,
    StandIns,
    Late,
    Early,
    MaxInTick,
    Way,
    Triggers,
    Shots,
    Hits,
    OldestClaimed,
    OldestUsed,
    ViewsBackwards,
    ViewsImplausible,
    ViewsBound,
    ViewsOtherwise,
    Claims,
    ClaimsRefused,
    RoundTrip,
}

impl Counter {
    /// All counters, with related ones next to each other.
    pub const ALL: [Self; 20] = [
        Self::Lies,
        Self::Commands,
        Self::Executed,
        Self::StandIns,
        Self::Late,
        Self::Early,
        Self::MaxInTick,
        Self::Way,
        Self::Triggers,
        Self::Shots,
        Self::Hits,
        Self::Claims,
        Self::ClaimsRefused,
        Self::OldestClaimed,
        Self::OldestUsed,
        Self::ViewsImplausible,
        Self::ViewsBackwards,
        Self::ViewsBound,
        Self::ViewsOtherwise,
        Self::RoundTrip,
    ];

    #[must_use]
    pub const fn unit(self) -> CounterUnit {
        match self {
            Self::Way => CounterUnit::U,
            Self::OldestClaimed | Self::OldestUsed | Self::RoundTrip => CounterUnit::Ms,
            _ => CounterUnit::Count,
        }
    }

    /// Its value in a column; `None` if nothing was measured.
    #[must_use]
    pub fn value(self, counts: &DeskCounts) -> Option<i64> {
        let DeskCounts { lies, room, round_trip, distance_u, .. } = counts;
        Some(match self {
            Self::OldestClaimed => room.oldest_claimed?.as_ms(),
            Self::OldestUsed => room.oldest_used?.as_ms(),
            Self::RoundTrip => (*round_trip)?.as_ms(),
            Self::Way => (distance_u + 0.5) as i64,
            Self::Lies => (*lies).into(),
            Self::Commands => room.commands.into(),
            Self::Executed => room.executed.into(),
            Self::StandIns => room.stand_ins.into(),
            Self::Late => room.late.into(),
            Self::Early => room.early.into(),
            Self::MaxInTick => room.max_in_tick.into(),
            Self::Triggers => room.triggers.into(),
            Self::Shots => room.shots.into(),
            Self::Hits => room.hits.into(),
            Self::ViewsBackwards => room.views_moved.backwards.into(),
            Self::ViewsImplausible => room.views_moved.implausible.into(),
            Self::ViewsBound => room.views_moved.bound.into(),
            Self::ViewsOtherwise => room.views_moved.otherwise.into(),
            Self::Claims => room.claims.into(),
            Self::ClaimsRefused => room.claims_refused.into(),
        })
    }
}

/// The counters shown for a match without a cheat.
pub const HONEST_COUNTERS: [Counter; 4] =
    [Counter::Executed, Counter::Shots, Counter::Hits, Counter::RoundTrip];

impl Lie {
    /// The counter that measures what it gains.
    #[must_use]
    pub const fn gains(self) -> Counter {
        match self {
            Self::FalseClaim { .. } => Counter::Hits,
            Self::BackwardsView | Self::OldView { .. } => Counter::OldestUsed,
            Self::NoCooldown => Counter::Shots,
            Self::Burst { .. } => Counter::MaxInTick,
            Self::LateEcho { .. } => Counter::RoundTrip,
        }
    }

    /// The counters that show it best, ending with the one it gains in.
    #[must_use]
    pub const fn counters(self) -> [Counter; 4] {
        match self {
            Self::FalseClaim { .. } => {
                [Counter::Shots, Counter::Claims, Counter::ClaimsRefused, Counter::Hits]
            }
            Self::BackwardsView => [
                Counter::Hits,
                Counter::ViewsBackwards,
                Counter::OldestClaimed,
                Counter::OldestUsed,
            ],
            Self::OldView { .. } => [
                Counter::Hits,
                Counter::ViewsImplausible,
                Counter::OldestClaimed,
                Counter::OldestUsed,
            ],
            Self::NoCooldown => {
                [Counter::Lies, Counter::Executed, Counter::Triggers, Counter::Shots]
            }
            Self::Burst { .. } => {
                [Counter::Commands, Counter::Late, Counter::Way, Counter::MaxInTick]
            }
            Self::LateEcho { .. } => {
                [Counter::Hits, Counter::OldestUsed, Counter::Lies, Counter::RoundTrip]
            }
        }
    }

    /// Its result in a column.
    fn result(self, counts: &DeskCounts) -> LieResult {
        let room = &counts.room;
        match self {
            Self::FalseClaim { .. } => LieResult::ClaimsRefused {
                n_refused: room.claims_refused,
                n_claims: room.claims,
                last: room.refused_last,
            },
            Self::BackwardsView | Self::OldView { .. } => {
                LieResult::ViewsMoved { n_moved: room.views_moved.all(), n_shots: room.shots }
            }
            Self::NoCooldown => {
                LieResult::ShotsLeft { n_triggers: room.triggers, n_shots: room.shots }
            }
            Self::Burst { .. } => LieResult::CommandsRefused {
                n_refused: room.late + room.early,
                max_in_tick: room.max_in_tick,
            },
            Self::LateEcho { .. } => LieResult::Measured { round_trip: counts.round_trip },
        }
    }
}

/// The result of a cheat in a column, as counted by the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LieResult {
    /// Claims, rejected claims, and the reason for the last rejection.
    ClaimsRefused { n_refused: u32, n_claims: u32, last: Option<ClaimRefusal> },
    /// Shots, and those judged at another view time than claimed.
    ViewsMoved { n_moved: u32, n_shots: u32 },
    /// Commands with a trigger held, and the shots fired.
    ShotsLeft { n_triggers: u32, n_shots: u32 },
    /// Rejected commands, and the most executed in one tick.
    CommandsRefused { n_refused: u32, max_in_tick: u32 },
    /// Round trip as measured by the server; `None` before the first echo.
    Measured { round_trip: Option<Micros> },
}

/// The status of a cheat in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LieOutcome {
    /// It has not acted yet: it waits for an opportunity.
    Waits(Lie),
    /// It has acted: the result in each column with the cheat, by column index.
    Results(Vec<(usize, LieResult)>),
}

/// A cheat's gain over the honest program beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surplus {
    /// Negative for a loss.
    pub n: i64,
    pub of: Counter,
}

/// What a cheat has gained so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// `None` without an honest program to compare with, or before anything was counted.
    pub surplus: Option<Surplus>,
    pub outcome: LieOutcome,
}

/// What a player's cheat has gained in a match's columns; `None` if the player is honest in all.
#[must_use]
pub fn gain(columns: &[DeskCounts]) -> Option<Gain> {
    let lie = columns.iter().find_map(|column| column.lie)?;
    let lying = || columns.iter().filter(|column| column.lie.is_some());
    if lying().all(|column| column.lies == 0) {
        return Some(Gain { surplus: None, outcome: LieOutcome::Waits(lie) });
    }
    let all = columns.iter().enumerate().filter(|(_, counts)| counts.lie.is_some());
    let results = all.map(|(column, counts)| (column, lie.result(counts))).collect();
    let honest = columns.iter().find(|column| column.lie.is_none());
    let of = lie.gains();
    let value = |counts: Option<&DeskCounts>| of.value(counts?);
    let both = value(lying().next()).zip(value(honest));
    let surplus = both.map(|(liar, honest)| Surplus { n: liar - honest, of });
    Some(Gain { surplus, outcome: LieOutcome::Results(results) })
}
