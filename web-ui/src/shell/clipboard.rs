//! Copies an element's text to the clipboard by selecting it: the newer clipboard API is missing on
//! pages not loaded over HTTPS.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDocument};

/// Copies an element's text to the clipboard. Returns whether the browser did so.
pub fn copy_text(output: &Element) -> Option<bool> {
    let document = output.owner_document()?;
    let selection = document.get_selection().ok()??;
    selection.select_all_children(output).ok()?;
    let document: HtmlDocument = document.dyn_into().ok()?;
    let copied = document.exec_command("copy").ok()?;
    let _ = selection.remove_all_ranges();
    Some(copied)
}
