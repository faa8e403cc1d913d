//! A capture of an online match being watched: one screen, as it was, with its shots.

use shared::{
    client::Client,
    lab::{
        capture::{Capture, CaptureError},
        capture_reel::{CaptureReel, PlayMode as Playing},
    },
};

/// A capture and where in it somebody is.
pub(super) struct Screening {
    pub(super) reel: CaptureReel,
    pub(super) seeking: Option<u32>,
}

impl Screening {
    pub(super) fn new(capture: Capture) -> Result<Self, CaptureError> {
        Ok(Self { reel: CaptureReel::new(capture, Playing::ToJudge)?, seeking: None })
    }

    pub(super) fn client(&self) -> &Client {
        self.reel.client()
    }
}
