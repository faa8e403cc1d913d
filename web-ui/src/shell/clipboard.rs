//! The clipboard: what an element says goes in. The old way, by selecting it, since the new one is
//! missing on pages that were not loaded over HTTPS.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDocument};

/// Copies what an element says to the clipboard; whether the browser did.
pub fn copy_text(output: &Element) -> Option<bool> {
    let document = output.owner_document()?;
    let selection = document.get_selection().ok()??;
    selection.select_all_children(output).ok()?;
    let document: HtmlDocument = document.dyn_into().ok()?;
    let copied = document.exec_command("copy").ok()?;
    let _ = selection.remove_all_ranges();
    Some(copied)
}
