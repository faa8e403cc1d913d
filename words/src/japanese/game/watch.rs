//! Watching, in Japanese.

use alloc::{format, string::String};

use crate::game::WatchWords;

pub(super) const WORDS: WatchWords = WatchWords {
    comes_in: |seconds| format!("あと {seconds} 秒で試合が映ります。"),
    nobody_plays: "今は誰もプレイしていません。",
    follows: |name| format!("{name} を観戦中"),
    free: "フリーカメラ",
    ping: |ms| format!("ping {ms} ms"),
    is_bot: "ボット",
    late: |seconds| format!("{seconds} 秒遅れ"),
    times: |own_ms, others_ms| {
        format!("自機はサーバーの輪郭より {own_ms} ms 先、ほかの機体は {others_ms} ms 前")
    },
    bot_has_no_lag: "ボットには見せるラグがありません。",
    in_line,
    play: "プレイする",
    keep_watching: "観戦を続ける",
    your_turn: "席が空きました。あなたの番です。",
    watching: |n| format!("観戦 {n} 人"),
};

fn in_line(place: u16) -> String {
    match place {
        1 => "次に空いた席はあなたのものです。".into(),
        _ => format!("席待ち: あなたの前に {} 人います。", place - 1),
    }
}
