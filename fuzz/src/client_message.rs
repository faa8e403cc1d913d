//! Client messages: hello, command packet, control, and the token that resumes a seat.

use shared::wire::{
    command_packet::CommandPacket,
    message::{ClientMessage, commands_message, encode_resume},
};

use super::Count;

/// A message that decodes survives a round trip.
pub fn check(bytes: &[u8]) -> Count {
    let message = match ClientMessage::decode(bytes) {
        Ok(message) => message,
        Err(error) => return Count::refused(&error),
    };
    let again = match &message {
        ClientMessage::Commands(packet) => return check_packet(packet),
        ClientMessage::Hello(hello) => hello.encode(),
        ClientMessage::Watch(hello) => hello.encode_watch(),
        ClientMessage::Control(control) => control.encode(),
        ClientMessage::Resume(token) => encode_resume(token),
    };
    assert_eq!(ClientMessage::decode(&again), Ok(message), "{again:?}");
    Count::READ
}

fn check_packet(bytes: &[u8]) -> Count {
    let packet = match CommandPacket::decode(bytes) {
        Ok(packet) => packet,
        Err(error) => return Count::refused(&error),
    };
    let message = commands_message(&packet.encode());
    let Ok(ClientMessage::Commands(again)) = ClientMessage::decode(&message) else {
        panic!("{packet:?} is written as another message");
    };
    assert_eq!(CommandPacket::decode(again), Ok(packet), "{again:?}");
    Count::READ
}
