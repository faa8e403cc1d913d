//! The line of scores at the corner of the picture: in a round, the own score and goal, that of the
//! best opponent, and the time left; in an endless match, kills and deaths. Where there are two
//! sides, their scores stand for those of ships.

use shared::{
    base::time::{Tick, TickRate},
    client::Client,
    sim::{ship::ShipId, side::Side},
    wire::{
        round::{Round, RoundPhase, Score},
        sides::SidesState,
    },
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, by_id},
    },
    text::{figures::whole, language, roster::name_of},
};
use words::{Language, game::GameWords};

use super::series::state;
use crate::round::{
    point::Point,
    standings::{Standing, Standings},
};

/// Seconds before the end from which the clock warns.
pub const LAST_S: i64 = 10;

pub struct ScoreLine {
    language: Language,
    words: &'static GameWords,
    /// `round` or `endless`; the style sheets show the parts accordingly.
    mode: Attribute,
    /// Who leads: `you`, `rival` or nobody.
    leader: Attribute,
    own_side: Label,
    own_name: Label,
    kills: Label,
    kills_noun: Label,
    deaths: Label,
    deaths_noun: Label,
    rival: HtmlElement,
    rival_name: Label,
    rival_kills: Label,
    clock: Label,
    /// Below: who needs one more kill, or that the round waits; and how the series stands.
    point: Label,
    note: Label,
    /// Whether the last seconds run.
    last: Attribute,
}

impl ScoreLine {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let line: Element = by_id(root, "score")?;
        let clock: Element = by_id(root, "round-clock")?;
        let language = language::of_page(root);
        Ok(Self {
            language,
            words: language.game(),
            mode: Attribute::new(&line, "data-mode"),
            leader: Attribute::new(&line, "data-leader"),
            own_side: Label::find(root, "own-side")?,
            own_name: Label::find(root, "own-name")?,
            kills: Label::find(root, "kills")?,
            kills_noun: Label::find(root, "kills-noun")?,
            deaths: Label::find(root, "deaths")?,
            deaths_noun: Label::find(root, "deaths-noun")?,
            rival: by_id(root, "rival")?,
            rival_name: Label::find(root, "rival-name")?,
            rival_kills: Label::find(root, "rival-kills")?,
            clock: Label::find(root, "round-clock")?,
            point: Label::find(root, "score-point")?,
            note: Label::find(root, "score-note")?,
            last: Attribute::new(&clock, "data-last"),
        })
    }

    /// Shows the scores of the match.
    pub fn refresh(&mut self, client: &Client, standings: &Standings) {
        // A watcher's line begins with the ship that is followed, or else with the best one.
        let best = || standings.rows().first().map(|row| row.ship);
        let Some(own) = client.own_id().or_else(best) else { return };
        let is_watching = client.is_watching();
        let name = || name_of(self.language, client.roster(), own);
        self.own_name.say(if is_watching { name() } else { self.words.play.you });
        let Score { kills, deaths } = client.score(own).unwrap_or_default();
        self.kills.say(&whole(kills.into()));
        let sides = client.sides().zip(client.side_of(own));
        let own_side = sides.map(|(state, side)| {
            if is_watching {
                (self.words.sides.side)(state.sides.round_trip_ms[side.idx()])
            } else {
                self.words.sides.your_side.into()
            }
        });
        self.own_side.say_if(own_side.as_deref());
        let Some(round) = client.round() else {
            self.mode.set("endless");
            self.leader.set("");
            self.kills_noun.say((self.words.scores.kills)(kills));
            self.deaths.say(&whole(deaths.into()));
            self.deaths_noun.say((self.words.scores.deaths)(deaths));
            self.rival.set_hidden(true);
            self.clock.say_if(None);
            self.point.say_if(None);
            self.note.say_if(None);
            return;
        };
        self.mode.set("round");
        self.kills_noun.say(&(self.words.rounds.of_goal)(&whole(round.limits.kills.into())));
        match sides {
            Some((state, own)) => self.show_sides(state, own, standings),
            None => self.show_rival(client, own, standings),
        }
        if round.phase == RoundPhase::Waiting {
            self.rival.set_hidden(true);
        }
        let left_s = client.tick_rate().and_then(|rate| left_s(round, client.own_tick(), rate));
        let waits = round.phase == RoundPhase::Waiting && round.limits.players > 1;
        self.clock.say_if(left_s.map(minutes).as_deref());
        let series = round.series.as_ref().filter(|_| round.phase != RoundPhase::Waiting);
        let point = Point::of(round, standings).map(|point| point.text(self.language, client));
        let waiting = waits.then_some(self.words.rounds.waiting);
        self.point.say_if(point.as_deref().or(waiting));
        let note = series.map(|series| state(self.language, client, series, standings));
        self.note.say_if(note.as_deref());
        self.last.set(if left_s.is_some_and(|left| left <= LAST_S) { "yes" } else { "" });
    }
}

