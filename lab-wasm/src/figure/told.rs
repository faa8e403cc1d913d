//! What a figure tells the page around it: an event of its host, `lagrange-figure`, that bubbles,
//! whenever something else comes of its match. Its `detail` has the sentence (`sentence`), what came
//! of each column (`outcomes`: `value`, `unit`, `text`, `expected`), the controls by their names
//! (`controls`), all of these numbers as a text shows them (`numbers`), and whether the task of the
//! article's section is solved that the host names (`section`), if it does (`solved`).

use js_sys::{Array, Object, Reflect};
use shared::lab::{
    article::{section::Section, task::Task},
    figure::{FigureControl, FigureSpec},
    outcome::{ColumnOutcome, Outcome, OutcomeStatus},
    setup::Setup,
};
use wasm_bindgen::JsValue;
use web_sys::{CustomEvent, CustomEventInit, Element};
use words::{Language, article::numbers};

/// The name of the event.
const NAME: &str = "lagrange-figure";

/// Tells it.
pub(super) struct Told {
    host: Element,
    task: Option<Task>,
    last: Option<(Vec<(&'static str, u32)>, String)>,
}

impl Told {
    /// At a host.
    pub(super) fn new(host: &Element) -> Self {
        let section = host.get_attribute("section");
        let task = section.and_then(|key| Section::of_key(&key)).map(Section::task);
        Self { host: host.clone(), task, last: None }
    }

    /// Tells what came of a match with these controls, unless that was told last.
    pub(super) fn tell(
        &mut self,
        language: Language,
        (figure, setup): (&FigureSpec, &Setup),
        (sentence, outcomes): (&str, &[ColumnOutcome]),
    ) {
        let number_of = |control: &FigureControl| match control {
            FigureControl::Slider(slider) => slider.value_in(setup),
            FigureControl::Preset { .. } => None,
        };
        let named = |control: &FigureControl| Some((control.name(), number_of(control)?));
        let controls: Vec<(&'static str, u32)> = figure.controls.iter().filter_map(named).collect();
        let now = (controls, sentence.to_string());
        if self.last.as_ref() == Some(&now) {
            return;
        }
        let detail = Object::new();
        set(&detail, "sentence", &sentence.into());
        let told = outcomes.iter().map(|one| one.outcome.map(|one| outcome_of(language, &one)));
        let told: Array = told.map(|one| one.map_or(JsValue::NULL, JsValue::from)).collect();
        set(&detail, "outcomes", &told);
        let values = Object::new();
        now.0.iter().for_each(|(name, value)| set(&values, name, &(*value).into()));
        set(&detail, "controls", &values);
        let texts = Object::new();
        for (name, text) in numbers(language, (figure, setup), outcomes) {
            set(&texts, name, &text.into());
        }
        set(&detail, "numbers", &texts);
        let number_at = |at: usize| figure.controls.get(at).and_then(number_of);
        let solved = self.task.is_some_and(|task| task.is_solved(outcomes, number_at));
        set(&detail, "solved", &solved.into());
        self.last = Some(now);
        let init = CustomEventInit::new();
        init.set_bubbles(true);
        init.set_detail(&detail);
        if let Ok(event) = CustomEvent::new_with_event_init_dict(NAME, &init) {
            // Whether a page that listens prevents anything is of no matter.
            let _ = self.host.dispatch_event(&event);
        }
    }
}

fn outcome_of(language: Language, outcome: &Outcome) -> Object {
    let told = Object::new();
    set(&told, "value", &f64::from(outcome.value).into());
    set(&told, "unit", &language.unit(outcome.unit).into());
    set(&told, "text", &language.outcome(&outcome.said).into());
    set(&told, "expected", &(outcome.status == OutcomeStatus::AsExpected).into());
    told
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // It fails only for objects that are frozen.
    let _ = Reflect::set(object, &name.into(), value);
}
