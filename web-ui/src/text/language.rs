//! The language of the page: its `lang` goes in. Read when the parts of a page are made, so that a
//! page chooses its language by that attribute before.

use web_sys::Element;
use words::Language;

/// The language that the page of an element says it is in; where that is none of ours, the usual
/// one.
#[must_use]
pub fn of_page(root: &Element) -> Language {
    let page = root.owner_document().and_then(|document| document.document_element());
    page.map_or_else(Language::default, |page| of_element(&page))
}

/// The language that an element says it is in, itself or by what it stands in; where that is none
/// of ours, the usual one.
#[must_use]
pub fn of_element(element: &Element) -> Language {
    let said = element.closest("[lang]").ok().flatten();
    let tag = said.and_then(|said| said.get_attribute("lang"));
    tag.and_then(|tag| Language::of_tag(&tag)).unwrap_or_default()
}
