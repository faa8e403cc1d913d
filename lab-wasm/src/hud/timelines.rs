//! The text around a time picture: its name, its legend, a sentence for each lane, and a slider
//! that selects a slot of the ring. The lanes themselves are drawn on the page's canvas.

use lab::scenario::Scenario;
use shared::schemes::quakeworld::RING;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use web_ui::{
    shell::{
        MissingResource,
        canvas::Size,
        dom::{Attribute, Label, append, by_id},
    },
    text::figures::whole,
};
use words::{BarText, Language, TimelineText};

use crate::{time::transport::Pace, view::arrange::Arrangement};

pub const LANES_MAX: usize = 2;

/// Position of the slider at the newest slot.
const NEWEST: usize = RING - 1;

/// A time picture, of which one is shown at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timeline {
    /// QuakeWorld's ring of commands.
    Ring,
    /// Source's line of snapshots.
    View,
}

impl Timeline {
    pub const ALL: [Self; 2] = [Self::Ring, Self::View];

    /// The act of its button.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::View => "view-line",
        }
    }

    /// The one that a scenario is about.
    #[must_use]
    pub const fn of(scenario: Scenario) -> Option<Self> {
        match scenario {
            Scenario::Freeze => Some(Self::Ring),
            Scenario::InterpolationLine | Scenario::ListenServer => Some(Self::View),
            _ => None,
        }
    }

    /// Its name, and what to watch for.
    const fn words(self) -> [TimelineText; 2] {
        match self {
            Self::Ring => [TimelineText::RingTitle, TimelineText::RingHint],
            Self::View => [TimelineText::LineTitle, TimelineText::LineHint],
        }
    }

    /// The classes of its legend entries in order, and their texts.
    const fn legend(self) -> &'static [(&'static str, TimelineText)] {
        match self {
            Self::Ring => &[
                ("empty", TimelineText::Empty),
                ("acknowledged", TimelineText::Acknowledged),
                ("replayed", TimelineText::Replayed),
                ("sent", TimelineText::Sent),
                ("frozen", TimelineText::Frozen),
            ],
            Self::View => &[
                ("acknowledged", TimelineText::Snapshot),
                ("missing", TimelineText::Missing),
                ("replayed", TimelineText::Pair),
                ("frozen", TimelineText::Extrapolated),
            ],
        }
    }
}

/// An available time picture.
struct TimelineEntry {
    timeline: Timeline,
    /// Its button among the tools.
    pressed: Attribute,
    /// Its own part of the section.
    head: HtmlElement,
}

/// The section with the texts of both.
pub struct Timelines {
    language: Language,
    /// Tells the style sheet how much room is below the caption.
    root: HtmlElement,
    section: HtmlElement,
    /// Reserves the room of the lanes between the texts.
    room: HtmlElement,
    all: Vec<TimelineEntry>,
    said: Vec<Label>,
    live: Attribute,
    slot: HtmlInputElement,
    /// The slider's position in words, since its own value is an index and not a slot number.
    slot_text: Attribute,
    /// The position that the slider was last set to.
    put: usize,
    /// The slot selected with it, counted from the oldest.
    chosen: Option<usize>,
    shown: Option<Timeline>,
}

