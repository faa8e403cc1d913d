//! What stands above the panes, in Korean.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    column_letters::of_column,
    figures::signed_ms as ms,
    korean::lab::{desk, players},
    lab::{PaneName, PaneText, Wording},
};

const fn name(pane: PaneName) -> &'static str {
    match pane {
        PaneName::You => "나",
        PaneName::Server => "서버",
        PaneName::OtherPlayer => "상대 플레이어",
    }
}

pub(crate) fn text(text: PaneText, wording: Wording) -> String {
    match (text, wording) {
        (PaneText::Title { pane, column, lie }, wording) => {
            let name = match (column, wording) {
                (Some((column, scheme)), Wording::Full) => {
                    of_column(column, &format!("{scheme}: 나"))
                }
                (Some((column, scheme)), Wording::Short) => of_column(column, scheme),
                (Some((column, _)), Wording::Least) => of_column(column, "나"),
                (None, _) => name(pane).to_string(),
            };
            // First, so that no narrow pane cuts it off.
            match (lie, wording) {
                (None, _) => name,
                (Some(lie), Wording::Full) => {
                    format!("거짓말 중 ({}) · {name}", desk::lie(lie).title)
                }
                (Some(_), Wording::Short | Wording::Least) => format!("거짓말 중 · {name}"),
            }
        }
        (PaneText::Tick(tick), _) => format!("틱 {tick}"),
        (PaneText::Moments { own, others }, Wording::Full) => {
            format!("나 {} ms, 다른 기체 {} ms", ms(own), ms(others))
        }
        (PaneText::Moments { own, others }, Wording::Short | Wording::Least) => {
            format!("{}, {} ms", ms(own), ms(others))
        }
        (PaneText::AllTheRoom, _) => "이 칸만 크게 보기, 또는 세 칸 모두 보기".to_string(),
        (PaneText::AllTheRoomFor(pane), _) => format!("{}: 이 칸만 크게 보기", name(pane)),
        (PaneText::SamePlace, _) => "같은 자리".to_string(),
        (PaneText::WayUp(player), _) => format!("{} → 서버", players::name(player)),
        (PaneText::WayDown(player), _) => format!("{} ← 서버", players::name(player)),
    }
}
