//! The codec of a match's snapshots: every codec gives all players the same states and only the
//! bytes differ. A room picks the best one offered, and links and files store it.

use capture::capture_file::FILE_VERSION;
use lab::{
    file::{File, FileError, Hashes, RunFile},
    limits::LAB_PLAYERS,
    link::{LinkError, MomentLink, Reproduction},
    moment::Moment,
    network::Network,
    run::{Input, Run},
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::Setup,
};
use shared::{
    base::{
        state_hash::{bytes_hash, state_hash},
        time::Micros,
    },
    client::{Client, ClientConfig},
    netcode::{
        preset::Preset,
        values::{PlayerNetcode, SnapshotDelivery},
    },
    room::{JoinError, Output, Room, RoomConfig, RoomKind},
    sim::arena::Arena,
    wire::{
        codec::CodecId,
        conditions::LinkMode,
        message::{ClientMessage, ServerControl, ServerMessage},
    },
};

use crate::support::{RandomHand, guest::config_of};

/// Frames that a match is played.
const FRAMES: u32 = 420;

/// The link that the snapshots take.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SnapshotLink {
    /// A stream with a little delay, as in the scenario.
    Stream,
    /// A mobile network that loses packets.
    MobileDatagrams,
}

/// The end of a match.
#[derive(Debug, PartialEq)]
struct End {
    world: u64,
    players: [Held; LAB_PLAYERS],
}

/// The state that a player holds of remote ships and its own, and the snapshots it received.
#[derive(Debug, PartialEq)]
struct Held {
    ships: u64,
    own: u64,
    snapshots: u32,
    missed: u32,
    mismatches: u32,
}

/// A match over such links in which every ship flies and fires; restless hands fly the first.
fn played(codec: CodecId, way: SnapshotLink) -> RunPlayback {
    let mut setup = Setup { codec, bots: 4, ..Scenario::Free.setup() };
    if way == SnapshotLink::MobileDatagrams {
        let mut conditions = Network::Mobile.conditions();
        conditions.down.mode = LinkMode::Datagram;
        setup.players.iter_mut().for_each(|player| player.conditions = conditions);
    }
    let mut hand = RandomHand::new(11, true);
    let mut playback = RunPlayback::new(setup).unwrap();
    for n in 0..FRAMES {
        if n == 200 {
            playback.handle_input(Input::Split { netcode: Preset::Source.netcode() }).unwrap();
        }
        playback.handle_input(Input::Fly { player: 0, controls: hand.next() }).unwrap();
        playback.step().unwrap();
    }
    playback
}

/// The end of the first column, and the size of a snapshot in tenths of a byte.
fn end_of(playback: &RunPlayback) -> (End, u32) {
    let harness = playback.state().columns()[0].harness();
    let players = core::array::from_fn(|player| {
        let client = harness.client(player);
        let stats = client.net_stats();
        Held {
            ships: state_hash(client.ships()),
            own: state_hash(&client.own_ship()),
            snapshots: stats.snapshots,
            missed: stats.snapshots_missed,
            mismatches: stats.mismatches,
        }
    });
    let end = End { world: state_hash(harness.room().world()), players };
    (end, harness.client(0).net_graph().snapshot_tenths().unwrap())
}

/// Every codec, best first, plays the same match in ever more bytes.
fn check_codecs(way: SnapshotLink) {
    let rows = CodecId::ALL.map(|codec| (codec, end_of(&played(codec, way))));
    let figures = rows.each_ref().map(|(codec, (_, tenths))| (codec.key(), *tenths));
    let held = &rows[0].1.0.players;
    assert!(
        held.iter().all(|held| held.snapshots > FRAMES / 4 && held.mismatches == 0),
        "{held:?}"
    );
    let lossy = way == SnapshotLink::MobileDatagrams;
    assert!(held.iter().all(|held| (held.missed > 0) == lossy), "{way:?}: {held:?}");
    println!("{way:?}: a snapshot in tenths of a byte: {figures:?}");
    for pair in rows.windows(2) {
        let [(better, (end, bytes)), (codec, (other, more))] = pair else { continue };
        assert_eq!(other, end, "{way:?}: {codec:?} and {better:?} lead to the same states");
        assert!(more > bytes, "{way:?}: {codec:?} takes {more} tenths, {better:?} {bytes}");
    }
}

