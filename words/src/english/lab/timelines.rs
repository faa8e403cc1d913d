//! The pictures of time in English.

use alloc::{
    format,
    string::{String, ToString},
};

use shared::{
    base::time::{Micros, Tick},
    client::{
        command_ring::{CommandRing, Freezing, Slot, SlotState},
        view_line::{DrawnFrom, ViewLine},
    },
    netcode::choices::RemoteView,
    schemes::quakeworld::{FREEZE_AT, RING},
};

use crate::{
    english::counts::counted,
    figures::{seconds, share, whole_ms},
    lab::timelines::{SlotDetail, TimelineTexts, missing_between},
};

pub(crate) const TEXTS: TimelineTexts = TimelineTexts {
    RingTitle: "QuakeWorld’s ring of 64 frames",
    RingHint: "A box for each of your 64 newest commands, the newest at the right; below it the \
               number of its slot, the command’s tick modulo 64. Every frame begins with the state \
               that was acknowledged last and replays what came after it. Latency is one slot’s \
               received less sent; the published article prints that difference the other way \
               round, which would be below 0.",
    Empty: "empty",
    Acknowledged: "acknowledged",
    Replayed: "replayed now",
    Sent: "sent",
    Frozen: "frozen",
    LineTitle: "The interpolation time line",
    LineHint: "Upright marks are snapshots with their ticks, crosses are those that did not come. \
               The others are drawn at the render time, a delay behind the client’s time: between \
               the two snapshots around it, by the fraction that stands there. Hatched is where no \
               newer snapshot is here and the others are flown straight on.",
    Snapshot: "snapshot",
    Missing: "did not come",
    Pair: "pair",
    Extrapolated: "extrapolated",
    Client: "client",
    Render: "render",
};

pub(crate) fn ring(ring: &CommandRing, told: SlotDetail) -> String {
    let said = replays(ring);
    let numbers = match told {
        SlotDetail::Nothing => return said,
        SlotDetail::Asked(slot) => of_slot(slot, ring.now),
        SlotDetail::Newest(slot) => {
            let (numbers, estimate) = (of_slot(slot, ring.now), whole_ms(ring.estimate));
            format!("{numbers} Estimate {estimate} ms, creeping up by 1 ms a sample.")
        }
        SlotDetail::NoAnswer => "No slot has an answer yet.".to_string(),
    };
    format!("{said} {numbers}")
}

/// What the ring does in this frame.
fn replays(ring: &CommandRing) -> String {
    let open = counted(ring.unacknowledged, "command");
    let (most, replayed) = (FREEZE_AT - 1, ring.replayed);
    match ring.freezing {
        Freezing::Now => format!(
            "Frozen: {open} not acknowledged. At {FREEZE_AT} prediction stops, so at most {most} \
             are ever replayed: the ring of {RING} must keep the state that replaying begins with."
        ),
        Freezing::No => {
            format!("{open} not acknowledged, {replayed} of at most {most} replayed in this frame.")
        }
        Freezing::Never if replayed == 0 && ring.unacknowledged > 0 => {
            format!("{open} not acknowledged, none replayed: the ship waits for the server.")
        }
        Freezing::Never => format!(
            "{open} not acknowledged, {replayed} replayed. Only QuakeWorld freezes, at {FREEZE_AT}."
        ),
    }
}

pub(crate) fn slot(slot: &Slot) -> String {
    let number = slot.number;
    match slot.state {
        SlotState::Empty => format!("Slot {number}"),
        _ => format!("Slot {number}, command {}", slot.key.0),
    }
}

pub(crate) fn freezes_at() -> String {
    format!("freezes at {FREEZE_AT}")
}

/// What is known of a slot.
fn of_slot(of: &Slot, now: Micros) -> String {
    let name = slot(of);
    if of.state == SlotState::Empty {
        return format!("{name}: empty, no command was made for it.");
    }
    let Some(sent_at) = of.sent else {
        return format!("{name}: made, and not sent yet.");
    };
    let sent = seconds(sent_at);
    match (of.received, of.latency()) {
        (Some(received), Some(latency)) => format!(
            "{name}: received {} − sent {sent} = latency {} ms.",
            seconds(received),
            whole_ms(latency)
        ),
        _ if of.state == SlotState::Acknowledged => {
            format!("{name}: sent {sent}, acknowledged together with a later one.")
        }
        _ => format!(
            "{name}: sent {sent}, {} ms ago; {}.",
            whole_ms(now - sent_at),
            in_a_word(of.state)
        ),
    }
}

const fn in_a_word(state: SlotState) -> &'static str {
    match state {
        SlotState::Empty => "empty",
        SlotState::Acknowledged => "acknowledged",
        SlotState::Sent => "not acknowledged, not replayed",
        SlotState::Replayed => "not acknowledged, replayed in this frame",
        SlotState::Frozen => "not acknowledged, frozen",
    }
}

pub(crate) fn view_line(line: &ViewLine) -> String {
    let (drawn, client_time) = (drawn(line), seconds(line.client_time));
    match line.model {
        RemoteView::Interpolate | RemoteView::Delayed => format!(
            "{drawn} Client time {client_time}, rendered {}: {} ms behind.",
            seconds(line.render_time),
            whole_ms(line.delay())
        ),
        RemoteView::Raw | RemoteView::QuakeWorld | RemoteView::Chase | RemoteView::Predicted => {
            format!("{drawn} Client time {client_time}: nothing is interpolated.")
        }
    }
}

fn drawn(line: &ViewLine) -> String {
    match line.drawn_from {
        DrawnFrom::Nothing => "No snapshot is here yet.".to_string(),
        DrawnFrom::Newest(Tick(tick)) => format!("{}, {tick}.", of_newest(line.model)),
        DrawnFrom::One(Tick(tick)) => {
            format!("The others are drawn as snapshot {tick} has them.")
        }
        DrawnFrom::Pair { older, newer, fraction } => format!(
            "The others are drawn {} of the way from {} to {}.{}",
            share(fraction),
            older.0,
            newer.0,
            missing(line, older, newer)
        ),
        DrawnFrom::Extrapolated { from, by } => format!(
            "Out of data: nothing newer than {} is here, so the others are flown straight on, for \
             {} ms by now.",
            from.0,
            whole_ms(by)
        ),
        DrawnFrom::Held { from, after } => format!(
            "Out of data: nothing newer than {} is here. After {} ms the others are held where it \
             led to.",
            from.0,
            whole_ms(after)
        ),
    }
}

const fn of_newest(model: RemoteView) -> &'static str {
    match model {
        RemoteView::QuakeWorld => "The others are flown on from the newest snapshot",
        RemoteView::Chase => "The others chase the newest snapshot",
        RemoteView::Predicted => "The others are run on to your own tick from the newest snapshot",
        RemoteView::Raw | RemoteView::Interpolate | RemoteView::Delayed => {
            "The others are drawn as the newest snapshot has them"
        }
    }
}

/// Which snapshots between the two of a pair did not come.
fn missing(line: &ViewLine, older: Tick, newer: Tick) -> String {
    let ticks = missing_between(line, older, newer);
    ticks.map(|ticks| format!(" {ticks} did not come.")).unwrap_or_default()
}
