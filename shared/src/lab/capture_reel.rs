//! A capture being watched: the client of an online match again, forward by a frame, back and to
//! any frame. Its state is compared where the capture says what it was.

use super::{
    capture::{Call, Capture, CaptureError, Contents},
    kept::Kept,
    reel::Reached,
};
use crate::{
    base::time::Micros,
    client::{Client, GhostVisibility},
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
pub struct Compared {
    /// When, from the client's start on.
    pub at: Micros,
    /// The hash of the state, or of what it drew, where the capture was made.
    pub expected: u64,
    /// The same hash here.
    pub got: u64,
}

/// Whether there was another frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advanced {
    /// It stands after one more frame.
    Frame,
    /// It stands at the end, after the last frame and what came then.
    End,
}

/// A client as it stands.
#[derive(Clone, Debug)]
struct Head {
    client: Client,
    now: Micros,
    /// Where the next call begins.
    at: usize,
    frame: u32,
}

/// A capture and where in it somebody is.
#[derive(Clone, Debug)]
pub struct CaptureReel {
    capture: Capture,
    contents: Contents,
    look: PlayMode,
    head: Head,
    start: Head,
    moments: Kept<Head>,
}

impl CaptureReel {
    /// A capture at its beginning.
    ///
    /// # Errors
    /// When it is not sound.
    pub fn new(capture: Capture, look: PlayMode) -> Result<Self, CaptureError> {
        let contents = capture.check()?;
        let mut client = Client::offering(capture.config.clone(), &capture.codecs, capture.begun);
        if look == PlayMode::ToJudge {
            client.set_ghosts(GhostVisibility::Shown);
        }
        let head = Head { client, now: capture.begun, at: 0, frame: 0 };
        let start = head.clone();
        Ok(Self { capture, contents, look, head, start, moments: Kept::default() })
    }

    /// The capture.
    #[must_use]
    pub fn capture(&self) -> &Capture {
        &self.capture
    }

    /// What is in it.
    #[must_use]
    pub fn contents(&self) -> Contents {
        self.contents
    }

    /// The client as it stands.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.head.client
    }

    /// Frames drawn so far.
    #[must_use]
    pub fn frame(&self) -> u32 {
        self.head.frame
    }

    /// The time on the client's clock.
    #[must_use]
    pub fn now(&self) -> Micros {
        self.head.now
    }

    /// On to after the next frame, or to the end. `tell` hears of every state that the capture
    /// knows on the way.
    pub fn step(&mut self, tell: &mut impl FnMut(Compared)) -> Advanced {
        self.moments.keep(self.head.frame, &self.head);
        while let Some((since, call, next)) = self.capture.call_at(self.head.at) {
            let head = &mut self.head;
            head.now += since;
            head.at = next;
            match call {
                Call::Hash(expected) if self.look == PlayMode::AsCaptured => {
                    let at = head.now - self.capture.begun;
                    tell(Compared { at, expected, got: head.client.state_hash() });
                }
                Call::Digest(expected) if self.look == PlayMode::AsCaptured => {
                    let at = head.now - self.capture.begun;
                    tell(Compared { at, expected, got: head.client.digest() });
                }
                Call::Ghosts(_) | Call::Records if self.look == PlayMode::ToJudge => {}
                // What could not be read there cannot be read here.
                call => {
                    let _ = call.apply(&mut head.client, head.now);
                }
            }
            if matches!(call, Call::Frame(_)) {
                head.frame += 1;
                return Advanced::Frame;
            }
        }
        Advanced::End
    }

    /// Goes to a frame, or as near as so many steps allow: whether it is there.
    pub fn seek(&mut self, frame: u32, steps_max: u32) -> Reached {
        let frame = frame.min(self.contents.frames);
        let (kept, moment) = self.moments.nearest(frame).unwrap_or((0, &self.start));
        if frame < self.head.frame || kept > self.head.frame {
            self.head = moment.clone();
        }
        for _ in 0..steps_max {
            if self.head.frame >= frame || self.step(&mut |_| {}) == Advanced::End {
                break;
            }
        }
        if self.head.frame == frame { Reached::There } else { Reached::OnTheWay }
    }
}
