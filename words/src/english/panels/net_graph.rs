//! The net graph in English.

use alloc::{
    format,
    string::{String, ToString},
};

use shared::wire::bits::Category;

use crate::{
    panels::{GraphMark, GraphRow, GraphText, GraphWarning, Term, term},
    shot_sheet::ClampTexts,
};

/// What the bars are called and mean.
pub(crate) const BARS: Term = term(
    "bars",
    "A bar is a packet from the server, the newest at the right, as high as it has bytes. A dim \
     bar came late, twice, or was of no use.",
);

/// What a row is called and means.
pub(crate) const fn row(row: GraphRow) -> Term {
    match row {
        GraphRow::FramesPerS => term("fps", "Frames your screen shows a second."),
        GraphRow::Ping => term("ping", "The time from you to the server and back."),
        GraphRow::In => {
            term("in", "What came from the server in the last second: packets and bytes.")
        }
        GraphRow::Out => term("out", "What you sent in the last second: packets and bytes."),
        GraphRow::Updates => term(
            "updates",
            "Snapshots that came in the last second. Each shows the world of one tick.",
        ),
        GraphRow::Commands => {
            term("commands", "Commands you sent in the last second. One packet may hold several.")
        }
        GraphRow::Loss => {
            term("loss", "Updates that never came, of those the server sent or meant to send.")
        }
        GraphRow::Choke => term(
            "choke",
            "Updates the server left out, because they would exceed what you may be sent.",
        ),
        GraphRow::Delay => {
            term("delay", "Interpolation delay: how far behind the updates you see the others.")
        }
        GraphRow::Margin => term(
            "margin",
            "Command margin: how early your commands reach the server. Below 0 is late.",
        ),
        GraphRow::Error => {
            term("error", "Prediction error: how far off your ship was, by the newest word.")
        }
        GraphRow::WorstError => {
            term("worst", "The largest prediction error among the packets shown.")
        }
        GraphRow::Rewind => {
            term("rewind", "How far back the server looked at your targets for your newest shot.")
        }
        GraphRow::Rerun => term(
            "re-run",
            "Ticks of all ships run again with a snapshot, where you predict everybody.",
        ),
        GraphRow::Limit => {
            term("limit", "Why the server did not look where your shot asked it to.")
        }
    }
}

/// What a mark is called and means.
pub(crate) const fn mark(mark: GraphMark) -> Term {
    match mark {
        GraphMark::Lost => term("lost", "An update that never came: an empty place with a cross."),
        GraphMark::Choked => {
            term("choked", "An update that the server left out: an empty place with a ring.")
        }
        GraphMark::Full => term(
            "full",
            "A full update, which builds upon nothing: a pale post as high as the graph.",
        ),
        GraphMark::Second => term("second", "Another second begins at this line."),
    }
}

/// What a colour of the bars is called and means.
pub(crate) const fn category(category: Category) -> Term {
    match category {
        Category::Header => {
            term("header", "Ticks, acknowledgements, and every message that is no update.")
        }
        Category::OwnShip => term("you", "Your own ship."),
        Category::Ships => term("others", "The other ships."),
        Category::Bolts => term("bolts", "Shots that were fired."),
        Category::Events => term("events", "Hits, deaths and arrivals."),
        Category::Commands => term("commands", "Commands."),
    }
}

/// Why the server did not look where a shot asked it to.
const LIMITS: ClampTexts = ClampTexts {
    Bound: "too far back",
    Future: "in the future",
    Backwards: "ran backwards",
    Implausible: "off your ping",
    NotDelayed: "not at D",
    PingCap: "ping cap",
};

/// A figure that is none or has a word in it.
pub(crate) fn text(text: GraphText) -> String {
    match text {
        GraphText::None => "none",
        GraphText::CommandsIn { commands, packets } => {
            return format!("{commands}/s in {packets}");
        }
        GraphText::Limit(clamp) => LIMITS.of(clamp),
    }
    .to_string()
}

/// What is wrong.
pub(crate) fn warning(warning: GraphWarning) -> String {
    match warning {
        GraphWarning::LedElsewhere(n) => {
            format!("Updates that led elsewhere than the server: {n}. It began anew.")
        }
        GraphWarning::OutOfData => "Out of data: the others are guessed.".to_string(),
        GraphWarning::BelowOneUpdate { ms } => {
            format!("Delay below {ms} ms, one update: data runs out.")
        }
        GraphWarning::BelowTwoUpdates { ms } => {
            format!("Delay below {ms} ms, two updates: one loss shows.")
        }
    }
}
