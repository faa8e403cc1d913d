//! One connection with its client, and between the two the simulated link, one way each.

use shared::{
    base::time::Micros,
    client::{ClientConfig, Controls},
    lab::capture::RecordedClient,
    scheme::netcode::PlayerNetcode,
    wire::message::MessageError,
};

use crate::{
    plain::{
        detour::{Detour, Way},
        link_setup::LinkSetup,
    },
    shell::socket::Socket,
};

/// A connection, or the attempt at one.
pub(super) struct Session {
    /// The player's end of the game, recorded so that a match can be kept and looked at again.
    pub client: RecordedClient,
    /// `None` once it is closed; the client is kept for its last picture.
    socket: Option<Socket>,
    open: bool,
    /// What came and was not read yet.
    came: Vec<Vec<u8>>,
    /// The simulated link, once the player wanted one.
    detour: Option<Box<dyn Detour>>,
    /// What the player chose; the simulated link may need more commands repeated.
    player: PlayerNetcode,
    link: LinkSetup,
}

impl Session {
    /// A client on a socket that is still to open.
    pub(super) fn new(socket: Socket, config: ClientConfig, now: Micros) -> Self {
        Self {
            player: config.netcode,
            link: LinkSetup::default(),
            client: RecordedClient::new(config, now),
            socket: Some(socket),
            open: false,
            came: Vec::new(),
            detour: None,
        }
    }

    /// The socket is open.
    pub(super) fn handle_open(&mut self) {
        self.open = true;
    }

    /// A message left the server: it enters the simulated link.
    pub(super) fn handle_message(&mut self, now: Micros, message: Vec<u8>) {
        match &mut self.detour {
            Some(detour) => detour.send(Way::Down, now, message),
            None => self.came.push(message),
        }
    }

    /// A picture is due.
    pub(super) fn handle_frame(&mut self, now: Micros, controls: Controls) {
        self.client.handle_frame(now, controls);
    }

    /// Whether messages pass a simulated link, perfect or not.
    pub(super) fn simulates(&self) -> bool {
        self.detour.is_some()
    }

    /// From now on they do.
    pub(super) fn simulate(&mut self, detour: Box<dyn Detour>) {
        self.detour = Some(detour);
    }

    /// Changes the simulated link, and what the client does about lost commands.
    pub(super) fn set_link(&mut self, setup: &LinkSetup) {
        if let Some(detour) = &mut self.detour {
            detour.set(setup);
        }
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
        for message in core::mem::take(&mut self.came) {
            self.client.handle_message(now, &message)?;
        }
        let down = |detour: &mut Box<dyn Detour>| detour.poll(Way::Down, now);
        while let Some(message) = self.detour.as_mut().and_then(down) {
            self.client.handle_message(now, &message)?;
        }
        let Some(socket) = self.socket.as_ref().filter(|_| self.open) else { return Ok(()) };
        while let Some(message) = self.client.poll_transmit() {
            match &mut self.detour {
                Some(detour) => detour.send(Way::Up, now, message),
                None => socket.send(&message),
            }
        }
        let up = |detour: &mut Box<dyn Detour>| detour.poll(Way::Up, now);
        while let Some(message) = self.detour.as_mut().and_then(up) {
            socket.send(&message);
        }
        Ok(())
    }

    /// Gives the connection up.
    pub(super) fn close(&mut self) {
        self.socket = None;
        self.open = false;
    }
}