impl Timelines {
    /// Finds the section on the page and writes its legends, in a language.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        let heads: Element = by_id(root, "timeline-heads")?;
        let mut all = Vec::new();
        for timeline in Timeline::ALL {
            let query = ["[data-act=", timeline.id(), "]"].concat();
            let button = root.query_selector(&query).ok().flatten();
            let button =
                button.ok_or_else(|| MissingResource::Element { id: timeline.id().into() })?;
            let pressed = Attribute::new(&button, "aria-pressed");
            all.push(TimelineEntry {
                timeline,
                pressed,
                head: make_head(&heads, timeline, language)?,
            });
        }
        let words: Element = by_id(root, "timeline-words")?;
        let mut said = Vec::new();
        for _ in 0..LANES_MAX {
            said.push(Label::of(append(&words, "p", "", "")?));
        }
        let page =
            root.clone().dyn_into().map_err(|_| MissingResource::Capability("HtmlElement"))?;
        let slot: HtmlInputElement = by_id(root, "ring-slot")?;
        Ok(Self {
            language,
            root: page,
            section: by_id(root, "timeline")?,
            room: by_id(root, "timeline-room")?,
            all,
            said,
            live: Attribute::new(&words, "aria-live"),
            slot_text: Attribute::new(&slot, "aria-valuetext"),
            slot,
            put: NEWEST,
            chosen: None,
            shown: None,
        })
    }

    /// Shows one of them, or none.
    pub fn set(&mut self, shown: Option<Timeline>) {
        self.shown = shown;
        self.chosen = None;
        self.put = NEWEST;
        self.slot.set_value(&whole(NEWEST as i64));
        self.section.set_hidden(shown.is_none());
        if let Some(shown) = shown {
            // It fails only for invalid names.
            let _ = self.section.set_attribute("data-shown", shown.id());
            let _ =
                self.section.set_attribute("aria-label", self.language.timeline(shown.words()[0]));
        }
        for one in &mut self.all {
            let is_shown = shown == Some(one.timeline);
            one.pressed.set(if is_shown { "true" } else { "false" });
            one.head.set_hidden(!is_shown);
        }
    }

    /// Places the texts around the lanes.
    pub fn place(&mut self, arrangement: &Arrangement, size: Size) {
        let px = |length: f32| [whole(length as i64).as_str(), "px"].concat();
        let end = arrangement.words_end_px;
        let lanes: f32 = arrangement.lanes.iter().map(|lane| lane.size.y).sum();
        let width = arrangement.lanes.first().map_or(0.0, |lane| lane.size.x);
        let below = px(size.height_px - end);
        let styles = [
            (&self.root, "--below-words", below),
            (&self.section, "top", px(end)),
            (&self.section, "width", px(width)),
            (&self.room, "height", px(lanes)),
        ];
        for (element, name, value) in styles {
            // It fails only for invalid names.
            let _ = element.style().set_property(name, &value);
        }
        let _ = self.section.toggle_attribute_with_force("data-stacked", arrangement.lanes_stacked);
    }

    #[must_use]
    pub fn shown(&self) -> Option<Timeline> {
        self.shown
    }

    /// The slot selected with the slider, counted from the oldest.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// The slider's position, counted from the oldest slot.
    #[must_use]
    pub fn slider(&self) -> usize {
        self.put
    }

    /// Handles a change of a form control.
    pub fn handle_edit(&mut self) {
        let value = self.slot.value().parse().unwrap_or(self.put).min(NEWEST);
        if value != self.put {
            self.put = value;
            self.chosen = Some(value);
        }
    }

    /// Shows the sentences of the lanes and the name of the slider's slot. They are read out on a
    /// change only while paused; while time passes, slots change too fast.
    pub fn say(&mut self, sentences: &[String], slot: Option<&str>, pace: Pace) {
        let slot = slot.filter(|_| pace == Pace::Paused);
        let place = BarText::RingPlace { slot, nth: self.put + 1, of: RING };
        self.slot_text.set(&self.language.bar(place));
        self.live.set(match pace {
            Pace::Paused => "polite",
            Pace::Playing => "off",
        });
        for (n, said) in self.said.iter_mut().enumerate() {
            said.say_if(sentences.get(n).map(String::as_str));
        }
    }
}

/// Its name and legend, hidden until it is shown.
fn make_head(
    parent: &Element,
    timeline: Timeline,
    language: Language,
) -> Result<HtmlElement, MissingResource> {
    let [title, hint] = timeline.words().map(|text| language.timeline(text));
    let head: HtmlElement = append(parent, "div", "timeline-head", "")?;
    head.set_hidden(true);
    let name: Element = append(&head, "h2", "", title)?;
    let id = [timeline.id(), "-hint"].concat();
    for (key, value) in [("title", hint), ("aria-describedby", id.as_str())] {
        let _ = name.set_attribute(key, value);
    }
    let unseen: Element = append(&head, "p", "unseen", hint)?;
    unseen.set_id(&id);
    let list: Element = append(&head, "ul", "", "")?;
    for (shape, meaning) in timeline.legend() {
        let _: Element = append(&list, "li", shape, language.timeline(*meaning))?;
    }
    Ok(head)
}
