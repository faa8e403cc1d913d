//! Captures of online matches: every call that one client received, with its time, and a hash of
//! what it drew once a second. [`RecordedClient`] wraps the client and records. Repeating the calls
//! rebuilds the client bit for bit ([`capture_playback::CapturePlayback`]).
//! [`capture_file::CaptureFile`] is the file format.
//!
//! A client changes only through calls, and a recorded one is called only through [`Call::apply`],
//! which playback uses too, so no call can be missed. The calls are stored back to back, each as
//! the µs since the previous one (a varint) and a [`Call`] in postcard.
//!
//! [`playback::Playback`] plays any recording, forwards, backwards and to any frame.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod capture_file;
pub mod capture_playback;
mod checkpoints;
pub mod limits;
pub mod playback;

use alloc::vec::Vec;
use core::ops::Deref;

use serde::{Deserialize, Serialize};
use shared::{
    base::{
        encoding::{append, read_first},
        limits::{SERVER_MESSAGE_BYTES_MAX, TYPED_NAME_BYTES_MAX},
        time::{MICROS_PER_S, Micros},
    },
    client::{Client, ClientConfig, Controls, GhostVisibility, status::Notice},
    netcode::values::{PlayerNetcode, RoomNetcode, SnapshotDelivery},
    report::{shot_record::ShotRecord, shot_report::ReportsWanted},
    sim::{event::ShotId, ship::ShipId},
    wire::{
        codec::CodecId,
        message::{AimAssist, MessageError, PROTOCOL_VERSION, ServerMessage},
        watch::TurnWish,
    },
};

use crate::limits::{
    CAPTURE_BYTES_MAX, CAPTURE_DENSITY_SLACK, CAPTURE_FRAMES_MAX, CAPTURE_SPAN_MAX_MS,
    CAPTURE_START_MAX_MS,
};

/// A call to the client.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Call<'a> {
    /// A message from the server arrived.
    Message(&'a [u8]),
    /// A frame was drawn with these controls.
    Frame(Controls),
    /// This many messages were taken for sending.
    Sent(u32),
    /// The notices were drained.
    DrainNotices,
    /// The shot records were drained.
    DrainRecords,
    /// The player changed its netcode.
    Netcode(PlayerNetcode),
    /// The player requested other room rules.
    Rules(RoomNetcode),
    /// Reports on own shots were subscribed to or cancelled.
    WantReports(ReportsWanted),
    Ghosts(GhostVisibility),
    /// No call; the state hash at this point.
    Hash(u64),
    /// A shot was inspected.
    RequestReport(ShotId),
    /// No call; the digest at this point ([`Client::digest`]).
    Digest(u64),
    /// A full update was requested.
    FullUpdate,
    /// The player answered the idle question.
    ConfirmPresence,
    /// Snapshots were to be delivered differently.
    Delivery(SnapshotDelivery),
    /// The page began to assist the aim, or ceased to.
    AimAssist(AimAssist),
    /// The next round was asked for.
    Rematch,
}

/// Every call that one client of an online match received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capture {
    /// Protocol version of its messages.
    pub protocol: u16,
    pub config: ClientConfig,
    /// Start time on the client's clock.
    pub begun: Micros,
    /// Whether it ends before the match did.
    pub fill: CaptureFill,
    /// Encoded.
    pub(crate) calls: Vec<u8>,
    /// Snapshot codecs that the client offered; a build may have more.
    pub(crate) codecs: Vec<CodecId>,
}

/// A shot that was inspected during a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptureMoment {
    /// Frames drawn before the inspection began.
    pub frame: u32,
    pub shot: ShotId,
}

