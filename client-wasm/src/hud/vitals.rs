//! The own ship's status, refunds to its hull, and the countdown to its respawn.

use shared::{
    base::{geometry::Turn, time::Micros},
    client::Client,
    sim::{event::Weapon, rules::SHIP_HEALTH},
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    canvas::rect::Rect,
    shell::{
        MissingResource,
        dom::{Attribute, Label, Shown, by_id, rect_of},
    },
    text::{
        figures::{tenths, whole},
        language,
    },
    world::LOW_HEALTH,
};
use words::{Language, game::GameWords};

use super::directions::side;
use crate::replay::DeathQuestion;

/// How long a refund is shown.
const REFUND_STAYS: Micros = Micros::from_ms(2500);
/// A press this soon after a death or another press is ignored: the player was still firing.
pub const CALM: Micros = Micros::from_ms(600);

/// The hull as a bar. A low hull is marked by a sign, too.
struct HullBar {
    low: Attribute,
    points: Attribute,
    bar: HtmlElement,
}

/// Whether the hull is low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HullLevel {
    Whole,
    Low,
}

impl HullLevel {
    const fn of(points: u8) -> Self {
        if points < LOW_HEALTH { Self::Low } else { Self::Whole }
    }
}

const _: () = assert!(SHIP_HEALTH == 100, "hit points are the bar's percent");

/// The status of the own ship.
pub struct Vitals {
    language: Language,
    words: &'static GameWords,
    hull: Label,
    hull_bar: HullBar,
    refund: Label,
    refund_until: Option<Micros>,
    respawn: HtmlElement,
    respawn_by: Label,
    respawn_in: Label,
    /// The button that asks why. It appears only when the trigger can no longer press it.
    respawn_why: Label,
    /// What it asks.
    respawn_ask: Label,
    why_at: Option<Micros>,
    question: Option<DeathQuestion>,
}

impl Vitals {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let language = language::of_page(root);
        Ok(Self {
            language,
            words: language.game(),
            hull: Label::find(root, "hull")?,
            hull_bar: HullBar::find(root)?,
            refund: Label::find(root, "refund")?,
            refund_until: None,
            respawn: by_id(root, "respawn")?,
            respawn_by: Label::find(root, "respawn-by")?,
            respawn_in: Label::find(root, "respawn-in")?,
            respawn_why: Label::find(root, "respawn-why")?,
            respawn_ask: Label::find(root, "respawn-ask")?,
            why_at: None,
            question: None,
        })
    }

    /// Shows the killer, the weapon and the direction.
    pub fn set_killer(&mut self, now: Micros, name: &str, weapon: Weapon, from: Option<Turn>) {
        let weapon = self.language.weapon(weapon);
        self.respawn_by.say(&(self.words.play.shot_you_down)(
            name,
            weapon,
            from.map(|turn| side(self.words, turn)),
        ));
        self.why_at = Some(now + CALM);
    }

    /// Names the button after what it does: it plays the death again, or opens its sheet. It is
    /// hidden while there is nothing to ask.
    pub fn set_question(&mut self, question: Option<DeathQuestion>) {
        self.question = question;
        if let Some(question) = question {
            self.respawn_ask.say(match question {
                DeathQuestion::Again => self.words.play.watch_again,
                DeathQuestion::Why => self.words.play.why,
            });
        }
    }

    /// Shows a refund of hit points.
    pub fn show_refund(&mut self, now: Micros, points: u8) {
        self.refund.say_if(Some(&(self.words.play.points_back)(&whole(points.into()))));
        self.refund_until = Some(now + REFUND_STAYS);
    }

    /// Updates the status.
    pub fn refresh(&mut self, now: Micros, client: &Client) {
        if self.refund_until.is_some_and(|until| until <= now) {
            self.refund.say_if(None);
            self.refund_until = None;
        }
        let Some(ship) = client.own_ship() else {
            self.respawn.set_hidden(true);
            return;
        };
        let hull = whole(ship.health.into());
        self.hull.say(&hull);
        self.hull_bar.show(&hull, HullLevel::of(ship.health));
        self.respawn.set_hidden(ship.alive());
        if !ship.alive() {
            let hz = client.tick_rate().map_or(1, |rate| i64::from(rate.hz()));
            self.respawn_in.say(&back_in(self.words, ship.respawn_at.since(client.own_tick()), hz));
            let is_calm = self.why_at.is_some_and(|at| at <= now);
            self.respawn_why.show((is_calm && self.question.is_some()).into());
        }
    }

    /// Where the respawn text is; empty while there is none.
    #[must_use]
    pub fn respawn_rect(&self) -> Rect {
        rect_of(&self.respawn)
    }

    /// Hides what belongs to a game.
    pub fn hide(&mut self) {
        self.forget_killer();
        self.respawn.set_hidden(true);
        self.refund.say_if(None);
        self.refund_until = None;
    }

    /// Clears the killer for the next life.
    pub fn forget_killer(&mut self) {
        self.respawn_by.say("");
        self.respawn_why.show(Shown::No);
        self.why_at = None;
    }
}

impl HullBar {
    fn find(root: &Element) -> Result<Self, MissingResource> {
        let (vitals, bar): (Element, HtmlElement) =
            (by_id(root, "vitals")?, by_id(root, "hull-bar")?);
        Ok(Self {
            low: Attribute::new(&vitals, "data-hull"),
            points: Attribute::new(&bar, "aria-valuenow"),
            bar,
        })
    }

    /// Shows hit points, of which a whole hull has 100.
    fn show(&mut self, points: &str, level: HullLevel) {
        self.low.set(if level == HullLevel::Low { "low" } else { "whole" });
        self.points.set(points);
        // It fails only for invalid names.
        let _ = self.bar.style().set_property("--hull", &[points, "%"].concat());
    }
}

/// Time until the respawn. The own clock runs ahead, so the server may confirm it later.
fn back_in(words: &GameWords, ticks: i64, hz: i64) -> String {
    if ticks <= 0 {
        return words.play.back_soon.into();
    }
    let tenths_of_s = (ticks * 10 + hz - 1) / hz;
    (words.play.back_in)(&tenths(tenths_of_s))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_countdown_never_shows_zero() {
        let rows = [
            (120, "Back in 2.0 s"),
            (61, "Back in 1.1 s"),
            (6, "Back in 0.1 s"),
            (1, "Back in 0.1 s"),
            (0, "Back in a moment"),
            (-9, "Back in a moment"),
        ];
        for (ticks, want) in rows {
            assert_eq!(back_in(Language::English.game(), ticks, 60), want, "{ticks} ticks");
        }
    }
}
