//! Captures: every call that one client of an online match received, with its time, and a hash of
//! what it drew once a second. [`RecordedClient`] stands in for the client and records; making the
//! same calls again gives the same client, bit for bit ([`capture_playback::CapturePlayback`]).
//! [`capture_file::CaptureFile`] is a capture as a file.
//!
//! A client changes by calls only, and a recorded one is called by [`Call::apply`] only, which also
//! plays a capture: so no call can be missed. The calls are stored one after the other, each as the
//! µs since the one before (a varint) and a [`Call`] in postcard.
//!
//! [`playback::Playback`] plays any recording forward, back and to any frame.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod capture_file;
pub mod capture_playback;
mod checkpoints;
pub mod playback;

use alloc::vec::Vec;
use core::ops::Deref;

use serde::{Deserialize, Serialize};
use shared::{
    base::{
        encoding::{append, read_first},
        limits::{
            CAPTURE_BEGINS_MAX_MS, CAPTURE_BYTES_MAX, CAPTURE_CALLS_AT_ONCE, CAPTURE_FRAMES_MAX,
            CAPTURE_SPAN_MAX_MS, SERVER_MESSAGE_BYTES_MAX, TYPED_NAME_BYTES_MAX,
        },
        time::{MICROS_PER_S, Micros},
    },
    client::{Client, ClientConfig, Controls, GhostVisibility, status::Notice},
    netcode::values::{PlayerNetcode, RoomNetcode},
    report::{shot_record::ShotRecord, shot_report::ReportsWanted},
    sim::event::ShotId,
    wire::{
        codec::CodecId,
        message::{MessageError, PROTOCOL_VERSION, ServerMessage},
    },
};

/// Something that a client was told or asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Call<'a> {
    /// A message of the server arrived.
    Message(&'a [u8]),
    /// A frame was drawn, with this held.
    Frame(Controls),
    /// So many messages were taken for sending.
    Sent(u32),
    /// The notices were fetched.
    Notices,
    /// The records of shots were fetched.
    Records,
    /// The player sees and sends otherwise.
    Netcode(PlayerNetcode),
    /// The room was asked for other rules.
    Rules(RoomNetcode),
    /// A report of each own shot was asked for, or none any longer.
    WantReports(ReportsWanted),
    /// Ghosts were shown or hidden.
    Ghosts(GhostVisibility),
    /// Nothing was done; this was the state hash.
    Hash(u64),
    /// A shot was looked into.
    LookInto(ShotId),
    /// Nothing was done; this was the digest ([`Client::digest`]).
    Digest(u64),
    /// A full update was asked for.
    FullUpdate,
    /// The player said that it is there.
    Here,
}

/// What one client of an online match was told and asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capture {
    /// The version of the messages in it.
    pub protocol: u16,
    /// What the client was started with.
    pub config: ClientConfig,
    /// When, on its clock.
    pub begun: Micros,
    /// Whether it ends before the match did.
    pub fill: CaptureFill,
    /// The calls, encoded.
    pub(crate) calls: Vec<u8>,
    /// The codecs of snapshots that the client offered. A build may have more of them.
    pub(crate) codecs: Vec<CodecId>,
}

/// A shot that was looked into during a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptureMoment {
    /// Frames that had been drawn when somebody began to look into it.
    pub frame: u32,
    pub shot: ShotId,
}

/// Whether there is room for more in a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CaptureFill {
    /// There is: it holds everything until its newest call.
    Open,
    /// There is none: what came later is not in it.
    Full,
}

/// What is in a capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Messages of the server.
    pub messages: u32,
    /// Frames that were drawn.
    pub frames: u32,
    /// Hashes to compare.
    pub hashes: u32,
    /// From the client's start to the last call.
    pub span: Micros,
}

