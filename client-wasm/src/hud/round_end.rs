//! The panel between two rounds: who won, the player's place, the best round, and the shots that
//! the player may want to look into.

use shared::{
    client::{Client, shots::ShotSide},
    pilot::skill::BotLevelNumber,
    sim::{rules::SHIP_RADIUS_U, side::Side},
    wire::round::{Achievement, BestRound, Round, RoundPhase, Score, Winner},
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Label, by_id},
    },
    text::{figures::whole, language, roster::name_of},
};
use words::{Language, game::GameWords};

use super::{
    rematch::Rematch,
    score_line::{minutes, seconds_until},
    series::SeriesPart,
    side_table::SideTable,
};
use crate::round::{
    memorable::{Memorable, MemorableShot, RoundShot},
    series_record::Tally,
    standings::Standings,
};

pub struct RoundEnd {
    language: Language,
    words: &'static GameWords,
    panel: HtmlElement,
    result: Label,
    series: SeriesPart,
    rematch: Rematch,
    place: Label,
    sides: SideTable,
    bots: Label,
    own_best: Label,
    room_best: Label,
    best_shot: ShotButton,
    disputed_shot: ShotButton,
    /// Opens a room for a friend, to whoever played against bots alone.
    friend: HtmlElement,
    next: Label,
}

/// A button that opens the sheet of a shot.
struct ShotButton {
    which: RoundShot,
    button: HtmlElement,
    what: Label,
}

impl RoundEnd {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let language = language::of_page(root);
        Ok(Self {
            language,
            words: language.game(),
            panel: by_id(root, "round-end")?,
            result: Label::find(root, "round-result")?,
            series: SeriesPart::find(root)?,
            rematch: Rematch::find(root)?,
            place: Label::find(root, "round-place")?,
            sides: SideTable::find(root, "round-sides")?,
            bots: Label::find(root, "round-bots")?,
            own_best: Label::find(root, "round-own-best")?,
            room_best: Label::find(root, "round-best")?,
            best_shot: ShotButton::find(root, RoundShot::Best, "round-best-shot")?,
            disputed_shot: ShotButton::find(root, RoundShot::Disputed, "round-disputed-shot")?,
            friend: by_id(root, "round-friend")?,
            next: Label::find(root, "round-next")?,
        })
    }

    pub fn hide(&self) {
        self.panel.set_hidden(true);
    }

    /// Shows the result of a round, once it is final.
    pub fn refresh(
        &mut self,
        client: &Client,
        standings: &Standings,
        memorable: &Memorable,
        own: &OwnResults,
    ) {
        let shown = client.round().filter(|round| round.phase.is_over());
        self.panel.set_hidden(shown.is_none());
        let Some(round) = shown else { return };
        self.result.say(&result(self.language, client, round));
        let tally = own.tally.as_ref().map(|(name, tally)| (name.as_str(), *tally));
        self.series.refresh(client, round.series.as_ref(), standings, tally);
        let ship = client.flown_id();
        self.rematch.refresh(client, round, ship);
        // The rounds of a series that is over are listed.
        let outcome = outcome(self.words, client, round, standings);
        self.place.say_if(outcome.filter(|_| !round.is_series_over()).as_deref());
        self.sides.refresh(client, standings.lasted());
        let is_own =
            |best: &&BestRound| own.best.is_some_and(|own| own.achievement == best.achievement);
        let room_best = round.best.as_ref().filter(|best| !is_own(best));
        self.room_best.say_if(room_best.map(|best| room_best_text(self.words, best)).as_deref());
        let has_won = ship.is_some_and(|ship| round.is_won_by(ship));
        let levels = own.bot_levels.map(|levels| bot_level(self.words, levels, has_won));
        self.bots.say_if(levels.as_deref());
        self.own_best.say_if(own.best.map(|best| best.text(self.words)).as_deref());
        self.best_shot.show(self.language, client, memorable.best.as_ref());
        self.disputed_shot.show(self.language, client, memorable.disputed.as_ref());
        let n_players = client.roster().iter().filter(|entry| !entry.bot).count();
        self.friend.set_hidden(ship.is_none() || n_players > 1);
        self.next.say(&next(self.words, client, round));
    }
}

impl ShotButton {
    fn find(root: &Element, which: RoundShot, id: &str) -> Result<Self, MissingResource> {
        let what = [id, "-what"].concat();
        Ok(Self { which, button: by_id(root, id)?, what: Label::find(root, &what)? })
    }

    fn show(&mut self, language: Language, client: &Client, shot: Option<&MemorableShot>) {
        self.button.set_hidden(shot.is_none());
        let Some(MemorableShot { shot, side, other, distance_u, .. }) = shot else { return };
        let words = language.game();
        let (weapon, name) =
            (language.weapon(shot.weapon), name_of(language, client.roster(), *other));
        let half_ships = (distance_u / SHIP_RADIUS_U).round() as u32;
        self.what.say(&match (self.which, side) {
            (RoundShot::Best, _) => (words.rounds.best_shot)(weapon, name, half_ships),
            (RoundShot::Disputed, ShotSide::Own) => {
                (words.rounds.own_disputed_shot)(weapon, name, half_ships)
            }
            (RoundShot::Disputed, ShotSide::Against) => {
                (words.rounds.disputed_shot)(weapon, name, half_ships)
            }
        });
    }
}

