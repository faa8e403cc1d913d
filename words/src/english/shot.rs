//! Explains what happened to a shot, in English.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use forensics::sentence::{
    ClampReason, ClockShift, ImpactPlace, MissReason, PassingSide, Person, Reach, RefusalReason,
    RewoundMoment, Separation, ShipMet, ShotSentence,
};
use shared::judge::hit_test::state::{Cover, VoidCause};

use super::person::{Position, all, called, whose};
use crate::names::Names;

pub(crate) fn say(sentence: &ShotSentence, names: Names) -> String {
    match *sentence {
        ShotSentence::Hit { shooter, looked, met: ref all_met } => {
            hit(shooter, looked, all_met, names)
        }
        ShotSentence::FurtherBy { off_u } => format!("You were already {off_u:.1} u further on."),
        ShotSentence::CanBeUndone => "This hit can still be undone.".to_string(),
        ShotSentence::Missed { ship, shooter, gap_u, side, because } => {
            let (whom, side) = (called(ship, names), passed(side, ship));
            let why = missed_because(because, ship, shooter, names);
            format!("Missed {whom} by {gap_u:.1} u: the shot passed {side}. {why}")
        }
        ShotSentence::NobodyNear => "Missed: there was nobody near the shot.".to_string(),
        ShotSentence::NothingClaimed { shooter } => {
            format!(
                "Missed: {} screen claimed no hit.",
                whose(shooter, Position::MidSentence, names)
            )
        }
        ShotSentence::Vetoed { looked: at, ship, cover } => format!(
            "Vetoed: {}, and there the shot met {}. But in the present {} was in the way, and \
             under this scheme a hit must count in the present too.",
            looked(at),
            called(ship, names),
            covered_by(cover)
        ),
        ShotSentence::Void { ship, cause } => void(ship, cause, names),
        ShotSentence::Undone { victim, first, refund } => undone(victim, first, refund, names),
        ShotSentence::Refused { shooter, ship, because } => format!(
            "{} screen claimed a hit on {}, and the server refused it: {}.",
            whose(shooter, Position::SentenceStart, names),
            called(ship, names),
            refused_because(because, ship, names)
        ),
        ShotSentence::Clamped { shooter, because } => clamped(shooter, because, names),
        // A scheme that extrapolates others from their newest snapshot, such as QuakeWorld.
        ShotSentence::Extrapolated { shooter, ship, since_snapshot_ms: 0, off_u } => format!(
            "{} screen was guessing: it drew {} further on than the newest snapshot said, \
             {off_u:.1} u away from where the server judged {}.",
            whose(shooter, Position::SentenceStart, names),
            called(ship, names),
            them(ship)
        ),
        ShotSentence::Extrapolated { shooter, ship, since_snapshot_ms, off_u } => format!(
            "{} screen was guessing: it had heard nothing of {} for {since_snapshot_ms} ms, and \
             drew {} {off_u:.1} u away from where the server judged {}.",
            whose(shooter, Position::SentenceStart, names),
            called(ship, names),
            them(ship),
            them(ship)
        ),
        ShotSentence::Lost { shooter, ship, gap_ms, off_u } => format!(
            "News of {} was lost on its way: {} screen drew {} on a straight line across a gap of \
             {gap_ms} ms, {off_u:.1} u away from where the server judged {}.",
            called(ship, names),
            whose(shooter, Position::MidSentence, names),
            them(ship),
            them(ship)
        ),
        ShotSentence::Slipped { shooter, by_ms, way } => {
            let whose = whose(shooter, Position::MidSentence, names);
            let way = match way {
                ClockShift::Ahead => "ahead",
                ClockShift::Back => "back",
            };
            format!(
                "While the bolt flew, the moment that {whose} screen showed drifted {by_ms:.1} ms \
                 {way}."
            )
        }
    }
}

fn hit(shooter: Person, at: RewoundMoment, all_met: &[ShipMet], names: Names) -> String {
    let mut said = String::from("Hit");
    if all_met.len() > 1 {
        let ships: Vec<Person> = all_met.iter().map(|ship_met| ship_met.ship).collect();
        said.push_str(&format!(" {}", all(&ships, names)));
    }
    said.push_str(&format!(": {}", looked(at)));
    for (n, ship_met) in all_met.iter().enumerate() {
        // A ship without stored poses is never rewound, whatever moment the server judges.
        let is_present = matches!(ship_met.place, ImpactPlace::Present { .. });
        let begin = match (n, at) {
            (0, RewoundMoment::Present) => ", and the shot",
            (0, _) if is_present => ", but the shot, judged in the present,",
            (0, _) => ", and there the shot",
            (_, RewoundMoment::Present) => ". Then it",
            (_, _) if is_present => ". Then, in the present, it",
            (_, _) => ". Then it",
        };
        said.push_str(&format!("{begin} met {}", met(shooter, ship_met, names)));
    }
    said + "."
}

