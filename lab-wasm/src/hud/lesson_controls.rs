//! The controls that stand in a lesson, below what it asks to be done: the lesson goes in and its
//! buttons and sliders are made; what the person moves comes out. Brought up to date a few times a
//! second.

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

/// From one place of a slider to the next, in ms: every number that a lesson offers is a time.
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
    /// The number that it shows.
    shown: Option<u32>,
    /// Where it stands since then: browsers round to its steps. If elsewhere, the person moved it.
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

    /// Makes the controls of a lesson, in place of others.
    pub fn show(&mut self, lesson: Lesson, language: Language) {
        self.place.set_text_content(None);
        self.sliders.clear();
        for control in controls_of(lesson) {
            match control {
                LessonControl::Button(button) => {
                    // Where the browser makes no elements, the page was not made.
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

    /// Shows the numbers in force.
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

    /// The slider that the person moved since then, and where to.
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
        // It fails only for names that are none.
        let _ = element.set_attribute(key, value);
    }
    Ok(())
}

/// The act of the page that a button stands for.
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

    /// Where the person moved it to, if so.
    fn moved(&self) -> Option<u32> {
        self.position().filter(|position| self.put.is_some_and(|put| put != *position))
    }

    fn position(&self) -> Option<u32> {
        self.input.value().parse().ok()
    }
}
