//! The command ring and the snapshot line in English.

use alloc::format;

use shared::schemes::quakeworld::{FREEZE_AT, RING};

use crate::{
    english::counts::counted,
    lab::timelines::{MOST_REPLAYED, SlotStateTexts, TimelineTexts, TimelineWords},
};

pub(crate) const TEXTS: TimelineTexts = TimelineTexts {
    RingTitle: "QuakeWorld’s ring of 64 frames",
    RingHint: "A box for each of your 64 newest commands, the newest on the right. Below it is the \
               number of its slot: the command’s tick modulo 64. Every frame starts from the last \
               acknowledged state and replays what came after it. The latency of a slot is \
               received minus sent; the published article prints that difference the other way \
               round, which would be negative.",
    Empty: "empty",
    Acknowledged: "acknowledged",
    Replayed: "replayed now",
    Sent: "sent",
    Frozen: "frozen",
    LineTitle: "The interpolation timeline",
    LineHint: "Upright marks are snapshots with their ticks, crosses are those that did not \
               arrive. The others are drawn at the render time, a delay behind the client’s time: \
               between the two snapshots around it, at the fraction shown there. The line is \
               hatched where no newer snapshot has arrived, and the others are flown straight on.",
    Snapshot: "snapshot",
    Missing: "did not arrive",
    Pair: "pair",
    Extrapolated: "extrapolated",
    Client: "client",
    Render: "render",
};

pub(crate) const WORDS: TimelineWords = TimelineWords {
    open: |n| counted(n, "command"),
    frozen: |open| {
        format!(
            "Frozen: {open} not acknowledged. At {FREEZE_AT}, prediction stops, so at most \
             {MOST_REPLAYED} are ever replayed: the ring of {RING} has to keep the state that \
             replaying starts from."
        )
    },
    replays: |open, replayed| {
        format!(
            "{open} not acknowledged, {replayed} of at most {MOST_REPLAYED} replayed this frame."
        )
    },
    replays_none: |open| {
        format!("{open} not acknowledged, none replayed: the ship waits for the server.")
    },
    never_freezes: |open, replayed| {
        format!(
            "{open} not acknowledged, {replayed} replayed. Only QuakeWorld freezes, at {FREEZE_AT}."
        )
    },
    freezes_at: || format!("freezes at {FREEZE_AT}"),
    slot: |number| format!("Slot {number}"),
    slot_with: |number, command| format!("Slot {number}, command {command}"),
    no_command: "empty: no command was made for it.",
    not_sent: "made, but not sent yet.",
    received: |at, sent, latency_ms| {
        format!("received {at} − sent {sent} = latency {latency_ms} ms.")
    },
    with_later: |sent| format!("sent {sent}, acknowledged together with a later one."),
    waits: |sent, ago_ms, state| format!("sent {sent}, {ago_ms} ms ago; {state}."),
    states: SlotStateTexts {
        Empty: "empty",
        Acknowledged: "acknowledged",
        Sent: "not acknowledged, not replayed",
        Replayed: "not acknowledged, replayed this frame",
        Frozen: "not acknowledged, frozen",
    },
    estimate: |ms| format!("Estimate: {ms} ms, creeping up by 1 ms a sample."),
    no_answer: "No slot has been answered yet.",
    no_snapshot: "No snapshot has arrived yet.",
    newest: |tick| format!("The others are drawn as the newest snapshot has them, {tick}."),
    flown_on: |tick| format!("The others are flown on from the newest snapshot, {tick}."),
    chased: |tick| format!("The others chase the newest snapshot, {tick}."),
    run_on: |tick| {
        format!("The others are predicted up to your own tick from the newest snapshot, {tick}.")
    },
    one: |tick| format!("The others are drawn as snapshot {tick} has them."),
    pair: |older, newer, share| {
        format!("The others are drawn {share} of the way from {older} to {newer}.")
    },
    missing: |ticks| format!("{ticks} did not arrive."),
    extrapolated: |tick, ms| {
        format!(
            "Out of data: nothing newer than {tick} has arrived, so the others have been flown \
             straight on for {ms} ms."
        )
    },
    held: |tick, ms| {
        format!(
            "Out of data: nothing newer than {tick} has arrived. After {ms} ms the others are held \
             where it had led."
        )
    },
    interpolated: |client, render, ms| {
        format!("Client time {client}, render time {render}: {ms} ms behind.")
    },
    not_interpolated: |client| format!("Client time {client}: nothing is interpolated."),
};
