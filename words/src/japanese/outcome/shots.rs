//! What came of shots, in Japanese.

use alloc::{format, string::String};

use lab::outcome_statement::{
    BoltBeginning, ChordDeviation, ConvergedOverLine, EndedAndPierced, HitInLine, HitUndone,
    MarkersReach, ShipsInLine, ShotFate, ShotStatement, SmoothedImpact, ThreeSpeeds, UndoneTarget,
    WholeTick,
};
use shared::{base::time::Micros, sim::rules::SHIP_RADIUS_U};

use crate::figures::{NOTHING_U, whole_ms, whole_u};

/// How a sentence about one shot begins.
const fn headline(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "命中",
        ShotFate::Missed => "外れ",
        ShotFate::Vetoed => "却下",
    }
}

/// What a beam or a bolt did.
pub(super) const fn did(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "命中しました",
        ShotFate::Missed => "外れました",
        ShotFate::Vetoed => "却下されました",
    }
}

pub(super) fn bolt_came_by(shot: ShotStatement) -> String {
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

pub(super) fn bolt_began(ahead_u: f32) -> String {
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

pub(super) fn bolt_converged(began: BoltBeginning, shot: ShotStatement) -> String {
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

pub(super) fn converged_over_line(converged: ConvergedOverLine) -> String {
    let ConvergedOverLine { began, shot, bytes_per_s: [down, up], line_bytes_per_s: line } =
        converged;
    format!(
        "{}あなたの回線が1秒に運んだのは、下りが{down}バイト、上りが{up}バイトです。それぞれ{line}\
         バイトまで運べます。",
        bolt_converged(began, shot),
    )
}

pub(super) fn three_speeds(bolt: ThreeSpeeds) -> String {
    let ThreeSpeeds { u_per_s: [own, server, third], caught_up_u: [server_u, third_u] } = bolt;
    format!(
        "弾の最初の100 msの速さは、あなたの画面では{own:.0} u/s、サーバーでは{server:.0} u/s、相手\
         プレイヤーの画面では{third:.0} u/sでした。追いつくべき距離は、サーバーで{server_u:.0} u、\
         相手の画面で{third_u:.0} uでした。"
    )
}

pub(super) fn judged_off_seen(shot: ShotStatement) -> String {
    let place = match shot.passed_u {
        off_u if off_u < NOTHING_U => "見えていた場所".into(),
        off_u => format!("見えていた場所から{off_u:.1} uの所"),
    };
    format!("{}: 機体は、{place}で判定されました。", headline(shot.fate))
}

pub(super) fn judged_and_gone(shot: ShotStatement, gone_u: f32) -> String {
    match whole_u(gone_u) {
        0 => format!(
            "{}: 機体は、判定のときにいた場所で判定されました。見えていた場所からは{:.1} uの所です。",
            headline(shot.fate),
            shot.passed_u
        ),
        _ => {
            format!("{}機体はそこからもう{gone_u:.1} u先へ進んでいました。", judged_off_seen(shot))
        }
    }
}

pub(super) fn behind_cover(shot: ShotStatement, gone_u: f32) -> String {
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

pub(super) fn markers_reach([slow, fast]: [MarkersReach; 2]) -> String {
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

pub(super) fn off_markers(turn: ShotStatement, bounce: ShotStatement) -> String {
    format!(
        "機体は、向きを変えたときは見えていた場所から{:.2} uの所で判定され、ビームは{}。跳ね返った\
         ときは{:.1} uの所で判定され、ビームは{}。",
        turn.passed_u,
        did(turn.fate),
        bounce.passed_u,
        did(bounce.fate),
    )
}

pub(super) fn by_units_and_lives([units, lives]: [ShotStatement; 2]) -> String {
    format!(
        "64ユニットのルールのAでは、ビームは{}。機体は見えていた場所から{:.0} uの所で判定されました。リスポーンのルールのBでは、ビームは{}。判定は{:.1} uの所で\
         す。",
        did(units.fate),
        units.passed_u,
        did(lives.fate),
        lives.passed_u,
    )
}

pub(super) fn off_chords([few, many]: [ChordDeviation; 2]) -> String {
    format!(
        "スナップショットが1秒に{}個のAでは、ビームは{}。機体は、見えていた直線から{:.1} u外れた\
         所で判定されました。1秒に{}個のBでは、ビームは{}。ずれは{:.2} uです。",
        few.snapshots_hz,
        did(few.shot.fate),
        few.shot.passed_u,
        many.snapshots_hz,
        did(many.shot.fate),
        many.shot.passed_u,
    )
}

pub(super) fn whole_tick(tick: WholeTick) -> String {
    format!(
        "{}: 機体は{:.0} u/sで飛び、見えていた場所から{:.2} uの所で判定されました。半ティックに\
         {:.2} u飛びます。",
        headline(tick.shot.fate),
        tick.speed_u_per_s,
        tick.shot.passed_u,
        tick.half_tick_u,
    )
}

pub(super) fn ships_in_line(hits: ShipsInLine) -> String {
    let whom = |hit| match hit {
        HitInLine::Nobody => "誰にも当たりませんでした",
        HitInLine::Front => "手前の機体だけに当たりました",
        HitInLine::Back => "後ろの機体だけに当たりました",
        HitInLine::Both => "2機ともに当たりました",
        HitInLine::Other => "別の機体に当たりました",
    };
    format!(
        "弾は、あなたの申告が認められる所では{}。サーバーが決める所では{}。そこでは手前の機体から{:.0} uの所を通りました。",
        whom(hits.by_claim),
        whom(hits.by_server),
        hits.passed_u,
    )
}

pub(super) fn parts_of_way([near, far]: [SmoothedImpact; 2]) -> String {
    format!(
        "A(k = {})では、弾は{:.0}フレーム後に機体に出会いました。B(k = {})では{:.0}フレーム後で、そのとき弾は{:.1} u、目標点は{:.0} u進んで\
         いました。コマンドが届くまでの{} msがなければ、{:.1} uと{:.0} uです。",
        near.k,
        near.age_frames,
        far.k,
        far.age_frames,
        far.distance_u,
        far.target_u,
        whole_ms(far.lead),
        far.undisplaced_u,
        far.undisplaced_target_u,
    )
}

pub(super) fn undone(hit: HitUndone) -> String {
    let whose = match hit.on {
        UndoneTarget::FarShip => "遠くの機体",
        UndoneTarget::OtherShip => "別の機体",
    };
    let (points, after) = (hit.points, whole_ms(hit.after));
    format!("取り消し: {after} ms後に、{whose}に{points}点が戻りました。")
}

pub(super) fn nothing_undone(hit: HitInLine) -> String {
    let hit = match hit {
        HitInLine::Nobody => "弾は誰にも当たりませんでした",
        HitInLine::Front => "弾は近くの機体だけに当たりました",
        HitInLine::Back | HitInLine::Both => "弾は遠くの機体に当たり、それはそのままです",
        HitInLine::Other => "弾は別の所にいる機体に当たりました",
    };
    format!("取り消されたものはありません。{hit}。")
}

pub(super) fn ended_and_pierced(bolts: EndedAndPierced) -> String {
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

pub(super) fn cover_saves([off, all]: [ShotFate; 2], gone_u: f32) -> String {
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

pub(super) fn ping_capped([free, capped]: [ShotStatement; 2], too_old: Micros) -> String {
    let age = match whole_ms(too_old) {
        ms if ms > 0 => format!("見えていた姿は上限より{ms} ms古く"),
        _ => "見えていた姿は上限より古くなく".into(),
    };
    format!(
        "Aではビームは{}。機体は見えていた場所から{:.1} uの所で判定されました。Bではビームは{}。\
         {age}、機体は見えていた場所から{:.0} uの所で判定されました。",
        did(free.fate),
        free.passed_u,
        did(capped.fate),
        capped.passed_u,
    )
}
