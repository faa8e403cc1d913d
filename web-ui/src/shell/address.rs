//! The page's address: its fragment, its query, and the address of its server.

use web_sys::Window;

use super::{listener::Listener, mailbox::Mailbox};

pub struct Address {
    window: Window,
    _listener: Listener,
}

impl Address {
    /// Listens for changes of the fragment; `changed` makes the event to post.
    #[must_use]
    pub fn new<E: 'static>(window: &Window, mailbox: Mailbox<E>, changed: fn() -> E) -> Self {
        let post = move |_| mailbox.post(changed());
        Self {
            _listener: Listener::new(window, "hashchange", Box::new(post)),
            window: window.clone(),
        }
    }

    /// The fragment, including its `#`.
    #[must_use]
    pub fn fragment(&self) -> String {
        self.window.location().hash().unwrap_or_default()
    }

    /// The value of a query parameter: `ja` for `lang` in `?lang=ja`.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<String> {
        let query = self.window.location().search().unwrap_or_default();
        query_value(&query, name).map(str::to_string)
    }

    /// Sets the fragment (with its `#`, or empty) without notifying the listener.
    pub fn set_fragment(&self, fragment: &str) {
        let path = self.window.location().pathname().unwrap_or_default();
        if let Ok(history) = self.window.history() {
            let url = [path.as_str(), fragment].concat();
            let null = wasm_bindgen::JsValue::NULL;
            let _ = history.replace_state_with_url(&null, "", Some(&url));
        }
    }

    /// The full address of this page with another fragment.
    #[must_use]
    pub fn with_fragment(&self, fragment: &str) -> String {
        let location = self.window.location();
        let origin = location.origin().unwrap_or_default();
        let path = location.pathname().unwrap_or_default();
        [origin.as_str(), path.as_str(), fragment].concat()
    }

    /// The address of a WebSocket at a path on the page's own host.
    #[must_use]
    pub fn socket_url(&self, path: &str) -> String {
        let location = self.window.location();
        let secure = location.protocol().is_ok_and(|protocol| protocol == "https:");
        let scheme = if secure { "wss://" } else { "ws://" };
        let host = location.host().unwrap_or_default();
        [scheme, host.as_str(), path].concat()
    }

    pub fn reload(&self) {
        let _ = self.window.location().reload();
    }
}

/// The value of a name in `?name=value&…`, not percent-decoded.
fn query_value<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let mut pairs = query.trim_start_matches('?').split('&').filter_map(|one| one.split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_has_values_by_names() {
        let rows = [("?lang=ja", Some("ja")), ("?a=1&lang=ko&b", Some("ko")), ("?slang=ja", None)];
        for (query, value) in rows.into_iter().chain([("", None), ("?lang", None)]) {
            assert_eq!(query_value(query, "lang"), value, "{query}");
        }
    }
}
