//! The error screen after a panic of the client, with a button to reload. The page's script shows
//! the same screen if the browser terminated the client.

use std::panic;

use wasm_bindgen::JsCast;

use super::dom;

/// Shows every panic on the page, in the element `#panic`.
pub fn install() {
    panic::set_hook(Box::new(|info| show(&info.to_string())));
}

/// Shows an error and focuses the reload button. Failures here are ignored: there is nowhere left
/// to show them.
pub fn show(text: &str) {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element());
    let Some(root) = root else { return };
    if let Ok(message) = dom::by_id::<web_sys::Element>(&root, "panic-text") {
        message.set_text_content(Some(text));
    }
    if let Ok(screen) = dom::by_id::<web_sys::HtmlElement>(&root, "panic") {
        screen.set_hidden(false);
        // After a panic the wasm may not be entered again, so the button must not call into it.
        let reload = screen.query_selector("button").ok().flatten();
        let reload = reload.and_then(|button| button.dyn_into::<web_sys::HtmlElement>().ok());
        if let Some(reload) = reload {
            let _ = reload.focus();
        }
    }
}
