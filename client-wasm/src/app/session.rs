//! One connection with its client, and between the two the simulated link, one way each.

use capture::RecordedClient;
use shared::{
    base::time::Micros,
    client::{ClientConfig, Controls},
    netcode::values::PlayerNetcode,
    wire::{
        close_reason::LEFT_CODE,
        codec::CodecId,
        conditions::Conditions,
        message::{MessageError, ServerMessage, encode_resume},
        seat::{ResumeToken, SeatGrant},
    },
};
use web_ui::shell::socket::Socket;

use crate::net::{
    command_backups::backed_up,
    simulated_link::{Direction, SimulatedLink},
};

/// The codecs that the page offers. The others are for the laboratory to compare.
const CODECS: [CodecId; 1] = [CodecId::Replay];

/// A connection, or the attempt at one.
pub(super) struct Session {
    /// The player's end of the game, recorded so that a match can be kept and looked at again.
    pub client: RecordedClient,
    /// `None` once it is closed; the client is kept for its last picture.
    socket: Option<Socket>,
    open: bool,
    /// By what the player comes back to the seat that it had; until it was shown.
    token: Option<ResumeToken>,
    /// What the server said of the seat, until somebody asks.
    given: Option<SeatGrant>,
    /// Every message passes it, both ways.
    link: SimulatedLink,
    /// What the player chose; the simulated link may need more commands repeated.
    player: PlayerNetcode,
}

impl Session {
    /// A client on a socket that is still to open, behind a link that is perfect until it is set.
    /// It comes back to a seat by its token, if it has one.
    pub(super) fn new(
        socket: Socket,
        config: ClientConfig,
        token: Option<ResumeToken>,
        seed: u64,
        now: Micros,
    ) -> Self {
        Self {
            token,
            given: None,
            player: config.netcode,
            link: SimulatedLink::new(seed),
            client: RecordedClient::offering(config, &CODECS, now),
            socket: Some(socket),
            open: false,
        }
    }

    /// The socket is open: before anything else the server is told who comes back.
    pub(super) fn handle_open(&mut self) {
        self.open = true;
        if let (Some(socket), Some(token)) = (&self.socket, self.token.take()) {
            socket.send(&encode_resume(&token));
        }
    }

    /// A message left the server: it enters the simulated link, unless it is for this shell.
    pub(super) fn handle_message(&mut self, now: Micros, message: Vec<u8>) {
        match ServerMessage::decode(&message) {
            Ok(ServerMessage::Seat(given)) => self.given = Some(given),
            _ => self.link.send(Direction::Down, now, message),
        }
    }

    /// What the server said of the seat, once.
    pub(super) fn take_given(&mut self) -> Option<SeatGrant> {
        self.given.take()
    }

    /// Leaves for good: the seat is not held.
    pub(super) fn leave(&mut self) {
        if let Some(socket) = &self.socket {
            socket.close_with(LEFT_CODE);
        }
        self.close();
    }

    /// A picture is due.
    pub(super) fn handle_frame(&mut self, now: Micros, controls: Controls) {
        self.client.handle_frame(now, controls);
    }

    /// Changes the simulated link, and what the client does about lost commands.
    pub(super) fn set_link(&mut self, conditions: &Conditions) {
        self.link.set(conditions);
        self.set_player(self.player);
    }

    /// Changes what the player sees and sends.
    pub(super) fn set_player(&mut self, player: PlayerNetcode) {
        self.player = player;
        let netcode = backed_up(player, &self.link.conditions());
        if self.client.netcode() != netcode {
            self.client.set_netcode(netcode);
        }
    }

    /// Moves every message on that is due: to the client, and to the socket.
    ///
    /// # Errors
    /// When the client cannot read one: the connection is of no use any more.
    pub(super) fn pump(&mut self, now: Micros) -> Result<(), MessageError> {
        while let Some(message) = self.link.poll(Direction::Down, now) {
            self.client.handle_message(now, &message)?;
        }
        let Some(socket) = self.socket.as_ref().filter(|_| self.open) else { return Ok(()) };
        while let Some(message) = self.client.poll_transmit() {
            self.link.send(Direction::Up, now, message);
        }
        while let Some(message) = self.link.poll(Direction::Up, now) {
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
