//! The language of the page, from its `lang` attribute. Read when the parts of a page are built, so
//! a page must set the attribute before.

use web_sys::Element;
use words::Language;

/// The language of an element's page, or the default if it is not supported.
#[must_use]
pub fn of_page(root: &Element) -> Language {
    let page = root.owner_document().and_then(|document| document.document_element());
    page.map_or_else(Language::default, |page| of_element(&page))
}

/// The language of an element, from its own or an inherited `lang`, or the default if it is not
/// supported.
#[must_use]
pub fn of_element(element: &Element) -> Language {
    let said = element.closest("[lang]").ok().flatten();
    let tag = said.and_then(|said| said.get_attribute("lang"));
    tag.and_then(|tag| Language::of_tag(&tag)).unwrap_or_default()
}
