//! What links and the order of commands came to, in Japanese.

use alloc::{format, string::String};

use lab::outcome_statement::{
    BeamsFired, HitMessageCost, LockstepStatement, ShotDown, StreamStalled,
};
use shared::base::time::Micros;

use crate::figures::whole_ms;

pub(super) fn stream_stalled(stream: StreamStalled) -> String {
    format!(
        "あなたのストリームは{} ms途絶え、それから{}個のスナップショットが一度に届きました。3人目の\
         プレイヤーのデータグラムが途絶えたのは、最長で{} msです。",
        whole_ms(stream.silent),
        stream.burst,
        whole_ms(stream.datagrams_silent),
    )
}

pub(super) fn bolts_left([in_a, in_b]: [Micros; 2], flight_u: f32) -> String {
    let when = |earlier| match whole_ms(earlier) {
        0 => "あなたの弾と同時に出ました".into(),
        ms if ms < 0 => format!("あなたの弾の{} ms後に出ました", -ms),
        ms => format!("あなたの弾の{ms} ms前に出ました"),
    };
    format!(
        "Aでは、相手プレイヤーの弾が{}。弾が{:.0} u飛ぶ時間です。最低ラグのあるBでは、{}。",
        when(in_a),
        flight_u.abs(),
        when(in_b),
    )
}

pub(super) fn beams_fired([in_a, in_b]: [BeamsFired; 2], shot_down: ShotDown) -> String {
    let end = match shot_down {
        ShotDown::BothShips => "そこでは2機とも撃墜されました。",
        ShotDown::NotBoth => "",
    };
    format!(
        "Aでは、あなたが{}本、相手プレイヤーが{}本のビームを撃ちました。最低ラグのあるBでは、あなたが\
         {}本、相手プレイヤーが{}本です。{end}",
        in_a.yours, in_a.theirs, in_b.yours, in_b.theirs,
    )
}

pub(super) fn lockstep(world: LockstepStatement) -> String {
    format!(
        "世界は1秒に{}ティックのところ{:.0}ティックで進み、自機は{} ms後に反応します。1秒に{}個のパケットが上り、{}個が下り、やり直されるティックはありません。",
        world.rate_hz,
        world.ran_hz,
        whole_ms(world.answers),
        world.packets_up_hz,
        world.packets_down_hz,
    )
}

pub(super) fn hits_told(hits: HitMessageCost) -> String {
    let ([two, one], [late, early]) = (hits.n_messages, hits.told);
    format!(
        "{}発のショットに、Aでは{two}個、Bでは{one}個のメッセージが必要でした。相手プレイヤーが命中を知らされたのは、Aでは引き金を引いてから{} ms後、Bでは{} \
         ms後です。",
        hits.n_shots,
        whole_ms(late),
        whole_ms(early),
    )
}
