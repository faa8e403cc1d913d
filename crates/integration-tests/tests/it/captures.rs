//! A client replayed from a capture of its messages and input is the same at every second. A
//! damaged or forged capture is refused, or replays to other states.

use std::sync::LazyLock;

use capture::{
    Capture, CaptureError, CaptureFill, CaptureMoment, RecordedClient,
    capture_file::{CaptureFile, CaptureFileError, FILE_VERSION},
    capture_playback::{CapturePlayback, HashComparison, PlayMode},
    limits::CAPTURE_BYTES_MAX,
    playback::SeekProgress,
};
use forensics::Case;
use lab::file::{File, FileError};
use proptest::prelude::*;
use shared::{
    base::{
        state_hash::bytes_hash,
        time::{MICROS_PER_S, Micros, Tick},
    },
    client::{Client, ClientConfig, Controls, GhostVisibility, status::Notice},
    netcode::{
        preset::Preset,
        values::{PlayerNetcode, SnapshotDelivery},
    },
    report::shot_report::ReportsWanted,
    room::{Output, Room, RoomConfig, RoomKind, SessionId},
    sim::{
        arena::Arena,
        event::{ShotId, Weapon},
        ship::ShipId,
    },
    wire::{
        codec::CodecId,
        conditions::LinkConditions,
        link::{Link, send_message},
        message::{AimAssist, ClientMessage, ServerControl},
    },
};

use crate::support::{
    RandomHand, config,
    guest::config_of,
    mutate::{mutate, mutations},
    seconds,
};

const FRAME: Micros = Micros(MICROS_PER_S / 60);
/// A page's clock does not start at 0.
const BEGUN: Micros = Micros(123_456_789);

/// A match of a recorded player and four bots.
struct Match {
    room: Room,
    session: Option<SessionId>,
    client: RecordedClient,
    up: Link,
    down: Link,
    hand: RandomHand,
    now: Micros,
}

impl Match {
    fn new() -> Self {
        Self::offering(&CodecId::ALL)
    }

    /// A match whose client offers these snapshot codecs.
    fn offering(codecs: &[CodecId]) -> Self {
        let netcode = PlayerNetcode::default();
        let config = ClientConfig {
            name: "ada".into(),
            room: String::new(),
            netcode,
            room_request: None,
            delivery: SnapshotDelivery::Datagram,
        };
        // Only a laboratory's room speaks every codec.
        let kind = RoomKind::Simulated;
        let room = RoomConfig { kind, ..config_of(8, 5, Arena::strewn(4), 9) };
        let link =
            |id| Link::new(LinkConditions { jitter_ms: 9, ..LinkConditions::delay(40) }, 3, id);
        Self {
            room: Room::new(room, BEGUN).unwrap(),
            session: None,
            client: RecordedClient::offering(config, codecs, BEGUN),
            up: link(0),
            down: link(1),
            hand: RandomHand::new(6, true),
            now: BEGUN,
        }
    }

    /// Plays for a while in the order of a page: receive, run a frame, send.
    fn play(&mut self, span: Micros) {
        let until = self.now + span;
        while self.now < until {
            self.now += FRAME;
            while let Some(message) = self.up.poll_deliver(self.now) {
                match (self.session, ClientMessage::decode(&message)) {
                    (None, Ok(ClientMessage::Hello(hello))) => {
                        self.session = Some(self.room.handle_join(self.now, &hello).unwrap());
                    }
                    (Some(session), _) => self.room.handle_message(self.now, session, &message),
                    (None, _) => {}
                }
            }
            self.room.handle_time(self.now);
            while let Some(output) = self.room.poll_output() {
                if let Output::Snapshot { session, tick, .. } = output {
                    self.room.handle_written(session, tick);
                }
                if let Output::Reliable { message, .. } | Output::Snapshot { message, .. } = output
                {
                    send_message(&mut self.down, self.now, message);
                }
            }
            while let Some(message) = self.down.poll_deliver(self.now) {
                self.client.handle_message(self.now, &message).unwrap();
            }
            self.client.handle_frame(self.now, self.hand.next());
            while let Some(message) = self.client.poll_transmit() {
                send_message(&mut self.up, self.now, message);
            }
            let frame = (self.now - BEGUN).0 / FRAME.0;
            if frame % 6 == 0 {
                let joined = self.client.drain_notices().contains(&Notice::Joined);
                if joined {
                    self.client.set_reports_wanted(ReportsWanted::Yes);
                    self.client.set_ghosts(GhostVisibility::Shown);
                }
            }
            match frame {
                200 => self.client.set_netcode(Preset::Source.netcode().player),
                240 => self.client.request_rules(Preset::Source.netcode().room),
                260 => self.client.set_ghosts(GhostVisibility::Hidden),
                300 => self.client.set_delivery(SnapshotDelivery::Stream),
                340 => self.client.request_full_update(),
                360 => self.client.set_delivery(SnapshotDelivery::Datagram),
                380 => self.client.confirm_presence(),
                390 => self.client.set_aim_assist(AimAssist::On),
                400 => drop(self.client.drain_records()),
                _ => {}
            }
        }
    }
}

