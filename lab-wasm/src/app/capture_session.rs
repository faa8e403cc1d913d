//! Replays a capture of an online match: one screen, as it was, with its shots.

use capture::{
    CaptureError,
    capture_file::CaptureFile,
    capture_playback::{CapturePlayback, PlayMode as Playing},
};
use shared::{base::time::Micros, client::Client, sim::event::ShotId};

/// A capture and the position in it.
pub(super) struct CaptureSession {
    pub(super) playback: CapturePlayback,
    /// The shot to open once its frame is reached.
    opening: Option<ShotId>,
}

impl CaptureSession {
    /// A capture, at its beginning or on its way to the moment that its file names.
    pub(super) fn new(file: CaptureFile) -> Result<Self, CaptureError> {
        let mut playback = CapturePlayback::new(file.capture, Playing::ToJudge)?;
        if let Some(moment) = file.moment {
            playback.seek(moment.frame, 0);
        }
        Ok(Self { playback, opening: file.moment.map(|moment| moment.shot) })
    }

    /// Whether it opens at a shot.
    pub(super) fn opens_at_shot(&self) -> bool {
        self.opening.is_some()
    }

    /// The shot to open, once its frame is reached.
    pub(super) fn arrived_at(&mut self) -> Option<ShotId> {
        if self.playback.seeking() { None } else { self.opening.take() }
    }

    /// Start of the capture on the server's tick time line.
    pub(super) fn started_at(&self) -> Micros {
        let (now, started_at) = (self.playback.now(), self.playback.capture().begun);
        self.client().own_time(now).map_or(Micros::ZERO, |own| own - (now - started_at))
    }

    pub(super) fn client(&self) -> &Client {
        self.playback.client()
    }
}
