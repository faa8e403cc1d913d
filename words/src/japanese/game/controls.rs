//! The controls, in Japanese.

use alloc::format;

use crate::game::ControlWords;

pub(super) const WORDS: ControlWords = ControlWords {
    first: ["移動", "照準", "射撃", "ビーム"],
    sticks: ["推進", "射撃 · 縁: ビーム"],
    keys: [
        "上に推進",
        "左に推進",
        "下に推進",
        "右に推進",
        "照準を左へ回す",
        "照準を右へ回す",
        "レーザー",
        "ビーム",
        "スコア(長押し)",
        "リベンジ、次のラウンド",
        "最新のショット",
        "ラグを見る",
        "残像",
        "ネットコード",
        "回線シミュレーション",
        "ネットグラフ",
        "サウンド",
        "完全な更新",
        "ヘルプ",
    ],
    pad: [
        "レーザー",
        "ビーム",
        "メニュー",
        "スコア(長押し)",
        "リベンジ、次のラウンド",
        "最新のショット",
        "残像",
        "ラグを見る",
        "次へ",
        "閉じる",
        "ネットコード",
        "ネットグラフ",
        "サウンド",
    ],
    press_a_key: "キーを押す",
    press_a_button: "ボタンを押す",
    press_key_for: |control| {
        format!("「{control}」に割り当てるキーを押してください。Escで取り消します。")
    },
    press_button_for: |control| {
        format!(
            "「{control}」に割り当てるゲームパッドのボタンを押してください。Escで取り消します。"
        )
    },
    bound_to: |control, key| format!("「{control}」を{key}に割り当てました。"),
    keeps_another: |other| format!("「{other}」にはもう1つのキーが残っています。"),
    swapped_with: |other, key| format!("入れ替わりに、「{other}」は{key}になりました。"),
    key_kept: "このキーには割り当てられません。別のキーを押してください。",
    bindings_reset: "キーとボタンを初期設定に戻しました。",
    settings_reset: "すべての設定を初期値に戻しました。",
    pad_unplugged: "ゲームパッドが外れました。押していたボタンは離したことになります。",
    pad_unknown: "このゲームパッドのボタンの配置をブラウザーが知らないため、ゲームでは使えません。",
    sound_off: "サウンドをオフにしました。",
    sound_on: "サウンドをオンにしました。",
};
