//! The connection, in Japanese.

use alloc::format;

use shared::wire::close_reason::CloseReason;

use crate::game::ConnectionWords;

pub(super) const WORDS: ConnectionWords = ConnectionWords {
    connecting: "サーバーに接続しています…",
    closed,
    room_full: |server_says| format!("席が空いていません。サーバーからの説明(英語): {server_says}"),
    refused: |server_says| {
        format!("サーバーに接続を断られました。サーバーからの説明(英語): {server_says}")
    },
    no_answer: "サーバーから応答がありません。",
    lost: "接続が切れました。",
    unreachable: "サーバーに接続できません。",
    unreadable: |error| format!("メッセージを読めませんでした: {error}。"),
    silent_for: |seconds| format!("サーバーから{seconds}秒間、何も届いていません。"),
    trying_again: |seconds| format!("{seconds}秒後に再接続します。"),
    press_to_stay: |seconds| {
        format!("ルームが満員です。席を残すには、{seconds}秒以内に何かキーを押してください。")
    },
    try_now: "今すぐ再接続",
    reload: "再読み込み",
    join_again: "もう一度参加",
    play_again: "もう一度プレイ",
    seat_held: "おかえりなさい。席とスコアはそのままです。",
    seat_lost: "席が残っていなかったので、新しい機体になりました。",
    new_match: "ルームが再起動したので、新しい試合です。",
    score_kept: "ルームが新しくなりました。スコアは引き継がれています。",
    no_randomness: "このブラウザーでは秘密のルーム名を作れません。自分で決めてください。",
    asked_for_lobby: "ロビーに入ろうとしました。",
    asked_for: |room| format!("ルーム「{room}」に入ろうとしました。"),
    placed_elsewhere: |room, asked| format!("「{asked}」は満員でした。今は「{room}」にいます。"),
    back_to_lobby: |asked| format!("「{asked}」をもう一度試す"),
};

const fn closed(reason: CloseReason) -> &'static str {
    match reason {
        CloseReason::Shutdown => "サーバーが停止します。",
        CloseReason::TextFrame => "サーバーが受け付けるのはバイナリーのメッセージだけです。",
        CloseReason::Flood => "一度に送ったメッセージが多すぎました。",
        CloseReason::Framing => "WebSocketのプロトコルに反するフレームがありました。",
        CloseReason::NotUtf8 => "テキストのフレームが正しいUTF-8ではありませんでした。",
        CloseReason::TooLong => "メッセージが長すぎました。",
        CloseReason::Malformed => "サーバーがメッセージを読めませんでした。",
        CloseReason::Version => {
            "ページとサーバーのバージョンが違います。ページを再読み込みしてください。"
        }
        CloseReason::Slow => "サーバーからのメッセージが時間内に届きませんでした。",
        CloseReason::Busy => "サーバーが混雑していて、このルームに入れません。",
        CloseReason::RoomFull => "このルームは満員です。別のルームを試してください。",
        CloseReason::NobodyThere => "そのルームには誰もいません。",
        CloseReason::Moved => "ルームは別のサーバーに移ります。",
        CloseReason::Silent => "長い間、サーバーに何も届きませんでした。",
        CloseReason::RoomEnded => "サーバーのエラーでルームが終了しました。",
        CloseReason::Idle => "ルームが満員で、操作がなかったため、席を明け渡しました。",
        CloseReason::Replaced => "このゲームは別のウィンドウで続いています。",
        CloseReason::RoomName => "ルーム名が長すぎます。16文字までです。",
    }
}