impl ScoreLine {
    /// Shows the best opponent, and who leads.
    fn show_rival(&mut self, client: &Client, own: ShipId, standings: &Standings) {
        let rival = standings.rival(own);
        self.rival.set_hidden(rival.is_none());
        if let Some(Standing { ship, score }) = rival {
            self.rival_name.say(name_of(self.language, client.roster(), ship));
            self.rival_kills.say(&whole(score.kills.into()));
        }
        self.leader.set(match standings.leader() {
            Some(ship) if ship == own => "you",
            Some(_) => "rival",
            None => "",
        });
    }

    /// Shows the scores of both sides, and which one leads.
    fn show_sides(&mut self, state: &SidesState, own: Side, standings: &Standings) {
        let kills = |side| whole(standings.side_kills(side).unwrap_or(0).into());
        self.kills.say(&kills(own));
        self.rival.set_hidden(false);
        let other = own.other();
        self.rival_name.say(&(self.words.sides.side)(state.sides.round_trip_ms[other.idx()]));
        self.rival_kills.say(&kills(other));
        self.leader.set(match standings.leading_side() {
            Some(side) if side == own => "you",
            Some(_) => "rival",
            None => "",
        });
    }
}

/// Whole seconds, rounded up, until a round or its overtime ends; `None` while none runs. The own
/// clock runs ahead of the server's, so commands after its end come too late.
#[must_use]
pub fn left_s(round: &Round, own_tick: Tick, rate: TickRate) -> Option<i64> {
    let (RoundPhase::Running { ends } | RoundPhase::Overtime { ends }) = round.phase else {
        return None;
    };
    Some(seconds_until(ends, own_tick, rate))
}

/// Whole seconds until a tick, rounded up.
#[must_use]
pub fn seconds_until(tick: Tick, now: Tick, rate: TickRate) -> i64 {
    let hz = i64::from(rate.hz());
    ((tick.since(now) + hz - 1) / hz).max(0)
}

/// A time as minutes and seconds.
#[must_use]
pub fn minutes(seconds: i64) -> String {
    let rest = seconds % 60;
    [&whole(seconds / 60), ":", &whole(rest / 10), &whole(rest % 10)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::wire::round::RoundLimits;

    #[test]
    fn the_clock_reaches_zero_with_the_last_tick() {
        let rate = TickRate::DEFAULT;
        let round = |phase| Round { phase, ..Round::waiting(RoundLimits::default()) };
        let running = round(RoundPhase::Running { ends: Tick(600) });
        for (tick, left) in [(0, 10), (1, 10), (540, 1), (541, 1), (599, 1), (600, 0), (900, 0)] {
            assert_eq!(left_s(&running, Tick(tick), rate), Some(left), "tick {tick}");
        }
        assert_eq!(left_s(&round(RoundPhase::Closing), Tick(0), rate), None);
        let overtime = round(RoundPhase::Overtime { ends: Tick(600) });
        assert_eq!(left_s(&overtime, Tick(300), rate).map(minutes).as_deref(), Some("0:05"));
        assert_eq!(minutes(100), "1:40");
    }
}
