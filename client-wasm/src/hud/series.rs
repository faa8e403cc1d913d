//! The series in the panel at the end of a round: how it stands, and once it is won, its rounds.

use std::{cmp::Reverse, iter};

use shared::{
    client::Client,
    sim::ship::ShipId,
    wire::{
        round::Winner,
        series::{Series, SeriesRound},
    },
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Label, append, by_id},
    },
    text::{figures::whole, language, roster::name_of},
};
use words::Language;

use crate::round::{series_record::Tally, standings::Standings};

pub struct SeriesPart {
    language: Language,
    state: Label,
    /// That the next round decides.
    decides: Label,
    list: HtmlElement,
    /// The rounds of the list.
    listed: Vec<SeriesRound>,
    record: Label,
}

impl SeriesPart {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            language: language::of_page(root),
            state: Label::find(root, "round-series")?,
            decides: Label::find(root, "series-decides")?,
            list: by_id(root, "series-rounds")?,
            listed: Vec::new(),
            record: Label::find(root, "series-record")?,
        })
    }

    /// Shows a series; `tally` are those against the only other player, once this one is over.
    pub fn refresh(
        &mut self,
        client: &Client,
        series: Option<&Series>,
        standings: &Standings,
        tally: Option<(&str, Tally)>,
    ) {
        let own = client.flown_id();
        let state = series.map(|series| state(self.language, client, series, standings));
        let decides = series.is_some_and(Series::is_decider_next);
        let decides = decides.then_some(self.language.game().series.next_decides);
        self.decides.say_if(decides);
        self.state.say_if(state.as_deref());
        let record = tally.map(|(name, tally)| {
            let [won, lost] = [tally.won, tally.lost].map(|n| whole(n.into()));
            (self.language.game().series.record)(name, &won, &lost)
        });
        self.record.say_if(record.as_deref());
        let won = series.filter(|series| series.winner().is_some());
        self.list.set_hidden(won.is_none());
        let rounds = won.map_or(&[][..], |series| &series.rounds);
        if self.listed != rounds {
            self.listed = rounds.to_vec();
            self.list.set_text_content(None);
            for round in rounds {
                let _ = append::<Element>(
                    &self.list,
                    "li",
                    class(round, own),
                    &row(self.language, client, round, own),
                );
            }
        }
    }
}

/// How a series stands: first the player or, for a watcher, the ship that is followed or else the
/// best one; then who else won a round, or else the best opponent.
#[must_use]
pub fn state(
    language: Language,
    client: &Client,
    series: &Series,
    standings: &Standings,
) -> String {
    let words = &language.game().series;
    let best = || standings.rows().first().map(|row| row.ship);
    let Some(first) = client.own_id().or_else(best) else { return String::new() };
    let others = client.roster().iter().filter(|entry| entry.ship != first);
    let mut winners: Vec<ShipId> = others.map(|entry| entry.ship).collect();
    winners.retain(|ship| series.won(*ship) > 0);
    winners.sort_by_key(|ship| Reverse(series.won(*ship)));
    winners.truncate(OTHERS_MAX);
    if winners.is_empty() {
        winners.extend(standings.rival(first).map(|rival| rival.ship));
    }
    let name = |ship| match client.flown_id() {
        Some(own) if own == ship => words.you,
        _ => name_of(language, client.roster(), ship),
    };
    let ships = iter::once(first).chain(winners);
    let won: Vec<(&str, String)> =
        ships.map(|ship| (name(ship), whole(series.won(ship) as i64))).collect();
    (words.state)(&whole(series.best_of.get().into()), &won)
}

/// Other ships named in it.
const OTHERS_MAX: usize = 2;

/// A round of the list.
fn row(language: Language, client: &Client, round: &SeriesRound, own: Option<ShipId>) -> String {
    let words = &language.game().series;
    let [kills, rival] = [round.kills, round.rival_kills].map(|n| whole(n.into()));
    let is_own = own.is_some_and(|own| round.winner.includes(own));
    let name = match round.winner {
        Winner::Nobody => return (words.drawn_round)(&kills, &rival),
        _ if is_own => None,
        Winner::Ship(winner) => Some(name_of(language, client.roster(), winner)),
        Winner::Side(_) => Some(words.other_side),
    };
    (words.round)(name, &kills, &rival)
}

fn class(round: &SeriesRound, own: Option<ShipId>) -> &'static str {
    if own.is_some_and(|own| round.winner.includes(own)) { "you" } else { "" }
}
