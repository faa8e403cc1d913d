//! Links to a room that the page does not understand, in Korean.

use alloc::{format, string::String};

use shared::{
    base::limits::{ROUND_KILLS_MAX, ROUND_MS_MAX, ROUND_PLAYERS_MAX, SIDE_ROUND_TRIP_MS_MAX},
    wire::{conditions::ParseConditionsError, round::MatchModeError, sides::SidesError},
};

use crate::game::{AddressFault, AddressWords};

pub(super) const WORDS: AddressWords = AddressWords {
    refusal: |piece, why| format!("링크의 `{piece}` 부분이 잘못되었습니다: {}.", fault(why)),
};

fn fault(why: &AddressFault) -> String {
    match why {
        AddressFault::NoPair => "key=value 형식이 아닙니다".into(),
        AddressFault::Encoding => "퍼센트 인코딩이 올바르지 않습니다".into(),
        AddressFault::UnknownKey => "이런 키는 없습니다".into(),
        AddressFault::Twice => "두 번 지정되었습니다".into(),
        AddressFault::TickRate => "방의 틱은 1초에 20~128번입니다".into(),
        AddressFault::Rounds(error) => rounds(*error),
        AddressFault::Sides(error) => sides(*error),
        AddressFault::SidesInPublic => "두 편은 비공개 방에만 있으므로 방 이름이 필요합니다".into(),
        AddressFault::Link(error) => link(error),
        AddressFault::Bots => "봇으로 채울 수 있는 기체는 8대까지입니다".into(),
        AddressFault::Level => "봇 레벨은 1~31이나 `adaptive`입니다".into(),
        AddressFault::BestOf => "시리즈는 3판, 5판, 7판 중 하나입니다".into(),
        AddressFault::WatchDelay => "관전 지연은 0~10초입니다".into(),
        AddressFault::Listed => "`listed`에는 `yes`만 쓸 수 있고, 아니면 빼야 합니다".into(),
        AddressFault::Node => "서버 이름은 영문 소문자, 숫자, 하이픈으로 된 1~32자입니다".into(),
        AddressFault::RoomWithoutName => "방 이름이 필요합니다".into(),
        AddressFault::InvisibleInRoom => "방 이름에는 보이지 않는 문자를 쓸 수 없습니다".into(),
        AddressFault::UnknownPreset => "이런 프리셋은 없습니다".into(),
        AddressFault::LaboratoryOnly => "실험실에서만 쓸 수 있습니다".into(),
        AddressFault::UnknownValue { key, value } => {
            format!("`{key}` 설정에 `{value}` 값은 없습니다")
        }
        AddressFault::NotWhole { key } => format!("`{key}` 값은 정수여야 합니다"),
        AddressFault::OutOfRange { key, min, max } => {
            format!("`{key}` 값의 범위는 {min}~{max}입니다")
        }
    }
}

fn rounds(error: MatchModeError) -> String {
    match error {
        MatchModeError::Format => {
            "`endless`, 또는 `10/180`처럼 라운드의 킬 수와 초를 적어야 합니다".into()
        }
        MatchModeError::Range => format!(
            "라운드는 1~{ROUND_KILLS_MAX}킬이나 1~{}초에 끝나고, 1~{ROUND_PLAYERS_MAX}명을 기다립니다",
            ROUND_MS_MAX / 1_000
        ),
    }
}

fn sides(error: SidesError) -> String {
    match error {
        SidesError::Format => "`20/150`처럼 두 편의 핑을 ms로 적어야 합니다".into(),
        SidesError::Range => format!("편의 핑은 0~{SIDE_ROUND_TRIP_MS_MAX} ms입니다"),
    }
}

fn link(error: &ParseConditionsError) -> String {
    match error {
        ParseConditionsError::UnknownCondition(part) => {
            format!("회선 조건에 `{part}` 항목은 없습니다")
        }
        ParseConditionsError::InvalidValue { part, example } => {
            format!("`{part}`에는 `{example}` 같은 값이 필요합니다")
        }
        ParseConditionsError::Duplicate(part) => format!("`{part}`: 두 번 지정되었습니다"),
        ParseConditionsError::TooManyDirections => {
            "회선에는 올라가는 길과 내려오는 길, 두 방향만 있습니다".into()
        }
        ParseConditionsError::AboveLimit(error) => {
            format!("{} {}: 최댓값 {} 초과입니다", error.given, error.unit, error.max)
        }
    }
}
