//! The button that asks for the next round at once, and who else wants it. Shown while a round is
//! over.

use shared::{
    client::Client,
    sim::ship::ShipId,
    wire::{
        message::RosterEntry,
        round::{Round, RoundPhase, Winner},
    },
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, by_id},
    },
    text::{language, roster::name_of},
};
use words::{Language, game::SeriesWords};

pub struct Rematch {
    language: Language,
    words: &'static SeriesWords,
    button: HtmlElement,
    act: Label,
    /// Whether the player has asked.
    asked: Attribute,
    others: Label,
}

/// Who wants the next round, as a player sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Wishes {
    /// Whether the player asked.
    own: bool,
    /// Other players who asked, and connected ones who did not.
    others: Vec<ShipId>,
    missing: Vec<ShipId>,
}

impl Rematch {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let button: HtmlElement = by_id(root, "round-rematch")?;
        let language = language::of_page(root);
        Ok(Self {
            language,
            words: &language.game().series,
            act: Label::find(root, "rematch-act")?,
            asked: Attribute::new(&button, "aria-pressed"),
            others: Label::find(root, "rematch-others")?,
            button,
        })
    }

    /// Shows who asked for the next round; nothing to a watcher, who has no ship of its `own`.
    pub fn refresh(&mut self, client: &Client, round: &Round, own: Option<ShipId>) {
        let (RoundPhase::Over { winner, .. }, Some(own)) = (round.phase, own) else {
            self.button.set_hidden(true);
            return self.others.say_if(None);
        };
        self.button.set_hidden(false);
        let is_away = |entry: &RosterEntry| client.is_away(entry.ship);
        let wishes = Wishes::new(client.roster(), is_away, &round.rematch, own);
        self.act.say(match winner {
            winner if winner != Winner::Nobody && !winner.includes(own) => self.words.revenge,
            _ if round.is_series_over() => self.words.next_series,
            _ => self.words.next_round,
        });
        self.asked.set(if wishes.own { "true" } else { "false" });
        let name = |ship: ShipId| name_of(self.language, client.roster(), ship);
        self.others.say_if(wishes.text(self.words, name, winner).as_deref());
    }
}

impl Wishes {
    fn new(
        roster: &[RosterEntry],
        is_away: impl Fn(&RosterEntry) -> bool,
        rematch: &[ShipId],
        own: ShipId,
    ) -> Self {
        let others = roster.iter().filter(|entry| !entry.bot && entry.ship != own);
        let present = others.filter(|entry| !is_away(entry)).map(|entry| entry.ship);
        let (others, missing) = present.partition(|ship| rematch.contains(ship));
        Self { own: rematch.contains(&own), others, missing }
    }

    /// What the player should know; `None` while nobody has asked.
    fn text<'a>(
        &self,
        words: &SeriesWords,
        name: impl Fn(ShipId) -> &'a str,
        winner: Winner,
    ) -> Option<String> {
        Some(match (self.own, &self.others[..], &self.missing[..]) {
            (true, _, [missing]) => (words.waiting_for)(name(*missing)),
            (true, _, [_, _, ..]) => (words.waiting_for_players)(self.missing.len()),
            (true, _, []) | (false, [], _) => return None,
            (false, [one], _) if winner.includes(*one) => (words.wants_another)(name(*one)),
            (false, [one], _) => (words.wants_revenge)(name(*one)),
            (false, others, missing) => {
                (words.players_want_another)(others.len(), others.len() + missing.len() + 1)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ship(idx: u16) -> ShipId {
        ShipId { idx, generation: 0 }
    }

    /// What player 0 of these players, and a bot, is told.
    fn text(n_players: u16, rematch: &[u16], away: &[u16], winner: u16) -> Option<String> {
        let words = &Language::English.game().series;
        let names = ["Ann", "Kai", "Bob", "Tycho"];
        let entry = |(idx, name): (u16, &str)| RosterEntry {
            ship: ship(idx),
            name: name.into(),
            bot: idx == 3,
        };
        let roster: Vec<RosterEntry> = (0..).zip(names).map(entry).collect();
        let roster: Vec<RosterEntry> =
            roster.into_iter().filter(|entry| entry.bot || entry.ship.idx < n_players).collect();
        let rematch: Vec<ShipId> = rematch.iter().map(|idx| ship(*idx)).collect();
        let is_away = |entry: &RosterEntry| away.contains(&entry.ship.idx);
        let wishes = Wishes::new(&roster, is_away, &rematch, ship(0));
        wishes.text(words, |ship| names[usize::from(ship.idx)], Winner::Ship(ship(winner)))
    }

    #[test]
    fn a_player_is_told_who_wants_the_next_round() {
        for (n_players, rematch, away, winner, said) in [
            (2, &[][..], &[][..], 0, None),
            (2, &[1][..], &[][..], 0, Some("Kai wants revenge.")),
            (2, &[1][..], &[][..], 1, Some("Kai wants another round.")),
            (2, &[0][..], &[][..], 0, Some("Waiting for Kai.")),
            (2, &[0][..], &[1][..], 0, None),
            (3, &[0][..], &[][..], 0, Some("Waiting for 2 players.")),
            (3, &[0, 1][..], &[][..], 0, Some("Waiting for Bob.")),
            (3, &[1, 2][..], &[][..], 1, Some("2 of 3 players want another round.")),
            (1, &[0][..], &[][..], 3, None),
        ] {
            let got = text(n_players, rematch, away, winner);
            assert_eq!(got.as_deref(), said, "{n_players} players, {rematch:?} asked");
        }
    }
}