/// Whether a capture has space left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CaptureFill {
    /// There is space, and the capture is complete so far.
    Open,
    /// There is none left, and later calls are missing.
    Full,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Messages from the server.
    pub messages: u32,
    /// Frames drawn.
    pub frames: u32,
    /// Hashes to compare.
    pub hashes: u32,
    /// From the client's start to the last call.
    pub span: Micros,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaptureError {
    #[error("its protocol version is {theirs}; this program reads {ours}")]
    Protocol { theirs: u16, ours: u16 },
    #[error("its client configuration is invalid")]
    Config,
    #[error("call {n} is malformed")]
    Call {
        /// Index from 0.
        n: u32,
    },
    #[error("it exceeds the maximum length of a capture")]
    TooLong,
    /// More frames or hashes than a match of its length can have.
    #[error("{frames} frames and {hashes} hashes in {seconds} s are more than a match can have")]
    TooDense {
        frames: u32,
        hashes: u32,
        /// In s.
        seconds: u32,
    },
    /// The inspected shot's frame is beyond the capture.
    #[error("its moment is frame {frame}, but it has only {frames} frames")]
    Moment { frame: u32, frames: u32 },
}

/// Records the calls of a client.
#[derive(Clone, Debug)]
pub struct CaptureRecorder {
    capture: Capture,
    /// Time of the latest call.
    now: Micros,
    next_digest_at: Micros,
    /// Messages taken for sending that are not recorded yet.
    sent: u32,
    /// Frames recorded.
    frames: u32,
}

