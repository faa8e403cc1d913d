//! Shows the link to the room, in every place for it on the page, and in the menu whether the room
//! is listed.

use shared::wire::message::Listing;
use wasm_bindgen::JsCast;
use web_sys::{Element, NodeList};
use web_ui::{
    shell::{MissingResource, clipboard::copy_text, dom::Label},
    text::language,
};
use words::game::PlayWords;

/// The elements that show the link.
pub struct Invite {
    words: &'static PlayWords,
    outputs: NodeList,
    listed: Label,
}

impl Invite {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page cannot be searched.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let outputs = root.query_selector_all(".invite-link");
        let lacking = |_| MissingResource::Capability("selectors");
        Ok(Self {
            words: &language::of_page(root).game().play,
            outputs: outputs.map_err(lacking)?,
            listed: Label::find(root, "invite-listed")?,
        })
    }

    /// Says that the room is listed, if it is.
    pub fn set_listing(&mut self, listing: Listing) {
        self.listed.say_if((listing == Listing::Listed).then_some(self.words.listed));
    }

    pub fn set(&self, url: &str) {
        for idx in 0..self.outputs.length() {
            if let Some(output) = self.outputs.item(idx) {
                output.set_text_content(Some(url));
            }
        }
    }

    /// Copies the visible link. Returns whether the browser allowed it. It selects the text, since
    /// the newer clipboard API is missing on pages not loaded over HTTPS.
    #[must_use]
    pub fn copy(&self) -> bool {
        (0..self.outputs.length())
            .filter_map(|idx| self.outputs.item(idx)?.dyn_into::<Element>().ok())
            .find(|output| output.client_width() > 0)
            .and_then(|output| copy_text(&output))
            .unwrap_or(false)
    }
}
