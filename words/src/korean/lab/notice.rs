//! The laboratory's notices in Korean. Error messages stay in English, after Korean text on what
//! failed.

use alloc::format;

use capture::limits::RUN_FRAMES_MAX;
use lab::limits::LAB_INPUTS_MAX;

use crate::lab::NoticeWords;

pub(crate) const WORDS: NoticeWords = NoticeWords {
    as_captured: "이것은 캡처입니다. 볼 수는 있지만 바꿀 수는 없습니다.",
    other_build: "이 링크는 다른 빌드가 만들었습니다. 링크가 보여 주는 경기와 다를 수 있습니다.",
    older_link: "이 링크는 이전 버전이 만들었습니다. 경기가 같은지는 비교하지 않습니다.",
    file_is_run: "이 파일은 실행 기록입니다. 방 전체를 재생합니다.",
    file_is_older_run: "이 파일은 실행 기록입니다. 방 전체를 재생합니다. 이전 버전이 만들었으므로, \
                        경기가 같은지는 비교하지 않습니다.",
    file_is_capture: "이 파일은 캡처입니다. 온라인 경기의 한 플레이어가 받은 것이 들어 있습니다.",
    capture_has_no_link: "캡처는 링크에 담을 수 없습니다. 캡처 파일은 전해 줄 수 있습니다.",
    no_link: |error| {
        format!(
            "링크를 만들 수 없습니다: {error} 대신 실행 기록을 파일로 내려받으세요. 파일은 길이에 \
             제한이 없습니다."
        )
    },
    copied: "복사했습니다.",
    select_and_copy: "링크를 선택해서 복사하세요.",
    select_text_and_copy: "텍스트를 선택해서 복사하세요.",
    nothing_to_copy: "복사할 링크가 없습니다. 이유는 그 아래에 있습니다.",
    capture_is_file: "이것은 캡처입니다. 파일은 방금 연 바로 그 파일입니다.",
    full_update_wait: |ms| format!("전체 업데이트는 1초에 한 번까지입니다. {ms} ms 더 기다리세요."),
    run_saved: |name, bytes| format!("{bytes}바이트의 실행 기록: {name}."),
    shot_exported: |name, bytes| {
        format!(
            "{name}, {bytes}바이트. lagrange judge {name} 명령은 모든 방식이 이 사격을 어떻게 \
             판정하는지 다시 알려 줍니다."
        )
    },
    not_saved: "브라우저가 파일을 저장하지 않습니다.",
    not_written: |error| format!("실행 기록을 파일로 만들 수 없습니다: {error}."),
    shot_not_known: "이 사격을 좌우하는 것이 모두 밝혀지기 전에 실행 기록이 가득 찼습니다.",
    run_full: |most| {
        format!(
            "실행 기록이 가득 찼습니다. {most}까지만 담을 수 있습니다. 계속하려면 다시 시작하세요."
        )
    },
    most_frames: || format!("프레임 {RUN_FRAMES_MAX}개"),
    most_inputs: || format!("입력 {LAB_INPUTS_MAX}개"),
    not_run: |error| format!("실행할 수 없습니다: {error}."),
    link_not_opened: |error| format!("링크를 열 수 없습니다: {error}"),
    file_not_opened: |error| format!("파일을 열 수 없습니다: {error}."),
};
