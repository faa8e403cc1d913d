//! The cheater's desk: what each column's room has counted of a player goes in; counters by name,
//! what a lie tries, what stands against it and what it has gained in this very match come out.
//! Asked for a few times a second, while the desk is open.

use alloc::{
    format,
    string::{String, ToString},
};

use super::{lie::Lie, setup::COLUMN_LETTERS};
use crate::{
    base::{geometry::Vec2, time::Micros},
    room::SessionCounts,
    schemes::targeting::ClaimRefusal,
    sim::ship::Ship,
};

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
pub(super) struct Way {
    /// Where it was, and in which of its lives.
    last: Option<(Vec2, u16)>,
    length_u: f32,
}

impl Way {
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

    /// What it counts, for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Lies => "lies told by the program",
            Self::Commands => "commands that came",
            Self::Executed => "of these executed",
            Self::StandIns => "executed for missing ones",
            Self::Late => "refused: too late, or no tick left",
            Self::Early => "refused: too early",
            Self::MostInTick => "most commands in one tick",
            Self::Way => "way that the ship flew",
            Self::Triggers => "commands that pull a trigger",
            Self::Shots => "shots that left",
            Self::Hits => "hits",
            Self::OldestClaimed => "oldest view that was claimed",
            Self::OldestUsed => "oldest view that counted",
            Self::ViewsBackwards => "views moved: backwards",
            Self::ViewsImplausible => "views moved: implausible",
            Self::ViewsBound => "views moved: beyond the bound",
            Self::ViewsOtherwise => "views moved: for other reasons",
            Self::Claims => "hits that were claimed",
            Self::ClaimsRefused => "of these refused",
            Self::RoundTrip => "round trip, as measured",
        }
    }

    /// What stands behind its number.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Way => " u",
            Self::OldestClaimed | Self::OldestUsed | Self::RoundTrip => " ms",
            _ => "",
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

    /// The same with its unit.
    #[must_use]
    pub fn text(self, counts: &DeskCounts) -> String {
        let value = self.value(counts);
        value.map_or_else(|| "–".into(), |value| format!("{value}{}", self.unit()))
    }
}

/// The counters that matter to a match in which nobody lies.
pub const HONEST_COUNTERS: [Counter; 4] =
    [Counter::Executed, Counter::Shots, Counter::Hits, Counter::RoundTrip];

impl Lie {
    /// What it tries, in a sentence.
    #[must_use]
    pub const fn tries(self) -> &'static str {
        match self {
            Self::FalseClaim { .. } => "Claims every laser as a hit, wherever it flies.",
            Self::BackwardsView => "Says of each later shot that it saw a moment further back.",
            Self::NoCooldown => {
                "Pulls the trigger again in every command, as if no gun had to cool."
            }
            Self::Burst { .. } => "Holds commands back, makes twice as many, sends all at once.",
            Self::OldView { .. } => "Says of each shot that it saw a moment long before.",
            Self::LateEcho { .. } => "Answers the server’s probes late, as if the line were slow.",
        }
    }

    /// What stands against it, in a sentence.
    #[must_use]
    pub const fn against(self) -> &'static str {
        match self {
            Self::FalseClaim { .. } => {
                "The server looks where the ship was, unless it believes claims."
            }
            Self::BackwardsView => "Views never run backwards: it is raised to the one before.",
            Self::NoCooldown => "The server counts the cooldown itself.",
            Self::Burst { .. } => "None runs twice or before its tick; late ones need a bank.",
            Self::OldView { .. } => "The view is moved to what the line explains, or to the bound.",
            Self::LateEcho { .. } => "Nothing but the bound: late answers look like a slow line.",
        }
    }

    /// What its number says, and what to watch for when it is moved; empty without a number.
    #[must_use]
    pub const fn number_words(self) -> [&'static str; 2] {
        match self {
            Self::FalseClaim { .. } => ["on whose ship", "Watch why the claims are refused."],
            Self::OldView { .. } => ["how far back", "Watch the oldest view that counted."],
            Self::Burst { .. } => ["held back for", "Watch the most commands in one tick."],
            Self::LateEcho { .. } => ["how late", "Watch the round trip grow by as much."],
            Self::BackwardsView | Self::NoCooldown => ["", ""],
        }
    }

    /// What it waits for before it is told, in a sentence.
    #[must_use]
    pub const fn waits_for(self) -> &'static str {
        match self {
            Self::FalseClaim { .. } | Self::NoCooldown => "Nothing yet: it waits for a laser.",
            Self::BackwardsView => "Nothing yet: it waits for a second shot.",
            Self::OldView { .. } => "Nothing yet: it waits for a shot.",
            Self::Burst { .. } => "Nothing yet: it waits until the ship begins to thrust.",
            Self::LateEcho { .. } => "Nothing yet: it waits for a probe, one in a second or two.",
        }
    }

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
    fn came_to(self, counts: &DeskCounts) -> String {
        let room = &counts.room;
        match self {
            Self::FalseClaim { .. } => {
                let why = room.refused_last.map(|why| format!(": {}", said(why)));
                let why = why.unwrap_or_default();
                format!("{} of {} claims refused{why}.", room.claims_refused, room.claims)
            }
            Self::BackwardsView | Self::OldView { .. } => {
                format!("{} of {} views moved.", room.views_moved.all(), room.shots)
            }
            Self::NoCooldown => {
                format!("{} commands pull the trigger, {} shots leave.", room.triggers, room.shots)
            }
            Self::Burst { .. } => {
                let refused = room.late + room.early;
                format!("{refused} commands refused, at most {} in a tick.", room.most_in_tick)
            }
            Self::LateEcho { .. } => {
                format!("the server measures {}.", Counter::RoundTrip.text(counts))
            }
        }
    }
}

/// Why a claim was refused, in words.
fn said(why: ClaimRefusal) -> String {
    match why {
        ClaimRefusal::TooFar { distance } => format!("the ship was {} u away", distance / 256),
        why => why.to_string(),
    }
}

/// What a lie has gained by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// How much more than the honest program beside it: a number and its unit; none without one,
    /// or before anything was counted.
    pub more: Option<(i64, &'static str)>,
    /// What came of it, in a sentence for each column in which it lies.
    pub text: String,
}

/// What a player's lie has gained in the columns of a match; none where the program is honest in
/// all of them.
#[must_use]
pub fn gain(columns: &[DeskCounts]) -> Option<Gain> {
    let lie = columns.iter().find_map(|column| column.lie)?;
    let lying = || columns.iter().filter(|column| column.lie.is_some());
    if lying().all(|column| column.lies == 0) {
        return Some(Gain { more: None, text: lie.waits_for().into() });
    }
    let mut text = String::new();
    for (counts, letter) in
        columns.iter().zip(COLUMN_LETTERS).filter(|(counts, _)| counts.lie.is_some())
    {
        let gap = if text.is_empty() { "" } else { " " };
        text.push_str(&format!("{gap}{letter}: {}", lie.came_to(counts)));
    }
    let honest = columns.iter().find(|column| column.lie.is_none());
    let counter = lie.gains();
    let value = |counts: Option<&DeskCounts>| counter.value(counts?);
    let more = value(lying().next()).zip(value(honest)).map(|(liar, honest)| liar - honest);
    let unit = match counter {
        Counter::Hits => " hits",
        Counter::Shots => " shots",
        Counter::MostInTick => " commands a tick",
        counter => counter.unit(),
    };
    Some(Gain { more: more.map(|more| (more, unit)), text })
}
