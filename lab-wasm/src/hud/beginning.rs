//! Where to begin: what a first visit is offered, until anything is asked for.

use web_sys::{Element, HtmlAnchorElement, HtmlElement};
use web_ui::shell::{Missing, dom::by_id};
use words::Language;

/// The panel. What it offers are links of the page.
pub struct Beginning {
    panel: HtmlElement,
}

impl Beginning {
    /// Finds it on the page; its article is the one in a language.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element, language: Language) -> Result<Self, Missing> {
        let article: HtmlAnchorElement = by_id(root, "beginning-article")?;
        article.set_href(language.article_path());
        Ok(Self { panel: by_id(root, "beginning")? })
    }

    /// Offers it.
    pub fn show(&self) {
        self.panel.set_hidden(false);
    }

    /// Puts it away; whether it was there.
    pub fn close(&self) -> bool {
        let open = !self.panel.hidden();
        self.panel.set_hidden(true);
        open
    }
}
