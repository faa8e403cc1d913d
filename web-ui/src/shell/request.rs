//! A question to the page's own server in plain HTTP, withdrawn when dropped.

use web_sys::XmlHttpRequest;

use super::{listener::Listener, mailbox::Mailbox};

/// What a server answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status of HTTP; 0 where nothing answered.
    pub status: u16,
    /// The body.
    pub text: String,
}

/// A question that is under way.
pub struct Request {
    request: XmlHttpRequest,
    _listener: Listener,
}

impl Request {
    /// Asks for a path. What is answered is posted; nothing is, once this is dropped. Where the
    /// browser refuses to ask, there is none.
    pub fn get<E: 'static>(
        path: &str,
        mailbox: &Mailbox<E>,
        answered: fn(Answer) -> E,
    ) -> Option<Self> {
        let request = XmlHttpRequest::new().ok()?;
        let (mailbox, asked) = (mailbox.clone(), request.clone());
        let tell = move |_| {
            let text = asked.response_text().ok().flatten().unwrap_or_default();
            mailbox.post(answered(Answer { status: asked.status().unwrap_or(0), text }));
        };
        let listener = Listener::new(&request, "loadend", Box::new(tell));
        request.open("GET", path).ok()?;
        request.send().ok()?;
        Some(Self { request, _listener: listener })
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        let _ = self.request.abort();
    }
}
