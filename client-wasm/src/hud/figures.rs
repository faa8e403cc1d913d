//! The figures of the connection: frame rate, round trip, jitter, tick and choke, with a warning
//! below while prediction is frozen.

use shared::{client::status::NetStats, schemes::quakeworld::FREEZE_AT};
use web_sys::Element;
use web_ui::{
    shell::{
        MissingResource,
        dom::{Label, Shown},
    },
    text::figures::{padded, whole},
    text::language,
};
use words::game::GameWords;

/// Width of the widest value, in characters.
const WIDTH: usize = 6;

pub struct Figures {
    words: &'static GameWords,
    label: Label,
    warning: Label,
}

impl Figures {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            words: language::of_page(root).game(),
            label: Label::find(root, "figures")?,
            warning: Label::find(root, "frozen")?,
        })
    }

    pub fn show(&mut self, shown: Shown) {
        self.label.show(shown);
    }

    pub fn refresh(&mut self, stats: &NetStats, fps: u32) {
        let ping =
            stats.ping_ms.map_or_else(|| "     –".into(), |ping_ms| padded(ping_ms.into(), WIDTH));
        let text = [
            "fps    ",
            &padded(fps.into(), WIDTH),
            "\nping   ",
            &ping,
            " ms\njitter ",
            &padded(stats.jitter_ms.into(), WIDTH),
            " ms\ntick   ",
            &padded(stats.own_tick.0.into(), WIDTH),
            "\nchoke  ",
            &padded(stats.choked.into(), WIDTH),
        ];
        self.label.say(&text.concat());
        let frozen =
            stats.frozen.then(|| (self.words.link.prediction_frozen)(&whole(FREEZE_AT.into())));
        self.warning.say_if(frozen.as_deref());
    }
}
