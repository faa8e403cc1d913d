//! Explains what happened to a shot, in Japanese.

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

use super::person::{all, called, whose};
use crate::names::Names;

pub(crate) fn say(sentence: &ShotSentence, names: Names) -> String {
    match *sentence {
        ShotSentence::Hit { shooter, looked, met: ref all_met } => {
            hit(shooter, looked, all_met, names)
        }
        ShotSentence::FurtherBy { off_u } => {
            format!("そのとき、あなたはもう{off_u:.1} u先にいました。")
        }
        ShotSentence::CanBeUndone => "この命中は、まだ取り消されるかもしれません。".to_string(),
        ShotSentence::Missed { ship, shooter, gap_u, side, because } => {
            let (whom, side) = (called(ship, names), passed(side));
            let why = missed_because(because, ship, shooter, names);
            format!("外れ: ショットは{whom}の{side}を{gap_u:.1} u離れて通りました。{why}")
        }
        ShotSentence::NobodyNear => "外れ: ショットの近くには誰もいませんでした。".to_string(),
        ShotSentence::NothingClaimed { shooter } => {
            format!("外れ: {}画面は命中を申告しませんでした。", whose(shooter, names))
        }
        ShotSentence::Vetoed { looked: at, ship, cover } => format!(
            "却下: {}、そこでショットは{}に当たりました。しかし現在では{}がさえぎっていて、この方式では\
             現在でも命中していなければなりません。",
            looked(at),
            called(ship, names),
            covered_by(cover)
        ),
        ShotSentence::Void { ship, cause } => void(ship, cause, names),
        ShotSentence::Undone { victim, first, refund } => undone(victim, first, refund, names),
        ShotSentence::Refused { shooter, ship, because } => format!(
            "{}画面は{}への命中を申告し、サーバーはそれを拒否しました。理由: {}。",
            whose(shooter, names),
            called(ship, names),
            refused_because(because, ship, names)
        ),
        ShotSentence::Clamped { shooter, because } => clamped(shooter, because, names),
        ShotSentence::Extrapolated { shooter, ship, since_snapshot_ms: 0, off_u } => format!(
            "{}画面は推測していました。{}を最新のスナップショットより先へ進めて、サーバーが判定した場所から\
             {off_u:.1} u離れた所に描いていました。",
            whose(shooter, names),
            called(ship, names),
        ),
        ShotSentence::Extrapolated { shooter, ship, since_snapshot_ms, off_u } => format!(
            "{}画面は推測していました。{}の知らせが{since_snapshot_ms} ms届いておらず、サーバーが判定した\
             場所から{off_u:.1} u離れた所に描いていました。",
            whose(shooter, names),
            called(ship, names),
        ),
        ShotSentence::Lost { shooter, ship, gap_ms, off_u } => format!(
            "{}の知らせが途中で失われました。{}画面は{gap_ms} msの空白をまっすぐな線で埋め、サーバーが\
             判定した場所から{off_u:.1} u離れた所に描いていました。",
            called(ship, names),
            whose(shooter, names),
        ),
        ShotSentence::Slipped { shooter, by_ms, way } => {
            let way = match way {
                ClockShift::Ahead => "先へ",
                ClockShift::Back => "後ろへ",
            };
            format!(
                "弾が飛んでいる間に、{}画面が映す時刻が{by_ms:.1} ms{way}ずれました。",
                whose(shooter, names)
            )
        }
    }
}

fn hit(shooter: Person, at: RewoundMoment, all_met: &[ShipMet], names: Names) -> String {
    let mut said = String::from("命中");
    if all_met.len() > 1 {
        let ships: Vec<Person> = all_met.iter().map(|ship_met| ship_met.ship).collect();
        said.push_str(&format!("({})", all(&ships, names)));
    }
    said.push_str(&format!(": {}", looked(at)));
    for (n, ship_met) in all_met.iter().enumerate() {
        // A ship without stored poses is never rewound, whatever moment the server judges.
        let is_present = matches!(ship_met.place, ImpactPlace::Present { .. });
        let begin = match (n, at) {
            (0, RewoundMoment::Present) => "、ショットは",
            (0, _) if is_present => "ましたが、ショットは現在の位置で",
            (0, _) => "、そこでショットは",
            (_, RewoundMoment::Present) => "次に",
            (_, _) if is_present => "次に、現在の位置で",
            (_, _) => "次に",
        };
        said.push_str(begin);
        said.push_str(&met(shooter, ship_met, names));
    }
    said
}

