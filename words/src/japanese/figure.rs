//! Labels of a figure's controls and panes, in Japanese.

use alloc::{format, string::String};

use crate::{
    figure::{FigureTexts, waits_ms},
    panels::PresetTexts,
};

pub(crate) const TEXTS: FigureTexts = FigureTexts {
    Play: "再生",
    Pause: "一時停止",
    Moment: "試合内の時刻",
    Cue: "決定的な瞬間へ",
    ColumnA: "A",
    ColumnB: "B",
    Scheme: "方式",
    SchemeOfA: "A",
    SchemeOfB: "B",
    You: "あなた",
    Server: "サーバー",
    Other: "相手プレイヤー",
    NothingCame: "この設定では、この試合で見せたいことは起こりません。",
    Thrust: "推進",
    Turn: "旋回",
    Fire: "発射",
    TakeShot: "自分で撃つ",
    FireNow: "発射",
    ShootAgain: "もう一度撃つ",
    HoldHint: "ボタンを押し続けてください。",
    FireHint: "狙いは完璧です。撃つ瞬間を選んでください。",
    TooLate: "間に合わない",
    InTime: "間に合う",
    Lost: "失われた",
    EndFlight: "決定的な瞬間に戻る",
    YourAnswer: "反応まで:",
};

/// Preset names for lists.
pub(crate) const PRESETS: PresetTexts = PresetTexts {
    Et260: "Wolfenstein: ET 2.60",
    EtReleased: "Wolfenstein: ET、巻き戻し",
    QuakeWorld: "QuakeWorld、予測",
    Source: "Source、巻き戻し",
    DelayedSync: "遅延同期",
    Targeting: "ターゲティング、収束する弾",
    Nothing: "補償なし、遅れて出る弾",
    Jump: "飛び越し、先から始まる弾",
    Lagrange: "Lagrange、巻き戻し",
};

/// How a wrong prediction is corrected.
pub(crate) const CORRECTIONS: [&str; 2] = ["スナップ(一気に移る)", "なめらかに移る"];

/// Whether cover saves from a rewound shot.
pub(crate) const COVER_RULES: [&str; 2] = ["遮蔽の規則なし", "守る側に有利"];

/// What makes the answers of a flown ship vary; `None` if it is predicted.
pub(crate) fn flight_spread(snapshots_hz: Option<u32>) -> String {
    match snapshots_hz {
        None => "自機は予測されています。pingがいくつでも、次のフレームで反応します。".into(),
        Some(hz) => format!(
            "反応には、pingに加えて最大{most} msの待ち時間がかかります。毎秒60回のティック、{hz}回の\
             スナップショット、60回の画面を待つためです。だから押すたびに変わります。",
            most = waits_ms(hz)
        ),
    }
}
