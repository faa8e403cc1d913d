//! Outcomes of lies, in Korean.

use alloc::{format, string::String};

use lab::outcome_statement::{HitsClaimed, Killed, OldView};
use shared::schemes::{claims::ClaimRefusal, clamp::Clamp};

use super::shots::did;
use crate::{figures::whole_ms, shot_sheet::ClampTexts};

pub(crate) fn hits_claimed(claims: HitsClaimed) -> String {
    let HitsClaimed { n_claims, n_refused, why, n_hits, killed, span } = claims;
    let killed = match killed {
        Killed::Yes => "그 탄이 기체를 격추했습니다",
        Killed::No => "기체를 격추한 탄은 없습니다",
    };
    format!(
        "A에서는 주장 {n_claims}개 가운데 {n_refused}개가 거부되었습니다. {} B에서는 탄 \
         {n_hits}발이 맞았습니다. 마지막 탄은 첫 탄보다 {:.1}초 뒤에 맞았고, {killed}.",
        refused(why),
        span.as_s_f32(),
    )
}

/// Why the server refused a claim.
fn refused(why: ClaimRefusal) -> String {
    match why {
        ClaimRefusal::TooFar { distance } => {
            format!("기체가 탄에서 {:.0} u 떨어져 있었습니다.", distance as f32 / 256.0)
        }
        ClaimRefusal::BeyondBound { ms } => {
            format!("내가 기체를 본 것은 {ms} ms 전이고, 이는 한계를 넘습니다.")
        }
        ClaimRefusal::UnknownShot => "그런 사격이 없습니다.".into(),
        ClaimRefusal::Decided => "그 사격은 이미 판정이 끝났습니다.".into(),
        ClaimRefusal::NotReached => "탄이 그곳까지 갔을 리 없습니다.".into(),
        ClaimRefusal::LifeOver => "맞았다는 기체는 그때 이미 격추된 뒤였습니다.".into(),
        ClaimRefusal::Shielded => "보호막이 기체를 지켜 주었습니다.".into(),
        ClaimRefusal::Gone => "그 기체가 그곳에 없습니다.".into(),
        ClaimRefusal::Cover => "이제 바위가 가로막고 있습니다.".into(),
        ClaimRefusal::Ally => "같은 편 기체입니다.".into(),
    }
}

/// Why the server used a different moment from the one claimed.
const BECAUSE: ClampTexts = ClampTexts {
    Backwards: "시점은 결코 거꾸로 가지 않기 때문입니다.",
    Bound: "주장이 한계를 넘기 때문입니다.",
    PingCap: "주장이 핑 상한을 넘기 때문입니다.",
    Implausible: "주장이 내 회선으로 설명되지 않기 때문입니다.",
    Future: "아무도 미래를 볼 수 없기 때문입니다.",
    NotDelayed: "여기서는 모두의 지연이 똑같기 때문입니다.",
};

pub(crate) fn view_backwards(asked_ms: i64, gained_ms: i64, clamp: Option<Clamp>) -> String {
    let claimed = "B에서 내 프로그램은 두 번째 탄에 대해, 내가 본 순간보다";
    match clamp {
        Some(clamp) => format!(
            "{claimed} {asked_ms} ms 전의 순간을 주장했습니다. 서버는 내가 본 순간보다 {gained_ms} \
             ms 전의 순간을 썼습니다. {}",
            BECAUSE.of(clamp)
        ),
        None => {
            format!("{claimed} {asked_ms} ms 전의 순간을 주장했고, 서버는 그 주장을 믿었습니다.")
        }
    }
}

pub(crate) fn without_cooldown([honest, lying]: [u32; 2], n_lies: u32, apart_ms: i64) -> String {
    format!(
        "A에서는 탄 {honest}발이 나갔습니다. B에서는 내 프로그램이 명령 {n_lies}개에서 방아쇠를 더 \
         당겼고, 탄 {lying}발이 적어도 {apart_ms} ms의 간격을 두고 나갔습니다. 재사용 대기 시간은 \
         서버가 지킵니다."
    )
}

pub(crate) fn burst([in_a, in_b]: [u8; 2], late: u32) -> String {
    let gains = |most: u8| match most.saturating_sub(1) {
        0 => "거짓말은 아무것도 얻지 못합니다".into(),
        n => format!("거짓말은 {n}틱을 얻습니다"),
    };
    format!(
        "A에서 내 기체는 한 틱에 명령을 최대 {in_a}개 실행했고, {late}개는 너무 늦게 왔습니다. {}. \
         B에서는 한 틱에 명령을 최대 {in_b}개 실행했습니다. {}.",
        gains(in_a),
        gains(in_b),
    )
}

pub(crate) fn old_view(view: OldView) -> String {
    let ([honest, lying], [in_a, in_b]) = (view.fates, view.back.map(whole_ms));
    let claimed = whole_ms(view.claimed);
    let instead = match view.clamp {
        Some(clamp) => format!(
            "서버는 {in_b} ms 전을 보았고, 내 프로그램이 주장한 {claimed} ms 전은 보지 않았습니다. \
             {}",
            BECAUSE.of(clamp)
        ),
        None => format!("서버는 내 프로그램이 주장한 대로 {in_b} ms 전을 보았습니다."),
    };
    format!(
        "A에서는 빔이 {}. 서버는 {in_a} ms 전을 보았습니다. B에서는 빔이 {}. {instead} 거짓말은 \
         기체의 경로에서 {:.0} u만큼 얻습니다.",
        did(honest),
        did(lying),
        view.gained_u,
    )
}

pub(crate) fn head_starts([honest, lying]: [f32; 2]) -> String {
    let gained = lying - honest;
    format!(
        "내 탄은 A에서는 포구보다 {honest:.0} u, B에서는 {lying:.0} u 앞에서 시작했습니다. \
         거짓말은 {gained:.0} u만큼 얻고, 서버에는 거부할 이유가 없습니다."
    )
}
