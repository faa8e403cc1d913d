//! What the nodes of a cluster say to each other over NATS, and the scores that they keep there:
//! whoever may write to it can put any bytes in their place.

use std::fmt::Debug;
use std::time::Duration;

use directory::message::{
    Beacon, Claim, ListedRoom, Load, MESSAGE_VERSION, MessageError, NodeStage, Refusal, Reply,
    Request, RoomList, Wishes, decode, decode_room_list, encode,
};
use directory::{
    Identity, Incarnation, PlayerScore, Revision, RoomKey, ScoreBook, ScoreEntryError, TokenHash,
};
use serde::{Serialize, de::DeserializeOwned};
use shared::{base::time::TickRate, netcode::preset::Preset, wire::round::MatchMode};

use super::Count;

const NOW: Duration = Duration::from_secs(100);
/// Of the value that the scores are read from.
const READ: Revision = Revision(7);

/// Reads a message of one type, and checks it.
type Reader = fn(&[u8]) -> Result<(), MessageError>;

/// One for each type that is sent.
const READERS: [Reader; 5] =
    [read::<Claim>, read::<Beacon>, read::<Request>, read::<Reply>, read_room_list];

/// Bytes may arrive where any message is expected. One that is read survives a round trip, and so
/// do scores.
pub fn check(bytes: &[u8]) -> Count {
    let mut is_read = false;
    for reader in READERS {
        match reader(bytes) {
            Ok(()) => is_read = true,
            Err(error) => {
                Count::refused(&error);
            }
        }
    }
    match check_scores(bytes) {
        Ok(()) => Count::READ,
        Err(_) if is_read => Count::READ,
        Err(error) => Count::refused(&error),
    }
}

/// Reads a message, which is written as at most as many bytes again.
fn read<T>(bytes: &[u8]) -> Result<(), MessageError>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    survives(bytes, decode::<T>)
}

fn read_room_list(bytes: &[u8]) -> Result<(), MessageError> {
    survives(bytes, decode_room_list)
}

fn survives<T>(
    bytes: &[u8],
    decode: fn(&[u8]) -> Result<T, MessageError>,
) -> Result<(), MessageError>
where
    T: Serialize + PartialEq + Debug,
{
    let message = decode(bytes)?;
    let again = encode(&message);
    assert!(again.len() <= bytes.len(), "{message:?} is written as {again:?}");
    assert_eq!(decode(&again), Ok(message), "{again:?}");
    Ok(())
}

/// Reads scores into an empty book. What it writes then is the same when it is read again; what
/// cannot be read leaves it empty, and is replaced.
fn check_scores(bytes: &[u8]) -> Result<(), ScoreEntryError> {
    let mut book = ScoreBook::new(NOW);
    let result = book.handle_entry(NOW, Some((READ, bytes)));
    assert!(result.is_ok() || book.is_empty(), "{book:?}");
    let value = written(&mut book);
    result?;
    let mut again = ScoreBook::new(NOW);
    assert_eq!(again.handle_entry(NOW, Some((READ, &value))), Ok(()), "{value:?}");
    assert_eq!((again.len(), written(&mut again)), (book.len(), value));
    Ok(())
}

fn written(book: &mut ScoreBook) -> Vec<u8> {
    let write = book.poll_write(NOW).expect("a book that was read is written");
    assert_eq!(write.over, Some(READ));
    write.value
}

/// Messages for the fuzzer to begin with: each alone, with small and large values; scores; and
/// some that are cut, or of another version.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = messages();
    seeds.extend([0, 1, 3, 20].map(scores));
    let whole = seeds.clone();
    seeds.extend(whole.iter().map(|message| message[..message.len() / 2].to_vec()));
    seeds.extend(whole.iter().map(|message| [&[MESSAGE_VERSION + 1], &message[1..]].concat()));
    seeds
}

fn messages() -> Vec<Vec<u8>> {
    let mut messages = Vec::new();
    let key = RoomKey::of("duel");
    for (name, n, length) in [("n1", 1, 0), ("node-2", 300, 9), ("another", u32::MAX, 130)] {
        let node = || name.parse().expect("a name");
        let incarnation = Incarnation(u64::from(n));
        let wishes = Wishes::try_from(vec![5; length]).expect("few enough");
        let owner = Identity { node: node(), incarnation };
        messages.push(encode(&Claim { owner, wishes: wishes.clone() }));
        for stage in [NodeStage::Joining, NodeStage::Open, NodeStage::Draining] {
            let load =
                Load { players: n, seats: n, rooms: n, rooms_max: n, pressure_permille: n as u16 };
            let node = node();
            let beacon = Beacon { node, incarnation, stage, protocol: n, age_s: n, load };
            messages.push(encode(&beacon));
        }
        let revision = Revision(n.into());
        messages.push(encode(&Request::Adopt { key, revision, wishes, protocol: n }));
        messages.push(encode(&Reply::Alive { protocol: n, holds: n > 1 }));
    }
    messages.extend([0, 1, 3].map(room_list));
    messages.push(encode(&Request::Alive { key }));
    messages.push(encode(&Reply::Adopted));
    for refusal in [
        Refusal::NotOpen,
        Refusal::Full,
        Refusal::AnotherVersion,
        Refusal::ClaimLost,
        Refusal::OpenFailed,
    ] {
        messages.push(encode(&Reply::Refused(refusal)));
    }
    messages
}

/// A list of so many rooms.
fn room_list(n: u16) -> Vec<u8> {
    let room = |n: u16| ListedRoom {
        name: format!("room {n}").try_into().expect("a name"),
        players: n,
        bots: n * 100,
        seats: 16,
        watchers: 0,
        rate: TickRate::DEFAULT,
        mode: if n == 0 { MatchMode::Endless } else { MatchMode::default() },
        preset: (n > 1).then_some(Preset::Source),
    };
    let rooms: Vec<ListedRoom> = (0..n).map(room).collect();
    let rooms = rooms.try_into().expect("few enough");
    encode(&RoomList { protocol: 14, rooms, more: n.into() })
}

/// The scores of so many seats, and of a third as many that were given out.
fn scores(n: u32) -> Vec<u8> {
    let mut book = ScoreBook::new(NOW);
    book.handle_entry(NOW, Some((READ, &[]))).expect_err("no scores");
    for seat in 0..n {
        let token = TokenHash::of(&seat.to_le_bytes());
        let name = ["", "Ada", "Ünïcödé ✦"][seat as usize % 3].to_string();
        book.set(token, PlayerScore { name, kills: seat * seat * 100, deaths: seat });
        if seat % 3 == 2 {
            book.leave(NOW, token);
            book.redeem(NOW, token).expect("its score");
        }
    }
    written(&mut book)
}
