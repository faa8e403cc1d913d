//! What a server has stored of a ship, in Japanese.

use alloc::{
    format,
    string::{String, ToString},
};

use shared::judge::rule_table::TargetPoses;

use crate::{
    figures::share,
    japanese::person,
    lab::{StoredText, StoredUse},
};

pub(crate) const fn poses(from: TargetPoses) -> &'static str {
    match from {
        TargetPoses::Present => "ティック",
        TargetPoses::Drawn => "スナップショット",
        TargetPoses::Records(_) => "記録",
        TargetPoses::Markers(_) => "マーカー",
    }
}

pub(crate) fn how(used: StoredUse) -> String {
    match used {
        StoredUse::Between(fraction) => format!("間の{}の所", share(fraction)),
        StoredUse::One => "1つをそのまま".to_string(),
        StoredUse::None => "使われていない".to_string(),
    }
}

pub(crate) fn text(text: &StoredText) -> String {
    match text {
        StoredText::OfShip { ship, from, used } => {
            format!("{}: {}、{}", person::ship(ship), poses(*from), how(*used))
        }
        StoredText::NothingUsed { ship } => {
            format!("{}: 保存されたものは使われず、ビームは今いる場所で当たる", person::ship(ship))
        }
        StoredText::Example { from, used } => format!("{}、{}", poses(*from), how(*used)),
        StoredText::PointAtShip => "機体を指すと、保存されたものが表示されます。".to_string(),
        StoredText::NoSuchShip => {
            "保存されたものはありません。その機体は試合にいません。".to_string()
        }
        StoredText::NotInCapture => {
            "サーバーが保存したものは、キャプチャには入っていません。".to_string()
        }
    }
}
