//! A capture being watched: the client of an online match again, forward by a frame, back and to
//! any frame. Its state is compared where the capture says what it was.

use alloc::vec::Vec;

use shared::{
    base::time::Micros,
    client::{Client, GhostVisibility},
};

use super::{
    Call, Capture, CaptureError, Contents,
    playback::{Playable, Playback},
};

/// How a capture is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayMode {
    /// As it was: only so is the state the same.
    AsCaptured,
    /// With ghosts, which show where each shot's target was drawn, and with nobody who fetches the
    /// records of shots: to look at the shots.
    ToJudge,
}

/// A state that the capture knows, and the one that came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashComparison {
    /// When, from the client's start on.
    pub at: Micros,
    /// The hash of the state, or of what it drew, where the capture was made.
    pub expected: u64,
    /// The hash that came of it here.
    pub got: u64,
}

/// There is no other frame: what came after the last one has been played too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureEnd;

/// A capture that is played, and how.
#[derive(Clone, Debug)]
pub struct PlayedCapture {
    capture: Capture,
    contents: Contents,
    mode: PlayMode,
}

/// The client of a capture as it stands.
#[derive(Clone, Debug)]
pub struct CapturedClient {
    client: Client,
    now: Micros,
    /// Where the next call begins, in bytes of the capture.
    at: usize,
    frame: u32,
    /// What was compared in the newest step.
    compared: Vec<HashComparison>,
}

/// A capture, and where in it somebody is.
pub type CapturePlayback = Playback<PlayedCapture>;

impl Playable for PlayedCapture {
    type State = CapturedClient;
    type End = CaptureEnd;

    fn frame_of(state: &CapturedClient) -> u32 {
        state.frame
    }

    fn frames(&self) -> u32 {
        self.contents.frames
    }

    fn weight(_: &CapturedClient) -> u32 {
        1
    }

    fn advance(&mut self, state: &mut CapturedClient) -> Result<(), CaptureEnd> {
        state.compared.clear();
        while let Some((since, call, next)) = self.capture.call_at(state.at) {
            state.now += since;
            state.at = next;
            self.make(call, state);
            if matches!(call, Call::Frame(_)) {
                state.frame += 1;
                return Ok(());
            }
        }
        Err(CaptureEnd)
    }
}

impl CapturedClient {
    /// The client.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }
}

impl PlayedCapture {
    /// Makes a call, or compares what it says.
    fn make(&self, call: Call, state: &mut CapturedClient) {
        let (expected, got) = match (call, self.mode) {
            (Call::Hash(expected), PlayMode::AsCaptured) => (expected, state.client.state_hash()),
            (Call::Digest(expected), PlayMode::AsCaptured) => (expected, state.client.digest()),
            (Call::Hash(_) | Call::Digest(_), PlayMode::ToJudge) => return,
            (Call::Ghosts(_) | Call::Records, PlayMode::ToJudge) => return,
            (call, _) => {
                // What could not be read there cannot be read here.
                let _ = call.apply(&mut state.client, state.now);
                return;
            }
        };
        let at = state.now - self.capture.begun;
        state.compared.push(HashComparison { at, expected, got });
    }
}

impl CapturePlayback {
    /// A capture at its beginning.
    ///
    /// # Errors
    /// When it is not sound.
    pub fn new(capture: Capture, mode: PlayMode) -> Result<Self, CaptureError> {
        let contents = capture.check()?;
        let mut client = Client::offering(capture.config.clone(), &capture.codecs, capture.begun);
        if mode == PlayMode::ToJudge {
            client.set_ghosts(GhostVisibility::Shown);
        }
        let now = capture.begun;
        let start = CapturedClient { client, now, at: 0, frame: 0, compared: Vec::new() };
        Ok(Self::at_start(PlayedCapture { capture, contents, mode }, start))
    }

    /// The capture.
    #[must_use]
    pub fn capture(&self) -> &Capture {
        &self.recording().capture
    }

    /// What is in it.
    #[must_use]
    pub fn contents(&self) -> Contents {
        self.recording().contents
    }

    /// The client as it stands.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.state().client
    }

    /// The time on the client's clock.
    #[must_use]
    pub fn now(&self) -> Micros {
        self.state().now
    }

    /// What was compared in the newest step: every state on its way that the capture knows, where
    /// it is played as it was captured.
    #[must_use]
    pub fn compared(&self) -> &[HashComparison] {
        &self.state().compared
    }
}
