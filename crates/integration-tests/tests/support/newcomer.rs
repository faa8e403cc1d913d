//! A client that has joined a room and received only the welcome. For tests and benchmarks that
//! feed it snapshots themselves.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue fails")]

use shared::{
    base::time::Micros,
    client::{Client, ClientConfig},
    netcode::values::{PlayerNetcode, SnapshotDelivery},
    room::{Output, Room, RoomConfig},
    wire::message::ClientMessage,
};

pub(crate) fn newcomer(room: RoomConfig) -> Client {
    let config = ClientConfig {
        name: "Ann".into(),
        room: String::new(),
        netcode: PlayerNetcode::default(),
        room_request: None,
        delivery: SnapshotDelivery::Stream,
    };
    let mut client = Client::new(config, Micros::ZERO);
    let mut room = Room::new(room, Micros::ZERO).unwrap();
    let hello = client.poll_transmit().unwrap();
    let Ok(ClientMessage::Hello(hello)) = ClientMessage::decode(&hello) else {
        unreachable!("a client begins with a hello");
    };
    room.handle_join(Micros::ZERO, &hello).unwrap();
    while let Some(output) = room.poll_output() {
        if let Output::Reliable { message, .. } = output {
            client.handle_message(Micros::ZERO, &message).unwrap();
        }
    }
    client
}