/// What the browser keeps of the player's results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnResults {
    /// The level of bots that adapt to the player, before and after the round.
    pub bot_levels: Option<(u8, u8)>,
    /// The best round, once one is over.
    pub best: Option<OwnBest>,
    /// The series against somebody, once one is over.
    pub tally: Option<(String, Tally)>,
}

/// The best round of the player on this browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnBest {
    pub achievement: Achievement,
    /// Whether it is the round that just ended.
    pub is_new: bool,
}

impl OwnBest {
    fn text(self, words: &GameWords) -> String {
        let Achievement { kills, time_ms } = self.achievement;
        let time = minutes(i64::from(time_ms / 1_000));
        let text = if self.is_new { words.rounds.new_own_best } else { words.rounds.own_best };
        text(kills, &time)
    }
}

/// The level of the bots. It follows all kills and deaths, and may rise in a round that was lost;
/// then it is said without its change, which would be taken for an answer to the loss.
fn bot_level(words: &GameWords, (before, now): (u8, u8), has_won: bool) -> String {
    let before = if (now > before) == has_won { before } else { now };
    let [before, now, highest] =
        [before, now, BotLevelNumber::HIGHEST.get()].map(|level| whole(level.into()));
    (words.rounds.bot_level)(&before, &now, &highest)
}

fn room_best_text(words: &GameWords, best: &BestRound) -> String {
    let Achievement { kills, time_ms } = best.achievement;
    let time = minutes(i64::from(time_ms / 1_000));
    (words.rounds.room_best)(&best.name, kills, &time)
}

/// Who won, in words.
#[must_use]
pub fn result(language: Language, client: &Client, round: &Round) -> String {
    let words = language.game();
    match round.phase {
        RoundPhase::Over { winner: Winner::Nobody, .. } => words.rounds.a_draw.into(),
        RoundPhase::Over { winner: Winner::Side(side), .. } => {
            let kills = |side| client.side_kills(side).unwrap_or(0);
            let kills = (kills(side), kills(side.other()));
            if client.own_side() == Some(side) && !client.is_watching() {
                (words.sides.you_win)(kills)
            } else {
                (words.sides.they_win)(side_ms(client, side), kills)
            }
        }
        RoundPhase::Over { winner: Winner::Ship(winner), .. } => {
            let (you_win, wins) = match &round.series {
                Some(_) if round.is_series_over() => (words.series.you_win, words.series.wins),
                Some(_) => (words.series.you_win_round, words.series.wins_round),
                None => (words.rounds.you_win, words.rounds.wins),
            };
            if client.flown_id() == Some(winner) {
                you_win.into()
            } else {
                wins(name_of(language, client.roster(), winner))
            }
        }
        _ => words.rounds.over.into(),
    }
}

/// The round trip that a side plays with, in ms.
fn side_ms(client: &Client, side: Side) -> u16 {
    client.sides().map_or(0, |state| state.sides.round_trip_ms[side.idx()])
}

/// In a duel the kills of both, or the rounds of a series that is over, the player's first; among
/// more, the player's place and score.
#[must_use]
pub fn outcome(
    words: &GameWords,
    client: &Client,
    round: &Round,
    standings: &Standings,
) -> Option<String> {
    let flown = client.flown_id();
    if let ([best, _], None) = (standings.rows(), client.sides()) {
        let first = flown.unwrap_or(best.ship);
        let points = |ship| match &round.series {
            Some(series) if round.is_series_over() => series.won(ship) as i64,
            _ => client.score(ship).map_or(0, |score| score.kills.into()),
        };
        let second = standings.rival(first).map_or(0, |rival| points(rival.ship));
        return Some([&whole(points(first)), " : ", &whole(second)].concat());
    }
    let Score { kills, deaths } = client.score(flown?)?;
    let score = (words.scores.score)(kills, deaths);
    let is_draw = matches!(round.phase, RoundPhase::Over { winner: Winner::Nobody, .. });
    let of = standings.rows().len();
    Some(match standings.place(flown?).filter(|_| !is_draw && of > 1) {
        Some(place) => (words.rounds.place)(place, of, &score),
        None => score,
    })
}

/// When it goes on.
fn next(words: &GameWords, client: &Client, round: &Round) -> String {
    let RoundPhase::Over { next, .. } = round.phase else { return String::new() };
    let Some(rate) = client.tick_rate() else { return String::new() };
    let text = if round.is_series_over() { words.series.next_in } else { words.rounds.next_in };
    text(&whole(seconds_until(next, client.own_tick(), rate)))
}
