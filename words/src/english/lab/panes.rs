//! What stands above the panes, in English.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    column_letters::of_column,
    english::lab::{desk, players},
    figures::signed_ms as ms,
    lab::{PaneName, PaneText, Wording},
};

const fn name(pane: PaneName) -> &'static str {
    match pane {
        PaneName::You => "You",
        PaneName::Server => "Server",
        PaneName::OtherPlayer => "Other player",
    }
}

pub(crate) fn text(text: PaneText, wording: Wording) -> String {
    match (text, wording) {
        (PaneText::Title { pane, column, lie }, wording) => {
            let name = match (column, wording) {
                (Some((column, scheme)), Wording::Full) => {
                    of_column(column, &format!("{scheme}: you"))
                }
                (Some((column, scheme)), Wording::Short) => of_column(column, scheme),
                (Some((column, _)), Wording::Least) => of_column(column, "you"),
                (None, _) => name(pane).to_string(),
            };
            // First, so that no narrow pane cuts it off.
            match (lie, wording) {
                (None, _) => name,
                (Some(lie), Wording::Full) => {
                    format!("Lying ({}) · {name}", desk::lie(lie).title)
                }
                (Some(_), Wording::Short | Wording::Least) => format!("Lying · {name}"),
            }
        }
        (PaneText::Tick(tick), _) => format!("tick {tick}"),
        (PaneText::Moments { own, others }, Wording::Full) => {
            format!("self {} ms, others {} ms", ms(own), ms(others))
        }
        (PaneText::Moments { own, others }, Wording::Short | Wording::Least) => {
            format!("{}, {} ms", ms(own), ms(others))
        }
        (PaneText::AllTheRoom, _) => "All the room for this pane, or for all three".to_string(),
        (PaneText::AllTheRoomFor(pane), _) => format!("{}: all the room for this pane", name(pane)),
        (PaneText::SamePlace, _) => "same place".to_string(),
        (PaneText::WayUp(player), _) => format!("{} → server", players::name(player)),
        (PaneText::WayDown(player), _) => format!("{} ← server", players::name(player)),
    }
}
