//! A capture of an online match being watched: one screen, as it was, with its shots.

use shared::{
    client::Client,
    lab::{
        capture::{Capture, CaptureError},
        capture_reel::{CaptureReel, PlayMode as Playing},
        forensics::Case,
    },
    sim::event::ShotId,
};
use web_ui::forensics::sheet::Exhibit;

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

    /// What this screen and the server's word say of a shot.
    pub(super) fn exhibit(&self, shot: ShotId) -> Option<Exhibit> {
        let client = self.client();
        let report = client.report(shot).filter(|report| report.is_whole()).cloned();
        let known = report.or_else(|| client.own_account(shot))?;
        Some(Exhibit {
            case: Case::new(&known, Some(client), Some(client)),
            roster: client.roster().to_vec(),
            arena: client.arena().cloned(),
            save: None,
        })
    }
}
