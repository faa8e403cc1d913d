//! The rows of the settings that bind keys and gamepad buttons: the name of a control and what it
//! is on, and a line about what happens. Updated when a binding or the known layout changes.

use web_sys::Element;
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, append, by_id},
        layout::Layout,
    },
    text::language,
};
use words::game::GameWords;

use crate::controls::{
    BoundControl, PlayerControls, key_bindings::KeyControl, pad_bindings::PadControl,
};

pub struct BindingRows {
    words: &'static GameWords,
    rows: Vec<Row>,
    status: Label,
}

struct Row {
    control: BoundControl,
    label: Label,
    /// Whether it waits for a key or button.
    waits: Attribute,
}

impl BindingRows {
    /// Builds them on the page.
    ///
    /// # Errors
    /// When the page lacks a place for them.
    pub fn build(root: &Element) -> Result<Self, MissingResource> {
        let words = language::of_page(root).game();
        let (keys, pad) = (by_id(root, "key-bindings")?, by_id(root, "pad-bindings")?);
        let mut rows = Vec::new();
        for (control, name) in KeyControl::ALL.into_iter().zip(words.controls.keys) {
            let act = ["bind-key-", control.key()].concat();
            rows.push(Row::build(&keys, BoundControl::Key(control), &act, name)?);
        }
        for (control, name) in PadControl::ALL.into_iter().zip(words.controls.pad) {
            let act = ["bind-pad-", control.key()].concat();
            rows.push(Row::build(&pad, BoundControl::Pad(control), &act, name)?);
        }
        Ok(Self { words, rows, status: Label::find(root, "binding-status")? })
    }

    /// Shows what every control is on, and which one waits.
    pub fn show(
        &mut self,
        controls: &PlayerControls,
        layout: &Layout,
        waiting: Option<BoundControl>,
    ) {
        for row in &mut self.rows {
            let label = match row.control {
                BoundControl::Key(control) => controls.keys.label(control, layout),
                BoundControl::Pad(control) => controls.pad.label(control),
            };
            let waits = waiting == Some(row.control);
            row.label.say(match row.control {
                BoundControl::Key(_) if waits => self.words.controls.press_a_key,
                BoundControl::Pad(_) if waits => self.words.controls.press_a_button,
                _ if label.is_empty() => "–",
                _ => &label,
            });
            row.waits.set(if waits { "true" } else { "false" });
        }
    }

    /// Says what happens.
    pub fn say(&mut self, text: &str) {
        self.status.say_if((!text.is_empty()).then_some(text));
    }
}

impl Row {
    fn build(
        list: &Element,
        control: BoundControl,
        act: &str,
        name: &str,
    ) -> Result<Self, MissingResource> {
        let button: Element = append(list, "button", "", "")?;
        // They fail only for invalid names.
        let _ = button.set_attribute("type", "button");
        let _ = button.set_attribute("data-act", act);
        append::<Element>(&button, "span", "", name)?;
        let label = Label::of(append(&button, "b", "", "")?);
        Ok(Self { control, label, waits: Attribute::new(&button, "aria-pressed") })
    }
}
