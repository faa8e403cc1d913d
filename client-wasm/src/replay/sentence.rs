//! What is said beside a replay: how far apart the two outlines, or the own ship and its outline,
//! are, and by what the server judged. The places are said at the marks where there is room, and in
//! a sentence otherwise. All of it is true at every moment of the replay, since it compares places
//! that stand still.

use forensics::{
    Case,
    outlines::{CountedClock, Outlines},
    shot_end::EndKind,
};
use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::Micros,
    },
    sim::{rules::SHIP_RADIUS_U, ship::ShipId},
};
use web_ui::text::figures::whole;
use words::game::{Offset, OffsetFrom, ReplayWords};

use super::callouts::Callouts;
use crate::hud::directions::eighth;

/// Places closer than this are said to be the same, in u.
const SAME_U: f32 = 1.0;

/// Where this screen drew the own ship at the decisive moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnPlace {
    /// In u.
    pub pos: Vec2,
    /// The time that this place belongs to, on the own clock, if the screen predicted it.
    pub at: Option<Micros>,
}

/// What is said on a shot.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The places, as a sentence.
    pub places: String,
    /// The same at the marks.
    pub callouts: Option<Callouts>,
    /// By what the server judged, once it has.
    pub verdict: Option<String>,
}

impl Told {
    /// All of it in sentences.
    #[must_use]
    pub fn whole(&self) -> String {
        let verdict = self.verdict.iter().map(String::as_str);
        let parts: Vec<&str> = [self.places.as_str()].into_iter().chain(verdict).collect();
        parts.join(" ")
    }
}

/// What is said on a shot. `own` is the own ship's place if it was shot at, and `name` the player
/// of a ship.
#[must_use]
pub fn told<'a>(
    words: &ReplayWords,
    case: &Case,
    own: Option<OwnPlace>,
    name: impl Fn(ShipId) -> &'a str,
) -> Option<Told> {
    let (outlines, clock) = (case.outlines(), case.counted_clock());
    let shooter = case.shooter();
    if !case.is_recipient(shooter) {
        let (own, marks) = own.zip(outlines)?;
        let seen = marks.saw.and_then(|_| Some(own.at? - case.seen_at()?));
        return Some(at_you(words, name(shooter), marks, own.pos, seen, clock));
    }
    let end = case.title().end;
    Some(match outlines {
        None => {
            let places = (words.near_none)((words.end)(end));
            Told { places, callouts: None, verdict: None }
        }
        Some(marks) => of_own(words, end, name(marks.target), marks, clock),
    })
}

/// `earlier` is how much earlier than this screen the shooter saw the own ship, if that is known.
fn at_you(
    words: &ReplayWords,
    shooter: &str,
    marks: Outlines,
    own: Vec2,
    earlier: Option<Micros>,
    clock: CountedClock,
) -> Told {
    let seen = marks.saw.unwrap_or(marks.judged);
    let place = (words.place)(offset(seen - own), OffsetFrom::WhereYouWentDown);
    let (places, here, same) = match marks.saw {
        Some(_) => (
            (words.saw_you)(shooter, &place),
            (words.saw_you_here)(shooter),
            (words.saw_you_where_you_were)(shooter),
        ),
        None => (
            (words.server_had_you)(&place),
            words.server_had_you_here.into(),
            words.server_had_you_where_you_were.into(),
        ),
    };
    let callouts =
        callouts(words, [(seen, here), (own, words.you_were_here.into())], same, earlier);
    Told { places, callouts: Some(callouts), verdict: Some(judged_by(words, Some(shooter), clock)) }
}

/// On an own shot.
fn of_own(
    words: &ReplayWords,
    end: EndKind,
    target: &str,
    marks: Outlines,
    clock: CountedClock,
) -> Told {
    let word = (words.end)(end);
    let verdict = (end != EndKind::Pending).then(|| judged_by(words, None, clock));
    let Outlines { saw: Some(saw), judged, .. } = marks else {
        return Told { places: (words.ended)(word), callouts: None, verdict };
    };
    let place = (words.place)(offset(judged - saw), OffsetFrom::WhereYouSawIt);
    let labels = [(saw, words.you_saw_it_here.into()), (judged, (words.server_had_it_here)(word))];
    let callouts = callouts(words, labels, (words.server_had_it_where_you_saw_it)(word), None);
    Told { places: (words.server_had)(word, target, &place), callouts: Some(callouts), verdict }
}

/// Labels at two places, or one if they are the same.
fn callouts(
    words: &ReplayWords,
    places: [(Vec2, String); 2],
    same: String,
    apart: Option<Micros>,
) -> Callouts {
    let off_u = places[0].0.distance(places[1].0);
    if off_u < SAME_U {
        return Callouts::Same(places[0].0, same);
    }
    let ms = apart.filter(|apart| *apart > Micros::ZERO);
    let ms = ms.map(|apart| whole((apart + Micros(500)).as_ms()));
    let between = (words.apart)(&whole(off_u.round() as i64), ms.as_deref());
    Callouts::Apart { places, between }
}

/// By what the server judged a shot; `shooter` is another player.
fn judged_by(words: &ReplayWords, shooter: Option<&str>, clock: CountedClock) -> String {
    match clock {
        CountedClock::Shooter => (words.went_by_what_was_seen)(shooter),
        CountedClock::ShooterInPart => (words.went_part_of_the_way)(shooter),
        CountedClock::Server => words.went_by_servers_time.into(),
        CountedClock::Shared => words.went_by_shared_delay.into(),
    }
}