/// A client whose calls are all recorded. Its getters are the client's.
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
    /// Makes the call on a client.
    ///
    /// # Errors
    /// When the client cannot parse a message.
    pub fn apply(&self, client: &mut Client, now: Micros) -> Result<(), MessageError> {
        match *self {
            Self::Message(message) => return client.handle_message(now, message),
            Self::Frame(controls) => client.handle_frame(now, controls),
            // Ends early when the client has nothing more to send, whatever the count.
            Self::Sent(n) => (0..n).map_while(|_| client.poll_transmit()).for_each(drop),
            Self::DrainNotices => drop(client.drain_notices()),
            Self::DrainRecords => drop(client.drain_records()),
            Self::Netcode(netcode) => client.set_netcode(netcode),
            Self::Rules(netcode) => client.request_rules(netcode),
            Self::WantReports(wanted) => client.set_reports_wanted(wanted),
            Self::Ghosts(ghosts) => client.set_ghosts(ghosts),
            Self::RequestReport(shot) => client.inspect_shot(shot),
            Self::FullUpdate => client.request_full_update(),
            Self::ConfirmPresence => client.confirm_presence(),
            Self::Delivery(delivery) => client.set_delivery(delivery),
            Self::AimAssist(assist) => client.set_aim_assist(assist),
            Self::Rematch => client.ask_rematch(),
            Self::Hash(_) | Self::Digest(_) => {}
        }
        Ok(())
    }

    /// Whether its values are within bounds; those that the client checks itself are left to it.
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
    /// See [`Client::new`].
    #[must_use]
    pub fn new(config: ClientConfig, now: Micros) -> Self {
        Self::offering(config, &CodecId::ALL, now)
    }

    /// See [`Client::offering`].
    #[must_use]
    pub fn offering(config: ClientConfig, codecs: &[CodecId], now: Micros) -> Self {
        let recorder = CaptureRecorder::new(config.clone(), codecs, now);
        Self { client: Client::offering(config, codecs, now), recorder }
    }

    /// See [`Client::watching`]. A match that is watched is not recorded.
    #[must_use]
    pub fn watching(config: ClientConfig, now: Micros) -> Self {
        let mut recorder = CaptureRecorder::new(config.clone(), &CodecId::ALL, now);
        recorder.capture.fill = CaptureFill::Full;
        Self { client: Client::watching(config, now), recorder }
    }

    /// See [`Client::follow`].
    pub fn follow(&mut self, now: Micros, ship: Option<ShipId>) {
        self.client.follow(now, ship);
    }

    /// See [`Client::request_turn`].
    pub fn request_turn(&mut self, wish: TurnWish) {
        self.client.request_turn(wish);
    }

    /// See [`Client::handle_message`].
    ///
    /// Resume tokens are secret and are left out of the recording.
    ///
    /// # Errors
    /// When the client cannot parse the message.
    pub fn handle_message(&mut self, now: Micros, message: &[u8]) -> Result<(), MessageError> {
        if let Ok(ServerMessage::Seat(_)) = ServerMessage::decode(message) {
            return Ok(());
        }
        self.call(now, Call::Message(message))
    }

    /// See [`Client::handle_frame`].
    pub fn handle_frame(&mut self, now: Micros, controls: Controls) {
        self.call_infallible(now, Call::Frame(controls));
    }

    /// See [`Client::set_netcode`].
    pub fn set_netcode(&mut self, netcode: PlayerNetcode) {
        self.call_infallible(self.recorder.now, Call::Netcode(netcode));
    }

    /// See [`Client::set_delivery`].
    pub fn set_delivery(&mut self, delivery: SnapshotDelivery) {
        self.call_infallible(self.recorder.now, Call::Delivery(delivery));
    }

    /// See [`Client::request_rules`].
    pub fn request_rules(&mut self, netcode: RoomNetcode) {
        self.call_infallible(self.recorder.now, Call::Rules(netcode));
    }

    /// See [`Client::set_reports_wanted`].
    pub fn set_reports_wanted(&mut self, wanted: ReportsWanted) {
        self.call_infallible(self.recorder.now, Call::WantReports(wanted));
    }

    /// See [`Client::set_aim_assist`].
    pub fn set_aim_assist(&mut self, assist: AimAssist) {
        self.call_infallible(self.recorder.now, Call::AimAssist(assist));
    }

    /// See [`Client::inspect_shot`].
    pub fn inspect_shot(&mut self, shot: ShotId) {
        self.call_infallible(self.recorder.now, Call::RequestReport(shot));
    }

    /// See [`Client::ask_rematch`].
    pub fn ask_rematch(&mut self) {
        self.call_infallible(self.recorder.now, Call::Rematch);
    }

    /// See [`Client::confirm_presence`].
    pub fn confirm_presence(&mut self) {
        self.call_infallible(self.recorder.now, Call::ConfirmPresence);
    }

    /// See [`Client::request_full_update`].
    pub fn request_full_update(&mut self) {
        self.call_infallible(self.recorder.now, Call::FullUpdate);
    }

    /// See [`Client::set_ghosts`].
    pub fn set_ghosts(&mut self, ghosts: GhostVisibility) {
        self.call_infallible(self.recorder.now, Call::Ghosts(ghosts));
    }

    /// See [`Client::poll_transmit`].
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        let message = self.client.poll_transmit();
        self.recorder.sent += u32::from(message.is_some());
        message
    }

    /// See [`Client::drain_notices`].
    pub fn drain_notices(&mut self) -> Vec<Notice> {
        let notices = self.client.drain_notices();
        if !notices.is_empty() {
            self.recorder.record(self.recorder.now, Call::DrainNotices);
        }
        notices
    }

    /// See [`Client::drain_records`].
    pub fn drain_records(&mut self) -> Vec<ShotRecord> {
        let records = self.client.drain_records();
        if !records.is_empty() {
            self.recorder.record(self.recorder.now, Call::DrainRecords);
        }
        records
    }

    #[must_use]
    pub fn recorder(&self) -> &CaptureRecorder {
        &self.recorder
    }

    /// The capture so far, ending in a digest.
    #[must_use]
    pub fn capture(&self) -> Capture {
        let mut recorder = self.recorder.clone();
        recorder.record(recorder.now, Call::Digest(self.client.digest()));
        recorder.capture
    }

    fn call_infallible(&mut self, now: Micros, call: Call) {
        // Only messages can fail.
        let _ = self.call(now, call);
    }

    fn call(&mut self, now: Micros, call: Call) -> Result<(), MessageError> {
        if self.recorder.is_digest_due(now) {
            let digest = self.client.digest();
            self.recorder.record(self.recorder.now, Call::Digest(digest));
        }
        self.recorder.record(now, call);
        call.apply(&mut self.client, now)
    }
}

impl CaptureRecorder {
    fn new(config: ClientConfig, codecs: &[CodecId], now: Micros) -> Self {
        let protocol = PROTOCOL_VERSION;
        let fill = CaptureFill::Open;
        let (calls, codecs) = (Vec::new(), codecs.to_vec());
        let capture = Capture { protocol, config, begun: now, fill, calls, codecs };
        Self { capture, now, next_digest_at: now + Micros(MICROS_PER_S), sent: 0, frames: 0 }
    }

