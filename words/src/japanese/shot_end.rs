//! Results of shots in Japanese, for titles, lists and printed lines, and the verdicts under other
//! rules.

use alloc::{format, string::String};

use forensics::{
    sentence::Person,
    shot_end::{CounterfactualEnd, EndKind, ListedShot, ShotEnd, ShotTitle},
};
use shared::sim::event::Weapon;

use super::person::{all, called, whose};
use crate::names::Names;

pub(crate) const fn weapon(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Laser => "レーザー",
        Weapon::Beam => "ビーム",
    }
}

pub(crate) const fn unknown(weapon: Weapon) -> &'static str {
    self::weapon(weapon)
}

pub(crate) const fn word(end: EndKind) -> &'static str {
    match end {
        EndKind::Pending => "未決定",
        EndKind::Open | EndKind::Hit => "命中",
        EndKind::Undone => "取り消し",
        EndKind::Refused => "拒否",
        EndKind::Miss => "外れ",
        EndKind::Veto => "却下",
        EndKind::Void => "無効",
    }
}

pub(crate) const fn would(end: EndKind) -> &'static str {
    match end {
        EndKind::Pending => "未決定",
        EndKind::Open | EndKind::Hit => "命中していた",
        EndKind::Undone => "取り消されていた",
        EndKind::Refused => "拒否されていた",
        EndKind::Miss => "外れていた",
        EndKind::Veto => "却下されていた",
        EndKind::Void => "無効だった",
    }
}

/// `Annへのあなたのレーザー: 命中`.
pub(crate) fn title(title: &ShotTitle, names: Names) -> String {
    let shot = shot(title.shooter, title.weapon, title.target, names);
    format!("{shot}: {}", word(title.end))
}

/// `あなたのレーザー`, `あなたへのBobのレーザー`.
pub(crate) fn listed(listed: &ListedShot, names: Names) -> String {
    shot(listed.shooter, listed.weapon, listed.target, names)
}

fn shot(shooter: Person, fired: Weapon, target: Option<Person>, names: Names) -> String {
    let at = target.map(|target| format!("{}への", called(target, names))).unwrap_or_default();
    format!("{at}{}{}", whose(shooter, names), weapon(fired))
}

/// The result, beside the shot or after a colon: `Ann、Bobに命中`.
pub(crate) fn listed_end(end: &ShotEnd, names: Names) -> String {
    let whom = all(&end.ships, names);
    match end.kind {
        EndKind::Pending => "まだ決まっていない".into(),
        EndKind::Open => format!("{whom}に命中、まだ取り消されうる"),
        EndKind::Hit => format!("{whom}に命中"),
        EndKind::Undone => format!("{whom}に命中、のちに取り消し"),
        EndKind::Refused => format!("{whom}への命中を申告、拒否された"),
        EndKind::Miss => "誰にも当たらず".into(),
        EndKind::Veto => format!("{whom}に当たったが、遮蔽物があった"),
        EndKind::Void => {
            format!("{whom}に当たったが、シールドが効いていたか、もう撃墜されていた")
        }
    }
}

/// `Annのショット415.0.1.b: Bobに命中`.
pub(crate) fn printed(id: &str, shooter: Person, end: &ShotEnd, names: Names) -> String {
    format!("{}ショット{id}: {}", whose(shooter, names), listed_end(end, names))
}

pub(crate) fn this_room(shooter: Person, end: &ShotEnd, names: Names) -> String {
    let (whose, end) = (whose(shooter, names), listed_end(end, names));
    format!("このルームには独自のルールがあります。{whose}ショット: {end}。")
}

/// `あなたのショットはAnnに命中していました。`
pub(crate) fn would_have(other: &CounterfactualEnd, names: Names) -> String {
    let whom = all(&other.end.ships, names);
    let end = match other.end.kind {
        EndKind::Pending => "まだ決まっていませんでした".into(),
        EndKind::Open | EndKind::Hit => format!("{whom}に命中していました"),
        EndKind::Undone | EndKind::Refused | EndKind::Miss => "誰にも当たっていませんでした".into(),
        EndKind::Veto => format!("{whom}に当たっても、現在では遮蔽物がさえぎっていました"),
        EndKind::Void => {
            format!("{whom}に当たっても、シールドが効いていたか、もう撃墜されていました")
        }
    };
    let who = called(other.shooter, names);
    let off = other.drawn_off_u;
    let elsewhere = if off > 0.0 {
        format!(
            " ≈ 的が{off:.1} u離れた所に描かれていたはずなので、{who}は別の場所を狙っていた\
             でしょう。"
        )
    } else {
        String::new()
    };
    format!("{}ショットは{end}。{elsewhere}", whose(other.shooter, names))
}
