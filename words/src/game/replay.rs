//! Texts of a replay: its title, its marks, and its sentence.

use alloc::string::String;

use forensics::shot_end::EndKind;

/// How far one place on the screen is from another, and in which direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offset {
    /// In half widths of a ship, and in u.
    pub half_ships: u32,
    pub u: u32,
    /// By eighths of a turn, from the right over below.
    pub eighth: usize,
}

/// The place that another is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffsetFrom {
    WhereYouWentDown,
    WhereYouSawIt,
}

pub struct ReplayWords {
    /// The word over a replay.
    pub title: &'static str,
    /// At the marks of a replayed death: the places of the own ship.
    pub you_were_here: &'static str,
    pub server_had_you_here: &'static str,
    pub server_had_you_where_you_were: &'static str,
    pub saw_you_here: fn(shooter: &str) -> String,
    pub saw_you_where_you_were: fn(shooter: &str) -> String,
    /// At the marks of a replayed own shot: the places of its target. `end` is its result.
    pub you_saw_it_here: &'static str,
    pub server_had_it_here: fn(end: &str) -> String,
    pub server_had_it_where_you_saw_it: fn(end: &str) -> String,
    /// How far apart the places are where a ship was and where another player saw it: in u, and
    /// how late that player saw it, in ms if known.
    pub apart: fn(u: &str, ms: Option<&str>) -> String,
    /// A place as a part of the sentences that follow; `None` if it is the one compared with.
    pub place: fn(off: Option<Offset>, from: OffsetFrom) -> String,
    pub saw_you: fn(shooter: &str, place: &str) -> String,
    /// The same, if what the shooter saw is unknown.
    pub server_had_you: fn(place: &str) -> String,
    /// `end` is the result of an own shot.
    pub server_had: fn(end: &str, target: &str, place: &str) -> String,
    /// The result alone, and that of an own shot that came near no ship.
    pub ended: fn(end: &str) -> String,
    pub near_none: fn(end: &str) -> String,
    /// How an own shot ended, at the start of a sentence.
    pub end: fn(end: EndKind) -> &'static str,
    /// What the shooter saw decided a shot; `None` for the viewer.
    pub went_by_what_was_seen: fn(shooter: Option<&str>) -> String,
    /// The same in part: the server limits how far back it goes.
    pub went_part_of_the_way: fn(shooter: Option<&str>) -> String,
    /// By what a shot was judged, where it was not by what its shooter saw.
    pub went_by_servers_time: &'static str,
    pub went_by_shared_delay: &'static str,
}
