//! The bars above and below the panes: scenario, speed, and position in the recording.

use lab::{scenario::Scenario, setup::FRAMES};
use shared::base::time::{Micros, Tick};
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, append, by_id},
    },
    text::figures::whole,
};
use words::{BarText, Language};

use crate::time::transport::{Pace, SPEEDS, Transport};

pub struct Bar {
    language: Language,
    scenario: HtmlSelectElement,
    speed: HtmlSelectElement,
    position: HtmlInputElement,
    /// The position that the slider was last set to.
    put: u32,
    max: u32,
    clock: Label,
    play: Label,
    take: Attribute,
    swap: Attribute,
}

/// An edit by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarMove {
    Scenario(Scenario),
    /// Another speed, by its index in [`SPEEDS`].
    Speed(usize),
    Position(u32),
}

impl Bar {
    /// Finds them on the page and fills them, in a language. A scenario's tooltip names its source.
    ///
    /// # Errors
    /// When the page lacks a part of them.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        let scenario: HtmlSelectElement = by_id(root, "scenario")?;
        for one in Scenario::ALL {
            let words = language.scenario(one);
            let option: Element = append(&scenario, "option", "", words.title)?;
            let _ = option.set_attribute("title", words.source);
        }
        let speed: HtmlSelectElement = by_id(root, "speed")?;
        for divisor in SPEEDS {
            let text = match divisor {
                1 => "1×".to_string(),
                n => ["1/", &whole(n.into())].concat(),
            };
            let _: Element = append(&speed, "option", "", &text)?;
        }
        let take: Element = by_id(root, "take-button")?;
        let swap: Element = by_id(root, "swap-button")?;
        Ok(Self {
            language,
            scenario,
            speed,
            position: by_id(root, "position")?,
            put: 0,
            max: 0,
            clock: Label::find(root, "clock")?,
            play: Label::find(root, "play-word")?,
            take: Attribute::new(&take, "aria-pressed"),
            swap: Attribute::new(&swap, "aria-pressed"),
        })
    }

    /// The user's edit since the bars were last updated.
    #[must_use]
    pub fn moved(&self, scenario: Scenario, transport: &Transport) -> Option<BarMove> {
        let chosen = Scenario::ALL.get(self.scenario.selected_index().max(0) as usize).copied();
        if let Some(chosen) = chosen.filter(|chosen| *chosen != scenario) {
            return Some(BarMove::Scenario(chosen));
        }
        let speed = self.speed.selected_index().max(0) as usize;
        if speed != transport.speed() {
            return Some(BarMove::Speed(speed));
        }
        let position = self.position.value().parse().ok()?;
        (position != self.put).then_some(BarMove::Position(position))
    }

    /// Updates them with the current frame and the length of the recording.
    pub fn refresh(
        &mut self,
        scenario: Scenario,
        transport: &Transport,
        (frame, frames): (u32, u32),
        flown: Option<usize>,
    ) {
        let index = Scenario::ALL.iter().position(|one| *one == scenario).unwrap_or(0) as i32;
        if self.scenario.selected_index() != index {
            self.scenario.set_selected_index(index);
        }
        if self.speed.selected_index() != transport.speed() as i32 {
            self.speed.set_selected_index(transport.speed() as i32);
        }
        if self.max != frames {
            self.max = frames;
            self.position.set_max(&whole(frames.into()));
        }
        if self.put != frame {
            self.put = frame;
            self.position.set_value(&whole(frame.into()));
        }
        self.clock.say(&time(frame));
        let playing = transport.pace() == Pace::Playing;
        self.play.say(&self.language.bar(if playing { BarText::Pause } else { BarText::Play }));
        self.take.set(if flown == Some(0) { "true" } else { "false" });
        self.swap.set(if flown == Some(1) { "true" } else { "false" });
    }
}

/// The time of a frame: `12.35 s`.
#[must_use]
pub fn time(frame: u32) -> String {
    seconds(FRAMES.micros_at(Tick(frame)))
}

/// A time in seconds with hundredths: `12.35 s`.
#[must_use]
pub fn seconds(time: Micros) -> String {
    let hundredths = time.as_ms() / 10;
    let (whole_s, rest) = (whole(hundredths / 100), hundredths % 100);
    [&whole_s, ".", &whole(rest / 10), &whole(rest % 10), " s"].concat()
}
