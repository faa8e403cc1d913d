//! Links to a room that the page does not understand, in Japanese.

use alloc::{format, string::String};

use shared::{
    base::limits::{ROUND_KILLS_MAX, ROUND_MS_MAX, ROUND_PLAYERS_MAX, SIDE_ROUND_TRIP_MS_MAX},
    wire::{conditions::ParseConditionsError, round::MatchModeError, sides::SidesError},
};

use crate::game::{AddressFault, AddressWords};

pub(super) const WORDS: AddressWords = AddressWords {
    refusal: |piece, why| format!("リンクの`{piece}`が正しくありません: {}。", fault(why)),
};

fn fault(why: &AddressFault) -> String {
    match why {
        AddressFault::NoPair => "key=valueの形ではありません".into(),
        AddressFault::Encoding => "パーセントエンコーディングが不正です".into(),
        AddressFault::UnknownKey => "このようなキーはありません".into(),
        AddressFault::Twice => "2回指定されています".into(),
        AddressFault::TickRate => "ルームのティックレートは毎秒20～128です".into(),
        AddressFault::Rounds(error) => rounds(*error),
        AddressFault::Sides(error) => sides(*error),
        AddressFault::SidesInPublic => {
            "陣営があるのはプライベートルームだけなので、ルーム名が必要です".into()
        }
        AddressFault::Link(error) => link(error),
        AddressFault::Bots => "ボットで埋められるのは8機までです".into(),
        AddressFault::Level => "ボットのレベルは1～31か`adaptive`です".into(),
        AddressFault::BestOf => "シリーズは3、5、7本勝負です".into(),
        AddressFault::WatchDelay => "観戦の遅延は0～10秒です".into(),
        AddressFault::Listed => "`listed`は`yes`と書くか、書かないかのどちらかです".into(),
        AddressFault::Node => "サーバー名は英小文字・数字・ハイフンの1〜32文字です".into(),
        AddressFault::RoomWithoutName => "ルーム名が必要です".into(),
        AddressFault::InvisibleInRoom => "ルーム名に見えない文字は使えません".into(),
        AddressFault::UnknownPreset => "このようなプリセットはありません".into(),
        AddressFault::LaboratoryOnly => "ラボでしか使えません".into(),
        AddressFault::UnknownValue { key, value } => {
            format!("`{key}`に`{value}`という値はありません")
        }
        AddressFault::NotWhole { key } => format!("`{key}`の値は整数です"),
        AddressFault::OutOfRange { key, min, max } => format!("`{key}`の値は{min}～{max}です"),
    }
}

fn rounds(error: MatchModeError) -> String {
    match error {
        MatchModeError::Format => {
            "`endless`か、`10/180`のようにラウンドのキル数と秒数を指定してください".into()
        }
        MatchModeError::Range => format!(
            "ラウンドは1～{ROUND_KILLS_MAX}キルか1～{}秒で終わり、1～{ROUND_PLAYERS_MAX}人を待ちます",
            ROUND_MS_MAX / 1_000
        ),
    }
}

fn sides(error: SidesError) -> String {
    match error {
        SidesError::Format => "`20/150`のように、両陣営のpingをmsで指定してください".into(),
        SidesError::Range => format!("陣営のpingは0～{SIDE_ROUND_TRIP_MS_MAX} msです"),
    }
}

fn link(error: &ParseConditionsError) -> String {
    match error {
        ParseConditionsError::UnknownCondition(part) => {
            format!("`{part}`という回線の条件はありません")
        }
        ParseConditionsError::InvalidValue { part, example } => {
            format!("`{part}`には`{example}`のような値が必要です")
        }
        ParseConditionsError::Duplicate(part) => format!("`{part}`が2回指定されています"),
        ParseConditionsError::TooManyDirections => "回線の向きは上りと下りの2つだけです".into(),
        ParseConditionsError::AboveLimit(error) => {
            format!("値の{} {}は上限の{}を超えています", error.given, error.unit, error.max)
        }
    }
}
