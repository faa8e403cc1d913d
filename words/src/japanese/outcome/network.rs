//! Outcomes about links and the order of commands, in Japanese.

use alloc::{format, string::String};

use lab::outcome_statement::{BeamsFired, BufferedSnapshots, ShotDown};

pub(crate) fn stream_stalled(silent_ms: i64, burst: u32, datagrams_ms: i64) -> String {
    format!(
        "あなたのストリームは{silent_ms} ms途絶え、それから{burst}個のスナップショットが一度に届き\
         ました。3人目のプレイヤーのデータグラムが途絶えたのは、最長で{datagrams_ms} msです。"
    )
}

pub(crate) fn buffered_snapshots(buffered: BufferedSnapshots, behind_ms: i64) -> String {
    let BufferedSnapshots { n_arrived, n_late, n_lost, .. } = buffered;
    let late = match n_late {
        0 => format!("届いた{n_arrived}個のスナップショットはすべて間に合いました"),
        n => format!("届いた{n_arrived}個のスナップショットのうち、{n}個は間に合いませんでした"),
    };
    let lost = match n_lost {
        0 => String::new(),
        n => format!("。ほかに{n}個が失われました"),
    };
    format!("{late}{lost}。相手の機体は{behind_ms} ms前の姿で描かれています。")
}

pub(crate) fn clock_stepped(
    [before_ms, after_ms, longer_ms, followed_ms]: [i64; 4],
    n_late: u32,
) -> String {
    let late = match n_late {
        0 => "そのあいだ、遅れて届いたコマンドはありません。".into(),
        n => format!("そのあいだに、{n}個のコマンドが間に合いませんでした。"),
    };
    format!(
        "あなたの時計はサーバーより{before_ms} ms進んでいました。コマンドが届くまでの時間が\
         {longer_ms} ms延びると、{followed_ms} ms後には追いつき、{after_ms} ms進んでいました。{late}"
    )
}

pub(crate) fn bolts_left([in_a, in_b]: [i64; 2], flight_u: f32) -> String {
    let when = |earlier_ms| match earlier_ms {
        0 => "あなたの弾と同時に出ました".into(),
        ms if ms < 0 => format!("あなたの弾の{} ms後に出ました", -ms),
        ms => format!("あなたの弾の{ms} ms前に出ました"),
    };
    format!(
        "Aでは、相手プレイヤーの弾が{}。弾が{:.0} u飛ぶ時間です。最低ラグのあるBでは、{}。",
        when(in_a),
        flight_u,
        when(in_b),
    )
}

pub(crate) fn beams_fired([in_a, in_b]: [BeamsFired; 2], shot_down: ShotDown) -> String {
    let end = match shot_down {
        ShotDown::BothShips => "そこでは2機とも撃墜されました。",
        ShotDown::NotBoth => "",
    };
    format!(
        "Aでは、あなたが{}本、相手プレイヤーが{}本のビームを撃ちました。最低ラグのあるBでは、あなた\
         が{}本、相手プレイヤーが{}本です。{end}",
        in_a.yours, in_a.theirs, in_b.yours, in_b.theirs,
    )
}

pub(crate) fn lockstep(
    ran_hz: f32,
    rate_hz: u16,
    [slowest_ms, answers_ms]: [i64; 2],
    [up, down]: [u32; 2],
) -> String {
    format!(
        "いちばん遅いプレイヤーのpingは{slowest_ms} msです。\
         世界は1秒に{rate_hz}ティックのところ{ran_hz:.0}ティックで進み、自機は{answers_ms} ms後に反\
         応します。1秒に{up}個のパケットが上り、{down}個が下り、やり直されるティックはありません。"
    )
}

pub(crate) fn hits_reported(
    n_shots: u32,
    [two, one]: [u64; 2],
    [late_ms, early_ms]: [i64; 2],
) -> String {
    format!(
        "{n_shots}発のショットに、Aでは{two}個、Bでは{one}個のメッセージが必要でした。相手プレイヤ\
         ーが命中を知らされたのは、Aでは引き金を引いてから{late_ms} ms後、Bでは{early_ms} ms後で\
         す。"
    )
}
