//! The connection to the server: one WebSocket, closed when dropped.

use shared::wire::close_reason::LOST_CODE;
use wasm_bindgen::JsCast;
use web_sys::{BinaryType, CloseEvent, MessageEvent, WebSocket};

use super::{MissingResource, listener::Listener, mailbox::Mailbox};

/// The events that a connection posts.
#[derive(Clone, Copy, Debug)]
pub struct SocketEvents<E> {
    /// The connection opened.
    pub opened: fn() -> E,
    /// A message arrived.
    pub received: fn(Vec<u8>) -> E,
    /// The connection closed.
    pub closed: fn(Closed) -> E,
}

/// The content of a close frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    pub code: u16,
    /// The peer's reason; often empty.
    pub words: String,
}

/// A connection, or an attempt to connect.
pub struct Socket {
    socket: WebSocket,
    _listeners: [Listener; 3],
}

impl Socket {
    /// Starts to connect and posts the outcome, unless dropped before.
    ///
    /// # Errors
    /// When the browser rejects the address.
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

    /// Closes it with an application code, 3000 to 4999.
    pub fn close_with(&self, code: u16) {
        let _ = self.socket.close_with_code(code);
    }

    /// Sends a message, or drops it if the connection is not open.
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

/// The bytes of a message; empty for a text message, which the client then rejects.
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
