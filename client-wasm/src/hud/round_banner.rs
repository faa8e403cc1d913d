//! What a round is about to decide or has decided, in large letters over the picture for a moment:
//! who needs one more kill, the last shots in flight, and the result.

use shared::{
    base::time::Micros,
    client::Client,
    wire::round::{Round, RoundPhase, Winner},
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
use crate::round::{point::Point, standings::Standings};

/// How long a point is shown, and the result.
const POINT_STAYS: Micros = Micros::from_ms(2_500);
const RESULT_STAYS: Micros = Micros::from_ms(5_000);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    Point(Point),
    /// Nobody can fire any more, and shots are in flight.
    LastShots,
    Result,
}

impl Moment {
    fn of(round: &Round, point: Option<Point>) -> Option<Self> {
        match round.phase {
            RoundPhase::Waiting => None,
            RoundPhase::Running { .. } | RoundPhase::Overtime { .. } => point.map(Self::Point),
            RoundPhase::Closing => Some(Self::LastShots),
            RoundPhase::Over { .. } => Some(Self::Result),
        }
    }

    /// Whether it is still shown after this time.
    fn stays(self, after: Micros) -> bool {
        match self {
            Self::Point(_) => after < POINT_STAYS,
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
    fn show(&mut self, now: Micros, round: &Round, point: Option<Point>) -> Option<Moment> {
        let moment = Moment::of(round, point)?;
        let is_known = |known: &(u32, Moment, Micros)| (known.0, known.1) == (round.number, moment);
        let known = self.0.filter(is_known).unwrap_or((round.number, moment, now));
        self.0 = Some(known);
        moment.stays(now - known.2).then_some(moment)
    }
}

pub struct RoundBanner {
    language: Language,
    banner: HtmlElement,
    /// `you` or `other`, whose it is; the style sheets give it the colour.
    whose: Attribute,
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
            whose: Attribute::new(&banner, "data-whose"),
            banner,
            title: Label::find(root, "round-banner-title")?,
            more: Label::find(root, "round-banner-more")?,
            clock: Clock::default(),
        })
    }

    /// Hides it, and forgets what was shown: the next round may be of another match.
    pub fn hide(&mut self) {
        self.banner.set_hidden(true);
        self.clock = Clock::default();
    }

    /// Runs a few times a second.
    pub fn refresh(&mut self, now: Micros, client: &Client, round: &Round, standings: &Standings) {
        let moment = self.clock.show(now, round, Point::of(round, standings));
        self.banner.set_hidden(moment.is_none());
        let words = &self.language.game().rounds;
        let own = client.flown_id();
        let whose = |is_own: bool| if is_own { "you" } else { "other" };
        let (title, more, whose) = match moment {
            None => return,
            Some(Moment::Point(point)) => {
                let whose = match point {
                    Point::Of(..) => whose(own.is_some_and(|own| point.is_of(own))),
                    Point::OfSeveral | Point::Overtime => "",
                };
                (point.text(self.language, client), None, whose)
            }
            Some(Moment::LastShots) => (words.over.into(), Some(words.last_shots.into()), ""),
            Some(Moment::Result) => {
                let whose = match round.phase {
                    RoundPhase::Over { winner: Winner::Nobody, .. } => "",
                    _ => whose(own.is_some_and(|own| round.is_won_by(own))),
                };
                let more = outcome(self.language.game(), client, round, standings);
                (result(self.language, client, round), more, whose)
            }
        };
        self.whose.set(whose);
        self.title.say(&title);
        self.more.say(more.as_deref().unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::{base::time::Tick, wire::round::RoundLimits};

    #[test]
    fn each_moment_is_shown_for_its_time() {
        let mut clock = Clock::default();
        let mut show = |ms, phase, point| {
            let round = Round { phase, ..Round::waiting(RoundLimits::default()) };
            clock.show(Micros::from_ms(ms), &round, point)
        };
        let running = RoundPhase::Running { ends: Tick(9_000) };
        let over = RoundPhase::Over { winner: Winner::Nobody, next: Tick(9), took_ms: 1 };
        let one = Some(Point::OfSeveral);
        assert_eq!(show(0, running, None), None);
        assert_eq!(show(1_000, running, one), Some(Moment::Point(Point::OfSeveral)));
        assert_eq!(show(3_400, running, one), Some(Moment::Point(Point::OfSeveral)));
        assert_eq!(show(3_500, running, one), None);
        let other = Some(Point::Overtime);
        assert_eq!(show(3_600, running, other), Some(Moment::Point(Point::Overtime)));
        assert_eq!(show(4_000, RoundPhase::Closing, None), Some(Moment::LastShots));
        assert_eq!(show(7_000, RoundPhase::Closing, None), Some(Moment::LastShots));
        assert_eq!(show(7_100, over, None), Some(Moment::Result));
        assert_eq!(show(12_200, over, None), None);
        assert_eq!(show(15_100, running, None), None, "the next round");
    }
}
