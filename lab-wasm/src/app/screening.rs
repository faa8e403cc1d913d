//! A capture of an online match being watched: one screen, as it was, with its shots.

use shared::{
    client::Client,
    lab::{
        capture::{Capture, CaptureError},
        capture_playback::{CapturePlayback, PlayMode as Playing},
    },
};

/// A capture and where in it somebody is.
pub(super) struct Screening {
    pub(super) playback: CapturePlayback,
}

impl Screening {
    pub(super) fn new(capture: Capture) -> Result<Self, CaptureError> {
        Ok(Self { playback: CapturePlayback::new(capture, Playing::ToJudge)? })
    }

    pub(super) fn client(&self) -> &Client {
        self.playback.client()
    }
}
