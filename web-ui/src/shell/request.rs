//! An HTTP request to the page's own server, aborted when dropped.

use web_sys::XmlHttpRequest;

use super::{listener::Listener, mailbox::Mailbox};

/// The response of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status; 0 if there was no response.
    pub status: u16,
    pub text: String,
}

pub struct Request {
    request: XmlHttpRequest,
    _listener: Listener,
}

/// After this time a GET is answered by status 0, in ms.
const GET_MAX_MS: u32 = 10_000;

impl Request {
    /// Requests a path by GET and posts the response, unless dropped before. `None` if the browser
    /// refuses the request.
    pub fn get<E: 'static>(
        path: &str,
        mailbox: &Mailbox<E>,
        answered: fn(Answer) -> E,
    ) -> Option<Self> {
        let request = Self::send("GET", path, mailbox, answered)?;
        request.request.set_timeout(GET_MAX_MS);
        Some(request)
    }

    /// Requests a path by POST, which names the page's origin, and posts the response, unless
    /// dropped before. `None` if the browser refuses the request.
    pub fn post<E: 'static>(
        path: &str,
        mailbox: &Mailbox<E>,
        answered: fn(Answer) -> E,
    ) -> Option<Self> {
        Self::send("POST", path, mailbox, answered)
    }

    fn send<E: 'static>(
        method: &str,
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
        request.open(method, path).ok()?;
        request.send().ok()?;
        Some(Self { request, _listener: listener })
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        let _ = self.request.abort();
    }
}