#[test]
fn a_match_is_the_same_by_every_codec_and_only_its_bytes_differ() {
    check_codecs(SnapshotLink::Stream);
}

#[test]
fn losses_change_nothing_about_that() {
    check_codecs(SnapshotLink::MobileDatagrams);
}

/// The codec that a room of a kind agrees on with a client that offers these.
fn agreed_in(kind: RoomKind, codecs: &[CodecId]) -> Result<CodecId, JoinError> {
    let config = ClientConfig {
        name: "ada".into(),
        room: String::new(),
        netcode: PlayerNetcode::default(),
        room_request: None,
        delivery: SnapshotDelivery::Stream,
    };
    let mut client = Client::offering(config, codecs, Micros::ZERO);
    let room = RoomConfig { kind, ..config_of(4, 0, Arena::empty(), 3) };
    let mut room = Room::new(room, Micros::ZERO).unwrap();
    let hello = client.poll_transmit().unwrap();
    let Ok(ClientMessage::Hello(hello)) = ClientMessage::decode(&hello) else {
        unreachable!("a client begins with a hello");
    };
    assert_eq!(hello.codecs, codecs, "the hello lists the offered codecs in order");
    room.handle_join(Micros::ZERO, &hello)?;
    let Some(Output::Reliable { message, .. }) = room.poll_output() else {
        unreachable!("a room first sends a welcome");
    };
    let Ok(ServerMessage::Control(ServerControl::Welcome(welcome))) =
        ServerMessage::decode(&message)
    else {
        unreachable!("a room first sends a welcome");
    };
    Ok(welcome.codec)
}

#[test]
fn a_laboratory_takes_the_best_of_what_a_client_offers() {
    use CodecId::{Buckets, Fields, Packed, Postcard, Replay};
    let agreed = |codecs: &[CodecId]| agreed_in(RoomKind::Simulated, codecs);
    for codec in CodecId::ALL {
        assert_eq!(agreed(&[codec]), Ok(codec), "exactly one");
        assert_eq!(agreed(codec.with_fallbacks()), Ok(codec), "the best of several");
    }
    assert_eq!(Replay.with_fallbacks(), CodecId::ALL, "a match with the best codec is unchanged");
    assert_eq!(agreed(&[Postcard, Packed, Fields, Buckets]), Ok(Fields), "by the room's order");
    assert_eq!(agreed(&[]), Err(JoinError::NoCodec));
}

#[test]
fn a_room_on_a_server_speaks_the_best_one_alone() {
    for kind in [RoomKind::Public, RoomKind::Private, RoomKind::Experimental] {
        assert_eq!(agreed_in(kind, &CodecId::ALL), Ok(CodecId::Replay));
        assert_eq!(agreed_in(kind, &[CodecId::Postcard, CodecId::Replay]), Ok(CodecId::Replay));
        for simpler in CodecId::OF_STATES {
            assert_eq!(agreed_in(kind, simpler.with_fallbacks()), Err(JoinError::NoCodec));
        }
    }
}

#[test]
fn every_codec_has_a_word_of_its_own() {
    for codec in CodecId::ALL {
        assert_eq!(CodecId::of_key(codec.key()), Some(codec));
    }
    for wrong in ["", "Fields", "field", "fields "] {
        assert_eq!(CodecId::of_key(wrong), None, "{wrong:?}");
    }
}

