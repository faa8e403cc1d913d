//! Explains the unit u, once in each drawer whose texts have distances. Runs when the page starts.

use web_sys::Element;
use web_ui::shell::{
    MissingResource,
    dom::{append, by_id},
};
use words::Language;

use super::drawers::Drawer;

/// The drawers that get the explanation, at their end.
const DRAWERS: [Drawer; 2] = [Drawer::Lessons, Drawer::Help];

/// Adds the explanation, in a language.
///
/// # Errors
/// When the page lacks one of the drawers.
pub fn explain_units(root: &Element, language: Language) -> Result<(), MissingResource> {
    for drawer in DRAWERS {
        let element: Element = by_id(root, drawer.id())?;
        let _: Element = append(&element, "p", "hint", &language.about_units())?;
    }
    Ok(())
}
