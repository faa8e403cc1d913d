//! Plays the sounds of the game: from what the ears hear, through the mixer, to the page's output.

use shared::{
    base::time::Micros,
    client::{Client, scene::Scene, status::Notice},
};
use web_sys::Window;
use web_ui::{
    shell::{
        audio::{AudioChange, AudioOutput, Playback},
        dom::Shown,
        mailbox::Mailbox,
    },
    sound::{Mixer, Origin, Sound, SoundKind, Volumes},
};

use super::ears::Ears;
use crate::{app::event::Event, round::alarm::RoundAlarm};

/// Whether a frame is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    Yes,
    /// The player looks at something else; what happens meanwhile is not heard later.
    No,
}

pub struct SoundPlayer {
    ears: Ears,
    alarm: RoundAlarm,
    mixer: Mixer,
    output: AudioOutput<Event>,
    volumes: Volumes,
    /// Whether the page is visible.
    page: Shown,
}

impl SoundPlayer {
    /// A player that is silent until the user's first gesture.
    #[must_use]
    pub fn new(window: &Window, mailbox: &Mailbox<Event>, volumes: Volumes) -> Self {
        let output = AudioOutput::new(window, mailbox, Event::Audio);
        let (ears, alarm, mixer) = Default::default();
        let mut new = Self { ears, alarm, mixer, output, volumes, page: Shown::Yes };
        new.apply();
        new
    }

    #[must_use]
    pub fn volumes(&self) -> Volumes {
        self.volumes
    }

    pub fn set_volumes(&mut self, volumes: Volumes) {
        self.volumes = volumes;
        self.apply();
    }

    /// Stops the output while the page is hidden.
    pub fn set_page(&mut self, page: Shown) {
        self.page = page;
        self.apply();
    }

    /// Handles a change of the output.
    pub fn handle(&mut self, change: AudioChange) {
        self.output.handle(change);
    }

    /// Takes a notice of the match, which is heard with the next frame.
    pub fn note(&mut self, notice: &Notice) {
        self.ears.note(notice);
    }

    /// Forgets the match.
    pub fn reset(&mut self) {
        self.ears.reset();
        self.alarm.reset();
    }

    /// Plays the sounds of a frame. Returns their kinds.
    pub fn frame(
        &mut self,
        now: Micros,
        scene: &Scene,
        client: &Client,
        is_match_point: bool,
        heard: Heard,
    ) -> Vec<SoundKind> {
        let verdict_of = |shot| {
            let record = client.records().find(|record| record.shot == shot);
            record.map(|record| record.verdict)
        };
        let mut sounds = self.ears.hear(now, scene, verdict_of);
        let alarms = self.alarm.hear(client, is_match_point);
        sounds.extend(alarms.into_iter().map(|kind| Sound { kind, origin: Origin::Own }));
        if heard == Heard::No {
            return Vec::new();
        }
        let mixer = &mut self.mixer;
        let starts = sounds.iter().filter_map(|sound| mixer.start(now, sound, &self.volumes));
        let starts: Vec<_> = starts.collect();
        for start in &starts {
            self.output.start(start);
        }
        starts.iter().map(|start| start.kind).collect()
    }

    fn apply(&mut self) {
        self.output.set_master_gain(self.volumes.master_gain());
        let off = self.page == Shown::No || self.volumes.muted;
        self.output.set_playback(if off { Playback::Off } else { Playback::On });
        if off {
            self.mixer.reset();
        }
    }
}
