//! What the script of the worker calls: judges two files or the example, and keeps the answer for
//! the table of verdicts.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Function;
use referee::rule::Rule;
use referee::tables::error::TableError;
use referee::tables::meta::Meta;
use referee::text;
use referee::verdicts::write_verdicts;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use web_sys::File;

use crate::example::Example;
use crate::file_table::{FileTable, OnBytes};
use crate::judgement::{Case, Judgement, Phase, Table, judge};
use crate::view;

/// The judge of one page.
#[wasm_bindgen]
#[derive(Default)]
pub struct Referee {
    last: Option<Judgement>,
}

/// Calls JavaScript with the phase and the share of it that is done, if known.
#[derive(Clone)]
struct Reporter {
    call: Function,
    /// Of both tables together, in bytes.
    whole: f64,
    phase: &'static str,
    done: f64,
}

impl Reporter {
    fn begin(&mut self, phase: Phase) {
        self.phase = match phase {
            Phase::Read => "Reading both tables",
            Phase::Search => "Searching the rule",
            Phase::Examine => "Looking at the shots again",
        };
        self.done = 0.0;
        self.tell(if phase == Phase::Search { JsValue::NULL } else { 0.0.into() });
    }

    fn add(&mut self, bytes: f64) {
        self.done += bytes;
        self.tell((self.done / self.whole.max(1.0)).min(1.0).into());
    }

    fn tell(&self, share: JsValue) {
        // Without progress the answer is as good.
        let _ = self.call.call2(&JsValue::NULL, &self.phase.into(), &share);
    }
}

#[wasm_bindgen]
impl Referee {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Judges two files, and returns the answer as HTML. `meta` is the text of a meta file called
    /// `meta_name`; `rules` has a rule a line.
    ///
    /// # Errors
    /// Says what is wrong with a table, the meta file or a rule, and where.
    pub fn judge(
        &mut self,
        poses: File,
        shots: File,
        meta_name: &str,
        meta: &str,
        rules: &str,
        on_progress: Function,
    ) -> Result<String, JsError> {
        let asked = asked(rules).map_err(|error| JsError::new(&error))?;
        let meta = Meta::read(meta_name, meta.as_bytes()).map_err(|error| said(&error))?;
        let whole = poses.size() + shots.size();
        let reporter = Reporter { call: on_progress, whole, phase: "", done: 0.0 };
        let reporter = Rc::new(RefCell::new(reporter));
        let told = reporter.clone();
        let on_bytes: OnBytes = Rc::new(RefCell::new(move |bytes| told.borrow_mut().add(bytes)));
        let table = |file| FileTable { file, on_bytes: on_bytes.clone() };
        let case = Case { poses: table(poses), shots: table(shots), meta, asked };
        self.answer(&case, &mut |phase| reporter.borrow_mut().begin(phase), None)
    }

    /// Judges the made match, and says whether its planted rule was found.
    ///
    /// # Errors
    /// As for files.
    pub fn example(&mut self, rules: &str, on_progress: Function) -> Result<String, JsError> {
        let example = Example::new();
        let mut case = example.case().map_err(|error| said(&error))?;
        case.asked = asked(rules).map_err(|error| JsError::new(&error))?;
        let mut reporter = Reporter { call: on_progress, whole: 1.0, phase: "", done: 0.0 };
        self.answer(&case, &mut |phase| reporter.begin(phase), Some(&example))
    }

    /// The verdicts of the best rule and of those left, as CSV; empty before an answer.
    pub fn verdicts(&self) -> String {
        self.last.as_ref().map_or(String::new(), |judged| {
            write_verdicts(&judged.collected, &text::rules_left(&judged.explanation))
        })
    }

    fn answer<T: Table>(
        &mut self,
        case: &Case<T>,
        begin: &mut dyn FnMut(Phase),
        example: Option<&Example>,
    ) -> Result<String, JsError> {
        let judged = judge(case, begin).map_err(|error| said(&error))?;
        let finding = example.map(|example| example.finding(&judged.explanation));
        let html = view::answer(&judged, &case.meta, finding.as_deref());
        self.last = Some(judged);
        Ok(html)
    }
}

/// An error with its cause.
fn said(error: &TableError) -> JsError {
    use std::error::Error as _;
    let cause = error.source().map_or(String::new(), |cause| format!(": {cause}"));
    JsError::new(&format!("{error}{cause}"))
}

/// Rules, one a line.
fn asked(text: &str) -> Result<Vec<Rule>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(n, line)| {
            line.parse().map_err(|error| format!("Your rules, line {}: {error}", n + 1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_a_line_each_and_refused_with_their_line() {
        let rules = asked("rtt + interp - 15.6\n\n view, at most 150\n").unwrap();
        assert_eq!(rules.len(), 2);
        let error = asked("rtt\nping").unwrap_err();
        assert!(error.starts_with("Your rules, line 2: \"ping\""), "{error}");
    }
}
