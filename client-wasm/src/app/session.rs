//! One connection with its client, and between the two the simulated link, one way each.

use shared::{
    base::time::Micros,
    client::{ClientConfig, Controls},
    lab::capture::RecordedClient,
    scheme::netcode::PlayerNetcode,
    wire::{link::Link, message::MessageError},
};

use crate::{plain::link_setup::LinkSetup, shell::socket::Socket};

const UP: u32 = 0;
const DOWN: u32 = 1;

/// A connection, or the attempt at one.
pub(super) struct Session {
    /// The player's end of the game, recorded so that a match can be kept and looked at again.
    pub client: RecordedClient,
    /// `None` once it is closed; the client is kept for its last picture.
    socket: Option<Socket>,
    open: bool,
    up: Link,
    down: Link,
    /// What the player chose; the simulated link may need more commands repeated.
    player: PlayerNetcode,
    link: LinkSetup,
}

impl Session {
    /// A client on a socket that is still to open.
    pub(super) fn new(socket: Socket, config: ClientConfig, seed: u64, now: Micros) -> Self {
        let perfect = LinkSetup::default();
        Self {
            player: config.netcode,
            link: perfect,
            client: RecordedClient::new(config, now),
            socket: Some(socket),
            open: false,
            up: Link::new(perfect.up, seed, UP),
            down: Link::new(perfect.down, seed, DOWN),
        }
    }

    /// The socket is open.
    pub(super) fn handle_open(&mut self) {
        self.open = true;
    }

    /// A message left the server: it enters the simulated link.
    pub(super) fn handle_message(&mut self, now: Micros, message: Vec<u8>) {
        self.down.send(now, message);
    }

    /// A picture is due.
    pub(super) fn handle_frame(&mut self, now: Micros, controls: Controls) {
        self.client.handle_frame(now, controls);
    }

    /// Changes the simulated link, and what the client does about lost commands.
    pub(super) fn set_link(&mut self, setup: &LinkSetup) {
        self.up.set_conditions(setup.up);
        self.down.set_conditions(setup.down);
        self.link = *setup;
        self.set_player(self.player);
    }

    /// Changes what the player sees and sends.
    pub(super) fn set_player(&mut self, player: PlayerNetcode) {
        self.player = player;
        let netcode = self.link.applied_to(player);
        if self.client.netcode() != netcode {
            self.client.set_netcode(netcode);
        }
    }

    /// Moves every message on that is due: to the client, and to the socket.
    ///
    /// # Errors
    /// When the client cannot read one: the connection is of no use any more.
    pub(super) fn pump(&mut self, now: Micros) -> Result<(), MessageError> {
        while let Some(message) = self.down.poll_deliver(now) {
            self.client.handle_message(now, &message)?;
        }
        if !self.open {
            return Ok(());
        }
        while let Some(message) = self.client.poll_transmit() {
            self.up.send(now, message);
        }
        if let Some(socket) = &self.socket {
            while let Some(message) = self.up.poll_deliver(now) {
                socket.send(&message);
            }
        }
        Ok(())
    }

    /// Gives the connection up.
    pub(super) fn close(&mut self) {
        self.socket = None;
        self.open = false;
    }
}
