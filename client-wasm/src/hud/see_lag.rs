//! The lesson “See the lag” on the page: its offer, its controls, and its sentence with a line to
//! the place that it speaks of, which follows the camera.

use shared::base::{geometry::Vec2, time::Micros};
use web_sys::{Element, HtmlElement};
use web_ui::{
    canvas::rect::Rect,
    shell::{
        MissingResource,
        dom::{Label, Shown, by_id, rect_of, set_px},
        pointer::Device,
    },
    text::figures::{thousandths, whole},
    text::language,
};
use words::game::GameWords;

use crate::lesson::{
    callout::{self, Occupied},
    course::{Guidance, Onward, Sentence, Step},
    facts::Room,
};

/// How often the sentence may move, which makes the browser lay the page out.
const MOVES_EVERY: Micros = Micros::from_ms(250);
/// How close to its end the line stops, in ship radii on the page: the ship stays free.
const LINE_ENDS: f32 = 1.4;

pub struct SeeLag {
    words: &'static GameWords,
    offer: HtmlElement,
    /// Says that the lesson would take place elsewhere.
    offer_where: HtmlElement,
    panel: HtmlElement,
    step: Label,
    next: Label,
    hint: Label,
    more: HtmlElement,
    callout: Label,
    said: Option<String>,
    line: HtmlElement,
    placed: Option<Rect>,
    moved_at: Option<Micros>,
}

impl SeeLag {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            words: language::of_page(root).game(),
            offer: by_id(root, "see-lag-offer")?,
            offer_where: by_id(root, "see-lag-where")?,
            panel: by_id(root, "see-lag")?,
            step: Label::find(root, "see-lag-step")?,
            next: Label::find(root, "see-lag-next")?,
            hint: Label::find(root, "see-lag-hint")?,
            more: by_id(root, "see-lag-more")?,
            callout: Label::find(root, "callout")?,
            said: None,
            line: by_id(root, "callout-line")?,
            placed: None,
            moved_at: None,
        })
    }

    /// Offers the lesson in a room, or hides the offer.
    pub fn offer(&self, room: Option<Room>) {
        self.offer.set_hidden(room.is_none());
        self.offer_where.set_hidden(room.is_none_or(|room| room == Room::Fit));
    }

    /// Whether the offer is shown.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        !self.offer.hidden()
    }

    /// Shows the step and the sentence of a lesson.
    pub fn show(&mut self, guidance: &Guidance, device: Device) {
        self.panel.set_hidden(false);
        let step = guidance.step.map(index);
        self.step.say(step.map_or("", |step| self.words.see_lag.steps[step]));
        self.next.say(match guidance.onward {
            Onward::Skip => self.words.see_lag.skip,
            Onward::Next => self.words.see_lag.next,
        });
        let hints = match device {
            Device::Mouse => self.words.see_lag.hints,
            Device::Touch => self.words.see_lag.hints_touch,
            Device::Gamepad => self.words.see_lag.hints_gamepad,
        };
        self.hint.say_if(step.filter(|_| guidance.is_hint_due).map(|step| hints[step]));
        self.more.set_hidden(guidance.sentence != Some(Sentence::Closing));
        let said = guidance.sentence.map(|sentence| text(self.words, sentence));
        if self.said != said {
            // Another text has another size.
            self.moved_at = None;
            self.line.set_hidden(true);
            self.callout.say_if(said.as_deref());
            self.said = said;
        }
    }

    /// Hides the lesson.
    pub fn hide(&mut self) {
        self.panel.set_hidden(true);
        self.callout.say_if(None);
        self.said = None;
        self.line.set_hidden(true);
        (self.placed, self.moved_at) = (None, None);
    }

    /// Hides the sentence until it is pointed at something again: another moment is shown than the
    /// one that it speaks of.
    pub fn hush(&mut self) {
        self.callout.show(Shown::No);
        self.line.set_hidden(true);
        self.moved_at = None;
    }

    /// Points the sentence at a place on the page, if it speaks of one, drawn with ships of this
    /// radius. Runs in every frame.
    pub fn point(&mut self, now: Micros, target: Option<Vec2>, ship_px: f32, occupied: &Occupied) {
        if self.said.is_none() {
            return;
        }
        self.callout.show(Shown::Yes);
        let nearby = target.unwrap_or(occupied.own.0);
        if self.moved_at.is_none_or(|at| now - at >= MOVES_EVERY) {
            self.moved_at = Some(now);
            let size = rect_of(self.callout.element()).size;
            self.placed = callout::place(occupied, size, nearby, self.placed).or(self.placed);
            let at = self.placed.unwrap_or_default().at;
            set_px(self.callout.element(), [("--x", at.x), ("--y", at.y)]);
        }
        let (Some(placed), Some(target)) = (self.placed, target) else {
            return self.line.set_hidden(true);
        };
        let start = callout::line_start(&placed, target);
        let way = target - start;
        let length = way.length() - ship_px * LINE_ENDS;
        self.line.set_hidden(length <= 0.0);
        set_px(&self.line, [("--x", start.x), ("--y", start.y)]);
        set_px(&self.line, [("--length", length.max(0.0))]);
        let turn = [&thousandths((way.to_angle() * 1000.0) as i64), "rad"].concat();
        let _ = self.line.style().set_property("--turn", &turn);
    }
}

const fn index(step: Step) -> usize {
    match step {
        Step::Outline => 0,
        Step::Cross => 1,
        Step::Beyond => 2,
    }
}

fn text(words: &GameWords, sentence: Sentence) -> String {
    match sentence {
        Sentence::Outline { age_ms } => (words.see_lag.outline)(&whole(age_ms)),
        Sentence::Cross => words.see_lag.cross.into(),
        Sentence::Counted { rewound_ms } => (words.see_lag.counted)(&whole(rewound_ms)),
        Sentence::Beyond { age_ms, limit_ms } => {
            (words.see_lag.beyond)(&whole(age_ms), &whole(limit_ms))
        }
        Sentence::Elsewhere { seen_ms, limit_ms, apart_u } => {
            (words.see_lag.elsewhere)(&whole(seen_ms), &whole(limit_ms), &whole(apart_u))
        }
        Sentence::Closing => words.see_lag.closing.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::Language;

    #[test]
    fn sentences_give_the_numbers_measured() {
        let rows = [
            (Sentence::Outline { age_ms: 332 }, "what you see will be 332 ms old."),
            (Sentence::Counted { rewound_ms: 331 }, "The server rewound 331 ms, and it counted."),
            (
                Sentence::Beyond { age_ms: 500, limit_ms: 400 },
                "What you see is now 500 ms old, and the server rewinds 400 ms at most. Fire at a \
                 moving ship.",
            ),
            (
                Sentence::Elsewhere { seen_ms: 465, limit_ms: 400, apart_u: 23 },
                "You saw it 465 ms ago; the server rewinds 400 ms at most, so it judged the ship \
                 23 u from there.",
            ),
        ];
        for (sentence, end) in rows {
            let text = text(Language::English.game(), sentence);
            assert!(text.ends_with(end), "{text}");
        }
    }
}
