//! The lag chip: the ping, with a mark for its quality by shape and colour. It is a button that
//! shows the figures of the connection.

use shared::client::status::NetStats;
use web_sys::Element;
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, by_id},
    },
    text::figures::whole,
    text::language,
};
use words::game::GameWords;

/// Longest round trip and jitter of a good connection, in ms: the pictures of others are then about
/// a tenth of a second older than without lag.
const GOOD: (u32, u32) = (100, 15);
/// The same of a fair one. The default rewind limit of 400 ms is met at about 300 ms.
const FAIR: (u32, u32) = (200, 40);

/// How well one can play over a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quality {
    Good,
    Fair,
    Poor,
}

pub struct LagChip {
    words: &'static GameWords,
    ping: Label,
    /// The quality for screen readers.
    spoken: Label,
    /// The quality, which selects the mark.
    mark: Attribute,
}

impl LagChip {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let chip: Element = by_id(root, "lag-chip")?;
        Ok(Self {
            words: language::of_page(root).game(),
            ping: Label::find(root, "lag-ping")?,
            spoken: Label::find(root, "lag-quality")?,
            mark: Attribute::new(&chip, "data-quality"),
        })
    }

    pub fn refresh(&mut self, stats: &NetStats) {
        let ping = stats.ping_ms.map(|ms| [whole(ms.into()).as_str(), " ms"].concat());
        self.ping.say(ping.as_deref().unwrap_or("–"));
        let quality = Quality::of(stats);
        self.spoken.say(match quality {
            None => "",
            Some(Quality::Good) => self.words.link.qualities[0],
            Some(Quality::Fair) => self.words.link.qualities[1],
            Some(Quality::Poor) => self.words.link.qualities[2],
        });
        self.mark.set(match quality {
            None => "",
            Some(Quality::Good) => "good",
            Some(Quality::Fair) => "fair",
            Some(Quality::Poor) => "poor",
        });
    }
}

impl Quality {
    /// By the statistics; `None` before the first ping.
    fn of(stats: &NetStats) -> Option<Self> {
        let ping_ms = stats.ping_ms?;
        let within = |(ping_max, jitter_max)| ping_ms <= ping_max && stats.jitter_ms <= jitter_max;
        Some(match (stats.frozen, within(GOOD), within(FAIR)) {
            (false, true, _) => Self::Good,
            (false, false, true) => Self::Fair,
            _ => Self::Poor,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quality_follows_ping_jitter_and_freezing() {
        let stats = |ping_ms, jitter_ms, frozen| NetStats {
            ping_ms,
            jitter_ms,
            frozen,
            ..NetStats::default()
        };
        let rows = [
            (stats(None, 0, false), None),
            (stats(Some(0), 0, false), Some(Quality::Good)),
            (stats(Some(100), 15, false), Some(Quality::Good)),
            (stats(Some(101), 0, false), Some(Quality::Fair)),
            (stats(Some(20), 16, false), Some(Quality::Fair)),
            (stats(Some(200), 40, false), Some(Quality::Fair)),
            (stats(Some(201), 0, false), Some(Quality::Poor)),
            (stats(Some(20), 41, false), Some(Quality::Poor)),
            (stats(Some(20), 0, true), Some(Quality::Poor)),
        ];
        for (stats, quality) in rows {
            assert_eq!(Quality::of(&stats), quality, "{stats:?}");
        }
    }
}