/// How far a place is from another; `None` if they are the same.
fn offset(off: Vec2) -> Option<Offset> {
    let off_u = off.length();
    (off_u >= SAME_U).then(|| Offset {
        half_ships: (off_u / SHIP_RADIUS_U).round() as u32,
        u: off_u.round() as u32,
        eighth: eighth(Turn::of(off)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::Language;

    const ENGLISH: Language = Language::English;

    const AT: Vec2 = Vec2::new(500.0, 300.0);

    fn marks(saw: Option<Vec2>, judged: Vec2) -> Outlines {
        Outlines { target: ShipId { idx: 2, generation: 0 }, saw, judged }
    }

    #[test]
    fn a_death_is_told_from_the_shooters_side() {
        let rows = [
            (
                true,
                Vec2::new(-60.2, 1.0),
                CountedClock::Shooter,
                "Tycho saw you about two ship widths (60 u) to the left of where you went down. \
                 The server went by what Tycho saw.",
                ["Tycho saw you here", "you were here", "60 u · 131 ms late"].as_slice(),
            ),
            (
                true,
                Vec2::new(0.3, -0.4),
                CountedClock::Server,
                "Tycho saw you where you went down. The server did not rewind: it went by its own \
                 time.",
                &["Tycho saw you where you were"],
            ),
            (
                true,
                Vec2::new(0.0, 1.6),
                CountedClock::ShooterInPart,
                "Tycho saw you less than half a ship width (2 u) below where you went down. The \
                 server rewound only part of the way to what Tycho saw.",
                &["Tycho saw you here", "you were here", "2 u · 131 ms late"],
            ),
            (
                false,
                Vec2::new(30.0, -30.0),
                CountedClock::Shared,
                "The server had you about one and a half ship widths (42 u) above and to the right \
                 of where you went down. Everyone sees the others with the same delay, and the \
                 server went by that.",
                &["the server had you here", "you were here", "42 u"],
            ),
        ];
        for (is_seen, off, clock, want, labels) in rows {
            let marks = marks(is_seen.then_some(AT + off), AT + off);
            let earlier = is_seen.then_some(Micros(130_600));
            let told = at_you(&ENGLISH.game().replay, "Tycho", marks, AT, earlier, clock);
            assert_eq!(told.whole(), want);
            assert_eq!(said(&told), labels);
        }
    }

    /// What is said at the marks.
    fn said(told: &Told) -> Vec<&str> {
        match told.callouts.as_ref() {
            None => Vec::new(),
            Some(Callouts::Same(_, text)) => vec![text],
            Some(Callouts::Apart { places: [(_, one), (_, other)], between }) => {
                vec![one, other, between]
            }
        }
    }

    #[test]
    fn an_own_shot_is_told_from_the_own_side() {
        use CountedClock::{Server, Shared, Shooter, ShooterInPart};
        let rows = [
            (
                EndKind::Hit,
                Some(Vec2::ZERO),
                Shooter,
                "Hit: the server had Bob where you saw it. The server went by what you saw.",
                ["Hit: the server had it where you saw it"].as_slice(),
            ),
            (
                EndKind::Miss,
                Some(Vec2::new(33.0, 2.0)),
                ShooterInPart,
                "Missed: the server had Bob about one ship width (33 u) to the right of where you \
                 saw it. The server rewound only part of the way to what you saw.",
                &["you saw it here", "Missed: the server had it here", "33 u"],
            ),
            (
                EndKind::Open,
                Some(Vec2::ZERO),
                Shared,
                "Hit, but it can still be undone: the server had Bob where you saw it. Everyone \
                 sees the others with the same delay, and the server went by that.",
                &["Hit, but it can still be undone: the server had it where you saw it"],
            ),
            (
                EndKind::Undone,
                None,
                Server,
                "Hit, then undone. The server did not rewind: it went by its own time.",
                &[],
            ),
            (EndKind::Pending, None, Shooter, "Not judged yet.", &[]),
        ];
        for (end, off, clock, want, labels) in rows {
            let saw = off.map(|off| AT - off);
            let told = of_own(&ENGLISH.game().replay, end, "Bob", marks(saw, AT), clock);
            assert_eq!(told.whole(), want);
            assert_eq!(said(&told), labels);
        }
    }

    #[test]
    fn a_distance_is_told_in_ship_widths() {
        let rows = [
            (0.5, "where you saw it"),
            (7.9, "less than half a ship width (8 u) below where you saw it"),
            (8.1, "about half a ship width (8 u) below where you saw it"),
            (32.0, "about one ship width (32 u) below where you saw it"),
            (47.0, "about one and a half ship widths (47 u) below where you saw it"),
            (64.0, "about two ship widths (64 u) below where you saw it"),
            (78.0, "about two ship widths (78 u) below where you saw it"),
            (300.0, "about nine ship widths (300 u) below where you saw it"),
            (320.0, "about 10 ship widths (320 u) below where you saw it"),
        ];
        for (off_u, want) in rows {
            let off = offset(Vec2::new(0.0, off_u));
            let place = (ENGLISH.game().replay.place)(off, OffsetFrom::WhereYouSawIt);
            assert_eq!(place, want, "{off_u} u");
        }
    }
}
