//! Files: reads ones that are selected or dropped on the page and posts their bytes, and offers
//! made ones as downloads.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, Document, DragEvent, Element, File, FileReader, HtmlAnchorElement, HtmlInputElement, Url,
};

use super::{listener::Listener, mailbox::Mailbox};

/// Set on the page while a file is dragged over it.
const DROPPING: &str = "data-dropping";

pub struct Files {
    _listeners: [Listener; 4],
}

impl Files {
    /// Listens to a file field, and to a page for drops; `received` makes the event to post from a
    /// file's bytes. A file longer than `bytes_max` is posted truncated, and then fails to parse as
    /// damaged.
    #[must_use]
    pub fn new<E: 'static>(
        root: &Element,
        field: &HtmlInputElement,
        bytes_max: u32,
        inbox: &Mailbox<E>,
        received: fn(Vec<u8>) -> E,
    ) -> Self {
        let (page, mailbox) = (root.clone(), inbox.clone());
        let dropped = move |event: web_sys::Event| {
            event.prevent_default();
            let _ = page.remove_attribute(DROPPING);
            let transfer = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer);
            let files = transfer.and_then(|transfer| transfer.files());
            if let Some(file) = files.and_then(|files| files.get(0)) {
                read(&file, bytes_max, &mailbox, received);
            }
        };
        let over = |page: Element| {
            move |event: web_sys::Event| {
                event.prevent_default();
                let _ = page.set_attribute(DROPPING, "");
            }
        };
        let page = root.clone();
        let left = move |_| {
            let _ = page.remove_attribute(DROPPING);
        };
        let (input, mailbox) = (field.clone(), inbox.clone());
        let chosen = move |_| {
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                read(&file, bytes_max, &mailbox, received);
            }
            // Allows selecting the same file again.
            input.set_value("");
        };
        Self {
            _listeners: [
                Listener::new(root, "drop", Box::new(dropped)),
                Listener::new(root, "dragover", Box::new(over(root.clone()))),
                Listener::new(root, "dragleave", Box::new(left)),
                Listener::new(field, "change", Box::new(chosen)),
            ],
        }
    }
}

/// Reads a file and posts its bytes, or none if it cannot be read.
fn read<E: 'static>(file: &File, bytes_max: u32, mailbox: &Mailbox<E>, received: fn(Vec<u8>) -> E) {
    let Ok(reader) = FileReader::new() else { return };
    let end = f64::from(bytes_max) + 1.0;
    let Ok(blob) = file.slice_with_f64_and_f64(0.0, end) else { return };
    let (mailbox, source) = (mailbox.clone(), reader.clone());
    let done = wasm_bindgen::closure::Closure::once_into_js(move || {
        let bytes = source.result().unwrap_or(JsValue::NULL);
        let bytes = match bytes.dyn_ref::<js_sys::ArrayBuffer>() {
            Some(buffer) => js_sys::Uint8Array::new(buffer).to_vec(),
            None => Vec::new(),
        };
        mailbox.post(received(bytes));
    });
    reader.set_onloadend(Some(done.unchecked_ref()));
    let _ = reader.read_as_array_buffer(&blob);
}

/// Offers bytes as a download. Returns whether the browser accepted it.
pub fn save(document: &Document, name: &str, bytes: &[u8]) -> bool {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let Ok(blob) = Blob::new_with_u8_array_sequence(&parts) else { return false };
    let Ok(url) = Url::create_object_url_with_blob(&blob) else { return false };
    let anchor = document.create_element("a").ok();
    let anchor = anchor.and_then(|anchor| anchor.dyn_into::<HtmlAnchorElement>().ok());
    if let Some(anchor) = &anchor {
        anchor.set_href(&url);
        anchor.set_download(name);
        anchor.click();
    }
    let _ = Url::revoke_object_url(&url);
    anchor.is_some()
}
