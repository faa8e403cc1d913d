//! The table of scores, best first, with every player's round trip to the server
//! and who uses aim assist.

use shared::{
    base::time::Micros,
    client::Client,
    schemes::minimum_lag,
    sim::ship::ShipId,
    wire::message::{AimAssist, PlayerLatency},
};
use web_sys::{Document, Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Label, Shown, by_id, document, element},
    },
    text::{
        figures::whole,
        language,
        roster::{is_bot, name_of},
    },
};
use words::{
    Language,
    game::{AIM_ASSIST_SIGN, GameWords, LEADER_SIGN},
};

use super::{away, side_table::SideTable};
use crate::round::standings::{Standing, Standings};

/// Maximum rows; the own one is always among them.
const ROWS_MAX: usize = 24;

pub struct Scores {
    language: Language,
    words: &'static GameWords,
    panel: HtmlElement,
    title: Label,
    rows: Element,
    /// Explains the sign of aim assist, while a row has it.
    legend: Label,
    sides: SideTable,
    /// How many watch.
    watchers: Label,
    document: Document,
}

impl Scores {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let language = language::of_page(root);
        Ok(Self {
            language,
            words: language.game(),
            panel: by_id(root, "scores")?,
            title: Label::find(root, "scores-room")?,
            rows: by_id(root, "scores-rows")?,
            legend: Label::find(root, "scores-legend")?,
            sides: SideTable::find(root, "scores-sides")?,
            watchers: Label::find(root, "scores-watchers")?,
            document: document(root)?,
        })
    }

    pub fn set_shown(&self, shown: Shown) {
        self.panel.set_hidden(shown == Shown::No);
    }

    #[must_use]
    pub fn shown(&self) -> Shown {
        (!self.panel.hidden()).into()
    }

    /// Fills it if it is shown.
    pub fn refresh(&mut self, client: &Client, standings: &Standings) {
        if self.shown() == Shown::No {
            return;
        }
        self.sides.refresh(client, standings.lasted());
        let level =
            client.bot_level().map(|level| (self.words.scores.bots_at_level)(&whole(level.into())));
        let title = (self.words.scores.in_room)(client.room_name());
        self.title.say(&[title, level.unwrap_or_default()].concat());
        let n_watchers = client.n_watchers();
        let watched = (n_watchers > 0).then(|| (self.words.watch.watching)(n_watchers));
        self.watchers.say_if(watched.as_deref());
        let leader = client.round().and_then(|_| standings.crowned());
        let is_any = client.roster().iter().any(|entry| is_assisted(client, entry.ship));
        self.legend.say_if(is_any.then_some(self.words.scores.aim_assist_legend));
        self.rows.set_text_content(None);
        for standing in best(standings.rows().to_vec(), client.own_id()) {
            if let Some(row) = self.row(client, standing, leader) {
                let _ = self.rows.append_child(&row);
            }
        }
    }

    fn row(
        &self,
        client: &Client,
        Standing { ship, score }: Standing,
        leader: Option<ShipId>,
    ) -> Option<Element> {
        let roster = client.roster();
        let you = client.own_id() == Some(ship);
        let bot = is_bot(roster, ship);
        let is_ally = client.own_side().is_some_and(|own| client.side_of(ship) == Some(own));
        let (class, mark) = match (you, bot, is_ally) {
            (true, ..) => ("you", "▲"),
            (false, true, false) => ("bot", "◇"),
            (false, false, false) => ("player", "△"),
            (false, true, true) => ("ally-bot", "▴"),
            (false, false, true) => ("ally", "▲"),
        };
        let latency = client.latencies().iter().find(|latency| latency.ship == ship);
        let minimum = client.rules().unwrap_or_default().minimum_lag();
        let keeps_to = |latency: &PlayerLatency| {
            let [round_trip, lead] =
                [latency.round_trip_ms, latency.lead_ms].map(|span| Micros::from_ms(span.into()));
            minimum_lag::keeps_to(minimum, round_trip, lead)
        };
        let keeps_to_side = |latency: &PlayerLatency| {
            let sides = client.sides().map(|state| state.sides).zip(client.side_of(ship));
            let round_trip = Micros::from_ms(latency.round_trip_ms.into());
            sides.is_none_or(|(sides, side)| sides.keeps_to(side, round_trip))
        };
        let (ping, hint) = match latency {
            _ if client.is_away(ship) => (self.words.scores.away.into(), away::hint(self.words)),
            _ if bot => (self.words.scores.bot.into(), String::new()),
            Some(latency) if !keeps_to_side(latency) => {
                (["⚠ ", &round_trip(latency)].concat(), self.words.sides.not_kept.into())
            }
            Some(latency) if keeps_to(latency) => (round_trip(latency), String::new()),
            Some(latency) => {
                (["⚠ ", &round_trip(latency)].concat(), self.words.scores.lag_not_equal.into())
            }
            None => ("–".into(), String::new()),
        };
        let row = element(&self.document, "tr", class, "")?;
        let kills = whole(score.kills.into());
        let deaths = whole(score.deaths.into());
        let name = name_of(self.language, roster, ship);
        let leading = [LEADER_SIGN, " ", name].concat();
        let name = if leader == Some(ship) { &leading } else { name };
        for text in [mark, name] {
            let cell = element(&self.document, "td", "", text)?;
            row.append_child(&cell).ok()?;
        }
        if is_assisted(client, ship) {
            let sign = self.assisted()?;
            row.last_element_child()?.append_child(&sign).ok()?;
        }
        for text in [&kills, &deaths, &ping] {
            let cell = element(&self.document, "td", "", text)?;
            row.append_child(&cell).ok()?;
        }
        // It fails only for invalid attribute names.
        let _ = row.set_attribute("title", &hint);
        Some(row)
    }

    /// The sign after the name of a player who uses aim assist.
    fn assisted(&self) -> Option<Element> {
        let sign = element(&self.document, "span", "assisted", AIM_ASSIST_SIGN)?;
        for (name, value) in [("role", "img"), ("aria-label", self.words.scores.aim_assist_hint)] {
            // It fails only for invalid attribute names.
            let _ = sign.set_attribute(name, value);
        }
        let _ = sign.set_attribute("title", self.words.scores.aim_assist_hint);
        Some(sign)
    }
}

fn is_assisted(client: &Client, ship: ShipId) -> bool {
    client.aim_assist(ship) == AimAssist::On
}

fn round_trip(latency: &PlayerLatency) -> String {
    [whole(latency.round_trip_ms.into()).as_str(), " ms"].concat()
}

/// The best rows and the own one, of all that are best first.
fn best(mut rows: Vec<Standing>, own: Option<ShipId>) -> Vec<Standing> {
    let own_at = rows.iter().position(|row| Some(row.ship) == own);
    if let Some(at) = own_at.filter(|at| *at >= ROWS_MAX) {
        rows.swap(at, ROWS_MAX - 1);
    }
    rows.truncate(ROWS_MAX);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::wire::round::Score;

    #[test]
    fn the_best_come_first_and_the_own_ship_is_always_listed() {
        let row = |idx: u16| {
            let score = Score { kills: 99 - idx, deaths: 0 };
            Standing { ship: ShipId { idx, generation: 0 }, score }
        };
        let own = row(39).ship;
        let order = best((0..40).map(row).collect(), Some(own));
        assert_eq!(order.len(), ROWS_MAX);
        assert_eq!(order.last().unwrap().ship, own);
        assert!(order.is_sorted_by(|a, b| a.score.kills >= b.score.kills), "{order:?}");
        assert_eq!(best((0..3).map(row).collect(), Some(row(1).ship)).len(), 3);
    }
}
