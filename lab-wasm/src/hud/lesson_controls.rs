//! The controls inside a lesson, below its task: buttons and sliders for the open lesson, which
//! return the user's edits. Updated a few times a second.

use lab::{
    lesson::Lesson,
    lesson_control::{LessonButton, LessonControl, LessonSlider, controls_of},
    state::LabState,
};
use web_sys::{Element, HtmlElement, HtmlInputElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Label, append, by_id},
    },
    text::figures::whole,
};
use words::Language;

/// Step of a slider, in ms: all numbers that lessons offer are times.
const STEP_MS: &str = "10";

/// The controls of one lesson.
pub struct LessonControls {
    place: Element,
    sliders: Vec<Slider>,
}

struct Slider {
    of: LessonSlider,
    input: HtmlInputElement,
    figure: Label,
    /// The value last shown.
    shown: Option<u32>,
    /// Its position after that, since browsers round to the slider's steps. Any other position
    /// means that the user moved it.
    put: Option<u32>,
}

impl LessonControls {
    /// Finds their place on the page.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self { place: by_id(root, "lesson-controls")?, sliders: Vec::new() })
    }

    /// Replaces the controls by those of a lesson.
    pub fn show(&mut self, lesson: Lesson, language: Language) {
        self.place.set_text_content(None);
        self.sliders.clear();
        for control in controls_of(lesson) {
            match control {
                LessonControl::Button(button) => {
                    // If the browser could not make elements, the page would not exist.
                    let _ = append_button(&self.place, *button, language);
                }
                LessonControl::Slider(slider) => {
                    let name = language.lesson_slider(*slider);
                    let id = ["lesson-slider-", &whole(self.sliders.len() as i64)].concat();
                    self.sliders.extend(Slider::append_to(&self.place, *slider, name, &id));
                }
            }
        }
    }

    /// Shows the values in force.
    pub fn refresh(&mut self, state: &LabState) {
        for slider in &mut self.sliders {
            let Some(number) = slider.of.value(state) else { continue };
            if slider.shown.replace(number) != Some(number) || slider.moved().is_some() {
                slider.input.set_value(&whole(number.into()));
                slider.put = slider.position();
            }
            slider.figure.say(&[whole(number.into()).as_str(), " ms"].concat());
        }
    }

    /// The slider that the user moved since then, and its value.
    #[must_use]
    pub fn moved(&self) -> Option<(LessonSlider, u32)> {
        self.sliders.iter().find_map(|slider| Some((slider.of, slider.moved()?)))
    }
}

fn append_button(
    place: &Element,
    button: LessonButton,
    language: Language,
) -> Result<(), MissingResource> {
    let element: Element = append(place, "button", "", language.lesson_button(button))?;
    for (key, value) in [("type", "button"), ("data-act", act(button))] {
        // It fails only for invalid names.
        let _ = element.set_attribute(key, value);
    }
    Ok(())
}

/// The page's act for a button.
#[must_use]
pub const fn act(button: LessonButton) -> &'static str {
    match button {
        LessonButton::Fly => "take",
        LessonButton::PlayOrPause => "play",
        LessonButton::FrameOn => "forth",
        LessonButton::OtherScreen => "maximise-2",
        LessonButton::NewestShot => "shot-newest",
        LessonButton::Schemes => "schemes",
        LessonButton::Network => "network",
    }
}

impl Slider {
    fn append_to(
        place: &Element,
        of: LessonSlider,
        name: &str,
        id: &str,
    ) -> Result<Self, MissingResource> {
        let row: Element = append(place, "div", "setting", "")?;
        let label: Element = append(&row, "label", "", name)?;
        let output: HtmlElement = append(&row, "output", "", "")?;
        let input: HtmlInputElement = append(&row, "input", "", "")?;
        input.set_type("range");
        input.set_min("0");
        input.set_max(&whole(of.max().into()));
        input.set_step(STEP_MS);
        input.set_id(id);
        for labelled in [&label, output.as_ref()] {
            let _ = labelled.set_attribute("for", id);
        }
        Ok(Self { of, input, figure: Label::of(output), shown: None, put: None })
    }

    /// The position that the user moved it to, if any.
    fn moved(&self) -> Option<u32> {
        self.position().filter(|position| self.put.is_some_and(|put| put != *position))
    }

    fn position(&self) -> Option<u32> {
        self.input.value().parse().ok()
    }
}