    #[must_use]
    pub fn fill(&self) -> CaptureFill {
        self.capture.fill
    }

    /// Size in bytes; up to [`CAPTURE_BYTES_MAX`].
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.capture.calls.len()
    }

    /// From the client's start to the latest call.
    #[must_use]
    pub fn span(&self) -> Micros {
        self.now - self.capture.begun
    }

    /// The current frame as the moment a shot is inspected; `None` if the capture is full.
    #[must_use]
    pub fn moment(&self, shot: ShotId) -> Option<CaptureMoment> {
        let is_open = self.fill() == CaptureFill::Open;
        is_open.then_some(CaptureMoment { frame: self.frames, shot })
    }

    fn is_digest_due(&mut self, now: Micros) -> bool {
        let due = self.capture.fill == CaptureFill::Open && now >= self.next_digest_at;
        if due {
            self.next_digest_at = now + Micros(MICROS_PER_S);
        }
        due
    }

    /// Records a call, after any pending sends; no-op once the capture is full.
    fn record(&mut self, now: Micros, call: Call) {
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
        let begun = Micros::ZERO..=Micros::from_ms(CAPTURE_START_MAX_MS);
        let is_in_range = begun.contains(&self.capture.begun) && since >= Micros::ZERO;
        let too_many = self.frames >= CAPTURE_FRAMES_MAX;
        if self.capture.calls.len() > CAPTURE_BYTES_MAX || too_long || too_many || !is_in_range {
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
    /// Whether a match can contain this much: each frame takes time to play, however short it was.
    fn check_density(&self) -> Result<(), CaptureError> {
        let Self { frames, hashes, span, .. } = *self;
        let span_ms = u32::try_from(span.as_ms()).unwrap_or(u32::MAX);
        let frames_max = span_ms.saturating_add(CAPTURE_DENSITY_SLACK).min(CAPTURE_FRAMES_MAX);
        let hashes_max = frames.saturating_add(CAPTURE_DENSITY_SLACK);
        if frames > frames_max || hashes > hashes_max {
            return Err(CaptureError::TooDense { frames, hashes, seconds: span_ms / 1000 });
        }
        Ok(())
    }
}

/// Whether messages of a protocol version can be played here.
///
/// # Errors
/// When the version is another one.
pub fn check_protocol(theirs: u16) -> Result<(), CaptureError> {
    let ours = PROTOCOL_VERSION;
    if theirs == ours { Ok(()) } else { Err(CaptureError::Protocol { theirs, ours }) }
}

impl Capture {
    /// Checks every bound: a capture that passes can be played.
    ///
    /// # Errors
    /// The first violated bound.
    pub fn check(&self) -> Result<Contents, CaptureError> {
        check_protocol(self.protocol)?;
        let ClientConfig { name, room, netcode, room_request, .. } = &self.config;
        let begun = Micros::ZERO..=Micros::from_ms(CAPTURE_START_MAX_MS);
        let is_valid = name.len() <= TYPED_NAME_BYTES_MAX
            && room.len() <= TYPED_NAME_BYTES_MAX
            && netcode.check().is_ok()
            && room_request.is_none_or(|room_request| room_request.netcode.check().is_ok())
            && self.codecs.len() <= CodecId::ALL.len()
            && begun.contains(&self.begun);
        if !is_valid {
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

    /// The call at an offset: the time since the previous one, the call, and the offset of the
    /// next.
    pub(crate) fn call_at(&self, at: usize) -> Option<(Micros, Call<'_>, usize)> {
        let bytes = self.calls.get(at..).filter(|bytes| !bytes.is_empty())?;
        let ((since, call), rest): ((u64, Call), &[u8]) = read_first(bytes).ok()?;
        let since = Micros(i64::try_from(since).ok()?);
        Some((since, call, self.calls.len() - rest.len()))
    }
}