/// What is wrong with a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaptureError {
    /// Its messages are of another version of the game.
    #[error("its messages are of version {theirs} of the game, and this one reads {ours}")]
    Protocol {
        /// Their version.
        theirs: u16,
        /// The version of this code.
        ours: u16,
    },
    /// What the client was started with cannot be.
    #[error("what its client was started with cannot be")]
    Config,
    /// A call cannot be read.
    #[error("call {n} cannot be read")]
    Call {
        /// Which, from 0.
        n: u32,
    },
    /// It is too long.
    #[error("it is longer than a capture can be")]
    TooLong,
    /// It has more frames or states to compare than any match has in its time.
    #[error("it has {frames} frames and {hashes} hashes within {seconds} s; no match has so many")]
    TooDense {
        /// Its frames.
        frames: u32,
        /// Its states to compare.
        hashes: u32,
        /// How long it is, in s.
        seconds: u32,
    },
    /// Its moment is none of its frames.
    #[error("its moment is frame {frame}, and it has {frames}")]
    Moment {
        /// The frame of the moment.
        frame: u32,
        /// Frames in the capture.
        frames: u32,
    },
}

/// Writes down what a client is told and asked.
#[derive(Clone, Debug)]
pub struct CaptureRecorder {
    capture: Capture,
    /// When the newest call was made.
    now: Micros,
    hash_at: Micros,
    /// Messages taken for sending that are not written down yet.
    sent: u32,
    /// Frames that are written down.
    frames: u32,
}

/// A client whose every call is written down. Its getters are the client's.
#[derive(Clone, Debug)]
pub struct RecordedClient {
    client: Client,
    recorder: CaptureRecorder,
}

impl Deref for RecordedClient {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Call<'_> {
    /// Does it to a client.
    ///
    /// # Errors
    /// When the client cannot read a message.
    pub fn apply(&self, client: &mut Client, now: Micros) -> Result<(), MessageError> {
        match *self {
            Self::Message(message) => return client.handle_message(now, message),
            Self::Frame(controls) => client.handle_frame(now, controls),
            // It stops where the client has nothing more to send, whatever the number.
            Self::Sent(n) => (0..n).map_while(|_| client.poll_transmit()).for_each(drop),
            Self::Notices => drop(client.drain_notices()),
            Self::Records => drop(client.drain_records()),
            Self::Netcode(netcode) => client.set_netcode(netcode),
            Self::Rules(netcode) => client.request_rules(netcode),
            Self::WantReports(wanted) => client.set_reports_wanted(wanted),
            Self::Ghosts(ghosts) => client.set_ghosts(ghosts),
            Self::LookInto(shot) => client.inspect_shot(shot),
            Self::FullUpdate => client.request_full_update(),
            Self::Here => client.confirm_presence(),
            Self::Hash(_) | Self::Digest(_) => {}
        }
        Ok(())
    }

    /// Whether every bound is kept; what a client checks by itself is left to it.
    fn is_valid(&self) -> bool {
        match self {
            Self::Message(message) => message.len() <= SERVER_MESSAGE_BYTES_MAX,
            Self::Netcode(netcode) => netcode.check().is_ok(),
            Self::Rules(netcode) => netcode.check().is_ok(),
            _ => true,
        }
    }
}

impl RecordedClient {
    /// As [`Client::new`].
    #[must_use]
    pub fn new(config: ClientConfig, now: Micros) -> Self {
        Self::offering(config, &CodecId::ALL, now)
    }

    /// As [`Client::offering`].
    #[must_use]
    pub fn offering(config: ClientConfig, codecs: &[CodecId], now: Micros) -> Self {
        let recorder = CaptureRecorder::new(config.clone(), codecs, now);
        Self { client: Client::offering(config, codecs, now), recorder }
    }

    /// As [`Client::handle_message`].
    ///
    /// By what a player comes back to its seat is a secret, and goes into no recording.
    ///
    /// # Errors
    /// As there.
    pub fn handle_message(&mut self, now: Micros, message: &[u8]) -> Result<(), MessageError> {
        if let Ok(ServerMessage::Seat(_)) = ServerMessage::decode(message) {
            return Ok(());
        }
        self.call(now, Call::Message(message))
    }

    /// As [`Client::handle_frame`].
    pub fn handle_frame(&mut self, now: Micros, controls: Controls) {
        self.ask(now, Call::Frame(controls));
    }

    /// As [`Client::set_netcode`].
    pub fn set_netcode(&mut self, netcode: PlayerNetcode) {
        self.ask(self.recorder.now, Call::Netcode(netcode));
    }

    /// As [`Client::request_rules`].
    pub fn request_rules(&mut self, netcode: RoomNetcode) {
        self.ask(self.recorder.now, Call::Rules(netcode));
    }