/// The ship that a shot met, and where.
fn met(shooter: Person, ship_met: &ShipMet, names: Names) -> String {
    let whom = called(ship_met.ship, names);
    match ship_met.place {
        ImpactPlace::Unknown => whom,
        ImpactPlace::Present { from_centre_u, drawn_off_u } => {
            let ship = match ship_met.ship {
                Person::You => "your ship",
                Person::Ship(_) => "the ship",
            };
            let screen = whose(shooter, Position::MidSentence, names);
            let drawn = drawn_off_u.map(|off_u| {
                format!("; {screen} screen showed {whom} {off_u:.1} u away from there")
            });
            let drawn = drawn.unwrap_or_default();
            format!("{whom}, {from_centre_u:.1} u from the centre of {ship}{drawn}")
        }
        ImpactPlace::Past(apart) => match apart {
            Separation::Same { .. } => {
                format!("{whom} {}", seen(apart, shooter, ship_met.ship, names))
            }
            Separation::Off { .. } => {
                format!("{whom}, {}", seen(apart, shooter, ship_met.ship, names))
            }
        },
    }
}

/// Where a ship was judged, relative to where the shooter saw it.
fn seen(apart: Separation, shooter: Person, ship: Person, names: Names) -> String {
    let (who, whom) = (called(shooter, names), them(ship));
    match apart {
        Separation::Same { off_u } => format!("where {who} saw {whom} ({off_u:.1} u apart)"),
        Separation::Off { off_u } => format!("{off_u:.1} u from where {who} saw {whom}"),
    }
}

/// The moment the server judged, as a clause.
fn looked(at: RewoundMoment) -> String {
    let (back_ms, how) = match at {
        RewoundMoment::Present => return "the server judged the present".to_string(),
        RewoundMoment::SharedDelay { back_ms } => {
            (back_ms, ", as it does for everyone".to_string())
        }
        RewoundMoment::Past { back_ms } => (back_ms, String::new()),
        RewoundMoment::Bounded { back_ms, bound_ms, reach } => {
            let bound = format!("its limit of {bound_ms} ms");
            let how = match reach {
                Reach::Within => format!(", within {bound}"),
                Reach::Limit => format!(", as far as {bound} allows"),
            };
            (back_ms, how)
        }
        RewoundMoment::Capped { back_ms, cap_ms, lerp_ms, reach } => {
            let cap = format!("its ping cap of {cap_ms} ms plus {lerp_ms} ms of interpolation");
            let how = match reach {
                Reach::Within => format!(", within {cap}"),
                Reach::Limit => format!(", as far as {cap} allow"),
            };
            (back_ms, how)
        }
    };
    format!("the server looked {back_ms} ms into the past{how}")
}

fn passed(side: PassingSide, ship: Person) -> String {
    let whom = them(ship);
    match side {
        PassingSide::Ahead => format!("ahead of {whom}"),
        PassingSide::Behind => format!("behind {whom}"),
        PassingSide::Left => format!("to the left of {whom}"),
        PassingSide::Right => format!("to the right of {whom}"),
    }
}

fn missed_because(because: MissReason, ship: Person, shooter: Person, names: Names) -> String {
    let whom = called(ship, names);
    match because {
        MissReason::Past { looked: at, apart } => {
            let held = apart.map(|apart| seen(apart, shooter, ship, names));
            let held = held.map(|held| format!(", and had {whom} {held}")).unwrap_or_default();
            upper(&format!("{}{held}.", looked(at)))
        }
        MissReason::Present { picture_ms, apart_u } => {
            let who = upper(&called(shooter, names));
            let judged = match apart_u {
                None => String::new(),
                Some(off_u) => format!(
                    ", in which {whom} {} {off_u:.1} u away from where {} saw {}",
                    were(ship),
                    called(shooter, names),
                    them(ship)
                ),
            };
            format!(
                "{who} aimed at a picture {picture_ms} ms old, and the server judged the \
                 present{judged}."
            )
        }
    }
}

