//! A capture of an online match being watched: one screen, as it was, with its shots.

use capture::{
    CaptureError,
    capture_file::CaptureFile,
    capture_playback::{CapturePlayback, PlayMode as Playing},
};
use shared::{base::time::Micros, client::Client, sim::event::ShotId};

/// A capture and where in it somebody is.
pub(super) struct Screening {
    pub(super) playback: CapturePlayback,
    /// The shot that it is opened at, while its frame is on the way.
    opening: Option<ShotId>,
}

impl Screening {
    /// A capture, on its way to the moment that its file leads to, or at its beginning.
    pub(super) fn new(file: CaptureFile) -> Result<Self, CaptureError> {
        let mut playback = CapturePlayback::new(file.capture, Playing::ToJudge)?;
        if let Some(moment) = file.moment {
            playback.seek(moment.frame, 0);
        }
        Ok(Self { playback, opening: file.moment.map(|moment| moment.shot) })
    }

    /// Whether it is opened at a shot.
    pub(super) fn opens_at_shot(&self) -> bool {
        self.opening.is_some()
    }

    /// The shot that it is opened at, once its frame is reached.
    pub(super) fn arrived_at(&mut self) -> Option<ShotId> {
        if self.playback.seeking() { None } else { self.opening.take() }
    }

    /// Where the beginning of the capture is on the line of the server's ticks.
    pub(super) fn begun(&self) -> Micros {
        let (now, begun) = (self.playback.now(), self.playback.capture().begun);
        self.client().own_time(now).map_or(Micros::ZERO, |own| own - (now - begun))
    }

    pub(super) fn client(&self) -> &Client {
        self.playback.client()
    }
}