    /// As [`Client::set_reports_wanted`].
    pub fn set_reports_wanted(&mut self, wanted: ReportsWanted) {
        self.ask(self.recorder.now, Call::WantReports(wanted));
    }

    /// As [`Client::inspect_shot`].
    pub fn inspect_shot(&mut self, shot: ShotId) {
        self.ask(self.recorder.now, Call::LookInto(shot));
    }

    /// Asks for a full update.
    pub fn answer_here(&mut self) {
        self.ask(self.recorder.now, Call::Here);
    }

    /// As [`Client::request_full_update`].
    pub fn request_full_update(&mut self) {
        self.ask(self.recorder.now, Call::FullUpdate);
    }

    /// As [`Client::set_ghosts`].
    pub fn set_ghosts(&mut self, ghosts: GhostVisibility) {
        self.ask(self.recorder.now, Call::Ghosts(ghosts));
    }

    /// As [`Client::poll_transmit`].
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        let message = self.client.poll_transmit();
        self.recorder.sent += u32::from(message.is_some());
        message
    }

    /// As [`Client::drain_notices`].
    pub fn drain_notices(&mut self) -> Vec<Notice> {
        let notices = self.client.drain_notices();
        if !notices.is_empty() {
            self.recorder.note(self.recorder.now, Call::Notices);
        }
        notices
    }

    /// As [`Client::drain_records`].
    pub fn drain_records(&mut self) -> Vec<ShotRecord> {
        let records = self.client.drain_records();
        if !records.is_empty() {
            self.recorder.note(self.recorder.now, Call::Records);
        }
        records
    }

    /// What was written down.
    #[must_use]
    pub fn recorder(&self) -> &CaptureRecorder {
        &self.recorder
    }

    /// The capture up to now, its last digest at its end.
    #[must_use]
    pub fn capture(&self) -> Capture {
        let mut recorder = self.recorder.clone();
        recorder.note(recorder.now, Call::Digest(self.client.digest()));
        recorder.capture
    }

    fn ask(&mut self, now: Micros, call: Call) {
        // Only messages can go wrong.
        let _ = self.call(now, call);
    }

    fn call(&mut self, now: Micros, call: Call) -> Result<(), MessageError> {
        if self.recorder.hash_due(now) {
            let digest = self.client.digest();
            self.recorder.note(self.recorder.now, Call::Digest(digest));
        }
        self.recorder.note(now, call);
        call.apply(&mut self.client, now)
    }
}

impl CaptureRecorder {
    fn new(config: ClientConfig, codecs: &[CodecId], now: Micros) -> Self {
        let protocol = PROTOCOL_VERSION;
        let fill = CaptureFill::Open;
        let (calls, codecs) = (Vec::new(), codecs.to_vec());
        let capture = Capture { protocol, config, begun: now, fill, calls, codecs };
        Self { capture, now, hash_at: now + Micros(MICROS_PER_S), sent: 0, frames: 0 }
    }

    /// Whether there is room for more.
    #[must_use]
    pub fn fill(&self) -> CaptureFill {
        self.capture.fill
    }

    /// How much it holds, in bytes; at most [`CAPTURE_BYTES_MAX`].
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.capture.calls.len()
    }

    /// From the client's start to the newest call.
    #[must_use]
    pub fn span(&self) -> Micros {
        self.now - self.capture.begun
    }

    /// The moment at which somebody looks into a shot; none once there is no room for more.
    #[must_use]
    pub fn moment(&self, shot: ShotId) -> Option<CaptureMoment> {
        let is_open = self.fill() == CaptureFill::Open;
        is_open.then_some(CaptureMoment { frame: self.frames, shot })
    }

    fn hash_due(&mut self, now: Micros) -> bool {
        let due = self.capture.fill == CaptureFill::Open && now >= self.hash_at;
        if due {
            self.hash_at = now + Micros(MICROS_PER_S);
        }
        due
    }

    /// Writes a call down, after what was sent before it; or nothing, once it is full.
    fn note(&mut self, now: Micros, call: Call) {
        if self.capture.fill == CaptureFill::Full {
            return;
        }
        let before = self.capture.calls.len();
        let sent = core::mem::take(&mut self.sent);
        if sent > 0 {
            self.write(Micros::ZERO, Call::Sent(sent));
        }
        let since = now - self.now;
        self.write(since, call);
        let too_long = now - self.capture.begun > Micros::from_ms(CAPTURE_SPAN_MAX_MS);
        let begun = Micros::ZERO..=Micros::from_ms(CAPTURE_BEGINS_MAX_MS);
        let timely = begun.contains(&self.capture.begun) && since >= Micros::ZERO;
        let too_many = self.frames >= CAPTURE_FRAMES_MAX;
        if self.capture.calls.len() > CAPTURE_BYTES_MAX || too_long || too_many || !timely {
            self.capture.calls.truncate(before);
            self.capture.fill = CaptureFill::Full;
            return;
        }
        self.frames += u32::from(matches!(call, Call::Frame(_)));
        self.now = now;
    }

    fn write(&mut self, since: Micros, call: Call) {
        let calls = core::mem::take(&mut self.capture.calls);
        self.capture.calls = append(calls, &(since.0 as u64, call));
    }
}

