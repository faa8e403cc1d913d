//! The buttons of the two columns, labelled with their netcodes.

use web_sys::Element;
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, Label, by_id},
};
use words::{BarText, Language};

pub struct Columns {
    language: Language,
    buttons: [(Label, Attribute); 2],
    split: Label,
}

impl Columns {
    /// Finds them on the page; their labels are in a language.
    ///
    /// # Errors
    /// When the page lacks one.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        let find = |id| -> Result<(Label, Attribute), MissingResource> {
            let button: Element = by_id(root, id)?;
            Ok((Label::find(root, id)?, Attribute::new(&button, "aria-pressed")))
        };
        Ok(Self {
            language,
            buttons: [find("column-a")?, find("column-b")?],
            split: Label::find(root, "split-button")?,
        })
    }

    /// Updates them: the columns' netcodes, and which column is selected.
    pub fn refresh(&mut self, schemes: &[String], selected_column: usize) {
        for (n, (label, pressed)) in self.buttons.iter_mut().enumerate() {
            let none = || self.language.bar(BarText::NoScheme);
            let scheme = schemes.get(n).cloned().unwrap_or_else(none);
            label.say(&self.language.of_column(n, &scheme));
            pressed.set(if n == selected_column { "true" } else { "false" });
        }
        let two = schemes.len() > 1;
        let does = if two { BarText::EndComparison } else { BarText::Compare };
        self.split.say(&self.language.bar(does));
    }
}
