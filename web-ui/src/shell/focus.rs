//! The focus, as a gamepad moves it: from control to control, and what it does to them.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, EventInit, HtmlElement, HtmlInputElement, HtmlSelectElement};

use super::dom::{all, rect_of};
use crate::input::focus_step::{Way, next};

/// What can have the focus.
const CONTROLS: &str = "button, a[href], input, select, summary";
/// Steps of a slider from end to end.
const SLIDER_STEPS: f64 = 20.0;

/// What became of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// A control was pressed.
    Control,
    /// There was none, or a field of text.
    None,
}

/// Moves the focus among the controls of an element, or changes a slider or list.
pub fn step(scope: &Element, way: Way) {
    let from = focused_in(scope);
    if let (Some(control), Way::Left | Way::Right) = (&from, way)
        && change(control, way)
    {
        return;
    }
    let controls: Vec<HtmlElement> = all(scope, CONTROLS).unwrap_or_default();
    let is_shown = |control: &HtmlElement| {
        let size = rect_of(control).size;
        size.min_element() > 0.0 && !control.has_attribute("disabled")
    };
    let controls: Vec<HtmlElement> = controls.into_iter().filter(is_shown).collect();
    let to = match from {
        Some(from) => {
            let places: Vec<_> = controls.iter().map(|control| rect_of(control)).collect();
            next(&places, rect_of(&from), way)
        }
        None => Some(0),
    };
    if let Some(control) = to.and_then(|to| controls.get(to)) {
        let _ = control.focus();
    }
}

/// Presses the focused control of an element.
#[must_use]
pub fn press(scope: &Element) -> Pressed {
    let control = focused_in(scope).filter(|control| !is_text(control));
    match control {
        Some(control) => {
            control.click();
            Pressed::Control
        }
        None => Pressed::None,
    }
}

/// Scrolls an element that is higher than its place, in CSS pixels.
pub fn scroll(scope: &Element, by_px: f32) {
    scope.set_scroll_top(scope.scroll_top() + by_px as i32);
}

fn focused_in(scope: &Element) -> Option<HtmlElement> {
    let active = scope.owner_document()?.active_element()?;
    let is_within = scope.contains(Some(&active)) && active != *scope;
    is_within.then(|| active.dyn_into().ok()).flatten()
}

fn is_text(control: &HtmlElement) -> bool {
    control.is_instance_of::<HtmlInputElement>() && !control.has_attribute("type")
}

/// Changes a slider or a list by a step. Returns whether the control is one.
fn change(control: &HtmlElement, way: Way) -> bool {
    let more = way == Way::Right;
    if let Some(slider) = control.dyn_ref::<HtmlInputElement>().filter(|one| one.type_() == "range")
    {
        let number = |text: String, without: f64| text.parse().unwrap_or(without);
        let step = number(slider.step(), 1.0);
        let span = number(slider.max(), 100.0) - number(slider.min(), 0.0);
        let by = (span / step / SLIDER_STEPS).round().max(1.0) * step;
        // The browser keeps it within its bounds.
        slider.set_value_as_number(slider.value_as_number() + if more { by } else { -by });
    } else if let Some(list) = control.dyn_ref::<HtmlSelectElement>() {
        let last = list.length().cast_signed() - 1;
        let by = if more { 1 } else { -1 };
        list.set_selected_index((list.selected_index() + by).clamp(0, last));
    } else {
        return false;
    }
    let bubbles = EventInit::new();
    bubbles.set_bubbles(true);
    if let Ok(event) = Event::new_with_event_init_dict("input", &bubbles) {
        let _ = control.dispatch_event(&event);
    }
    true
}
