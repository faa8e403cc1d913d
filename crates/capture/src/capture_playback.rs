//! Plays a capture: rebuilds the client of an online match at any frame, forwards or backwards, and
//! compares its state with the hashes in the capture.

use alloc::vec::Vec;

use shared::{
    base::time::Micros,
    client::{Client, GhostVisibility},
};

use super::{
    Call, Capture, CaptureError, Contents,
    playback::{Playable, Playback},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayMode {
    /// Exactly as captured; required for the hashes to match.
    AsCaptured,
    /// With ghosts, which show where each shot's target was drawn, and with shot records left
    /// unfetched: for collecting shots.
    ToJudge,
}

/// A hash from the capture, and the one computed on playback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashComparison {
    /// Since the client's start.
    pub at: Micros,
    /// Hash of the state, or of what it drew, as captured.
    pub expected: u64,
    /// Hash computed on playback.
    pub got: u64,
}

/// There is no further frame; the calls after the last one have been played too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureEnd;

/// A capture and its play mode.
#[derive(Clone, Debug)]
pub struct PlayedCapture {
    capture: Capture,
    contents: Contents,
    mode: PlayMode,
}

/// The client of a capture at some point of it.
#[derive(Clone, Debug)]
pub struct CapturedClient {
    client: Client,
    now: Micros,
    /// Offset of the next call in the capture's bytes.
    at: usize,
    frame: u32,
    /// Comparisons made in the latest step.
    compared: Vec<HashComparison>,
}

/// A capture with a playback position.
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
            self.apply_or_compare(call, state);
            if matches!(call, Call::Frame(_)) {
                state.frame += 1;
                return Ok(());
            }
        }
        Err(CaptureEnd)
    }
}

impl CapturedClient {
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }
}

impl PlayedCapture {
    /// Makes a call, or compares a hash.
    fn apply_or_compare(&self, call: Call, state: &mut CapturedClient) {
        let (expected, got) = match (call, self.mode) {
            (Call::Hash(expected), PlayMode::AsCaptured) => (expected, state.client.state_hash()),
            (Call::Digest(expected), PlayMode::AsCaptured) => (expected, state.client.digest()),
            (Call::Hash(_) | Call::Digest(_), PlayMode::ToJudge) => return,
            (Call::Ghosts(_) | Call::DrainRecords, PlayMode::ToJudge) => return,
            (call, _) => {
                // A message that failed to parse then fails to parse now.
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
    /// When it is invalid.
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

    #[must_use]
    pub fn capture(&self) -> &Capture {
        &self.recording().capture
    }

    #[must_use]
    pub fn contents(&self) -> Contents {
        self.recording().contents
    }

    #[must_use]
    pub fn client(&self) -> &Client {
        &self.state().client
    }

    /// The time on the client's clock.
    #[must_use]
    pub fn now(&self) -> Micros {
        self.state().now
    }

    /// Comparisons made in the latest step; none unless it is played as captured.
    #[must_use]
    pub fn compared(&self) -> &[HashComparison] {
        &self.state().compared
    }
}
