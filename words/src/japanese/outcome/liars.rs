//! Outcomes of lies, in Japanese.

use alloc::{format, string::String};

use lab::outcome_statement::{HitsClaimed, Killed, OldView};
use shared::schemes::{claims::ClaimRefusal, clamp::Clamp};

use super::shots::did;
use crate::{figures::whole_ms, shot_sheet::ClampTexts};

pub(crate) fn hits_claimed(claims: HitsClaimed) -> String {
    let HitsClaimed { n_claims, n_refused, why, n_hits, killed, span } = claims;
    let killed = match killed {
        Killed::Yes => "最後の1発で撃墜しました",
        Killed::No => "撃墜はありませんでした",
    };
    format!(
        "Aでは、申告{n_claims}件のうち{n_refused}件が拒否されました。理由: {}。Bでは{n_hits}発が命\
         中しました。最後の命中は最初の{:.1}秒後で、{killed}。",
        refused(why),
        span.as_s_f32(),
    )
}

/// Why the server refused a claim.
fn refused(why: ClaimRefusal) -> String {
    match why {
        ClaimRefusal::TooFar { distance } => {
            format!("機体は弾から{:.0} u離れていた", distance as f32 / 256.0)
        }
        ClaimRefusal::BeyondBound { ms } => {
            format!("機体を見たのは{ms} ms前で、上限を超えている")
        }
        ClaimRefusal::UnknownShot => "そのようなショットはない".into(),
        ClaimRefusal::Decided => "ショットの判定はもう出ていた".into(),
        ClaimRefusal::NotReached => "弾がそこに着いたはずがない".into(),
        ClaimRefusal::LifeOver => "当たった機体はもう撃墜されていた".into(),
        ClaimRefusal::Shielded => "シールドが機体を守っていた".into(),
        ClaimRefusal::Gone => "その機体はいない".into(),
        ClaimRefusal::Cover => "今では岩がさえぎっている".into(),
        ClaimRefusal::Ally => "味方の機体である".into(),
    }
}

/// Why the server used a different moment from the one claimed.
const BECAUSE: ClampTexts = ClampTexts {
    Backwards: "見た時刻は逆戻りしないからです",
    Bound: "申告が上限を超えているからです",
    PingCap: "申告がpingの上限を超えているからです",
    Implausible: "回線では申告の説明がつかないからです",
    Future: "未来は誰にも見えないからです",
    NotDelayed: "ここでは全員が同じ遅延で見るからです",
};

pub(crate) fn view_backwards(asked_ms: i64, gained_ms: i64, clamp: Option<Clamp>) -> String {
    let claimed =
        format!("Bでは、プログラムが2発目について、見えていたより{asked_ms} ms前の時刻を申告し");
    match clamp {
        Some(clamp) => format!(
            "{claimed}ました。サーバーが使ったのは、見えていたより{gained_ms} ms前の時刻です。{}。",
            BECAUSE.of(clamp)
        ),
        None => format!("{claimed}、サーバーはそれを信じました。"),
    }
}

pub(crate) fn without_cooldown([honest, lying]: [u32; 2], n_lies: u32, apart_ms: i64) -> String {
    format!(
        "Aでは{honest}発の弾が出ました。Bではプログラムがさらに{n_lies}個のコマンドで引き金を引き、\
         {lying}発が{apart_ms} ms以上の間隔で出ました。サーバーがクールダウンを守っています。"
    )
}

pub(crate) fn burst([in_a, in_b]: [u8; 2], late: u32) -> String {
    let gains = |most: u8| match most.saturating_sub(1) {
        0 => "嘘は何も得ません".into(),
        n => format!("嘘は{n}ティックを得ます"),
    };
    format!(
        "Aの自機は1ティックに最大{in_a}個のコマンドを実行し、{late}個は間に合いませんでした。{}。B\
         では1ティックに最大{in_b}個を実行しました。{}。",
        gains(in_a),
        gains(in_b),
    )
}

pub(crate) fn old_view(view: OldView) -> String {
    let ([honest, lying], [in_a, in_b]) = (view.fates, view.back.map(whole_ms));
    let claimed = whole_ms(view.claimed);
    let instead = match view.clamp {
        Some(clamp) => {
            format!("プログラムが申告した{claimed} msではありません。{}", BECAUSE.of(clamp))
        }
        None => "プログラムの申告どおりです".into(),
    };
    format!(
        "Aではビームは{}。サーバーは{in_a} msさかのぼりました。Bではビームは{}。サーバーは\
         {in_b} msさかのぼりました。{instead}。嘘が得たのは、機体の進路の{:.0} uです。",
        did(honest),
        did(lying),
        view.gained_u,
    )
}

pub(crate) fn head_starts([honest, lying]: [f32; 2]) -> String {
    let gained = lying - honest;
    format!(
        "あなたの弾は、Aでは砲口の{honest:.0} u先から、Bでは{lying:.0} u先から始まりました。嘘が\
         得たのは{gained:.0} uで、サーバーには拒否する理由がありません。"
    )
}
