//! A connection and its client, with the simulated link between the two, one per direction.

use std::collections::VecDeque;

use capture::RecordedClient;
use shared::{
    base::{queue::push_bounded, time::Micros},
    client::{ClientConfig, Controls, status::Notice},
    netcode::values::PlayerNetcode,
    wire::{
        close_reason::LEFT_CODE, codec::CodecId, conditions::Conditions, message::MessageError,
    },
};
use web_ui::shell::socket::Socket;

use crate::{
    links::fragment::Role,
    net::{
        command_backups::backed_up,
        real_round_trip::RealRoundTrip,
        simulated_link::{Direction, SimulatedLink},
    },
};

/// The codecs that the page offers. The others exist for comparison in the laboratory.
const CODECS: [CodecId; 1] = [CodecId::Replay];
/// Cap on notices that are not shown yet, which are shown several times a second.
const UNSHOWN_MAX: usize = 64;

/// A connection, or an attempt to connect.
pub(super) struct Session {
    /// The client, recorded so that a match can be saved and replayed.
    pub client: RecordedClient,
    /// Whether the own ship has been drawn. The camera does not slide to its first place.
    pub has_arrived: bool,
    /// `None` once closed; the client is kept for its last picture.
    socket: Option<Socket>,
    open: bool,
    /// Every message passes through it, in both directions.
    link: SimulatedLink,
    real_round_trip: RealRoundTrip,
    /// The player's choice; the simulated link may require more command backups.
    player: PlayerNetcode,
    /// Notices that were heard and not shown yet, oldest first; up to [`UNSHOWN_MAX`].
    unshown: VecDeque<Notice>,
}

impl Session {
    /// A client on a socket that is still connecting, over a perfect link until it is set.
    pub(super) fn new(
        socket: Socket,
        config: ClientConfig,
        role: Role,
        seed: u64,
        now: Micros,
    ) -> Self {
        Self {
            player: config.netcode,
            link: SimulatedLink::new(seed),
            real_round_trip: RealRoundTrip::default(),
            client: match role {
                Role::Player => RecordedClient::offering(config, &CODECS, now),
                Role::Watcher => RecordedClient::watching(config, now),
            },
            has_arrived: false,
            socket: Some(socket),
            open: false,
            unshown: VecDeque::new(),
        }
    }

    /// Handles the open socket. The message that resumes a seat is sent before anything else.
    pub(super) fn handle_open(&mut self, resume: Option<Vec<u8>>) {
        self.open = true;
        if let (Some(socket), Some(resume)) = (&self.socket, resume) {
            socket.send(&resume);
        }
    }

    /// Handles a message of the server: it enters the simulated link.
    pub(super) fn handle_message(&mut self, now: Micros, message: Vec<u8>) {
        self.real_round_trip.note_received(now, &message);
        self.link.send(Direction::Down, now, message);
    }

    /// The least recent round trip of the connection itself, without the simulated link.
    pub(super) fn least_round_trip(&self) -> Option<Micros> {
        self.real_round_trip.least()
    }

    /// Leaves for good and gives up the seat.
    pub(super) fn leave(&mut self) {
        if let Some(socket) = &self.socket {
            socket.close_with(LEFT_CODE);
        }
        self.close();
    }

    pub(super) fn handle_frame(&mut self, now: Micros, controls: Controls) {
        self.client.handle_frame(now, controls);
    }

    /// The notices since the last call, to be heard.
    pub(super) fn drain_unheard(&mut self) -> Vec<Notice> {
        let notices = self.client.drain_notices();
        for notice in &notices {
            push_bounded(&mut self.unshown, notice.clone(), UNSHOWN_MAX);
        }
        notices
    }

    /// The notices that were heard since the last call, to be shown.
    pub(super) fn drain_unshown(&mut self) -> VecDeque<Notice> {
        std::mem::take(&mut self.unshown)
    }

    /// Sets the simulated link, and the snapshot delivery and command backups that it requires.
    pub(super) fn set_link(&mut self, conditions: &Conditions) {
        let before = self.link.conditions();
        self.link.set(conditions);
        if conditions.down.mode != before.down.mode {
            self.client.set_delivery(conditions.down.mode.into());
        }
        self.set_player(self.player);
    }

    pub(super) fn set_player(&mut self, player: PlayerNetcode) {
        self.player = player;
        let netcode = backed_up(player, &self.link.conditions());
        if self.client.netcode() != netcode {
            self.client.set_netcode(netcode);
        }
    }

    /// Delivers all due messages to the client and the socket.
    ///
    /// # Errors
    /// When the client cannot decode a message: the connection is unusable.
    pub(super) fn pump(&mut self, now: Micros) -> Result<(), MessageError> {
        while let Some(message) = self.link.poll(Direction::Down, now) {
            self.client.handle_message(now, &message)?;
        }
        let Some(socket) = self.socket.as_ref().filter(|_| self.open) else { return Ok(()) };
        while let Some(message) = self.client.poll_transmit() {
            self.link.send(Direction::Up, now, message);
        }
        while let Some(message) = self.link.poll(Direction::Up, now) {
            self.real_round_trip.note_sent(now, &message);
            socket.send(&message);
        }
        Ok(())
    }

    pub(super) fn close(&mut self) {
        self.socket = None;
        self.open = false;
    }
}
