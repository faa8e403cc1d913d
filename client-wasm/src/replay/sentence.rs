//! The sentence beside a replay: how far apart the two outlines, or the own ship and its outline,
//! are, and whose clock counted. It is true at every moment of the replay, since it compares places
//! that stand still.

use forensics::{
    Case,
    outlines::{CountedClock, Outlines},
    shot_end::EndKind,
};
use shared::{
    base::geometry::{Turn, Vec2},
    sim::ship::ShipId,
};
use web_ui::text::figures::whole;
use words::{Language, game};

use crate::hud::directions::relative_to;

/// Places closer than this are said to be the same, in u.
const SAME_U: f32 = 1.0;

/// The sentence on a shot. `own` is where this screen drew the own ship at the decisive moment, and
/// `name` the player of a ship.
#[must_use]
pub fn sentence<'a>(
    case: &Case,
    own: Option<Vec2>,
    name: impl Fn(ShipId) -> &'a str,
) -> Option<String> {
    let (outlines, clock) = (case.outlines(), case.counted_clock());
    let shooter = case.shooter();
    if !case.is_recipient(shooter) {
        let off = own.zip(outlines).map(|(own, marks)| marks.saw.unwrap_or(marks.judged) - own);
        let saw = outlines.is_some_and(|marks| marks.saw.is_some());
        return Some(at_you(name(shooter), Viewpoint::of(saw), off?, clock));
    }
    let end = case.title().end;
    let word = sentence_start(Language::English.end_word(end));
    Some(match outlines {
        None => game::replayed_near_none(&word),
        Some(Outlines { target, saw, judged }) => {
            let off = saw.map(|saw| judged - saw);
            let judged = judged_by(None, clock, end);
            [had(&word, name(target), off).as_str(), " ", &judged].concat()
        }
    })
}

/// Who saw or judged the place that a sentence names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Viewpoint {
    Shooter,
    Server,
}

impl Viewpoint {
    fn of(saw: bool) -> Self {
        if saw { Self::Shooter } else { Self::Server }
    }
}

fn at_you(shooter: &str, viewpoint: Viewpoint, off: Vec2, clock: CountedClock) -> String {
    let place = place(off, game::WHERE_YOU_WENT_DOWN);
    let seen = match viewpoint {
        Viewpoint::Shooter => game::saw_you(shooter, &place),
        Viewpoint::Server => game::server_judged_you(&place),
    };
    [seen.as_str(), " ", &judged_by(Some(shooter), clock, EndKind::Hit)].concat()
}

/// Where the server had the target of an own shot, if it is known where the viewer saw it.
fn had(end: &str, target: &str, off: Option<Vec2>) -> String {
    let had = off.map(|off| game::server_had(end, target, &place(off, game::WHERE_YOU_SAW_IT)));
    had.unwrap_or_else(|| [end, "."].concat())
}

/// Whose clock decided a shot; `shooter` is another player.
fn judged_by(shooter: Option<&str>, clock: CountedClock, end: EndKind) -> String {
    let clock = match clock {
        CountedClock::ShooterInPart => return game::went_part_of_the_way(shooter),
        CountedClock::Shooter => game::clock_of(shooter),
        CountedClock::Server => game::SERVERS_CLOCK.into(),
        CountedClock::Shared => game::SHARED_CLOCK.into(),
    };
    match end {
        EndKind::Hit | EndKind::Open => game::counted_on(&clock),
        _ => game::judged_on(&clock),
    }
}

/// A place relative to another one, in whole u.
fn place(off: Vec2, from: &str) -> String {
    let off_u = off.length();
    if off_u < SAME_U {
        return from.into();
    }
    [whole(off_u.round() as i64).as_str(), " u ", relative_to(Turn::of(off)), " ", from].concat()
}

fn sentence_start(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_death_is_told_from_the_shooters_side() {
        let rows = [
            (
                Viewpoint::Shooter,
                Vec2::new(-14.2, 1.0),
                CountedClock::Shooter,
                "Tycho saw you 14 u left of where you went down. It counted on Tycho’s clock.",
            ),
            (
                Viewpoint::Shooter,
                Vec2::new(0.3, -0.4),
                CountedClock::Server,
                "Tycho saw you where you went down. It counted on the server’s clock.",
            ),
            (
                Viewpoint::Shooter,
                Vec2::new(0.0, 1.6),
                CountedClock::ShooterInPart,
                "Tycho saw you 2 u below where you went down. The server did not go all the way \
                 back to Tycho’s picture.",
            ),
            (
                Viewpoint::Server,
                Vec2::new(30.0, -30.0),
                CountedClock::Shared,
                "The server judged you 42 u above and right of where you went down. It counted on \
                 the clock that everyone shares.",
            ),
        ];
        for (viewpoint, off, clock, want) in rows {
            assert_eq!(at_you("Tycho", viewpoint, off, clock), want);
        }
    }

    #[test]
    fn an_own_shot_is_told_from_the_own_side() {
        let rows = [
            ("Hit", Some(Vec2::ZERO), "Hit: the server had Bob where you saw it."),
            (
                "Miss",
                Some(Vec2::new(47.0, 2.0)),
                "Miss: the server had Bob 47 u right of where you saw it.",
            ),
            ("Veto", None, "Veto."),
        ];
        for (end, off, want) in rows {
            assert_eq!(had(end, "Bob", off), want);
        }
        assert_eq!(sentence_start("no hit"), "No hit");
        assert_eq!(sentence_start(""), "");
    }

    #[test]
    fn only_hits_count() {
        use CountedClock::{Server, Shooter, ShooterInPart};
        let rows = [
            (Shooter, EndKind::Hit, "It counted on your clock."),
            (Shooter, EndKind::Miss, "It was judged on your clock."),
            (Server, EndKind::Void, "It was judged on the server’s clock."),
            (
                ShooterInPart,
                EndKind::Miss,
                "The server did not go all the way back to your picture.",
            ),
        ];
        for (clock, end, want) in rows {
            assert_eq!(judged_by(None, clock, end), want);
        }
    }
}