impl Contents {
    /// Whether a match can have so much in it: each frame costs time to play, however short it was.
    fn check_density(&self) -> Result<(), CaptureError> {
        let Self { frames, hashes, span, .. } = *self;
        let span_ms = u32::try_from(span.as_ms()).unwrap_or(u32::MAX);
        let frames_max = span_ms.saturating_add(CAPTURE_CALLS_AT_ONCE).min(CAPTURE_FRAMES_MAX);
        let hashes_max = frames.saturating_add(CAPTURE_CALLS_AT_ONCE);
        if frames > frames_max || hashes > hashes_max {
            return Err(CaptureError::TooDense { frames, hashes, seconds: span_ms / 1000 });
        }
        Ok(())
    }
}

/// Whether messages of a version can be played here.
///
/// # Errors
/// When they are of another one.
pub fn check_protocol(theirs: u16) -> Result<(), CaptureError> {
    let ours = PROTOCOL_VERSION;
    if theirs == ours { Ok(()) } else { Err(CaptureError::Protocol { theirs, ours }) }
}

impl Capture {
    /// Checks every bound: what passes can be played.
    ///
    /// # Errors
    /// The first that is broken.
    pub fn check(&self) -> Result<Contents, CaptureError> {
        check_protocol(self.protocol)?;
        let ClientConfig { name, room, netcode, room_request, .. } = &self.config;
        let begun = Micros::ZERO..=Micros::from_ms(CAPTURE_BEGINS_MAX_MS);
        let sound = name.len() <= TYPED_NAME_BYTES_MAX
            && room.len() <= TYPED_NAME_BYTES_MAX
            && netcode.check().is_ok()
            && room_request.is_none_or(|room_request| room_request.netcode.check().is_ok())
            && self.codecs.len() <= CodecId::ALL.len()
            && begun.contains(&self.begun);
        if !sound {
            return Err(CaptureError::Config);
        }
        if self.calls.len() > CAPTURE_BYTES_MAX {
            return Err(CaptureError::TooLong);
        }
        let mut contents = Contents::default();
        let (mut at, mut n) = (0, 0);
        while at < self.calls.len() {
            let (since, call, next) = self.call_at(at).ok_or(CaptureError::Call { n })?;
            if !call.is_valid() {
                return Err(CaptureError::Call { n });
            }
            let left = Micros::from_ms(CAPTURE_SPAN_MAX_MS) - contents.span;
            if since > left {
                return Err(CaptureError::TooLong);
            }
            contents.span += since;
            contents.messages += u32::from(matches!(call, Call::Message(_)));
            contents.frames += u32::from(matches!(call, Call::Frame(_)));
            contents.hashes += u32::from(matches!(call, Call::Hash(_) | Call::Digest(_)));
            (at, n) = (next, n + 1);
        }
        contents.check_density()?;
        Ok(contents)
    }

    /// The call at a place: the time since the one before it, and where the next one begins.
    pub(crate) fn call_at(&self, at: usize) -> Option<(Micros, Call<'_>, usize)> {
        let bytes = self.calls.get(at..).filter(|bytes| !bytes.is_empty())?;
        let ((since, call), rest): ((u64, Call), &[u8]) = read_first(bytes).ok()?;
        let since = Micros(i64::try_from(since).ok()?);
        Some((since, call, self.calls.len() - rest.len()))
    }
}