#[test]
fn a_link_says_the_codec_where_it_is_not_the_best() {
    let mut run = Run::new(Scenario::Free.setup());
    run.frames = 40;
    for codec in CodecId::ALL {
        run.setup.codec = codec;
        let moment = Moment { run: run.clone(), frame: 40, shot: None };
        let state = moment.open().unwrap().state().clone();
        let link = moment.to_link(state.played_hash()).unwrap();
        let said = if codec == CodecId::Replay { "" } else { &format!("&codec={}", codec.key()) };
        assert_eq!(link, format!("v=3&scenario=free{said}&at=40"));
        let opened = MomentLink::parse(&link).unwrap().open().unwrap();
        assert_eq!(opened.playback.run().setup.codec, codec);
        assert_eq!(opened.playback.state().state_hash(), state.state_hash(), "{link}");
    }
    assert_eq!(
        parsed("scenario=free&codec=replay"),
        Ok(CodecId::Replay),
        "the codec is given although it is the default"
    );
    assert_eq!(parsed("scenario=free&at=9"), Ok(CodecId::Replay), "older links name no codec");
    for (wrong, words) in [
        ("codec=zip", "The link contains `codec=zip`: unknown codec."),
        ("codec=", "The link contains `codec=`: unknown codec."),
        ("codec=packed&codec=fields", "The link contains `codec=fields`: given twice."),
    ] {
        let error = parsed(&format!("scenario=free&{wrong}")).unwrap_err();
        assert_eq!(error.to_string(), words);
    }
}

fn parsed(link: &str) -> Result<CodecId, LinkError> {
    MomentLink::parse(link).map(|link| link.moment.run.setup.codec)
}

#[test]
fn a_flight_by_another_codec_comes_back_by_its_link_and_its_file() {
    let mut playback = played(CodecId::Buckets, SnapshotLink::MobileDatagrams);
    playback.seek(150, u32::MAX);
    let link = Moment::of(&playback, None).to_link(playback.state().played_hash()).unwrap();
    assert!(link.contains("&codec=buckets&") && link.contains("&run="), "{link}");
    let opened = MomentLink::parse(&link).unwrap().open().unwrap();
    assert_eq!(
        (opened.reproduction, opened.playback.run()),
        (Reproduction::Matches, playback.run())
    );
    let file = RunFile::of(&playback, None);
    let bytes = File::Run(file.clone()).encode().unwrap();
    assert_eq!(File::decode(&bytes), Ok(File::Run(file.clone())));
    let mut differing = 0;
    file.replay(&mut |second| differing += u32::from(second.differs())).unwrap();
    assert_eq!((file.moment.run.setup.codec, differing), (CodecId::Buckets, 0));
}

/// A valid file with other bytes at the end of its body, of some version.
fn rewritten(sound: &[u8], taken: usize, put: &[u8], version: u8) -> Vec<u8> {
    let mut bytes = sound[..sound.len() - 8 - taken].to_vec();
    bytes.extend(put);
    bytes[5] = version;
    bytes.extend(bytes_hash(&bytes).to_le_bytes());
    bytes
}

/// A run in a file of version 3.
const RUN_V3: &[u8] = include_bytes!("../run_v3.lgrg");

#[test]
fn a_file_of_before_is_read_and_an_unknown_codec_is_refused() {
    let file = RunFile::of(&RunPlayback::new(Scenario::Free.setup()).unwrap(), None);
    let sound = File::Run(file).encode().unwrap();
    let said = [&[6], &b"replay"[..]].concat();
    // After it comes the column of the shot, which older versions do not have.
    let end = [&said[..], &[0]].concat();
    assert_eq!(sound[sound.len() - 8 - end.len()..sound.len() - 8], end);
    let Ok(File::Run(older)) = File::decode(RUN_V3) else { panic!("a run of version 3") };
    let older = RunFile { hashes: Hashes::Older, ..older };
    let before = rewritten(RUN_V3, said.len(), &[], 1);
    assert_eq!(File::decode(&before), Ok(File::Run(older)));
    let unknown = rewritten(&sound, end.len(), b"\x03zip\x00", FILE_VERSION);
    assert_eq!(File::decode(&unknown), Err(FileError::Codec));
    println!("{}", FileError::Codec);
    let unsaid = rewritten(&sound, end.len(), &[0], FILE_VERSION);
    assert_eq!(File::decode(&unsaid), Err(FileError::Body));
}