/// Ten seconds of a match.
static TEN: LazyLock<Match> = LazyLock::new(|| {
    let mut game = Match::new();
    game.play(seconds(10));
    game
});

fn played(capture: Capture) -> (CapturePlayback, Vec<HashComparison>) {
    let mut playback = CapturePlayback::new(capture, PlayMode::AsCaptured).unwrap();
    let mut compared = Vec::new();
    let mut goes_on = true;
    while goes_on {
        goes_on = playback.step().is_ok();
        compared.extend_from_slice(playback.compared());
    }
    (playback, compared)
}

/// A capture file that links to no shot.
fn file_of(capture: &Capture) -> CaptureFile {
    CaptureFile { capture: capture.clone(), moment: None }
}

fn capture_of(bytes: &[u8]) -> Option<Capture> {
    match File::decode(bytes) {
        Ok(File::Capture(file)) => Some(file.capture),
        _ => None,
    }
}

#[test]
fn a_captured_client_is_the_same_client() {
    let capture = TEN.client.capture();
    let file = file_of(&capture).encode().unwrap();
    assert_eq!(File::decode(&file), Ok(File::Capture(file_of(&capture))));
    let contents = capture.check().unwrap();
    assert_eq!(contents.span, Micros(FRAME.0 * i64::from(contents.frames)));
    let (playback, compared) = played(capture);
    assert!(compared.len() >= 9 && compared.iter().all(|one| one.expected == one.got));
    assert_eq!(playback.client().state_hash(), TEN.client.state_hash());
    assert!(playback.client().records().count() > 3, "it shoots");
    let kb = file.len() as f32 / 1000.0;
    println!("{contents:?}: {kb} KB in 10 s, {} KB a minute", kb * 6.0);
    assert!(file.len() < CAPTURE_BYTES_MAX / 60, "at least ten minutes fit");
}

/// Captures a client that offers these codecs, on a page of this version or the one before.
fn check_offered(codecs: &[CodecId], version: u8) {
    let mut game = Match::offering(codecs);
    game.play(seconds(2));
    let mut bytes = file_of(&game.client.capture()).encode().unwrap();
    if version < FILE_VERSION {
        // Older versions hold no moment, and version 1 holds no codecs.
        let codecs = if version == 1 { 1 + codecs.len() } else { 0 };
        bytes.truncate(bytes.len() - 1 - codecs);
        bytes[5] = version;
        bytes = sealed(bytes);
    }
    let capture = capture_of(&bytes).unwrap();
    let (playback, compared) = played(capture);
    let same = compared.len() >= 2 && compared.iter().all(|one| one.expected == one.got);
    assert!(same, "{codecs:?} in a file of version {version}: {compared:?}");
    assert_eq!(playback.client().state_hash(), game.client.state_hash());
}

/// The hello counts among the bytes sent.
#[test]
fn a_client_that_offered_fewer_codecs_is_the_same_client() {
    for codecs in [&CodecId::ALL[..], &[CodecId::Replay], CodecId::Packed.with_fallbacks()] {
        check_offered(codecs, FILE_VERSION);
    }
    check_offered(&CodecId::ALL, FILE_VERSION - 1);
    check_offered(&[CodecId::Replay], 1);
}

#[test]
fn a_file_leads_to_a_shot_that_was_looked_into() {
    let mut game = Match::new();
    game.play(seconds(5));
    let sentence = |client: &Client, shot| {
        let case = Case::new(&client.own_account(shot)?, Some(client), Some(client));
        Some(case.sentences())
    };
    let newest = {
        let mut known = game.client.shots().rev().map(|judged| judged.shot);
        known.find(|shot| sentence(&game.client, *shot).is_some())
    };
    let shot = newest.expect("it shoots");
    let said = sentence(&game.client, shot);
    let moment = game.client.recorder().moment(shot).expect("there is room");
    game.play(seconds(1));
    let file = CaptureFile { capture: game.client.capture(), moment: Some(moment) };
    let File::Capture(read) = File::decode(&file.encode().unwrap()).unwrap() else {
        panic!("the file is a capture")
    };
    assert_eq!(read.moment, Some(moment));
    let mut playback = CapturePlayback::new(read.capture.clone(), PlayMode::ToJudge).unwrap();
    playback.seek(moment.frame, u32::MAX);
    assert_eq!(sentence(playback.client(), shot), said, "the same words at {moment:?}");

    let beyond = CaptureMoment { frame: moment.frame + 3600, ..moment };
    let file = CaptureFile { moment: Some(beyond), ..read };
    let refused = File::decode(&file.encode().unwrap()).unwrap_err();
    assert!(
        matches!(
            refused,
            FileError::Capture(CaptureFileError::Capture(CaptureError::Moment { .. }))
        ),
        "{refused}"
    );
}

