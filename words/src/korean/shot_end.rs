//! Results of shots in Korean, for titles, lists and printed lines, and the verdicts under other
//! rules.

use alloc::{format, string::String};

use forensics::{
    sentence::Person,
    shot_end::{CounterfactualEnd, EndKind, ListedShot, ShotEnd, ShotTitle},
};
use shared::sim::event::Weapon;

use super::person::{Part, all, called, whose};
use crate::names::Names;

pub(crate) const fn weapon(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Laser => "레이저",
        Weapon::Beam => "빔",
    }
}

pub(crate) const fn unknown(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Laser => "레이저 한 발",
        Weapon::Beam => "빔 한 발",
    }
}

pub(crate) const fn word(end: EndKind) -> &'static str {
    match end {
        EndKind::Pending => "미정",
        EndKind::Open | EndKind::Hit => "명중",
        EndKind::Undone => "취소",
        EndKind::Refused => "거부",
        EndKind::Miss => "빗나감",
        EndKind::Veto => "기각",
        EndKind::Void => "무효",
    }
}

pub(crate) const fn would(end: EndKind) -> &'static str {
    match end {
        EndKind::Pending => "미정",
        EndKind::Open | EndKind::Hit => "명중했을 것",
        EndKind::Undone => "취소됐을 것",
        EndKind::Refused => "거부됐을 것",
        EndKind::Miss => "빗나갔을 것",
        EndKind::Veto => "기각됐을 것",
        EndKind::Void => "무효였을 것",
    }
}

/// `Ann에게 쏜 내 레이저: 명중`.
pub(crate) fn title(title: &ShotTitle, names: Names) -> String {
    let shot = shot(title.shooter, title.weapon, title.target, names);
    format!("{shot}: {}", word(title.end))
}

/// `내 레이저`, `나에게 쏜 Bob의 레이저`.
pub(crate) fn listed(listed: &ListedShot, names: Names) -> String {
    shot(listed.shooter, listed.weapon, listed.target, names)
}

fn shot(shooter: Person, fired: Weapon, target: Option<Person>, names: Names) -> String {
    let at = target.map(|target| format!("{} 쏜 ", called(target, Part::Dative, names)));
    format!("{}{} {}", at.unwrap_or_default(), whose(shooter, names), weapon(fired))
}

/// The result, after a colon: `Ann, Bob 명중`.
pub(crate) fn listed_end(end: &ShotEnd, names: Names) -> String {
    let whom = |part| all(&end.ships, part, names);
    match end.kind {
        EndKind::Pending => "아직 판정되지 않음".into(),
        EndKind::Open => format!("{} 명중, 아직 취소될 수 있음", whom(Part::Alone)),
        EndKind::Hit => format!("{} 명중", whom(Part::Alone)),
        EndKind::Undone => format!("{} 명중, 취소됨", whom(Part::Alone)),
        EndKind::Refused => format!("{} 명중 주장, 거부됨", whom(Part::Alone)),
        EndKind::Miss => "아무도 맞히지 못함".into(),
        EndKind::Veto => format!("{} 닿았지만 엄폐물에 막힘", whom(Part::Dative)),
        EndKind::Void => {
            format!("{} 닿았지만 보호막이 있었거나 목숨이 끝난 뒤임", whom(Part::Dative))
        }
    }
}

/// `Ann의 사격 415.0.1.b: Bob 명중`, `내 사격 415.0.1.b: 상대 기체 명중`.
pub(crate) fn printed(id: &str, shooter: Person, end: &ShotEnd, names: Names) -> String {
    format!("{} 사격 {id}: {}", whose(shooter, names), listed_end(end, names))
}

pub(crate) fn this_room(shooter: Person, end: &ShotEnd, names: Names) -> String {
    let whose = whose(shooter, names);
    format!("이 방은 자체 규칙으로 합니다. {whose} 사격: {}.", listed_end(end, names))
}

/// `내 사격은 Ann을(를) 맞혔을 것입니다.`
pub(crate) fn would_have(other: &CounterfactualEnd, names: Names) -> String {
    let whom = |part| all(&other.end.ships, part, names);
    let end = match other.end.kind {
        EndKind::Pending => "아직 판정되지 않았을 것입니다".into(),
        EndKind::Open | EndKind::Hit => format!("{} 맞혔을 것입니다", whom(Part::Object)),
        EndKind::Undone | EndKind::Refused | EndKind::Miss => {
            "아무도 맞히지 못했을 것입니다".into()
        }
        EndKind::Veto => {
            format!("{} 닿았겠지만, 현재의 엄폐물에 막혔을 것입니다", whom(Part::Dative))
        }
        EndKind::Void => format!(
            "{} 닿았겠지만, 보호막이 있었거나 그 목숨이 끝난 뒤였을 것입니다",
            whom(Part::Dative)
        ),
    };
    let off = other.drawn_off_u;
    let elsewhere = if off > 0.0 {
        format!(
            " ≈ 표적이 {off:.1} u 떨어진 곳에 그려졌을 것이므로, {} 다른 곳을 겨눴을 것입니다.",
            called(other.shooter, Part::Topic, names)
        )
    } else {
        String::new()
    };
    format!("{} 사격은 {end}.{elsewhere}", whose(other.shooter, names))
}
