//! The panel that shows a first-time visitor where to start, until any order is given.

use web_sys::{Element, HtmlAnchorElement, HtmlElement};
use web_ui::shell::{MissingResource, dom::by_id};
use words::Language;

/// Address of the article in a language, derived from the address of the default one on this page,
/// which differs between folders and a file host.
pub(super) fn article_in(language: Language, usual: &str) -> String {
    let usual_path = Language::default().article_path();
    let within = language.article_path().strip_prefix(usual_path).unwrap_or_default();
    match usual.strip_suffix('/') {
        Some(folder) => [folder, within, "/"].concat(),
        None => [usual, within].concat(),
    }
}

/// The panel. Its offers are links of the page.
pub struct Beginning {
    panel: HtmlElement,
}

impl Beginning {
    /// Finds it on the page and links it to the article in a language.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        let article: HtmlAnchorElement = by_id(root, "beginning-article")?;
        let usual = article.get_attribute("href").unwrap_or_default();
        article.set_href(&article_in(language, &usual));
        Ok(Self { panel: by_id(root, "beginning")? })
    }

    pub fn show(&self) {
        self.panel.set_hidden(false);
    }

    /// Hides it. Returns whether it was shown.
    pub fn close(&self) -> bool {
        let open = !self.panel.hidden();
        self.panel.set_hidden(true);
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_article_in_every_language_is_beside_that_of_the_page() {
        for (language, served, in_folders) in [
            (Language::English, "learn", "learn/"),
            (Language::Japanese, "learn/ja", "learn/ja/"),
            (Language::Korean, "learn/ko", "learn/ko/"),
        ] {
            assert_eq!(article_in(language, "learn"), served);
            assert_eq!(article_in(language, "learn/"), in_folders);
        }
    }
}