#[test]
fn a_capture_goes_back_and_forward() {
    let mut playback = CapturePlayback::new(TEN.client.capture(), PlayMode::AsCaptured).unwrap();
    let mut hashes = vec![playback.client().state_hash()];
    while playback.step().is_ok() {
        hashes.push(playback.client().state_hash());
    }
    for frame in [599, 30, 29, 0, 600, 301, 300, 1] {
        assert_eq!(playback.seek(frame, u32::MAX), SeekProgress::Arrived);
        assert_eq!(playback.client().state_hash(), hashes[frame as usize], "frame {frame}");
    }
    playback.seek(0, u32::MAX);
    assert_eq!(playback.seek(500, 7), SeekProgress::Seeking);
    assert_eq!(playback.seek(10_000, u32::MAX), SeekProgress::Arrived, "to the end of the capture");
}

#[test]
fn another_call_is_another_state_from_there_on() {
    let mut game = Match::new();
    game.play(seconds(3));
    let mut other = game.client.clone();
    other.set_netcode(Preset::Lagrange.netcode().player);
    let mut bytes = file_of(&other.capture()).encode().unwrap();
    // The newest state hash comes last before codecs, moment and the file's checksum.
    let at = bytes.len() - 11 - CodecId::ALL.len();
    bytes[at] ^= 1;
    let capture = capture_of(&sealed(bytes)).unwrap();
    let (_, compared) = played(capture);
    let differing = compared.iter().filter(|one| one.expected != one.got).count();
    assert_eq!(differing, 1, "{compared:?}");
}

/// Bytes with a valid checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 8);
    bytes.extend(bytes_hash(&bytes).to_le_bytes());
    bytes
}

#[test]
fn a_full_recording_stops_and_keeps_what_it_has() {
    let mut client = Match::new().client;
    let echo = ServerControl::Probe { nonce: 7 }.encode();
    let blob = [&[1_u8][..], &[0; 200_000]].concat();
    let mut now = BEGUN;
    while client.recorder().fill() == CaptureFill::Open {
        now += FRAME;
        // Neither is of any use to a client that has not joined.
        let _ = client.handle_message(now, &blob);
        client.handle_message(now, &echo).unwrap();
        while client.poll_transmit().is_some() {}
    }
    let bytes = client.recorder().bytes();
    assert!(bytes <= CAPTURE_BYTES_MAX && bytes + 250_000 > CAPTURE_BYTES_MAX, "{bytes}");
    client.handle_message(now + FRAME, &echo).unwrap();
    assert_eq!(client.recorder().bytes(), bytes);
    let capture = client.capture();
    assert_eq!(capture.fill, CaptureFill::Full);
    let shot = ShotId { tick: Tick(1), shooter: ShipId::default(), weapon: Weapon::Laser };
    assert_eq!(client.recorder().moment(shot), None, "none of it is kept");
    file_of(&capture).encode().unwrap();
    let (_, compared) = played(capture);
    assert!(compared.iter().all(|one| one.expected == one.got));
}

/// Each frame costs time to replay, however short it was.
#[test]
fn a_capture_with_more_frames_than_its_time_has_is_refused() {
    for (step, frames, is_refused) in
        [(Micros(1), 900, false), (Micros(1), 1100, true), (Micros::from_ms(1), 2000, false)]
    {
        let mut client = Match::new().client;
        for n in 1..=frames {
            client.handle_frame(BEGUN + Micros(step.0 * n), Controls::default());
        }
        let checked = client.capture().check();
        println!("{checked:?}");
        let is_too_dense = matches!(checked, Err(CaptureError::TooDense { .. }));
        assert_eq!(is_too_dense, is_refused, "{frames} frames of {step:?}");
    }
}

#[test]
fn messages_of_another_version_are_reported() {
    let mut capture = TEN.client.capture();
    capture.protocol += 1;
    let bytes = file_of(&capture).encode().unwrap();
    let error = File::decode(&bytes).unwrap_err();
    assert!(matches!(
        error,
        FileError::Capture(CaptureFileError::Capture(CaptureError::Protocol { .. }))
    ));
    println!("{error}");
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn captures_gone_wrong_are_refused_or_play(mutations in mutations()) {
        let mut game = Match::new();
        game.play(seconds(2));
        let bytes = file_of(&game.client.capture()).encode().unwrap();
        let mut wrong = bytes[..5].to_vec();
        wrong.extend(mutate(&bytes[5..], &bytes[5..], &mutations));
        wrong.extend([0; 8]);
        if let Some(capture) = capture_of(&sealed(wrong)) {
            let (playback, _) = played(capture);
            prop_assert!(playback.frame() <= playback.contents().frames);
        }
    }
}
