//! What a figure tells the page around it: an event of its host, `lagrange-figure`, that bubbles,
//! whenever something else comes of its match. Its `detail` has the sentence (`sentence`), what came
//! of each column (`outcomes`: `value`, `unit`, `text`, `expected`), and the controls by their names
//! (`controls`).

use js_sys::{Array, Object, Reflect};
use shared::lab::outcome::{ColumnOutcome, Outcome, OutcomeStatus};
use wasm_bindgen::JsValue;
use web_sys::{CustomEvent, CustomEventInit, Element};
use words::Language;

/// The name of the event.
const NAME: &str = "lagrange-figure";

/// Tells it.
pub(super) struct Told {
    host: Element,
    last: Option<(Vec<(&'static str, u32)>, String)>,
}

impl Told {
    /// At a host.
    pub(super) fn new(host: &Element) -> Self {
        Self { host: host.clone(), last: None }
    }

    /// Tells what came of a match with these controls, unless that was told last.
    pub(super) fn tell(
        &mut self,
        language: Language,
        controls: Vec<(&'static str, u32)>,
        (sentence, outcomes): (&str, &[ColumnOutcome]),
    ) {
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
