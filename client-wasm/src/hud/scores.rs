//! The table of scores: best first, with everybody's distance to the server.

use core::cmp::Reverse;

use shared::{client::Client, sim::ship::Ship};
use web_sys::{Document, Element, HtmlElement};

use super::name_of;
use crate::{
    plain::figures::whole,
    shell::{
        Missing,
        dom::{Label, by_id, document, element},
    },
};

/// The table.
pub struct Scores {
    panel: HtmlElement,
    title: Label,
    rows: Element,
    document: Document,
    shown: bool,
}

impl Scores {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        Ok(Self {
            panel: by_id(root, "scores")?,
            title: Label::find(root, "scores-room")?,
            rows: by_id(root, "scores-rows")?,
            document: document(root)?,
            shown: false,
        })
    }

    /// Shows or hides it.
    pub fn set_shown(&mut self, shown: bool) {
        self.shown = shown;
        self.panel.set_hidden(!shown);
    }

    /// Whether it is shown.
    #[must_use]
    pub fn shown(&self) -> bool {
        self.shown
    }

    /// Fills it, while it is shown.
    pub fn refresh(&mut self, client: &Client) {
        if !self.shown {
            return;
        }
        let room = client.room_name();
        self.title.say(&["Scores in ", room].concat());
        let mut ships: Vec<&Ship> = client.ships().iter().collect();
        ships.sort_by_key(|ship| (Reverse(ship.kills), ship.deaths, ship.id));
        self.rows.set_text_content(None);
        for ship in ships {
            if let Some(row) = self.row(client, ship) {
                let _ = self.rows.append_child(&row);
            }
        }
    }

    fn row(&self, client: &Client, ship: &Ship) -> Option<Element> {
        let roster = client.roster();
        let you = client.own_id() == Some(ship.id);
        let bot = roster.iter().any(|entry| entry.ship == ship.id && entry.bot);
        let (class, mark) = match (you, bot) {
            (true, _) => ("you", "▲"),
            (false, true) => ("bot", "◇"),
            (false, false) => ("player", "△"),
        };
        let standing = client.standings().iter().find(|standing| standing.ship == ship.id);
        let ping = match standing {
            _ if bot => "bot".into(),
            Some(standing) => [whole(standing.round_trip_ms.into()).as_str(), " ms"].concat(),
            None => "–".into(),
        };
        let row = element(&self.document, "tr", class, "")?;
        let kills = whole(ship.kills.into());
        let deaths = whole(ship.deaths.into());
        for text in [mark, name_of(roster, ship.id), &kills, &deaths, &ping] {
            let cell = element(&self.document, "td", "", text)?;
            row.append_child(&cell).ok()?;
        }
        Some(row)
    }
}
