//! The corner of figures: pictures a second, round trip, jitter, tick, choke; and below it a
//! warning when the prediction cannot go on.

use crate::plain::joined::Joined;
use shared::client::status::NetStats;

use crate::{
    plain::figures::padded,
    shell::dom::{Finder, Label},
};

/// Digits of the widest figure.
const WIDTH: usize = 6;

/// The corner.
pub struct Figures {
    label: Label,
    frozen: Label,
}

impl Figures {
    /// Finds it on the page.
    #[must_use]
    pub fn find(page: &Finder) -> Self {
        Self { label: page.label("figures"), frozen: page.label("frozen") }
    }

    /// Shows the figures.
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
        self.label.say(&text.joined());
        let frozen = "prediction is frozen: 63 commands or more are unanswered";
        self.frozen.say_if(stats.frozen.then_some(frozen));
    }
}
