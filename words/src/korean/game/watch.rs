//! Watching, in Korean.

use alloc::{format, string::String};

use crate::game::WatchWords;

pub(super) const WORDS: WatchWords = WatchWords {
    comes_in: |seconds| format!("{seconds}초 뒤에 경기가 나타납니다."),
    nobody_plays: "지금은 아무도 플레이하지 않습니다.",
    follows: |name| format!("{name} 관전 중"),
    free: "자유 카메라",
    ping: |ms| format!("핑 {ms} ms"),
    is_bot: "봇",
    late: |seconds| format!("{seconds}초 늦게"),
    times: |own_ms, others_ms| {
        format!("자기 기체는 서버의 윤곽선보다 {own_ms} ms 앞, 다른 기체는 {others_ms} ms 뒤")
    },
    bot_has_no_lag: "봇에게는 보여 줄 랙이 없습니다.",
    in_line,
    play: "플레이하기",
    keep_watching: "계속 관전하기",
    your_turn: "자리가 났습니다. 차례가 되었습니다.",
    watching: |n| format!("관전 {n}명"),
};

fn in_line(place: u16) -> String {
    match place {
        1 => "다음에 나는 자리는 당신 차례입니다.".into(),
        _ => format!("자리를 기다리는 중: 앞에 {}명.", place - 1),
    }
}
