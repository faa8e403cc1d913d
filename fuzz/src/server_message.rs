//! Server messages: control with welcomes, records and reports, the snapshot head, and the seat.
//! Snapshot bodies have their own target.

use shared::wire::{
    message::{ServerMessage, snapshot_message},
    snapshot,
};

use super::Count;

/// A message that decodes survives a round trip.
pub fn check(bytes: &[u8]) -> Count {
    let message = match ServerMessage::decode(bytes) {
        Ok(message) => message,
        Err(error) => return Count::refused(&error),
    };
    let again = match &message {
        ServerMessage::Snapshot(snapshot) => return check_snapshot(snapshot),
        ServerMessage::Control(control) => control.encode(),
        ServerMessage::Seat(seat) => seat.encode(),
    };
    assert_eq!(ServerMessage::decode(&again), Ok(message), "{again:?}");
    Count::READ
}

fn check_snapshot(bytes: &[u8]) -> Count {
    let (head, body) = match snapshot::decode(bytes) {
        Ok(read) => read,
        Err(error) => return Count::refused(&error),
    };
    let message = snapshot_message(&snapshot::encode(&head, body));
    let Ok(ServerMessage::Snapshot(again)) = ServerMessage::decode(&message) else {
        panic!("{head:?} is written as another message");
    };
    assert_eq!(snapshot::decode(again), Ok((head, body)), "{again:?}");
    Count::READ
}
