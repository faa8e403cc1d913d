//! Outcomes about shots, in Japanese.

use alloc::{format, string::String};

use lab::outcome_statement::{
    BoltBeginning, EndedAndPierced, HitInLine, MarkersReach, ShotFate, ShotStatement, UndoneTarget,
};
use shared::sim::rules::SHIP_RADIUS_U;

use crate::figures::{NOTHING_U, whole_ms, whole_u};

/// The opening of a sentence about one shot.
const fn headline(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "命中",
        ShotFate::Missed => "外れ",
        ShotFate::Vetoed => "却下",
    }
}

/// Verb for a shot's fate.
pub(super) const fn did(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "命中しました",
        ShotFate::Missed => "外れました",
        ShotFate::Vetoed => "却下されました",
    }
}

pub(crate) fn bolt_came_by(shot: ShotStatement) -> String {
    let passed_u = shot.passed_u;
    match shot.fate {
        ShotFate::Hit => format!(
            "命中: 弾は機体の中心から{passed_u:.1} uの所を通りました。機体の半径は\
             {SHIP_RADIUS_U:.0} uです。"
        ),
        ShotFate::Missed | ShotFate::Vetoed => format!(
            "外れ: 弾は、サーバーが機体を探した場所に{passed_u:.1} uまでしか近づきませんでした。"
        ),
    }
}

pub(crate) fn bolt_began(ahead_u: f32) -> String {
    match whole_u(ahead_u) {
        0 => "相手プレイヤーの画面では、あなたの弾は砲口から始まりました。".into(),
        n if n < 0 => {
            format!("相手プレイヤーの画面では、あなたの弾は砲口の{} u後ろから始まりました。", -n)
        }
        _ => format!(
            "相手プレイヤーの画面では、あなたの弾は砲口の{ahead_u:.1} u先から始まりました。"
        ),
    }
}

pub(crate) fn bolt_converged(began: BoltBeginning, shot: ShotStatement) -> String {
    let passed_u = shot.passed_u;
    let place = match (began, shot.fate) {
        (BoltBeginning::AtMuzzle, ShotFate::Hit) => {
            return format!(
                "命中: 弾は相手プレイヤーの画面でも砲口から始まりました。追いついて、機体の中心から\
                 {passed_u:.1} uの所を通りました。"
            );
        }
        (BoltBeginning::AtMuzzle, _) => "砲口",
        (BoltBeginning::Ahead, _) => "砲口より先",
    };
    format!(
        "{}: 相手プレイヤーの画面では、弾は{place}から始まり、機体の中心から{passed_u:.1} uの所を\
         通りました。",
        headline(shot.fate)
    )
}

pub(crate) fn converged_over_line(
    began: BoltBeginning,
    shot: ShotStatement,
    [down, up]: [u32; 2],
    line: u32,
) -> String {
    let converged = bolt_converged(began, shot);
    format!(
        "{converged}あなたの回線が1秒に運んだのは、下りが{down}バイト、上りが{up}バイトです。それぞ\
         れ{line}バイトまで運べます。"
    )
}

pub(crate) fn three_speeds(
    [own, server, third]: [f32; 3],
    [server_u, third_u]: [f32; 2],
) -> String {
    format!(
        "弾の最初の100 msの速さは、あなたの画面では{own:.0} u/s、サーバーでは{server:.0} u/s、相手\
         プレイヤーの画面では{third:.0} u/sでした。追いつくべき距離は、サーバーで{server_u:.0} u、\
         相手の画面で{third_u:.0} uでした。"
    )
}

pub(crate) fn judged_off_seen(shot: ShotStatement) -> String {
    let place = match shot.passed_u {
        off_u if off_u < NOTHING_U => "見えていた場所".into(),
        off_u => format!("見えていた場所から{off_u:.1} uの所"),
    };
    format!("{}: 機体は、{place}で判定されました。", headline(shot.fate))
}

pub(crate) fn judged_and_gone(shot: ShotStatement, gone_u: f32) -> String {
    match whole_u(gone_u) {
        0 => format!(
            "{}: 機体は、判定のときにいた場所で判定されました。見えていた場所からは{:.1} uの所で\
             す。",
            headline(shot.fate),
            shot.passed_u
        ),
        _ => {
            format!("{}機体はそこからもう{gone_u:.1} u先へ進んでいました。", judged_off_seen(shot))
        }
    }
}

pub(crate) fn behind_cover(shot: ShotStatement, gone_u: f32) -> String {
    match shot.fate {
        ShotFate::Vetoed => format!(
            "却下: 見えていたものには当たりましたが、そのとき機体は{gone_u:.1} u先の、岩の陰に\
             いました。"
        ),
        ShotFate::Hit => format!(
            "命中: そのとき機体はもう{gone_u:.1} u先にいたので、岩の陰で撃たれたことになります。"
        ),
        ShotFate::Missed => format!(
            "外れ: そのとき機体はもう{gone_u:.1} u先にいて、ビームは判定された場所から{:.1} uの所を\
             通りました。",
            shot.passed_u
        ),
    }
}

pub(crate) fn markers_reach([slow, fast]: [MarkersReach; 2]) -> String {
    let of = |one: MarkersReach| {
        let (did, passed_u) = (did(one.shot.fate), one.shot.passed_u);
        let (hz, oldest) = (one.commands_hz, whole_ms(one.oldest));
        format!(
            "コマンドは1秒に{hz}個、いちばん古いマーカーは{oldest} ms前のもので、ビームは機体の\
             中心から{passed_u:.1} uの所を通り、{did}。"
        )
    };
    format!("Aでは、{}Bでは、{}", of(slow), of(fast))
}

