//! Elements of the page: found by id, changed only where something changes.

use crate::plain::joined::Joined;
use std::cell::RefCell;

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, Window};

use super::Missing;

/// The window in which an element is seen.
///
/// # Errors
/// Where it is in none.
pub fn window(root: &Element) -> Result<Window, Missing> {
    let window = document(root)?.default_view();
    window.ok_or_else(|| Missing::of_browser("a window"))
}

/// The document of an element.
///
/// # Errors
/// Where there is none.
pub fn document(root: &Element) -> Result<Document, Missing> {
    root.owner_document().ok_or_else(|| Missing::of_browser("a document"))
}

/// The element with an id below another one. Of which type it is, the page says, which comes with
/// this code: to ask for it would take an import for every type.
///
/// # Errors
/// When the page has no such element.
pub fn by_id<T: JsCast>(root: &Element, id: &str) -> Result<T, Missing> {
    let found = find(root, id);
    found.map(JsCast::unchecked_into).ok_or_else(|| missing(id))
}

fn find(root: &Element, id: &str) -> Option<Element> {
    root.query_selector(&["#", id].joined()).ok().flatten()
}

fn missing(id: &str) -> Missing {
    Missing(["The page lacks the element #", id, "."].joined())
}

/// Finds the elements of a page. What is missing is told at the end: a way out at every element
/// takes several times the code, and the page has them all.
pub struct Finder<'a> {
    root: &'a Element,
    document: Document,
    /// The first.
    missing: RefCell<Option<Missing>>,
}

impl<'a> Finder<'a> {
    /// Looks below an element.
    ///
    /// # Errors
    /// Where there is no document.
    pub fn new(root: &'a Element) -> Result<Self, Missing> {
        Ok(Self { root, document: document(root)?, missing: RefCell::default() })
    }

    /// The element with an id; where there is none, what all are looked for in.
    #[must_use]
    pub fn get<T: JsCast>(&self, id: &str) -> T {
        self.find(id).unchecked_into()
    }

    fn find(&self, id: &str) -> Element {
        find(self.root, id).unwrap_or_else(|| {
            self.missing.borrow_mut().get_or_insert_with(|| missing(id));
            self.root.clone()
        })
    }

    /// The same as a label.
    #[must_use]
    pub fn label(&self, id: &str) -> Label {
        Label::of(self.get(id))
    }

    /// What all are looked for in.
    #[must_use]
    pub fn root(&self) -> &Element {
        self.root
    }

    /// Its document.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Something that was found, if nothing was missing.
    ///
    /// # Errors
    /// What was looked for first and is not there.
    pub fn end<T>(self, found: T) -> Result<T, Missing> {
        self.missing.into_inner().map_or(Ok(found), Err)
    }
}

/// A new element with a class and a text. The text is never read as markup.
#[must_use]
pub fn element(document: &Document, tag: &str, class: &str, text: &str) -> Option<Element> {
    let element = document.create_element(tag).ok()?;
    if !class.is_empty() {
        element.set_class_name(class);
    }
    if !text.is_empty() {
        element.set_text_content(Some(text));
    }
    Some(element)
}

/// The same, as the last child of another one.
///
/// # Errors
/// Where the browser makes none.
pub fn append<T: JsCast>(
    parent: &Element,
    tag: &str,
    class: &str,
    text: &str,
) -> Result<T, Missing> {
    let made = append_plain(parent, tag, class, text);
    made.map(JsCast::unchecked_into).ok_or_else(|| Missing::of_browser("elements of its own"))
}

fn append_plain(parent: &Element, tag: &str, class: &str, text: &str) -> Option<Element> {
    let child = element(&parent.owner_document()?, tag, class, text)?;
    parent.append_child(&child).ok()?;
    Some(child)
}

/// Whether an element is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Not at all.
    No,
    /// As its style says.
    Yes,
}

impl From<bool> for Shown {
    fn from(shown: bool) -> Self {
        if shown { Self::Yes } else { Self::No }
    }
}

/// An element whose text changes often. Writing only what changed spares the browser its layout.
pub struct Label {
    element: HtmlElement,
    text: String,
    shown: Option<Shown>,
}

impl Label {
    /// The element with an id.
    ///
    /// # Errors
    /// When the page has none.
    pub fn find(root: &Element, id: &str) -> Result<Self, Missing> {
        Ok(Self::of(by_id(root, id)?))
    }

    /// An element that is empty.
    #[must_use]
    pub fn of(element: HtmlElement) -> Self {
        Self { element, text: String::new(), shown: None }
    }

    /// Says something. The text is never read as markup.
    pub fn say(&mut self, text: &str) {
        if self.text != text {
            self.element.set_text_content(Some(text));
            self.text.clear();
            self.text.push_str(text);
        }
    }

    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Shows or hides it.
    pub fn show(&mut self, shown: Shown) {
        if self.shown != Some(shown) {
            self.element.set_hidden(shown == Shown::No);
            self.shown = Some(shown);
        }
    }

    /// Says something, or hides where there is nothing to say.
    pub fn say_if(&mut self, text: Option<&str>) {
        self.say(text.unwrap_or_default());
        self.show(text.is_some().into());
    }

    /// The element.
    #[must_use]
    pub fn element(&self) -> &HtmlElement {
        &self.element
    }
}

/// An attribute that changes often.
pub struct Attribute {
    element: Element,
    name: &'static str,
    value: Option<String>,
}

impl Attribute {
    /// An attribute of an element.
    #[must_use]
    pub fn new(element: &Element, name: &'static str) -> Self {
        Self { element: element.clone(), name, value: None }
    }

    /// Gives it a value.
    pub fn set(&mut self, value: &str) {
        if self.value.as_deref() != Some(value) {
            // It fails only for names that are none.
            let _ = self.element.set_attribute(self.name, value);
            self.value = Some(value.into());
        }
    }
}
