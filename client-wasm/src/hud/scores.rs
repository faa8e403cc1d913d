//! The table of scores: best first, with everybody's distance to the server.

use core::cmp::Reverse;

use shared::{
    client::Client,
    sim::ship::{Ship, ShipId},
};
use web_sys::{Document, Element, HtmlElement};

use super::name_of;
use crate::{
    plain::figures::whole,
    shell::dom::{Finder, Label, element},
};

/// Rows shown at most, the own one always among them.
const ROWS_MAX: usize = 24;

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
    #[must_use]
    pub fn find(page: &Finder) -> Self {
        Self {
            panel: page.get("scores"),
            title: page.label("scores-room"),
            rows: page.get("scores-rows"),
            document: page.document().clone(),
            shown: false,
        }
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
        let ships = best(client.ships(), client.own_id());
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

/// The best ships and the own one, best first. By insertion: the list is short, and the sort of
/// the standard library takes more room than the rest of the panel.
fn best(ships: &[Ship], own: Option<ShipId>) -> Vec<&Ship> {
    let mut chosen: Vec<&Ship> = Vec::with_capacity(ROWS_MAX + 1);
    let others = ships.iter().filter(|ship| Some(ship.id) != own);
    for ship in others {
        insert(&mut chosen, ship);
        chosen.truncate(ROWS_MAX - 1);
    }
    for ship in ships.iter().filter(|ship| Some(ship.id) == own) {
        insert(&mut chosen, ship);
    }
    chosen
}

fn insert<'a>(ranked: &mut Vec<&'a Ship>, ship: &'a Ship) {
    let rank = |ship: &Ship| (Reverse(ship.kills), ship.deaths, ship.id);
    let better = ranked.iter().take_while(|other| rank(other) < rank(ship));
    let at = better.count();
    ranked.insert(at, ship);
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::base::time::Tick;

    fn ship(idx: u16, kills: u16, deaths: u16) -> Ship {
        let id = ShipId { idx, generation: 0 };
        Ship { kills, deaths, ..Ship::new(id, Tick::ZERO) }
    }

    #[test]
    fn the_best_stand_first_and_the_own_ship_is_never_left_out() {
        let mut ships: Vec<Ship> = (0..40).map(|n| ship(n, n % 7, 1)).collect();
        ships[5].deaths = 0;
        ships[0].kills = 0;
        let own = ships[0].id;
        let order = best(&ships, Some(own));
        assert_eq!(order.len(), ROWS_MAX);
        assert_eq!(order.last().unwrap().id, own);
        let kills: Vec<u16> = order.iter().map(|ship| ship.kills).collect();
        assert!(kills.is_sorted_by(|a, b| a >= b), "{kills:?}");
        let fives: Vec<u16> =
            order.iter().filter(|ship| ship.kills == 5).map(|ship| ship.id.idx).collect();
        assert_eq!(fives, [5, 12, 19, 26, 33]);
    }
}
