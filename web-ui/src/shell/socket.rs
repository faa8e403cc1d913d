//! The connection to the server: one WebSocket, closed when dropped.

use shared::wire::close_reason::LOST_CODE;
use wasm_bindgen::JsCast;
use web_sys::{BinaryType, CloseEvent, MessageEvent, WebSocket};

use super::{MissingResource, listener::Listener, mailbox::Mailbox};

/// What a connection posts.
#[derive(Clone, Copy, Debug)]
pub struct SocketEvents<E> {
    /// It is open.
    pub opened: fn() -> E,
    /// A message came.
    pub received: fn(Vec<u8>) -> E,
    /// It closed.
    pub closed: fn(Closed) -> E,
}

/// What a close frame said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// Its code.
    pub code: u16,
    /// The other end's own words; often none.
    pub words: String,
}

/// A connection, or the attempt at one.
pub struct Socket {
    socket: WebSocket,
    _listeners: [Listener; 3],
}

impl Socket {
    /// Begins to connect. What becomes of it is posted; nothing is, once it is dropped.
    ///
    /// # Errors
    /// When the browser refuses the address outright.
    pub fn connect<E: 'static>(
        url: &str,
        mailbox: &Mailbox<E>,
        SocketEvents { opened, received, closed }: SocketEvents<E>,
    ) -> Result<Self, MissingResource> {
        let socket = WebSocket::new(url).map_err(|_| MissingResource::Capability("WebSockets"))?;
        socket.set_binary_type(BinaryType::Arraybuffer);
        let (open, message, close) = (mailbox.clone(), mailbox.clone(), mailbox.clone());
        let on = |kind, f| Listener::new(&socket, kind, f);
        let listeners = [
            on("open", Box::new(move |_| open.post(opened()))),
            on("message", Box::new(move |event| message.post(received(bytes(&event))))),
            on("close", Box::new(move |event| close.post(closed(close_frame(&event))))),
        ];
        Ok(Self { socket, _listeners: listeners })
    }

    /// Closes it with a code of the page's own, 3000 to 4999.
    pub fn close_with(&self, code: u16) {
        let _ = self.socket.close_with_code(code);
    }

    /// Sends a message. Before the connection stands, and after it fell, nothing is sent.
    pub fn send(&self, message: &[u8]) {
        if self.socket.ready_state() == WebSocket::OPEN {
            let _ = self.socket.send_with_u8_array(message);
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = self.socket.close();
    }
}

/// The bytes of a message; none for a text, which the client then refuses as empty.
fn bytes(event: &web_sys::Event) -> Vec<u8> {
    let message = event.dyn_ref::<MessageEvent>();
    let buffer = message.and_then(|message| message.data().dyn_into().ok());
    buffer.map_or_else(Vec::new, |buffer: js_sys::ArrayBuffer| {
        js_sys::Uint8Array::new(&buffer).to_vec()
    })
}

fn close_frame(event: &web_sys::Event) -> Closed {
    match event.dyn_ref::<CloseEvent>() {
        Some(event) => Closed { code: event.code(), words: event.reason() },
        None => Closed { code: LOST_CODE, words: String::new() },
    }
}
