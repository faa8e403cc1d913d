//! The sentence beside a replay: how far apart the two outlines, or the own ship and its outline,
//! are, and by what the server judged. It is true at every moment of the replay, since it compares
//! places that stand still.

use forensics::{
    Case,
    outlines::{CountedClock, Outlines},
    shot_end::EndKind,
};
use shared::{
    base::geometry::{Turn, Vec2},
    sim::{rules::SHIP_RADIUS_U, ship::ShipId},
};
use web_ui::text::figures::whole;
use words::game;

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
    Some(match outlines {
        None => game::replayed_near_none(game::replayed_end(end)),
        Some(Outlines { target, saw, judged }) => {
            of_own(end, name(target), saw.map(|saw| judged - saw), clock)
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
        Viewpoint::Server => game::server_had_you(&place),
    };
    [seen.as_str(), " ", &judged_by(Some(shooter), clock)].concat()
}

/// On an own shot: `off` is how far from where the viewer saw the target the server had it, if that
/// is known.
fn of_own(end: EndKind, target: &str, off: Option<Vec2>, clock: CountedClock) -> String {
    let word = game::replayed_end(end);
    let had = off.map(|off| game::server_had(word, target, &place(off, game::WHERE_YOU_SAW_IT)));
    let had = had.unwrap_or_else(|| [word, "."].concat());
    match end {
        EndKind::Pending => had,
        _ => [had.as_str(), " ", &judged_by(None, clock)].concat(),
    }
}

/// By what the server judged a shot; `shooter` is another player.
fn judged_by(shooter: Option<&str>, clock: CountedClock) -> String {
    match clock {
        CountedClock::Shooter => game::went_by_what_was_seen(shooter),
        CountedClock::ShooterInPart => game::went_part_of_the_way(shooter),
        CountedClock::Server => game::WENT_BY_SERVERS_TIME.into(),
        CountedClock::Shared => game::WENT_BY_SHARED_DELAY.into(),
    }
}

/// A place relative to another one, in widths of a ship and in whole u.
fn place(off: Vec2, from: &str) -> String {
    let off_u = off.length();
    if off_u < SAME_U {
        return from.into();
    }
    let halves = (off_u / SHIP_RADIUS_U).round() as u32;
    let distance = game::ship_widths(halves, &whole(off_u.round() as i64));
    [distance.as_str(), " ", relative_to(Turn::of(off)), " ", from].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_death_is_told_from_the_shooters_side() {
        let rows = [
            (
                Viewpoint::Shooter,
                Vec2::new(-60.2, 1.0),
                CountedClock::Shooter,
                "Tycho saw you about two ship widths (60 u) to the left of where you went down. \
                 The server went by what Tycho saw.",
            ),
            (
                Viewpoint::Shooter,
                Vec2::new(0.3, -0.4),
                CountedClock::Server,
                "Tycho saw you where you went down. The server did not rewind: it went by its own \
                 time.",
            ),
            (
                Viewpoint::Shooter,
                Vec2::new(0.0, 1.6),
                CountedClock::ShooterInPart,
                "Tycho saw you less than half a ship width (2 u) below where you went down. The \
                 server rewound only part of the way to what Tycho saw.",
            ),
            (
                Viewpoint::Server,
                Vec2::new(30.0, -30.0),
                CountedClock::Shared,
                "The server had you about one and a half ship widths (42 u) above and to the right \
                 of where you went down. Everyone sees the others with the same delay, and the \
                 server went by that.",
            ),
        ];
        for (viewpoint, off, clock, want) in rows {
            assert_eq!(at_you("Tycho", viewpoint, off, clock), want);
        }
    }

    #[test]
    fn an_own_shot_is_told_from_the_own_side() {
        use CountedClock::{Server, Shared, Shooter, ShooterInPart};
        let apart = Some(Vec2::new(33.0, 2.0));
        let rows = [
            (
                EndKind::Hit,
                Some(Vec2::ZERO),
                Shooter,
                "Hit: the server had Bob where you saw it. The server went by what you saw.",
            ),
            (
                EndKind::Miss,
                apart,
                ShooterInPart,
                "Missed: the server had Bob about one ship width (33 u) to the right of where you \
                 saw it. The server rewound only part of the way to what you saw.",
            ),
            (
                EndKind::Open,
                Some(Vec2::ZERO),
                Shared,
                "Hit, but it can still be undone: the server had Bob where you saw it. Everyone \
                 sees the others with the same delay, and the server went by that.",
            ),
            (
                EndKind::Undone,
                None,
                Server,
                "Hit, then undone. The server did not rewind: it went by its own time.",
            ),
            (EndKind::Pending, None, Shooter, "Not judged yet."),
        ];
        for (end, off, clock, want) in rows {
            assert_eq!(of_own(end, "Bob", off, clock), want);
        }
    }

    #[test]
    fn a_distance_is_told_in_ship_widths() {
        let rows = [
            (0.5, "there"),
            (7.9, "less than half a ship width (8 u) below there"),
            (8.1, "about half a ship width (8 u) below there"),
            (32.0, "about one ship width (32 u) below there"),
            (47.0, "about one and a half ship widths (47 u) below there"),
            (64.0, "about two ship widths (64 u) below there"),
            (78.0, "about two ship widths (78 u) below there"),
            (300.0, "about nine ship widths (300 u) below there"),
            (320.0, "about 10 ship widths (320 u) below there"),
        ];
        for (off_u, want) in rows {
            assert_eq!(place(Vec2::new(0.0, off_u), "there"), want, "{off_u} u");
        }
    }
}
