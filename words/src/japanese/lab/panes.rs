//! What stands above the panes, in Japanese.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    column_letters::of_column,
    figures::signed_ms as ms,
    japanese::lab::{desk, players},
    lab::{PaneName, PaneText, Wording},
};

const fn name(pane: PaneName) -> &'static str {
    match pane {
        PaneName::You => "あなた",
        PaneName::Server => "サーバー",
        PaneName::OtherPlayer => "相手プレイヤー",
    }
}

pub(crate) fn text(text: PaneText, wording: Wording) -> String {
    match (text, wording) {
        (PaneText::Title { pane, column, lie }, wording) => {
            let name = match (column, wording) {
                (Some((column, scheme)), Wording::Full) => {
                    of_column(column, &format!("{scheme}: あなた"))
                }
                (Some((column, scheme)), Wording::Short) => of_column(column, scheme),
                (Some((column, _)), Wording::Least) => of_column(column, "あなた"),
                (None, _) => name(pane).to_string(),
            };
            // First, so that no narrow pane cuts it off.
            match (lie, wording) {
                (None, _) => name,
                (Some(lie), Wording::Full) => {
                    format!("嘘({}) · {name}", desk::lie(lie).title)
                }
                (Some(_), Wording::Short | Wording::Least) => format!("嘘 · {name}"),
            }
        }
        (PaneText::Tick(tick), _) => format!("ティック{tick}"),
        (PaneText::Moments { own, others }, Wording::Full) => {
            format!("自分{} ms、ほか{} ms", ms(own), ms(others))
        }
        (PaneText::Moments { own, others }, Wording::Short | Wording::Least) => {
            format!("{}, {} ms", ms(own), ms(others))
        }
        (PaneText::AllTheRoom, _) => "この画面だけを広げる、または3つとも見る".to_string(),
        (PaneText::AllTheRoomFor(pane), _) => format!("{}: この画面だけを広げる", name(pane)),
        (PaneText::SamePlace, _) => "同じ場所".to_string(),
        (PaneText::WayUp(player), _) => format!("{} → サーバー", players::name(player)),
        (PaneText::WayDown(player), _) => format!("{} ← サーバー", players::name(player)),
    }
}
