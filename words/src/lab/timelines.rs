//! Texts of the two timelines, QuakeWorld's command ring and Source's snapshot line, from a
//! client's state. Runs a few times a second while one is shown.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use shared::{
    base::time::{Micros, Tick},
    client::{
        command_ring::{CommandRing, Freezing, Slot, SlotState},
        view_line::{DrawnFrom, Presence, ViewLine},
    },
    netcode::choices::RemoteView,
    schemes::quakeworld::FREEZE_AT,
};

use crate::{
    figures::{seconds, share, whole_ms},
    language::{Language, in_language},
    texts::texts,
};

texts! {
    /// Fixed texts of the timelines.
    TimelineTexts of
    /// A fixed text of a timeline.
    pub enum TimelineText {
        /// The ring's title, and what to watch for.
        RingTitle,
        RingHint,
        /// Legend of the ring: the states of its slots.
        Empty,
        Acknowledged,
        Replayed,
        Sent,
        Frozen,
        /// The line's title, and what to watch for.
        LineTitle,
        LineHint,
        /// Legend of the line: its marks and stretches.
        Snapshot,
        Missing,
        Pair,
        Extrapolated,
        /// At the line's upright strokes: the client's time, and the time rendered.
        Client,
        Render,
    }
}

texts! {
    /// The state of a command, by its slot's state.
    SlotStateTexts of SlotState {
        Empty, Acknowledged, Sent, Replayed, Frozen,
    }
}

/// The most commands replayed in a frame; with one more, prediction freezes.
pub(crate) const MOST_REPLAYED: u32 = FREEZE_AT - 1;

/// Sentences about a client's ring and line. Times are formatted in seconds, with their unit.
pub(crate) struct TimelineWords {
    /// The number of unacknowledged commands, with its noun.
    pub(crate) open: fn(u32) -> String,
    /// What the ring does with these (as `open` formats them), and how many it replays.
    pub(crate) frozen: fn(&str) -> String,
    pub(crate) replays: fn(&str, u32) -> String,
    pub(crate) replays_none: fn(&str) -> String,
    pub(crate) never_freezes: fn(&str, u32) -> String,
    /// Beside the slot where prediction freezes.
    pub(crate) freezes_at: fn() -> String,
    /// A slot by its number; then with the command it holds.
    pub(crate) slot: fn(u8) -> String,
    pub(crate) slot_with: fn(u8, u32) -> String,
    /// A slot's state, after its name. `received` takes the times received and sent, and the
    /// latency in ms; `with_later` the time sent; `waits` the time sent, its age in ms, the state.
    pub(crate) no_command: &'static str,
    pub(crate) not_sent: &'static str,
    pub(crate) received: fn(&str, &str, i64) -> String,
    pub(crate) with_later: fn(&str) -> String,
    pub(crate) waits: fn(&str, i64, &str) -> String,
    pub(crate) states: SlotStateTexts,
    /// The estimated round trip, in ms.
    pub(crate) estimate: fn(i64) -> String,
    pub(crate) no_answer: &'static str,
    /// How the others are drawn, with the ticks of snapshots: from the newest in four ways, from
    /// one, between a pair, or past the last one, with the ms since.
    pub(crate) no_snapshot: &'static str,
    pub(crate) newest: fn(u32) -> String,
    pub(crate) flown_on: fn(u32) -> String,
    pub(crate) chased: fn(u32) -> String,
    pub(crate) run_on: fn(u32) -> String,
    pub(crate) one: fn(u32) -> String,
    pub(crate) pair: fn(u32, u32, &str) -> String,
    pub(crate) missing: fn(&str) -> String,
    pub(crate) extrapolated: fn(u32, i64) -> String,
    pub(crate) held: fn(u32, i64) -> String,
    /// The client's time, the time rendered, and how far that is behind, in ms.
    pub(crate) interpolated: fn(&str, &str, i64) -> String,
    pub(crate) not_interpolated: fn(&str) -> String,
}

/// The ticks of the missing snapshots between a pair: `342, 344`.
fn missing_between(line: &ViewLine, older: Tick, newer: Tick) -> Option<String> {
    let between = line.snapshots.iter().filter(|mark| {
        mark.presence == Presence::Missing && mark.tick > older && mark.tick < newer
    });
    let ticks: Vec<String> = between.map(|mark| mark.tick.0.to_string()).collect();
    (!ticks.is_empty()).then(|| ticks.join(", "))
}

