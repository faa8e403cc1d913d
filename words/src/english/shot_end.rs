//! Results of shots in English, for titles, lists and printed lines, and the verdicts under other
//! rules.

use alloc::{format, string::String};

use forensics::{
    sentence::Person,
    shot_end::{CounterfactualEnd, EndKind, ListedShot, ShotEnd, ShotTitle},
};
use shared::sim::event::Weapon;

use super::person::{Position, all, called, whose};
use crate::names::Names;

pub(crate) const fn weapon(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Laser => "laser",
        Weapon::Beam => "beam",
    }
}

pub(crate) const fn unknown(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Laser => "A laser",
        Weapon::Beam => "A beam",
    }
}

pub(crate) const fn word(end: EndKind) -> &'static str {
    match end {
        EndKind::Pending => "pending",
        EndKind::Open | EndKind::Hit => "hit",
        EndKind::Undone => "undone",
        EndKind::Refused => "refused",
        EndKind::Miss => "miss",
        EndKind::Veto => "veto",
        EndKind::Void => "no hit",
    }
}

pub(crate) const fn would(end: EndKind) -> &'static str {
    match end {
        EndKind::Pending => "pending",
        EndKind::Open | EndKind::Hit => "would hit",
        EndKind::Undone => "would be undone",
        EndKind::Refused => "would be refused",
        EndKind::Miss => "would miss",
        EndKind::Veto => "would be vetoed",
        EndKind::Void => "would not count",
    }
}

/// `Your laser at Ann: hit`.
pub(crate) fn title(title: &ShotTitle, names: Names) -> String {
    let shot = shot(title.shooter, title.weapon, title.target, Position::SentenceStart, names);
    format!("{shot}: {}", word(title.end))
}

/// `your laser`, `Bob's laser at you`.
pub(crate) fn listed(listed: &ListedShot, names: Names) -> String {
    shot(listed.shooter, listed.weapon, listed.target, Position::MidSentence, names)
}

fn shot(
    shooter: Person,
    fired: Weapon,
    target: Option<Person>,
    begins: Position,
    names: Names,
) -> String {
    let at = target.map(|target| format!(" at {}", called(target, names))).unwrap_or_default();
    format!("{} {}{at}", whose(shooter, begins, names), weapon(fired))
}

/// The result, after "it" or a colon: `hit Ann and Bob`.
pub(crate) fn listed_end(end: &ShotEnd, names: Names) -> String {
    let whom = all(&end.ships, names);
    match end.kind {
        EndKind::Pending => "is not judged yet".into(),
        EndKind::Open => format!("hit {whom}, which can still be undone"),
        EndKind::Hit => format!("hit {whom}"),
        EndKind::Undone => format!("hit {whom}, which was undone"),
        EndKind::Refused => format!("claimed to hit {whom}, which was refused"),
        EndKind::Miss => "hit nobody".into(),
        EndKind::Veto => format!("met {whom}, but cover was in the way"),
        EndKind::Void => format!("met {whom}, but a shield held or that life was already over"),
    }
}

/// `shot 415.0.1.b of Ann: hit Bob`, `your shot 415.0.1.b: hit the other ship`.
pub(crate) fn printed(id: &str, shooter: Person, end: &ShotEnd, names: Names) -> String {
    let end = listed_end(end, names);
    match shooter {
        Person::You => format!("your shot {id}: {end}"),
        Person::Ship(_) => format!("shot {id} of {}: {end}", called(shooter, names)),
    }
}

pub(crate) fn this_room(shooter: Person, end: &ShotEnd, names: Names) -> String {
    let whose = whose(shooter, Position::MidSentence, names);
    format!("This room has rules of its own: {whose} shot {}.", listed_end(end, names))
}

/// `Your shot would have hit Ann.`
pub(crate) fn would_have(other: &CounterfactualEnd, names: Names) -> String {
    let whose = whose(other.shooter, Position::SentenceStart, names);
    let whom = all(&other.end.ships, names);
    let end = match other.end.kind {
        EndKind::Pending => "would not have been judged yet".into(),
        EndKind::Open | EndKind::Hit => format!("would have hit {whom}"),
        EndKind::Undone | EndKind::Refused | EndKind::Miss => "would have hit nobody".into(),
        EndKind::Veto => {
            format!("would have met {whom}, but in the present cover was in the way")
        }
        EndKind::Void => {
            format!("would have met {whom}, but a shield held or that life was already over")
        }
    };
    let who = called(other.shooter, names);
    let off = other.drawn_off_u;
    let elsewhere = if off > 0.0 {
        format!(
            "≈ The target would have been drawn {off:.1} u elsewhere, so {who} would have aimed \
             elsewhere too."
        )
    } else {
        String::new()
    };
    format!("{whose} shot {end}.{elsewhere}")
}
