//! The controls of a figure: the sliders and lists of presets that its page asked for. The reader's
//! choices become the setup with which the match restarts.

use article::figure::{FigureControl, FigureSpec};
use lab::{lesson_control::LessonSlider, setup::Setup};
use shared::netcode::preset::Preset;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Label, append},
    },
    text::figures::whole,
};
use words::{FigureText, Language};

use super::elements::set;

/// Step of a slider: 10 if its range and initial value are multiples of 10.
fn step_of(slider: LessonSlider, value: u32) -> &'static str {
    let tens = [slider.min(), slider.max(), value].iter().all(|n| n.is_multiple_of(10));
    if tens && slider.max() >= 100 { "10" } else { "1" }
}

pub(super) struct Controls {
    language: Language,
    /// The original setup, before any choice.
    base: Setup,
    all: Vec<(FigureControl, Input)>,
}

enum Input {
    Slider { input: HtmlInputElement, figure: Label },
    List(HtmlSelectElement),
}

impl Controls {
    /// Makes the controls of a figure.
    pub(super) fn make(
        place: &Element,
        spec: &FigureSpec,
        setup: &Setup,
        language: Language,
    ) -> Result<Self, MissingResource> {
        let mut all = Vec::new();
        let single = setup.columns.len() == 1;
        for control in &spec.controls {
            let label: Element = append(place, "label", "", "")?;
            let input = match control {
                FigureControl::Slider(slider) => {
                    let name = language.lesson_slider(*slider);
                    let _: Element = append(&label, "span", "", name)?;
                    let input: HtmlInputElement = append(&label, "input", "", "")?;
                    input.set_type("range");
                    let max = whole(slider.max().into());
                    let min = whole(slider.min().into());
                    let step = step_of(*slider, slider.value_in(setup).unwrap_or_default());
                    set(&input, &[("min", &min), ("max", &max), ("step", step)]);
                    let figure: HtmlElement = append(&label, "output", "", "")?;
                    Input::Slider { input, figure: Label::of(figure) }
                }
                FigureControl::Preset { column } => {
                    let name = match (single, column) {
                        (true, _) => FigureText::Scheme,
                        (false, 0) => FigureText::SchemeOfA,
                        (false, _) => FigureText::SchemeOfB,
                    };
                    let _: Element = append(&label, "span", "", language.figure(name))?;
                    let list: HtmlSelectElement = append(&label, "select", "", "")?;
                    for preset in Preset::ALL {
                        let _: Element = append(&list, "option", "", language.preset(preset))?;
                    }
                    Input::List(list)
                }
            };
            all.push((*control, input));
        }
        let controls = Self { language, base: setup.clone(), all };
        controls.put(setup);
        Ok(controls)
    }

    /// Sets all controls to the values in force.
    pub(super) fn put(&self, setup: &Setup) {
        for (control, input) in &self.all {
            match (control, input) {
                (FigureControl::Slider(slider), Input::Slider { input, .. }) => {
                    let value = slider.value_in(setup).unwrap_or_default();
                    input.set_value(&whole(value.into()));
                }
                (FigureControl::Preset { column }, Input::List(list)) => {
                    let netcode = setup.columns.get(usize::from(*column));
                    let preset = netcode.and_then(Preset::of);
                    let at = Preset::ALL.iter().position(|one| Some(*one) == preset);
                    list.set_selected_index(at.map_or(-1, |at| at as i32));
                }
                _ => {}
            }
        }
    }

    /// Sets a slider, by its index.
    pub(super) fn choose(&self, control: usize, value: u32) {
        if let Some((_, Input::Slider { input, .. })) = self.all.get(control) {
            input.set_value(&whole(value.into()));
        }
    }

    /// Updates the displayed numbers.
    pub(super) fn say(&mut self, setup: &Setup) {
        for (control, input) in &mut self.all {
            if let (FigureControl::Slider(slider), Input::Slider { figure, .. }) = (control, input)
            {
                let value = slider.value_in(setup).unwrap_or_default();
                figure.say(&self.language.control(*slider, value));
            }
        }
    }

    /// The setup from the reader's choices: lists are applied first, then sliders.
    pub(super) fn chosen(&self) -> Setup {
        let mut chosen = self.base.clone();
        for (control, input) in &self.all {
            let (FigureControl::Preset { column }, Input::List(list)) = (control, input) else {
                continue;
            };
            let preset = usize::try_from(list.selected_index()).ok();
            let preset = preset.and_then(|at| Preset::ALL.get(at));
            let place = chosen.columns.get_mut(usize::from(*column));
            if let (Some(preset), Some(netcode)) = (preset, place) {
                *netcode = preset.netcode();
            }
        }
        for (control, input) in &self.all {
            if let (FigureControl::Slider(slider), Input::Slider { input, .. }) = (control, input)
                && let Ok(value) = input.value().parse()
            {
                slider.set_in(&mut chosen, value);
            }
        }
        chosen
    }
}
