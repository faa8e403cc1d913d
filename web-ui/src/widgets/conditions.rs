//! Controls of a simulated link: sliders and a list that show the conditions in force and return
//! the user's edits. Built from the table of conditions into an empty element; updated a few times
//! a second while visible.

use shared::wire::conditions::{Condition, ConditionUnit, LinkConditions, LinkMode};
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement};
use words::{CarrierText, Language};

use super::slider_scale::SliderScale;
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
    /// The value last shown.
    shown: Option<u32>,
    /// Its position after that, since browsers round to the slider's steps. Any other position
    /// means that the user moved it.
    put: Option<u32>,
}

/// The list of how losses appear.
pub struct CarrierList {
    list: HtmlSelectElement,
    put: Option<LinkMode>,
}

impl DirectionControls {
    /// Fills the element with an id with a slider for each condition, and a hint what to watch for
    /// when it changes. A slider's id combines both: `up-latency`.
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

    /// Applies the user's edits to the conditions.
    pub fn read(&self, link: &mut LinkConditions) {
        for slider in &self.sliders {
            if let Some(position) = slider.moved() {
                let number = SliderScale::of(slider.condition).value(position);
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
                let position = SliderScale::of(slider.condition).position(number);
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
        let (step, last) = SliderScale::of(condition).step_and_last();
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

    /// The position that the user moved it to, if any.
    fn moved(&self) -> Option<u32> {
        self.position().filter(|position| self.put.is_some_and(|put| put != *position))
    }

    fn position(&self) -> Option<u32> {
        self.input.value().parse().ok()
    }
}

impl CarrierList {
    /// Appends the list, with an id of its own, to the element with an id.
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

    /// The user's choice, if it differs from the mode last shown.
    #[must_use]
    pub fn read(&self) -> Option<LinkMode> {
        let chosen =
            if self.list.selected_index() == 1 { LinkMode::Datagram } else { LinkMode::Stream };
        (self.put.is_some() && self.put != Some(chosen)).then_some(chosen)
    }

    /// Shows the mode in force.
    pub fn show(&mut self, mode: LinkMode) {
        if self.put.replace(mode) != Some(mode) || self.read().is_some() {
            self.list.set_selected_index(i32::from(mode == LinkMode::Datagram));
        }
    }
}

/// The value of a condition with its unit.
fn figure(condition: Condition, number: u32, language: Language) -> String {
    match condition.spec().unit {
        ConditionUnit::Ms => [whole(number.into()).as_str(), " ms"].concat(),
        ConditionUnit::Permille => percent(u16::try_from(number).unwrap_or(u16::MAX)),
        ConditionUnit::BytesPerS if number == 0 => language.no_bound().to_string(),
        ConditionUnit::BytesPerS => [whole(number.into()).as_str(), " B/s"].concat(),
    }
}
