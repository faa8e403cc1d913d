//! The connection, in Korean.

use alloc::format;

use shared::wire::close_reason::CloseReason;

use crate::game::ConnectionWords;

pub(super) const WORDS: ConnectionWords = ConnectionWords {
    connecting: "서버에 연결하는 중…",
    closed,
    room_full: |server_says| format!("빈자리가 없습니다. 서버의 설명(영어): {server_says}"),
    refused: |server_says| format!("서버가 연결을 거부했습니다. 서버의 설명(영어): {server_says}"),
    no_answer: "서버가 응답하지 않습니다.",
    lost: "연결이 끊겼습니다.",
    unreachable: "서버에 연결할 수 없습니다.",
    unreadable: |error| format!("메시지를 읽을 수 없습니다: {error}."),
    silent_for: |seconds| format!("{seconds}초째 서버에서 소식이 없습니다."),
    trying_again: |seconds| format!("{seconds}초 뒤에 다시 연결합니다."),
    press_to_stay: |seconds| {
        format!("방이 가득 찼습니다. 자리를 지키려면 {seconds}초 안에 아무 키나 누르세요.")
    },
    try_now: "지금 다시 연결",
    reload: "새로 고침",
    join_again: "다시 참가",
    play_again: "다시 플레이",
    seat_held: "돌아오신 것을 환영합니다. 자리와 점수가 그대로 남아 있습니다.",
    seat_lost: "자리가 남아 있지 않아서 새 기체로 시작합니다.",
    new_match: "방이 다시 시작되어 새 경기입니다.",
    score_kept: "방이 새로 열렸습니다. 점수는 그대로입니다.",
    no_randomness: "이 브라우저는 비밀 방 이름을 만들 수 없습니다. 직접 정해 주세요.",
    asked_for_lobby: "로비에 들어가려고 했습니다.",
    asked_for: |room| format!("들어가려던 방: ‘{room}’"),
    placed_elsewhere: |room, asked| format!("‘{asked}’ 자리가 꽉 찼습니다. 지금은 ‘{room}’입니다."),
    back_to_lobby: |asked| format!("‘{asked}’ 다시 시도"),
};

const fn closed(reason: CloseReason) -> &'static str {
    match reason {
        CloseReason::Shutdown => "서버가 종료됩니다.",
        CloseReason::TextFrame => "서버는 바이너리 메시지만 받습니다.",
        CloseReason::Flood => "한꺼번에 너무 많은 메시지를 보냈습니다.",
        CloseReason::Framing => "WebSocket 프로토콜에 어긋나는 프레임이 있었습니다.",
        CloseReason::NotUtf8 => "UTF-8 텍스트가 아닌 프레임이 있었습니다.",
        CloseReason::TooLong => "메시지가 너무 길었습니다.",
        CloseReason::Malformed => "서버가 메시지를 해석하지 못했습니다.",
        CloseReason::Version => "페이지와 서버의 버전이 다릅니다. 페이지를 새로 고치세요.",
        CloseReason::Slow => "서버의 메시지가 제때 전달되지 않았습니다.",
        CloseReason::Busy => "서버가 혼잡해서 이 방에 들어갈 수 없습니다.",
        CloseReason::RoomFull => "이 방은 가득 찼습니다. 다른 방에 들어가 보세요.",
        CloseReason::NobodyThere => "그 방에는 아무도 없습니다.",
        CloseReason::Moved => "방이 다른 서버로 옮겨 갑니다.",
        CloseReason::Silent => "너무 오래 서버에 아무것도 전달되지 않았습니다.",
        CloseReason::RoomEnded => "서버 오류로 방이 끝났습니다.",
        CloseReason::Idle => "방이 가득 찼는데 자리를 비우고 있어서, 자리가 넘어갔습니다.",
        CloseReason::Replaced => "이 게임은 다른 창에서 계속되고 있습니다.",
        CloseReason::RoomName => "방 이름이 너무 깁니다. 16자까지입니다.",
    }
}