const fn covered_by(cover: Option<Cover>) -> &'static str {
    match cover {
        Some(Cover::Ship) => "another ship",
        Some(Cover::Rock) => "a rock",
        None => "something",
    }
}

fn void(ship: Person, cause: Option<VoidCause>, names: Names) -> String {
    let (whom, their) = (called(ship, names), their(ship));
    match cause {
        Some(VoidCause::Shield) => {
            format!("No hit: the shot met {whom} while {their} shield held.")
        }
        Some(VoidCause::LifeOver) => {
            format!("No hit: the shot met {whom} in a life that was already over.")
        }
        None => format!(
            "No hit: the shot met {whom}, but a shield held or that life was already \
                         over."
        ),
    }
}

fn undone(victim: Person, first: Person, refund: u8, names: Names) -> String {
    let first = called(first, names);
    match victim {
        Person::You => format!(
            "Undone: the bolt had met {first} before it met you, so {refund} hit points came back \
             to you."
        ),
        Person::Ship(_) => {
            let whom = called(victim, names);
            format!(
                "Undone: the bolt had met {first} before it met {whom}, so {refund} hit points \
                 went back to {whom}."
            )
        }
    }
}

fn refused_because(because: RefusalReason, ship: Person, names: Names) -> String {
    let whom = called(ship, names);
    match because {
        RefusalReason::UnknownShot => "it knows no such shot".to_string(),
        RefusalReason::Decided => "the shot was already decided".to_string(),
        RefusalReason::BeyondBound { back_ms, bound_ms } => {
            format!("that hit is {back_ms} ms in the past, and the limit is {bound_ms} ms")
        }
        RefusalReason::NotReached => "the shot had not got that far".to_string(),
        RefusalReason::TooFar { beside_u } => {
            format!("the shot passed {beside_u:.1} u from where the server had {whom}")
        }
        RefusalReason::LifeOver => "that life was already over".to_string(),
        RefusalReason::Shielded => {
            format!("{} shield held", whose(ship, Position::MidSentence, names))
        }
        RefusalReason::Gone => format!("{whom} {} not in the room", were(ship)),
        RefusalReason::Cover => format!("cover was now between the shot and {whom}"),
        RefusalReason::Ally => format!("shots pass through allies, and {whom} {} one", were(ship)),
    }
}

fn clamped(shooter: Person, because: ClampReason, names: Names) -> String {
    let picture = format!("{} picture", whose(shooter, Position::SentenceStart, names));
    match because {
        ClampReason::Bound { picture_ms, bound_ms, used_ms } => format!(
            "{picture} was {picture_ms} ms old, but the limit is {bound_ms} ms: the server looked \
             {used_ms} ms back."
        ),
        ClampReason::Future { after_ms } => format!(
            "{picture} showed a moment {after_ms} ms after the shot, so the server used the moment \
             of the shot."
        ),
        ClampReason::Backwards { picture_ms, used_ms } => format!(
            "{picture} was {picture_ms} ms old, but an earlier shot was aimed at a later moment: \
             the server used that later moment, {used_ms} ms back."
        ),
        ClampReason::Unexplained { picture_ms, used_ms } => format!(
            "{picture} was {picture_ms} ms old, but the connection explains no more than {used_ms} \
             ms, so the server looked that far back."
        ),
        ClampReason::RoundTrip { picture_ms, used_ms } => format!(
            "{picture} was {picture_ms} ms old, which the ping does not explain, so the server \
             looked {used_ms} ms back."
        ),
        ClampReason::PingCap { picture_ms, cap_ms, lerp_ms, used_ms } => format!(
            "{picture} was {picture_ms} ms old, but the room’s ping cap allows {cap_ms} ms plus \
             {lerp_ms} ms of interpolation: the server looked {used_ms} ms back."
        ),
        ClampReason::SharedDelay { picture_ms, delay_ms, used_ms } => format!(
            "{picture} was {picture_ms} ms old, but the server looks {delay_ms} ms back for \
             everyone, so it used {used_ms} ms."
        ),
    }
}

/// Capitalises the first letter, to begin a sentence.
fn upper(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

const fn them(ship: Person) -> &'static str {
    match ship {
        Person::You => "you",
        Person::Ship(_) => "them",
    }
}

const fn their(ship: Person) -> &'static str {
    match ship {
        Person::You => "your",
        Person::Ship(_) => "their",
    }
}

const fn were(ship: Person) -> &'static str {
    match ship {
        Person::You => "were",
        Person::Ship(_) => "was",
    }
}
