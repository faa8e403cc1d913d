//! Chooses the language of a page from its address, an earlier choice or the browser's
//! preferences; sets the page's `lang` and the links to the other languages. Runs once, before any
//! text is written.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlAnchorElement, NodeList};
use words::Language;

use crate::shell::{
    MissingResource,
    address::Address,
    dom::{append, document, window},
    listener::Listener,
    preference::languages,
    storage::Memory,
};

/// Query parameter of the language: `?lang=ja`.
const ASKED: &str = "lang";
/// Storage key of the choice, common to all pages.
const REMEMBERED: &str = "lagrange-language";
/// Selector of the places for the language links.
const PLACES: &str = ".languages";

/// Chooses a language and sets it on the page. A language from the address is stored.
///
/// # Errors
/// When the page has no document.
pub fn choose(
    root: &Element,
    address: &Address,
    memory: &Memory,
) -> Result<Language, MissingResource> {
    let asked = address.query(ASKED).and_then(|tag| Language::of_tag(&tag));
    if let Some(language) = asked {
        memory.set(REMEMBERED, language.tag());
    }
    let kept = || memory.get(REMEMBERED).and_then(|tag| Language::of_tag(&tag));
    let preferred = languages(&window(root)?);
    let preferred = || preferred.iter().find_map(|tag| Language::of_tag(tag));
    let language = asked.or_else(kept).or_else(preferred).unwrap_or_default();
    if let Some(page) = document(root)?.document_element() {
        // It fails only for invalid names.
        let _ = page.set_attribute("lang", language.tag());
    }
    Ok(language)
}

/// Links to the page in every language, with the fragment that it has when one is followed.
pub struct LanguageLinks {
    _followed: Vec<Listener>,
}

impl LanguageLinks {
    /// Makes them in every place that the page has for them.
    ///
    /// # Errors
    /// When the browser cannot make elements.
    pub fn build(root: &Element, chosen: Language) -> Result<Self, MissingResource> {
        let places = root.query_selector_all(PLACES).ok();
        let places: NodeList = places.ok_or(MissingResource::Capability("NodeList"))?;
        let places = (0..places.length()).filter_map(|n| places.get(n)?.dyn_into().ok());
        let mut followed = Vec::new();
        for place in places.collect::<Vec<Element>>() {
            for language in Language::ALL {
                followed.push(link_to(&place, language, chosen)?);
            }
        }
        Ok(Self { _followed: followed })
    }
}

fn link_to(
    place: &Element,
    language: Language,
    chosen: Language,
) -> Result<Listener, MissingResource> {
    let link: HtmlAnchorElement = append(place, "a", "", language.name())?;
    let (tag, address) = (language.tag(), ["?", ASKED, "=", language.tag()].concat());
    for (name, value) in [("href", address.as_str()), ("lang", tag), ("hreflang", tag)] {
        let _ = link.set_attribute(name, value);
    }
    if language == chosen {
        let _ = link.set_attribute("aria-current", "true");
    }
    let window = window(place)?;
    let followed = link.clone();
    // The fragment changes while the page runs.
    let follow = move |_| {
        let fragment = window.location().hash().unwrap_or_default();
        followed.set_href(&[address.as_str(), fragment.as_str()].concat());
    };
    Ok(Listener::new(&link, "click", Box::new(follow)))
}
