//! What the pictures of time say: in English to the word, in every language with its numbers.

use shared::{
    base::time::{Micros, Tick, TickRate},
    client::{
        command_ring::{CommandRing, Freezing, Slot, SlotState},
        view_line::{DrawnFrom, Presence, SnapshotMark, ViewLine},
    },
    netcode::choices::RemoteView,
};
use words::Language;

use crate::languages::check_translated;

fn ring(unacknowledged: u32, replayed: u32, freezing: Freezing) -> CommandRing {
    CommandRing {
        now: Micros::from_ms(5_000),
        slots: Vec::new(),
        unacknowledged,
        replayed,
        freezing,
        estimate: Micros::from_ms(38),
    }
}

/// Asserts what is said in English, and that it is said in every language.
fn check(want: &str, said: impl Fn(Language) -> String) {
    assert_eq!(said(Language::English), want);
    for language in Language::ALL {
        check_translated(language, want, &said(language));
    }
}

#[test]
fn the_freeze_explains_itself() {
    let rows = [
        (
            ring(73, 0, Freezing::Now),
            "Frozen: 73 commands not acknowledged. At 62, prediction stops, so at most 61 are ever \
             replayed: the ring of 64 has to keep the state that replaying starts from.",
        ),
        (
            ring(13, 13, Freezing::No),
            "13 commands not acknowledged, 13 of at most 61 replayed this frame. No slot has been \
             answered yet.",
        ),
        (
            ring(1, 1, Freezing::Never),
            "1 command not acknowledged, 1 replayed. Only QuakeWorld freezes, at 62. No slot has \
             been answered yet.",
        ),
        (
            ring(9, 0, Freezing::Never),
            "9 commands not acknowledged, none replayed: the ship waits for the server. No slot \
             has been answered yet.",
        ),
    ];
    for (ring, said) in rows {
        check(said, |language| language.ring(&ring, None));
    }
}

#[test]
fn a_slot_says_its_numbers() {
    let ms = |ms| Some(Micros::from_ms(ms));
    let slot = |state, sent, received| Slot {
        number: 17,
        tick: Tick(1041),
        state,
        sent: ms(sent).filter(|_| sent > 0),
        received: ms(received).filter(|_| received > 0),
    };
    let rows = [
        (
            slot(SlotState::Acknowledged, 4_100, 4_310),
            "Slot 17, command 1041: received 4.310 s − sent 4.100 s = latency 210 ms.",
        ),
        (
            slot(SlotState::Acknowledged, 4_100, 0),
            "Slot 17, command 1041: sent 4.100 s, acknowledged together with a later one.",
        ),
        (
            slot(SlotState::Replayed, 4_900, 0),
            "Slot 17, command 1041: sent 4.900 s, 100 ms ago; not acknowledged, replayed this \
             frame.",
        ),
        (slot(SlotState::Replayed, 0, 0), "Slot 17, command 1041: made, but not sent yet."),
        (slot(SlotState::Empty, 0, 0), "Slot 17: empty: no command was made for it."),
    ];
    let ring = CommandRing { slots: vec![rows[0].0], ..ring(1, 1, Freezing::No) };
    let replays = "1 command not acknowledged, 1 of at most 61 replayed this frame.";
    for (slot, said) in &rows {
        check(&format!("{replays} {said}"), |language| language.ring(&ring, Some(slot)));
    }
    let newest = rows[0].1;
    assert_eq!(
        Language::English.ring(&ring, None),
        format!("{replays} {newest} Estimate: 38 ms, creeping up by 1 ms a sample.")
    );
}

fn line(model: RemoteView, drawn_from: DrawnFrom) -> ViewLine {
    let rate = TickRate::new(40).unwrap();
    let mark = |tick, presence| SnapshotMark {
        tick: Tick(tick),
        at: rate.micros_at(Tick(tick)),
        presence,
    };
    ViewLine {
        rate,
        model,
        client_time: Micros::from_ms(8_620),
        render_time: Micros::from_ms(8_520),
        interval: Micros::from_ms(50),
        snapshots: vec![
            mark(340, Presence::Here),
            mark(342, Presence::Missing),
            mark(344, Presence::Here),
        ],
        drawn_from,
    }
}

#[test]
fn the_line_says_how_the_others_are_drawn() {
    let pair = |newer, fraction| DrawnFrom::Pair { older: Tick(340), newer: Tick(newer), fraction };
    let by = Micros::from_ms(120);
    let from = Tick(344);
    let times = "Client time 8.620 s, render time 8.520 s: 100 ms behind.";
    let rows = [
        (
            RemoteView::Interpolate,
            pair(344, 0.2),
            format!(
                "The others are drawn 0.20 of the way from 340 to 344. 342 did not arrive. {times}"
            ),
        ),
        (
            RemoteView::Interpolate,
            pair(342, 0.4),
            format!("The others are drawn 0.40 of the way from 340 to 342. {times}"),
        ),
        (
            RemoteView::Interpolate,
            DrawnFrom::Extrapolated { from, by },
            format!(
                "Out of data: nothing newer than 344 has arrived, so the others have been flown \
                 straight on for 120 ms. {times}"
            ),
        ),
        (
            RemoteView::Raw,
            DrawnFrom::Newest(from),
            "The others are drawn as the newest snapshot has them, 344. Client time 8.620 s: \
             nothing is interpolated."
                .into(),
        ),
    ];
    for (model, drawn_from, said) in rows {
        check(&said, |language| language.view_line(&line(model, drawn_from)));
    }
}
