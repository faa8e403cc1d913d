//! Notifies the page around a figure: dispatches a bubbling event `lagrange-figure` on its host
//! when the outcome of its match changes. The event's `detail` has the sentence (`sentence`), the
//! outcome of each column (`outcomes`: `value`, `unit`, `text`, `expected`), the controls by name
//! (`controls`), all of these numbers as texts show them (`numbers`), whether the task of the
//! article section named by the host (`section`), if any, is solved (`solved`), and which of the
//! section's texts matches the outcome (`came`; empty if none).

use article::{
    figure::{FigureControl, FigureSpec},
    figure_outcome::FigureOutcome,
    section::Section,
    task::Task,
};
use js_sys::{Array, Function, Object, Reflect};
use lab::{
    outcome::{ColumnOutcome, Outcome, OutcomeStatus},
    setup::Setup,
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit, Element, Window};
use words::{Language, article::numbers};

const NAME: &str = "lagrange-figure";

pub(super) struct FigureNotifier {
    window: Window,
    host: Element,
    task: Option<Task>,
    last: Option<(Vec<(String, u32)>, String)>,
}

/// Whether a match may solve the section's task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    Counts,
    /// It is the reader's own shot, or answers a question.
    OnlyShows,
}

impl FigureNotifier {
    /// For a host, in a section of the article if it is in one.
    pub(super) fn new(window: &Window, host: &Element, section: Option<Section>) -> Self {
        let task = section.map(Section::task);
        Self { window: window.clone(), host: host.clone(), task, last: None }
    }

    /// The next outcome is told even if it equals the last one.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    /// Notifies the page of an outcome and its controls, unless they equal the last ones.
    pub(super) fn notify(
        &mut self,
        language: Language,
        (figure, setup): (&FigureSpec, &Setup),
        (sentence, outcomes): (&str, &[ColumnOutcome]),
        attempt: Attempt,
    ) {
        let named = |control: &FigureControl| Some((control.key(), control.number_in(setup)?));
        let controls: Vec<(String, u32)> = figure.controls.iter().filter_map(named).collect();
        let now = (controls, sentence.to_string());
        if self.last.as_ref() == Some(&now) {
            return;
        }
        let detail = Object::new();
        set(&detail, "sentence", &sentence.into());
        let results = outcomes.iter().map(|one| one.outcome.map(|one| outcome_of(language, &one)));
        let results: Array = results.map(|one| one.map_or(JsValue::NULL, JsValue::from)).collect();
        set(&detail, "outcomes", &results);
        let values = Object::new();
        now.0.iter().for_each(|(name, value)| set(&values, name, &(*value).into()));
        set(&detail, "controls", &values);
        let texts = Object::new();
        for (name, text) in numbers(language, (figure, setup), outcomes) {
            set(&texts, name, &text.into());
        }
        set(&detail, "numbers", &texts);
        let task = self.task.filter(|_| attempt == Attempt::Counts);
        let solved = task.is_some_and(|task| task.is_solved((figure, setup), outcomes));
        set(&detail, "solved", &solved.into());
        set(&detail, "came", &FigureOutcome::of(outcomes).map_or("", FigureOutcome::key).into());
        self.last = Some(now);
        let init = CustomEventInit::new();
        init.set_bubbles(true);
        init.set_detail(&detail);
        if let Ok(event) = CustomEvent::new_with_event_init_dict(NAME, &init) {
            self.dispatch(&event);
        }
    }

    /// Dispatches an event asynchronously: a page that listens may remove the figure or change it,
    /// which must not happen while the figure is running.
    fn dispatch(&self, event: &CustomEvent) {
        let dispatch = Reflect::get(&self.host, &"dispatchEvent".into());
        if let Ok(dispatch) = dispatch.and_then(JsCast::dyn_into::<Function>) {
            let bound = dispatch.bind1(&self.host, event);
            self.window.queue_microtask(bound.unchecked_ref());
        }
    }
}

fn outcome_of(language: Language, outcome: &Outcome) -> Object {
    let object = Object::new();
    set(&object, "value", &f64::from(outcome.value).into());
    set(&object, "unit", &language.unit(outcome.unit).trim_start().into());
    set(&object, "text", &language.outcome(&outcome.statement).into());
    set(&object, "expected", &(outcome.status == OutcomeStatus::AsExpected).into());
    object
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // It fails only for frozen objects.
    let _ = Reflect::set(object, &name.into(), value);
}
