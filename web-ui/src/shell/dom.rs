//! Elements of the page: lookup by id, and writes only where something changes.

use std::any::type_name;

use shared::base::geometry::Vec2;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, Window};

use super::MissingResource;
use crate::{canvas::rect::Rect, text::figures::thousandths};

/// The window that shows an element.
///
/// # Errors
/// When it is in none.
pub fn window(root: &Element) -> Result<Window, MissingResource> {
    let window = document(root)?.default_view();
    window.ok_or(MissingResource::Capability("a window"))
}

/// The document of an element.
///
/// # Errors
/// When it is in none.
pub fn document(root: &Element) -> Result<Document, MissingResource> {
    root.owner_document().ok_or(MissingResource::Capability("a document"))
}

/// The descendant with an id.
///
/// # Errors
/// When there is no such element, or one of another type.
pub fn by_id<T: JsCast>(root: &Element, id: &str) -> Result<T, MissingResource> {
    let selector = format!("#{id}");
    let found = root.query_selector(&selector).ok().flatten();
    let found = found.ok_or_else(|| MissingResource::Element { id: id.into() })?;
    cast(found, &selector)
}

/// All descendants that match a selector, in document order.
///
/// # Errors
/// When the page cannot be searched, or an element is of another type.
pub fn all<T: JsCast>(root: &Element, selector: &str) -> Result<Vec<T>, MissingResource> {
    let found = root.query_selector_all(selector);
    let found = found.map_err(|_| MissingResource::Capability("selectors"))?;
    let nodes = (0..found.length()).filter_map(|idx| found.item(idx)?.dyn_into().ok());
    nodes.map(|element| cast(element, selector)).collect()
}

/// Bounding box of an element on the page, in CSS pixels; empty while it is not displayed.
#[must_use]
pub fn rect_of(element: &Element) -> Rect {
    let rect = element.get_bounding_client_rect();
    let corner = |x: f64, y: f64| Vec2::new(x as f32, y as f32);
    Rect { at: corner(rect.x(), rect.y()), size: corner(rect.width(), rect.height()) }
}

/// Sets style properties of an element to lengths, in CSS pixels.
pub fn set_px<const N: usize>(element: &HtmlElement, lengths: [(&str, f32); N]) {
    for (name, px) in lengths {
        let px = [&thousandths((px * 1000.0) as i64), "px"].concat();
        // It fails only for invalid names.
        let _ = element.style().set_property(name, &px);
    }
}

/// Casts an element to a DOM type; `name` identifies it in the error.
fn cast<T: JsCast>(element: Element, name: &str) -> Result<T, MissingResource> {
    let wanted = type_name::<T>().rsplit("::").next().unwrap_or_default();
    let other = |_| MissingResource::ElementType { element: name.into(), wanted };
    element.dyn_into().map_err(other)
}

/// Makes an element with a class and a text, which is never parsed as markup.
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

/// Makes an element with a class and a text as the last child of another one.
///
/// # Errors
/// When the browser cannot make it, or it is of another type.
pub fn append<T: JsCast>(
    parent: &Element,
    tag: &str,
    class: &str,
    text: &str,
) -> Result<T, MissingResource> {
    let lacking = MissingResource::Capability("elements of its own");
    let child = element(&document(parent)?, tag, class, text);
    let child = child.filter(|child| parent.append_child(child).is_ok()).ok_or(lacking)?;
    cast(child, tag)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Not at all.
    No,
    /// As styled.
    Yes,
}

impl From<bool> for Shown {
    fn from(shown: bool) -> Self {
        if shown { Self::Yes } else { Self::No }
    }
}

/// An element whose text changes often. It writes only changes, which spares the browser a layout.
pub struct Label {
    element: HtmlElement,
    text: String,
    shown: Option<Shown>,
}

impl Label {
    /// The element with an id.
    ///
    /// # Errors
    /// When the page has none, or one of another type.
    pub fn find(root: &Element, id: &str) -> Result<Self, MissingResource> {
        Ok(Self::of(by_id(root, id)?))
    }

    #[must_use]
    pub fn of(element: HtmlElement) -> Self {
        Self { element, text: String::new(), shown: None }
    }

    /// Sets the text, which is never parsed as markup.
    pub fn say(&mut self, text: &str) {
        if self.text != text {
            self.element.set_text_content(Some(text));
            self.text.clear();
            self.text.push_str(text);
        }
    }

    /// Whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub fn show(&mut self, shown: Shown) {
        if self.shown != Some(shown) {
            self.element.set_hidden(shown == Shown::No);
            self.shown = Some(shown);
        }
    }

    /// Sets the text, or hides the element if there is none.
    pub fn say_if(&mut self, text: Option<&str>) {
        self.say(text.unwrap_or_default());
        self.show(text.is_some().into());
    }

    #[must_use]
    pub fn element(&self) -> &HtmlElement {
        &self.element
    }
}

/// An attribute that changes often; it writes only changes.
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

    pub fn set(&mut self, value: &str) {
        if self.value.as_deref() != Some(value) {
            // It fails only for invalid names.
            let _ = self.element.set_attribute(self.name, value);
            self.value = Some(value.into());
        }
    }
}