/// The ship that a shot met, and where.
fn met(shooter: Person, ship_met: &ShipMet, names: Names) -> String {
    let whom = called(ship_met.ship, names);
    match ship_met.place {
        ImpactPlace::Unknown => format!("{whom}に当たりました。"),
        ImpactPlace::Present { from_centre_u, drawn_off_u } => {
            let screen = whose(shooter, names);
            let drawn = drawn_off_u.map(|off_u| {
                format!("{screen}画面は、そこから{off_u:.1} u離れた所に{whom}を映していました。")
            });
            let drawn = drawn.unwrap_or_default();
            format!("{whom}に、機体の中心から{from_centre_u:.1} uの所で当たりました。{drawn}")
        }
        ImpactPlace::Past(apart) => {
            format!("、{}の{whom}に当たりました。", seen(apart, shooter, names))
        }
    }
}

/// Where a ship was judged, relative to where the shooter saw it.
fn seen(apart: Separation, shooter: Person, names: Names) -> String {
    let who = called(shooter, names);
    match apart {
        Separation::Same { off_u } => format!("{who}が見ていた場所(差{off_u:.1} u)"),
        Separation::Off { off_u } => {
            format!("{who}が見ていた場所から{off_u:.1} u離れた所")
        }
    }
}

/// The moment the server judged, as a clause up to the verb's stem; an ending follows.
fn looked(at: RewoundMoment) -> String {
    match at {
        RewoundMoment::Present => "サーバーは現在の位置で判定し".to_string(),
        RewoundMoment::SharedDelay { back_ms } => {
            format!("サーバーは、誰に対しても同じように{back_ms} ms前を調べ")
        }
        RewoundMoment::Past { back_ms } => format!("サーバーは{back_ms} ms前を調べ"),
        RewoundMoment::Bounded { back_ms, bound_ms, reach } => {
            format!("サーバーは{back_ms} ms前(上限の{bound_ms} ms{})を調べ", within(reach))
        }
        RewoundMoment::Capped { back_ms, cap_ms, lerp_ms, reach } => format!(
            "サーバーは{back_ms} ms前(pingの上限{cap_ms} msと補間{lerp_ms} msの合計{})を調べ",
            within(reach)
        ),
    }
}

const fn within(reach: Reach) -> &'static str {
    match reach {
        Reach::Within => "以内",
        Reach::Limit => "いっぱい",
    }
}

const fn passed(side: PassingSide) -> &'static str {
    match side {
        PassingSide::Ahead => "前",
        PassingSide::Behind => "後ろ",
        PassingSide::Left => "左",
        PassingSide::Right => "右",
    }
}

fn missed_because(because: MissReason, ship: Person, shooter: Person, names: Names) -> String {
    let whom = called(ship, names);
    match because {
        MissReason::Past { looked: at, apart } => {
            let held = apart
                .map(|apart| format!("{whom}がいたのは、{}です。", seen(apart, shooter, names)));
            format!("{}ました。{}", looked(at), held.unwrap_or_default())
        }
        MissReason::Present { picture_ms, apart_u } => {
            let who = called(shooter, names);
            let judged = match apart_u {
                None => String::new(),
                Some(off_u) => {
                    format!("そこでは、{whom}は{who}が見ていた場所から{off_u:.1} u離れていました。")
                }
            };
            format!(
                "{who}が狙ったのは{picture_ms} ms前の姿で、サーバーは現在の位置で判定しました。{judged}"
            )
        }
    }
}

const fn covered_by(cover: Option<Cover>) -> &'static str {
    match cover {
        Some(Cover::Ship) => "別の機体",
        Some(Cover::Rock) => "岩",
        None => "何か",
    }
}

