//! What a round is about to decide or has decided, in large letters over the picture for a moment:
//! match point, the last shots in flight, and the result.

use shared::{
    base::time::Micros,
    client::Client,
    wire::round::{Round, RoundPhase},
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, by_id},
    },
    text::language,
};
use words::Language;

use super::round_end::{outcome, result};
use crate::round::standings::Standings;

/// How long match point is shown, and the result.
const MATCH_POINT_STAYS: Micros = Micros::from_ms(2_500);
const RESULT_STAYS: Micros = Micros::from_ms(5_000);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    MatchPoint,
    /// Nobody can fire any more, and shots are in flight.
    LastShots,
    Result,
}

impl Moment {
    fn of(round: &Round, is_match_point: bool) -> Option<Self> {
        match round.phase {
            RoundPhase::Running { .. } | RoundPhase::Overtime { .. } if is_match_point => {
                Some(Self::MatchPoint)
            }
            RoundPhase::Closing => Some(Self::LastShots),
            RoundPhase::Over { .. } => Some(Self::Result),
            RoundPhase::Waiting | RoundPhase::Running { .. } | RoundPhase::Overtime { .. } => None,
        }
    }

    /// Whether it is still shown after this time.
    fn stays(self, after: Micros) -> bool {
        match self {
            Self::MatchPoint => after < MATCH_POINT_STAYS,
            Self::LastShots => true,
            Self::Result => after < RESULT_STAYS,
        }
    }
}

/// The moment of a round, and since when.
#[derive(Clone, Copy, Debug, Default)]
struct Clock(Option<(u32, Moment, Micros)>);

impl Clock {
    /// The moment to show now.
    fn show(&mut self, now: Micros, round: &Round, is_match_point: bool) -> Option<Moment> {
        let moment = Moment::of(round, is_match_point)?;
        let is_known = |known: &(u32, Moment, Micros)| (known.0, known.1) == (round.number, moment);
        let known = self.0.filter(is_known).unwrap_or((round.number, moment, now));
        self.0 = Some(known);
        moment.stays(now - known.2).then_some(moment)
    }
}

pub struct RoundBanner {
    language: Language,
    banner: HtmlElement,
    /// `you` where the player won; the style sheets give it the player's colour.
    won: Attribute,
    title: Label,
    more: Label,
    clock: Clock,
}

impl RoundBanner {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let banner: HtmlElement = by_id(root, "round-banner")?;
        Ok(Self {
            language: language::of_page(root),
            won: Attribute::new(&banner, "data-won"),
            banner,
            title: Label::find(root, "round-banner-title")?,
            more: Label::find(root, "round-banner-more")?,
            clock: Clock::default(),
        })
    }

    pub fn hide(&self) {
        self.banner.set_hidden(true);
    }

    /// Runs a few times a second.
    pub fn refresh(&mut self, now: Micros, client: &Client, round: &Round, standings: &Standings) {
        let moment = self.clock.show(now, round, standings.is_match_point(round));
        self.banner.set_hidden(moment.is_none());
        let words = self.language.game();
        let (title, more) = match moment {
            None => return,
            Some(Moment::MatchPoint) if matches!(round.phase, RoundPhase::Overtime { .. }) => {
                (words.rounds.next_kill_wins.into(), None)
            }
            Some(Moment::MatchPoint) => (words.rounds.match_point.into(), None),
            Some(Moment::LastShots) => {
                (words.rounds.over.into(), Some(words.rounds.last_shots.into()))
            }
            Some(Moment::Result) => {
                (result(self.language, client, round), outcome(words, client, round, standings))
            }
        };
        let has_won = client.flown_id().is_some_and(|own| round.is_won_by(own));
        self.won.set(if has_won { "you" } else { "" });
        self.title.say(&title);
        self.more.say(more.as_deref().unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::{
        base::time::Tick,
        wire::round::{RoundLimits, Winner},
    };

    #[test]
    fn each_moment_is_shown_for_its_time() {
        let mut clock = Clock::default();
        let mut show = |ms, phase, is_match_point| {
            let round = Round { phase, ..Round::waiting(RoundLimits::default()) };
            clock.show(Micros::from_ms(ms), &round, is_match_point)
        };
        let running = RoundPhase::Running { ends: Tick(9_000) };
        let over = RoundPhase::Over { winner: Winner::Nobody, next: Tick(9), took_ms: 1 };
        assert_eq!(show(0, running, false), None);
        assert_eq!(show(1_000, running, true), Some(Moment::MatchPoint));
        assert_eq!(show(3_400, running, true), Some(Moment::MatchPoint));
        assert_eq!(show(3_500, running, true), None);
        assert_eq!(show(4_000, RoundPhase::Closing, false), Some(Moment::LastShots));
        assert_eq!(show(7_000, RoundPhase::Closing, false), Some(Moment::LastShots));
        assert_eq!(show(7_100, over, false), Some(Moment::Result));
        assert_eq!(show(12_200, over, false), None);
        assert_eq!(show(15_100, running, false), None, "the next round");
    }
}