pub(crate) fn off_markers(fates: [ShotFate; 2], [turn_u, bounce_u]: [f32; 2]) -> String {
    let [turn, bounce] = fates.map(did);
    format!(
        "機体は、向きを変えたときは見えていた場所から{turn_u:.2} uの所で判定され、ビームは{turn}。\
         跳ね返ったときは{bounce_u:.1} uの所で判定され、ビームは{bounce}。"
    )
}

pub(crate) fn by_units_and_lives(fates: [ShotFate; 2], [units_u, lives_u]: [f32; 2]) -> String {
    let [units, lives] = fates.map(did);
    format!(
        "64ユニットのルールのAでは、ビームは{units}。機体は見えていた場所から{units_u:.0} uの所で判\
         定されました。リスポーンのルールのBでは、ビームは{lives}。判定は{lives_u:.1} uの所です。"
    )
}

pub(crate) fn off_chords(
    [few_hz, many_hz]: [u16; 2],
    fates: [ShotFate; 2],
    [few_u, many_u]: [f32; 2],
) -> String {
    let [few, many] = fates.map(did);
    format!(
        "スナップショットが1秒に{few_hz}個のAでは、ビームは{few}。機体は、見えていた直線から\
         {few_u:.1} u外れた所で判定されました。1秒に{many_hz}個のBでは、ビームは{many}。ずれは\
         {many_u:.2} uです。"
    )
}

pub(crate) fn whole_tick(fate: ShotFate, speed: f32, off_u: f32, half_tick_u: f32) -> String {
    let headline = headline(fate);
    format!(
        "{headline}: 機体は{speed:.0} u/sで飛び、見えていた場所から{off_u:.2} uの所で判定されまし\
         た。半ティックに{half_tick_u:.2} u飛びます。"
    )
}

pub(crate) fn ships_in_line(hits: [HitInLine; 2], passed_u: f32) -> String {
    let [by_claim, by_server] = hits.map(|hit| match hit {
        HitInLine::Nobody => "誰にも当たりませんでした",
        HitInLine::Front => "手前の機体だけに当たりました",
        HitInLine::Back => "後ろの機体だけに当たりました",
        HitInLine::Both => "2機ともに当たりました",
        HitInLine::Other => "別の機体に当たりました",
    });
    format!(
        "弾は、あなたの申告が認められる所では{by_claim}。サーバーが決める所では{by_server}。そこで\
         は手前の機体から{passed_u:.0} uの所を通りました。"
    )
}

pub(crate) fn parts_of_way(
    ks: [u8; 2],
    ages: [f32; 2],
    [bolt_u, target_u]: [f32; 2],
    lead_ms: i64,
    plain: [f32; 2],
) -> String {
    let ([near_k, far_k], [near_age, far_age]) = (ks, ages);
    let [plain_bolt_u, plain_target_u] = plain;
    format!(
        "A(k = {near_k})では、弾は{near_age:.0}フレーム後に機体に出会いました。B(k = {far_k})では\
         {far_age:.0}フレーム後で、そのとき弾は{bolt_u:.1} u、目標点は{target_u:.0} u進んでいまし\
         た。コマンドが届くまでの{lead_ms} msがなければ、{plain_bolt_u:.1} uと{plain_target_u:.0} u\
         です。"
    )
}

pub(crate) fn undone(on: UndoneTarget, points: u8, after_ms: i64) -> String {
    let whose = match on {
        UndoneTarget::FarShip => "遠くの機体",
        UndoneTarget::OtherShip => "別の機体",
    };
    format!("取り消し: {after_ms} ms後に、{whose}に{points}点が戻りました。")
}

pub(crate) fn nothing_undone(hit: HitInLine) -> String {
    let hit = match hit {
        HitInLine::Nobody => "弾は誰にも当たりませんでした",
        HitInLine::Front => "弾は近くの機体だけに当たりました",
        HitInLine::Back | HitInLine::Both => "弾は遠くの機体に当たり、それはそのままです",
        HitInLine::Other => "弾は別の所にいる機体に当たりました",
    };
    format!("取り消されたものはありません。{hit}。")
}

pub(crate) fn ended_and_pierced(bolts: EndedAndPierced) -> String {
    let [in_a, in_b] = bolts.came_back;
    let in_b = match in_b {
        0 => "何も戻りませんでした".into(),
        points => format!("{points}点が戻りました"),
    };
    format!(
        "Aでは、遠くの機体に{in_a}点が戻りました。Bでは、弾が{}機から{}点ずつ奪い、{in_b}。",
        bolts.n_hit, bolts.points_each,
    )
}

pub(crate) fn cover_saves([off, all]: [ShotFate; 2], gone_u: f32) -> String {
    let did = |fate| match fate {
        ShotFate::Hit => "命中しました",
        ShotFate::Missed => "外れました",
        ShotFate::Vetoed => "岩が機体を救うので却下されました",
    };
    format!(
        "弾は、Aでは{}。Bでは{}。そのとき機体は、見えていた場所から{gone_u:.0} u離れていました。",
        did(off),
        did(all)
    )
}

pub(crate) fn ping_capped(
    fates: [ShotFate; 2],
    [free_u, capped_u]: [f32; 2],
    older_ms: i64,
) -> String {
    let [free, capped] = fates.map(did);
    let age = match older_ms {
        ms if ms > 0 => format!("見えていた姿は上限より{ms} ms古く"),
        _ => "見えていた姿は上限より古くなく".into(),
    };
    format!(
        "Aではビームは{free}。機体は見えていた場所から{free_u:.1} uの所で判定されました。Bではビー\
         ムは{capped}。{age}、機体は見えていた場所から{capped_u:.0} uの所で判定されました。"
    )
}
