//! What the ring of commands says in words. A ring goes in, sentences come out.

use shared::{
    base::time::Micros,
    client::command_ring::{CommandRing, Freezing, Slot, SlotState},
    schemes::quakeworld::{FREEZE_AT, RING},
};

use crate::text::figures::{rounded_ms as ms, seconds_to_ms as seconds, whole};

/// What the picture is called.
pub const TITLE: &str = "QuakeWorld’s ring of 64 frames";

/// What to watch for.
pub const HINT: &str = "A box for each of your 64 newest commands, the newest at the right; below \
    it the number of its slot, the command’s tick modulo 64. Every frame begins with the state \
    that was acknowledged last and replays what came after it. Latency is one slot’s received \
    less sent; the published article prints that difference the other way round, which would be \
    below 0.";

/// What each shape means, in the order of the legend.
pub const LEGEND: [(&str, &str); 5] = [
    ("empty", "empty"),
    ("acknowledged", "acknowledged"),
    ("replayed", "replayed now"),
    ("sent", "sent"),
    ("frozen", "frozen"),
];

/// What the ring does in this frame.
#[must_use]
pub fn sentence(ring: &CommandRing) -> String {
    let n = whole(ring.unacknowledged.into());
    let (at, most) = (whole(FREEZE_AT.into()), whole(i64::from(FREEZE_AT) - 1));
    let replayed = whole(ring.replayed.into());
    let commands = if ring.unacknowledged == 1 { " command" } else { " commands" };
    let unacknowledged = [&n, commands, " not acknowledged, "].concat();
    match ring.freezing {
        Freezing::Now => [
            "Frozen: ",
            &n,
            commands,
            " not acknowledged. At ",
            &at,
            " prediction stops, so at most ",
            &most,
            " are ever replayed: the ring of ",
            &whole(RING as i64),
            " must keep the state that replaying begins with.",
        ]
        .concat(),
        Freezing::No => {
            [&unacknowledged, &replayed, " of at most ", &most, " replayed in this frame."].concat()
        }
        Freezing::Never if ring.replayed == 0 && ring.unacknowledged > 0 => {
            [&unacknowledged, "none replayed: the ship waits for the server."].concat()
        }
        Freezing::Never => {
            [&unacknowledged, &replayed, " replayed. Only QuakeWorld freezes, at ", &at, "."]
                .concat()
        }
    }
}

/// What the ring does in this frame, and the numbers of the slot that somebody asks about; else of
/// the newest one that has an answer, with the estimate beside it.
#[must_use]
pub fn sentences(ring: &CommandRing, asked: Option<&Slot>) -> String {
    let said = sentence(ring);
    let numbers = match (asked, ring.newest_sample()) {
        (Some(slot), _) => of_slot(slot, ring.now),
        // The explanation is enough.
        (None, _) if ring.freezing == Freezing::Now => return said,
        (None, Some(slot)) => {
            let estimate = ms(ring.estimate);
            let creeps = [" Estimate ", &estimate, ", creeping up by 1 ms a sample."].concat();
            [&of_slot(slot, ring.now), creeps.as_str()].concat()
        }
        (None, None) => "No slot has an answer yet.".into(),
    };
    [&said, " ", numbers.as_str()].concat()
}

/// What a slot is called: its number, and the command that it holds.
#[must_use]
pub fn slot_name(slot: &Slot) -> String {
    let number = ["Slot ", &whole(slot.number.into())].concat();
    match slot.state {
        SlotState::Empty => number,
        _ => [&number, ", command ", &whole(slot.key.0.into())].concat(),
    }
}

/// What is known of a slot.
#[must_use]
pub fn of_slot(slot: &Slot, now: Micros) -> String {
    if slot.state == SlotState::Empty {
        return [&slot_name(slot), ": empty, no command was made for it."].concat();
    }
    let begun = [&slot_name(slot), ": "].concat();
    let Some(sent) = slot.sent else {
        return [&begun, "made, and not sent yet."].concat();
    };
    match (slot.received, slot.latency()) {
        (Some(received), Some(latency)) => [
            &begun,
            "received ",
            &seconds(received),
            " − sent ",
            &seconds(sent),
            " = latency ",
            &ms(latency),
            ".",
        ]
        .concat(),
        _ if slot.state == SlotState::Acknowledged => {
            [&begun, "sent ", &seconds(sent), ", acknowledged together with a later one."].concat()
        }
        _ => {
            let ago = ms(now - sent);
            [&begun, "sent ", &seconds(sent), ", ", &ago, " ago; ", in_a_word(slot.state), "."]
                .concat()
        }
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

#[cfg(test)]
mod tests {
    use shared::base::time::Tick;

    use super::*;

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

    #[test]
    fn the_freeze_explains_itself() {
        let rows = [
            (
                ring(73, 0, Freezing::Now),
                "Frozen: 73 commands not acknowledged. At 62 prediction stops, so at most 61 are \
                 ever replayed: the ring of 64 must keep the state that replaying begins with.",
            ),
            (
                ring(13, 13, Freezing::No),
                "13 commands not acknowledged, 13 of at most 61 replayed in this frame.",
            ),
            (
                ring(1, 1, Freezing::Never),
                "1 command not acknowledged, 1 replayed. Only QuakeWorld freezes, at 62.",
            ),
            (
                ring(9, 0, Freezing::Never),
                "9 commands not acknowledged, none replayed: the ship waits for the server.",
            ),
        ];
        for (ring, said) in rows {
            assert_eq!(sentence(&ring), said);
        }
    }

    #[test]
    fn a_slot_says_its_numbers() {
        let ms = |ms| Some(Micros::from_ms(ms));
        let slot = |state, sent, received| Slot {
            number: 17,
            key: Tick(1041),
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
                "Slot 17, command 1041: sent 4.900 s, 100 ms ago; not acknowledged, replayed in \
                 this frame.",
            ),
            (slot(SlotState::Replayed, 0, 0), "Slot 17, command 1041: made, and not sent yet."),
            (slot(SlotState::Empty, 0, 0), "Slot 17: empty, no command was made for it."),
        ];
        let now = Micros::from_ms(5_000);
        for (slot, said) in rows {
            assert_eq!(of_slot(&slot, now), said);
        }
        let ring = CommandRing { slots: vec![rows[0].0], ..ring(1, 1, Freezing::No) };
        let said = sentences(&ring, None);
        assert!(said.ends_with("= latency 210 ms. Estimate 38 ms, creeping up by 1 ms a sample."));
        assert!(sentences(&ring, Some(&rows[2].0)).ends_with("replayed in this frame."));
    }
}