impl Language {
    const fn timeline_words(self) -> &'static TimelineWords {
        in_language!(self, &lab::timelines::WORDS)
    }

    /// A fixed text of a timeline.
    #[must_use]
    pub const fn timeline(self, text: TimelineText) -> &'static str {
        in_language!(self, &lab::timelines::TEXTS).of(text)
    }

    /// What the ring does in this frame, then the numbers of the `asked` slot. Without one: those
    /// of the newest slot with an answer, and the estimate.
    #[must_use]
    pub fn ring(self, ring: &CommandRing, asked: Option<&Slot>) -> String {
        let words = self.timeline_words();
        let mut said = Vec::from([self.replays(ring)]);
        match (asked, ring.newest_sample()) {
            (Some(slot), _) => said.push(self.of_slot(slot, ring.now)),
            // The text of a frozen ring is long enough.
            (None, _) if ring.freezing == Freezing::Now => {}
            (None, Some(slot)) => {
                let estimate = (words.estimate)(whole_ms(ring.estimate));
                said.extend([self.of_slot(slot, ring.now), estimate]);
            }
            (None, None) => said.push(words.no_answer.into()),
        }
        said.join(self.between_sentences())
    }

    /// What the ring does in this frame.
    fn replays(self, ring: &CommandRing) -> String {
        let words = self.timeline_words();
        let (open, replayed) = ((words.open)(ring.unacknowledged), ring.replayed);
        match ring.freezing {
            Freezing::Now => (words.frozen)(&open),
            Freezing::No => (words.replays)(&open, replayed),
            Freezing::Never if replayed == 0 && ring.unacknowledged > 0 => {
                (words.replays_none)(&open)
            }
            Freezing::Never => (words.never_freezes)(&open, replayed),
        }
    }

    /// A slot's name and state.
    fn of_slot(self, slot: &Slot, now: Micros) -> String {
        let (words, state) = (self.timeline_words(), slot.state);
        let said = match (slot.sent, slot.received, slot.latency()) {
            _ if state == SlotState::Empty => words.no_command.into(),
            (None, ..) => words.not_sent.into(),
            (Some(sent), Some(received), Some(latency)) => {
                (words.received)(&seconds(received), &seconds(sent), whole_ms(latency))
            }
            (Some(sent), ..) if state == SlotState::Acknowledged => {
                (words.with_later)(&seconds(sent))
            }
            (Some(sent), ..) => {
                (words.waits)(&seconds(sent), whole_ms(now - sent), words.states.of(state))
            }
        };
        format!("{}: {said}", self.slot(slot))
    }

    /// Name of a slot: its number, and the command it holds.
    #[must_use]
    pub fn slot(self, slot: &Slot) -> String {
        let words = self.timeline_words();
        match slot.state {
            SlotState::Empty => (words.slot)(slot.number),
            _ => (words.slot_with)(slot.number, slot.tick.0),
        }
    }

    /// The number of commands at which prediction freezes, for the mark at that slot.
    #[must_use]
    pub fn freezes_at(self) -> String {
        (self.timeline_words().freezes_at)()
    }

    /// How the others are drawn in this frame.
    #[must_use]
    pub fn view_line(self, line: &ViewLine) -> String {
        let words = self.timeline_words();
        let drawn = match line.drawn_from {
            DrawnFrom::Nothing => words.no_snapshot.into(),
            DrawnFrom::Newest(Tick(tick)) => match line.model {
                RemoteView::QuakeWorld => (words.flown_on)(tick),
                RemoteView::Chase => (words.chased)(tick),
                RemoteView::Predicted => (words.run_on)(tick),
                RemoteView::Raw | RemoteView::Interpolate | RemoteView::Delayed => {
                    (words.newest)(tick)
                }
            },
            DrawnFrom::One(Tick(tick)) => (words.one)(tick),
            DrawnFrom::Pair { older, newer, fraction } => {
                (words.pair)(older.0, newer.0, &share(fraction))
            }
            DrawnFrom::Extrapolated { from, by } => (words.extrapolated)(from.0, whole_ms(by)),
            DrawnFrom::Held { from, after } => (words.held)(from.0, whole_ms(after)),
        };
        let missing = match line.drawn_from {
            DrawnFrom::Pair { older, newer, .. } => missing_between(line, older, newer),
            _ => None,
        };
        let missing = missing.map(|ticks| (words.missing)(&ticks));
        let client = seconds(line.client_time);
        let when = match line.model {
            RemoteView::Interpolate | RemoteView::Delayed => {
                let render = seconds(line.render_time);
                (words.interpolated)(&client, &render, whole_ms(line.delay()))
            }
            RemoteView::Raw
            | RemoteView::QuakeWorld
            | RemoteView::Chase
            | RemoteView::Predicted => (words.not_interpolated)(&client),
        };
        let said: Vec<String> = [Some(drawn), missing, Some(when)].into_iter().flatten().collect();
        said.join(self.between_sentences())
    }
}
