//! The two pictures of time: QuakeWorld's ring of commands and Source's line of snapshots. What a
//! player's client holds goes in, sentences come out, a few times a second while one is shown.

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
    /// The texts of the pictures of time.
    TimelineTexts of
    /// A text of a picture of time, whatever it shows.
    pub enum TimelineText {
        /// What the ring is called, and what to watch for.
        RingTitle,
        RingHint,
        /// The states of its slots, in its legend.
        Empty,
        Acknowledged,
        Replayed,
        Sent,
        Frozen,
        /// What the line is called, and what to watch for.
        LineTitle,
        LineHint,
        /// What its marks and stretches are, in its legend.
        Snapshot,
        Missing,
        Pair,
        Extrapolated,
        /// At the upright strokes of the line: what the client's clock says, and what is drawn.
        Client,
        Render,
    }
}

texts! {
    /// What is so of a command, by the state of its slot.
    SlotStateTexts of SlotState {
        Empty, Acknowledged, Sent, Replayed, Frozen,
    }
}

/// How many commands are replayed at most: at one more, prediction freezes.
pub(crate) const MOST_REPLAYED: u32 = FREEZE_AT - 1;

/// What is said of what a player's client holds. Moments are in seconds, with their unit.
pub(crate) struct TimelineWords {
    /// How many commands are open, with their noun.
    pub(crate) open: fn(u32) -> String,
    /// What the ring does with the open ones, and how many of them it replays.
    pub(crate) frozen: fn(&str) -> String,
    pub(crate) replays: fn(&str, u32) -> String,
    pub(crate) replays_none: fn(&str) -> String,
    pub(crate) never_freezes: fn(&str, u32) -> String,
    /// Beside the place where it freezes.
    pub(crate) freezes_at: fn() -> String,
    /// A slot by its number, and by the command that it holds.
    pub(crate) slot: fn(u8) -> String,
    pub(crate) slot_with: fn(u8, u32) -> String,
    /// What is known of a slot, behind what it is called: when its command was sent, and how long
    /// ago, and when it was received.
    pub(crate) no_command: &'static str,
    pub(crate) not_sent: &'static str,
    pub(crate) received: fn(&str, &str, i64) -> String,
    pub(crate) with_later: fn(&str) -> String,
    pub(crate) waits: fn(&str, i64, &str) -> String,
    pub(crate) states: SlotStateTexts,
    /// The estimate of the round trip, in ms.
    pub(crate) estimate: fn(i64) -> String,
    pub(crate) no_answer: &'static str,
    /// How the others are drawn, with the ticks of snapshots: by the newest one in four ways, by
    /// one, between two, and where none is newer, for so many ms.
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
    /// The client's time, the moment that is drawn, and how far behind it is.
    pub(crate) interpolated: fn(&str, &str, i64) -> String,
    pub(crate) not_interpolated: fn(&str) -> String,
}

/// The ticks of the snapshots between the two of a pair that did not come: `342, 344`.
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

    /// A text of a picture of time.
    #[must_use]
    pub const fn timeline(self, text: TimelineText) -> &'static str {
        in_language!(self, &lab::timelines::TEXTS).of(text)
    }

    /// What a ring does in this frame, and the numbers of the slot that somebody asks about; else
    /// of the newest one that has an answer, with the estimate beside it.
    #[must_use]
    pub fn ring(self, ring: &CommandRing, asked: Option<&Slot>) -> String {
        let words = self.timeline_words();
        let mut said = Vec::from([self.replays(ring)]);
        match (asked, ring.newest_sample()) {
            (Some(slot), _) => said.push(self.of_slot(slot, ring.now)),
            // That it is frozen explains itself at length.
            (None, _) if ring.freezing == Freezing::Now => {}
            (None, Some(slot)) => {
                let estimate = (words.estimate)(whole_ms(ring.estimate));
                said.extend([self.of_slot(slot, ring.now), estimate]);
            }
            (None, None) => said.push(words.no_answer.into()),
        }
        said.join(self.between_sentences())
    }

    /// What a ring does in this frame.
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

    /// What is known of a slot.
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

    /// What a slot is called: its number, and the command that it holds.
    #[must_use]
    pub fn slot(self, slot: &Slot) -> String {
        let words = self.timeline_words();
        match slot.state {
            SlotState::Empty => (words.slot)(slot.number),
            _ => (words.slot_with)(slot.number, slot.key.0),
        }
    }

    /// At how many commands prediction freezes, beside the place where.
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
