//! The messages by which a player resumes its seat.

use shared::wire::{
    message::{ClientMessage, MessageError, PROTOCOL_VERSION, ServerMessage, encode_resume},
    seat::{Admission, ResumeToken, SeatGrant},
};

const TOKEN: ResumeToken = ResumeToken(*b"sixteen bytes of");

#[test]
fn both_messages_come_back() {
    let resume = encode_resume(&TOKEN);
    assert_eq!(ClientMessage::decode(&resume), Ok(ClientMessage::Resume(TOKEN)));
    for admission in Admission::ALL {
        for node in [None, "n1".parse().ok()] {
            let given = SeatGrant { admission, token: TOKEN, node };
            assert_eq!(ServerMessage::decode(&given.encode()), Ok(ServerMessage::Seat(given)));
        }
    }
}

#[test]
fn what_is_no_token_is_refused() {
    let good = encode_resume(&TOKEN);
    let longer = [&good[..], &[0]].concat();
    let mut other = good.clone();
    other[1] ^= 1;
    let theirs = PROTOCOL_VERSION ^ 1;
    let malformed = MessageError::Body { what: "resume" };
    for (message, error) in [
        (&good[..18], malformed),
        (&good[..2], malformed),
        (&longer, malformed),
        (&other, MessageError::Version { theirs, ours: PROTOCOL_VERSION }),
    ] {
        assert_eq!(ClientMessage::decode(message), Err(error), "{message:?}");
    }
    let given = SeatGrant { admission: Admission::New, token: TOKEN, node: None }.encode();
    let [mut admission, mut node] = [given.clone(), given.clone()];
    admission[1] = Admission::ALL.len() as u8;
    node.extend_from_slice(b"not a node");
    for given in [&admission, &node, &given[..17].to_vec()] {
        assert_eq!(ServerMessage::decode(given), Err(MessageError::Body { what: "seat" }));
    }
}
