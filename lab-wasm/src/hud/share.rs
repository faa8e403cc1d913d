//! The drawer that shares a moment: its link, or the reason why it has none and a file is offered;
//! and its figure, as text to embed in other pages.

use article::{
    figure::FigureSpec,
    figure_markup::{self, Embedded},
};
use web_sys::{Element, HtmlAnchorElement};
use web_ui::shell::{
    MissingResource,
    clipboard::copy_text,
    dom::{Label, by_id},
};
use words::Language;

/// The script of the figure's element, beside the figure's page.
const SCRIPT: &str = "lagrange-figure.js";

/// A text that can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareText {
    Link,
    Element,
    Iframe,
}

pub struct Share {
    language: Language,
    link: Label,
    output: Element,
    /// The page that shows only the figure, and its address without a fragment.
    page: (HtmlAnchorElement, String),
    element: Label,
    iframe: Label,
    long: Label,
    file: Label,
}

impl Share {
    /// Finds it on the page; its figures are in a language.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        let page: HtmlAnchorElement = by_id(root, "figure-page")?;
        Ok(Self {
            language,
            page: (page.clone(), page.href()),
            element: Label::find(root, "figure-element")?,
            iframe: Label::find(root, "figure-iframe")?,
            link: Label::find(root, "share-link")?,
            output: by_id(root, "share-link")?,
            long: Label::find(root, "share-long")?,
            file: Label::find(root, "file-said")?,
        })
    }

    /// Shows a link, or the reason why there is none.
    pub fn show(&mut self, link: &Result<String, String>) {
        self.link.say(link.as_deref().unwrap_or_default());
        self.long.say_if(link.as_ref().err().map(String::as_str));
    }

    /// Shows the figure of a match and its title; a capture has none.
    pub fn show_figure(&mut self, figure: Option<&FigureSpec>, title: &str) {
        let (link, page) = &self.page;
        let Some(spec) = figure else {
            self.element.say("");
            self.iframe.say("");
            return link.set_href(page);
        };
        let language = Some(self.language).filter(|one| *one != Language::default());
        let figure = Embedded { spec, language: language.map(Language::tag) };
        link.set_href(&[page, "#", &figure_markup::fragment(figure)].concat());
        let folder = page.trim_end_matches('/').rsplit_once('/').map_or("", |(folder, _)| folder);
        let script = [folder, "/", SCRIPT].concat();
        self.element.say(&figure_markup::element(figure, &script));
        self.iframe.say(&figure_markup::iframe(figure, page, title));
    }

    /// Shows the outcome of a file.
    pub fn say_file(&mut self, text: &str) {
        self.file.say(text);
    }

    /// Copies a text. Returns whether the browser did so.
    #[must_use]
    pub fn copy(&self, what: ShareText) -> bool {
        let (label, output): (&Label, &Element) = match what {
            ShareText::Link => (&self.link, &self.output),
            ShareText::Element => (&self.element, self.element.element()),
            ShareText::Iframe => (&self.iframe, self.iframe.element()),
        };
        !label.is_empty() && copy_text(output) == Some(true)
    }
}
