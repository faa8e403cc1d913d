//! The drawer from which a moment is shared: its link, or why it has none and a file is offered.

use web_sys::Element;
use web_ui::shell::{
    Missing,
    clipboard::copy_text,
    dom::{Label, by_id},
};

/// The drawer.
pub struct Share {
    link: Label,
    output: Element,
    long: Label,
    file: Label,
}

impl Share {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        Ok(Self {
            link: Label::find(root, "share-link")?,
            output: by_id(root, "share-link")?,
            long: Label::find(root, "share-long")?,
            file: Label::find(root, "file-said")?,
        })
    }

    /// Shows a link, or why there is none.
    pub fn show(&mut self, link: &Result<String, String>) {
        self.link.say(link.as_deref().unwrap_or_default());
        self.long.say_if(link.as_ref().err().map(String::as_str));
    }

    /// Says what became of a file.
    pub fn say_file(&mut self, text: &str) {
        self.file.say(text);
    }

    /// Copies the link; whether the browser did.
    #[must_use]
    pub fn copy(&self) -> bool {
        !self.link.is_empty() && copy_text(&self.output) == Some(true)
    }
}