fn void(ship: Person, cause: Option<VoidCause>, names: Names) -> String {
    let whom = called(ship, names);
    match cause {
        Some(VoidCause::Shield) => {
            format!("無効: ショットは{whom}に当たりましたが、シールドが効いていました。")
        }
        Some(VoidCause::LifeOver) => {
            format!("無効: ショットは{whom}に当たりましたが、そのときにはもう撃墜されていました。")
        }
        None => format!(
            "無効: ショットは{whom}に当たりましたが、シールドが効いていたか、そのときにはもう撃墜されていました。"
        ),
    }
}

fn undone(victim: Person, first: Person, refund: u8, names: Names) -> String {
    let (whom, first) = (called(victim, names), called(first, names));
    format!(
        "取り消し: 弾は{whom}より先に{first}に当たっていたので、{whom}にヒットポイント{refund}点が\
         戻りました。"
    )
}

fn refused_because(because: RefusalReason, ship: Person, names: Names) -> String {
    let whom = called(ship, names);
    match because {
        RefusalReason::UnknownShot => "そのようなショットを知らない".to_string(),
        RefusalReason::Decided => "ショットの判定はもう出ていた".to_string(),
        RefusalReason::BeyondBound { back_ms, bound_ms } => {
            format!("その命中は{back_ms} ms前のもので、上限は{bound_ms} msである")
        }
        RefusalReason::NotReached => "ショットはまだそこまで届いていなかった".to_string(),
        RefusalReason::TooFar { beside_u } => {
            format!("サーバーでの{whom}の位置から{beside_u:.1} u横を通っていた")
        }
        RefusalReason::LifeOver => "そのときにはもう撃墜されていた".to_string(),
        RefusalReason::Shielded => format!("{whom}のシールドが効いていた"),
        RefusalReason::Gone => format!("{whom}はルームにいなかった"),
        RefusalReason::Cover => format!("そのとき、ショットと{whom}の間に遮蔽物があった"),
        RefusalReason::Ally => format!("ショットは味方をすり抜け、{whom}は味方だった"),
    }
}

fn clamped(shooter: Person, because: ClampReason, names: Names) -> String {
    let who = called(shooter, names);
    let picture = |picture_ms: i64| format!("{who}に見えていたのは{picture_ms} ms前の姿でした");
    match because {
        ClampReason::Bound { picture_ms, bound_ms, used_ms } => format!(
            "{}が、上限は{bound_ms} msです。サーバーは{used_ms} ms前を調べました。",
            picture(picture_ms)
        ),
        ClampReason::Future { after_ms } => format!(
            "{who}に見えていたのはショットの{after_ms} ms後の時刻だったので、サーバーはショットの時刻を使いました。"
        ),
        ClampReason::Backwards { picture_ms, used_ms } => format!(
            "{}が、前のショットはもっと新しい時刻を見て狙ったものでした。サーバーはその新しいほうの、\
             {used_ms} ms前を使いました。",
            picture(picture_ms)
        ),
        ClampReason::Unexplained { picture_ms, used_ms } => format!(
            "{}が、回線で説明がつくのは{used_ms} msまでなので、サーバーはそこまでさかのぼりました。",
            picture(picture_ms)
        ),
        ClampReason::RoundTrip { picture_ms, used_ms } => format!(
            "{}が、pingでは説明がつかないので、サーバーは{used_ms} ms前を調べました。",
            picture(picture_ms)
        ),
        ClampReason::PingCap { picture_ms, cap_ms, lerp_ms, used_ms } => format!(
            "{}が、ルームのpingの上限が許すのは{cap_ms} msと補間{lerp_ms} msまでです。サーバーは\
             {used_ms} ms前を調べました。",
            picture(picture_ms)
        ),
        ClampReason::SharedDelay { picture_ms, delay_ms, used_ms } => format!(
            "{}が、サーバーは誰に対しても{delay_ms} ms前を調べるので、{used_ms} msを使いました。",
            picture(picture_ms)
        ),
    }
}
