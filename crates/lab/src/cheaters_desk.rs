//! The cheater's desk: what each column's room has counted of a player goes in; its counters, and
//! what a lie has come to and gained in this very match, come out as values that the crate `words`
//! says. Asked for a few times a second, while the desk is open.

use alloc::vec::Vec;

use shared::{
    base::{geometry::Vec2, time::Micros},
    room::SessionCounts,
    schemes::targeting::ClaimRefusal,
    sim::ship::Ship,
};

use super::lie::Lie;

/// What a column's room has counted of a player, and what the player's program did for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeskCounts {
    /// What the program lies about, if it does.
    pub lie: Option<Lie>,
    /// Commands that the program changed or made, hits that it claimed, or echoes that it delayed.
    pub lies: u32,
    /// What the room counted.
    pub room: SessionCounts,
    /// The round trip as the room measures it; none before the first echo.
    pub round_trip: Option<Micros>,
    /// How far the ship flew, in u.
    pub way_u: f32,
}

/// How far a ship flew, looked at after every frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TravelledDistance {
    /// Where it was, and in which of its lives.
    last: Option<(Vec2, u16)>,
    length_u: f32,
}

impl TravelledDistance {
    /// The ship as it is after a frame. From one life to the next it does not fly.
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

/// What a counter counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterUnit {
    /// How many there are.
    Things,
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
    MostInTick,
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
    /// All of them, what belongs together side by side.
    pub const ALL: [Self; 20] = [
        Self::Lies,
        Self::Commands,
        Self::Executed,
        Self::StandIns,
        Self::Late,
        Self::Early,
        Self::MostInTick,
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

    /// What it counts in.
    #[must_use]
    pub const fn unit(self) -> CounterUnit {
        match self {
            Self::Way => CounterUnit::U,
            Self::OldestClaimed | Self::OldestUsed | Self::RoundTrip => CounterUnit::Ms,
            _ => CounterUnit::Things,
        }
    }

    /// Its number in a column; none where nothing was measured.
    #[must_use]
    pub fn value(self, counts: &DeskCounts) -> Option<i64> {
        let DeskCounts { lies, room, round_trip, way_u, .. } = counts;
        Some(match self {
            Self::OldestClaimed => room.oldest_claimed?.as_ms(),
            Self::OldestUsed => room.oldest_used?.as_ms(),
            Self::RoundTrip => (*round_trip)?.as_ms(),
            Self::Way => (way_u + 0.5) as i64,
            Self::Lies => (*lies).into(),
            Self::Commands => room.commands.into(),
            Self::Executed => room.executed.into(),
            Self::StandIns => room.stand_ins.into(),
            Self::Late => room.late.into(),
            Self::Early => room.early.into(),
            Self::MostInTick => room.most_in_tick.into(),
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

/// The counters that matter to a match in which nobody lies.
pub const HONEST_COUNTERS: [Counter; 4] =
    [Counter::Executed, Counter::Shots, Counter::Hits, Counter::RoundTrip];

impl Lie {
    /// The counter that says what it gains.
    #[must_use]
    pub const fn gains(self) -> Counter {
        match self {
            Self::FalseClaim { .. } => Counter::Hits,
            Self::BackwardsView | Self::OldView { .. } => Counter::OldestUsed,
            Self::NoCooldown => Counter::Shots,
            Self::Burst { .. } => Counter::MostInTick,
            Self::LateEcho { .. } => Counter::RoundTrip,
        }
    }

    /// The counters that show it best, the one that says what it gains last.
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
                [Counter::Commands, Counter::Late, Counter::Way, Counter::MostInTick]
            }
            Self::LateEcho { .. } => {
                [Counter::Hits, Counter::OldestUsed, Counter::Lies, Counter::RoundTrip]
            }
        }
    }

    /// What came of it in a column.
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
                most_in_tick: room.most_in_tick,
            },
            Self::LateEcho { .. } => LieResult::Measured { round_trip: counts.round_trip },
        }
    }
}

/// What came of a lie in a column, as its room counted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LieResult {
    /// Claims, those that were refused, and why the last one was.
    ClaimsRefused { n_refused: u32, n_claims: u32, last: Option<ClaimRefusal> },
    /// Shots, and those that looked at another moment than they claimed.
    ViewsMoved { n_moved: u32, n_shots: u32 },
    /// Commands that pull a trigger, and the shots that left.
    ShotsLeft { n_triggers: u32, n_shots: u32 },
    /// Commands that were refused, and the most that were executed in a tick.
    CommandsRefused { n_refused: u32, most_in_tick: u32 },
    /// The round trip as the server measures it; none before the first echo.
    Measured { round_trip: Option<Micros> },
}

/// What is known of a lie that is told in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LieOutcome {
    /// It was not told yet: it waits for something.
    Waits(Lie),
    /// It was told: what came of it, for each column in which it is, by its index.
    Came(Vec<(usize, LieResult)>),
}

/// How much more a lie has gained than the honest program beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surplus {
    /// Below 0 it has lost.
    pub n: i64,
    /// Of what.
    pub of: Counter,
}

/// What a lie has gained by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// None without an honest program, or before anything was counted.
    pub surplus: Option<Surplus>,
    pub outcome: LieOutcome,
}

/// What a player's lie has gained in the columns of a match; none where the program is honest in
/// all of them.
#[must_use]
pub fn gain(columns: &[DeskCounts]) -> Option<Gain> {
    let lie = columns.iter().find_map(|column| column.lie)?;
    let lying = || columns.iter().filter(|column| column.lie.is_some());
    if lying().all(|column| column.lies == 0) {
        return Some(Gain { surplus: None, outcome: LieOutcome::Waits(lie) });
    }
    let all = columns.iter().enumerate().filter(|(_, counts)| counts.lie.is_some());
    let came = all.map(|(column, counts)| (column, lie.result(counts))).collect();
    let honest = columns.iter().find(|column| column.lie.is_none());
    let of = lie.gains();
    let value = |counts: Option<&DeskCounts>| of.value(counts?);
    let both = value(lying().next()).zip(value(honest));
    let surplus = both.map(|(liar, honest)| Surplus { n: liar - honest, of });
    Some(Gain { surplus, outcome: LieOutcome::Came(came) })
}
