//! The system's sheet to share a link, where the browser offers one.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::Window;

/// Opens the sheet; only in answer to a gesture of the user.
pub struct ShareSheet {
    window: Window,
    share: Function,
    /// Handles a rejected promise: the user closed the sheet.
    closed: Closure<dyn FnMut(JsValue)>,
}

impl ShareSheet {
    /// `None` where the browser has none.
    #[must_use]
    pub fn find(window: &Window) -> Option<Self> {
        let navigator = window.navigator();
        let share = Reflect::get(&navigator, &"share".into()).ok()?.dyn_into().ok()?;
        Some(Self { window: window.clone(), share, closed: Closure::new(|_| {}) })
    }

    /// Offers to share a link.
    pub fn open(&self, title: &str, url: &str) {
        let data = Object::new();
        // They fail only for objects that cannot be changed.
        let _ = Reflect::set(&data, &"title".into(), &title.into());
        let _ = Reflect::set(&data, &"url".into(), &url.into());
        let answer = self.share.call1(&self.window.navigator(), &data);
        if let Some(promise) = answer.ok().and_then(|answer| answer.dyn_into::<Promise>().ok()) {
            let _ = promise.catch(&self.closed);
        }
    }
}
