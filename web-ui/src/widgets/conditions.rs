//! The controls of a simulated link: what is in force goes in, sliders and a list show it, and what
//! the person moves comes out. Filled into an empty element of the page, by the table of
//! conditions; brought up to date a few times a second, while they are to be seen.

use shared::wire::conditions::{Condition, ConditionUnit, LinkConditions, LinkMode};
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement};
use words::{CarrierText, Language};

use crate::{
    shell::{
        MissingResource,
        dom::{Label, append, by_id},
    },
    text::{
        figures::{percent, whole},
        language::of_page,
    },
};

/// Sliders for some conditions of one direction.
pub struct DirectionControls {
    language: Language,
    sliders: Vec<Slider>,
}

struct Slider {
    condition: Condition,
    input: HtmlInputElement,
    figure: Label,
    /// The number that it shows.
    shown: Option<u32>,
    /// Where it stands since then: browsers round to its steps. If elsewhere, the person moved it.
    put: Option<u32>,
}

/// The list of how losses show.
pub struct CarrierList {
    list: HtmlSelectElement,
    put: Option<LinkMode>,
}

impl DirectionControls {
    /// Fills the element of an id with a slider for each condition, and what to watch for when it
    /// is moved. A slider's own id is that id and the condition's name: `up-latency`.
    ///
    /// # Errors
    /// When the page lacks the element.
    pub fn find(
        root: &Element,
        id: &str,
        rows: &[(Condition, &'static str)],
    ) -> Result<Self, MissingResource> {
        let list: Element = by_id(root, id)?;
        let language = of_page(root);
        let rows = rows.iter().map(|(condition, hint)| {
            Slider::append_to(&list, id, *condition, [language.condition(*condition), hint])
        });
        Ok(Self { language, sliders: rows.collect::<Result<_, _>>()? })
    }

    /// Changes the conditions that the person moved.
    pub fn read(&self, link: &mut LinkConditions) {
        for slider in &self.sliders {
            if let Some(position) = slider.moved() {
                let number = slider.condition.spec().offered.number(position);
                // The sliders have the ranges of their conditions.
                let _ = link.set(slider.condition, number);
            }
        }
    }

    /// Shows the conditions in force.
    pub fn show(&mut self, link: &LinkConditions) {
        for slider in &mut self.sliders {
            let number = link.get(slider.condition);
            if slider.shown.replace(number) != Some(number) || slider.moved().is_some() {
                let position = slider.condition.spec().offered.position(number);
                slider.input.set_value(&whole(position.into()));
                slider.put = slider.position();
            }
            slider.figure.say(&figure(slider.condition, number, self.language));
        }
    }
}

impl Slider {
    fn append_to(
        list: &Element,
        way: &str,
        condition: Condition,
        [title, hint]: [&str; 2],
    ) -> Result<Self, MissingResource> {
        let spec = condition.spec();
        let row: Element = append(list, "div", "setting", "")?;
        let label: Element = append(&row, "label", "", title)?;
        let output: HtmlElement = append(&row, "output", "", "")?;
        let input: HtmlInputElement = append(&row, "input", "", "")?;
        let (step, last) = spec.offered.positions();
        input.set_type("range");
        input.set_min("0");
        input.set_max(&whole(last.into()));
        input.set_step(&whole(step.into()));
        let _: Element = append(&row, "p", "hint", hint)?;
        let id = [way, "-", &spec.title.replace(' ', "-")].concat();
        output.set_id(&[id.as_str(), "-value"].concat());
        for labelled in [&label, output.as_ref()] {
            let _ = labelled.set_attribute("for", &id);
        }
        input.set_id(&id);
        Ok(Self { condition, input, figure: Label::of(output), shown: None, put: None })
    }

    /// Where the person moved it to, if so.
    fn moved(&self) -> Option<u32> {
        self.position().filter(|position| self.put.is_some_and(|put| put != *position))
    }

    fn position(&self) -> Option<u32> {
        self.input.value().parse().ok()
    }
}

impl CarrierList {
    /// Appends the list to the element of an id; its own id is given too.
    ///
    /// # Errors
    /// When the page lacks the element.
    pub fn find(root: &Element, within: &str, id: &str) -> Result<Self, MissingResource> {
        let parent: Element = by_id(root, within)?;
        let row: Element = append(&parent, "div", "setting", "")?;
        let language = of_page(root);
        let label: Element = append(&row, "label", "", language.carrier(CarrierText::Title))?;
        let list: HtmlSelectElement = append(&row, "select", "", "")?;
        for mode in [LinkMode::Stream, LinkMode::Datagram] {
            let title = language.carrier(CarrierText::Mode(mode));
            let _: Element = append(&list, "option", "", title)?;
        }
        let _: Element = append(&row, "p", "hint", language.carrier(CarrierText::Hint))?;
        let _ = label.set_attribute("for", id);
        list.set_id(id);
        Ok(Self { list, put: None })
    }

    /// What the person chose, if it is another one than that shown last.
    #[must_use]
    pub fn read(&self) -> Option<LinkMode> {
        let chosen =
            if self.list.selected_index() == 1 { LinkMode::Datagram } else { LinkMode::Stream };
        (self.put.is_some() && self.put != Some(chosen)).then_some(chosen)
    }

    /// Shows the one in force.
    pub fn show(&mut self, mode: LinkMode) {
        if self.put.replace(mode) != Some(mode) || self.read().is_some() {
            self.list.set_selected_index(i32::from(mode == LinkMode::Datagram));
        }
    }
}

/// The number of a condition with its unit.
fn figure(condition: Condition, number: u32, language: Language) -> String {
    match condition.spec().unit {
        ConditionUnit::Ms => [whole(number.into()).as_str(), " ms"].concat(),
        ConditionUnit::Permille => percent(u16::try_from(number).unwrap_or(u16::MAX)),
        ConditionUnit::BytesPerS if number == 0 => language.no_bound().to_string(),
        ConditionUnit::BytesPerS => [whole(number.into()).as_str(), " B/s"].concat(),
    }
}
