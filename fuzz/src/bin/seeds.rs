//! Generates seed inputs for fuzzing from matches: `seeds DIR` writes a folder for each target.
//! `cargo xtask fuzz --corpus` runs it and keeps the inputs that reach new code.
#![forbid(unsafe_code)]

use std::{env, fs, path::Path};

use capture::{RecordedClient, capture_file::CaptureFile};
use lab::{
    file::{File, RunFile},
    link::{LinkedHash, MomentLink},
    moment::Moment,
    run::Input,
    run_playback::RunPlayback,
    scenario::Scenario,
};
use shared::{
    base::{
        geometry::Turn,
        rng::Rng,
        time::{MICROS_PER_S, Micros, TickRate},
    },
    client::{ClientConfig, Controls},
    judge::shot::HitClaim,
    netcode::{
        preset::Preset,
        rates::RateBounds,
        values::{PlayerNetcode, RoomNetcode, SnapshotDelivery, Subscription},
    },
    report::shot_report::ReportsWanted,
    room::{Difficulty, Output, Room, RoomConfig, RoomKind},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
    },
    wire::{
        codec::{CodecId, SnapshotInput},
        message::{AimAssist, ClientControl, ClientMessage, Hello, RoomRequest, encode_resume},
        seat::{Admission, ResumeToken, SeatGrant},
    },
};
use shared_fuzz::{
    cluster_message,
    fight::{FIGHT, INTERVAL},
    mvd,
    room::{MESSAGE_BYTES_MAX, OPS, Op, SETTINGS_BYTES, byte_of},
    tables,
};

const FRAME: Micros = Micros(MICROS_PER_S / 60);
/// Length of a file's checksum, which inputs omit.
const CHECKSUM_BYTES: usize = 8;
/// Frames of a match: 20 s.
const FRAMES: u32 = 1200;
/// Inputs for the room target, and ops in each.
const ROOMS: u32 = 40;
const ROOM_OPS: u32 = 24;

type Inputs = Vec<Vec<u8>>;

fn main() {
    let to = env::args().nth(1).expect("usage: seeds DIR");
    let (mut up, mut down, mut files) = (Inputs::new(), Inputs::new(), Inputs::new());
    for preset in Preset::ALL {
        play(preset, &mut up, &mut down, &mut files);
    }
    up.extend(said());
    for node in [None, "node-1".parse().ok()] {
        down.extend(
            Admission::ALL.map(|admission| {
                SeatGrant { admission, token: token(), node: node.clone() }.encode()
            }),
        );
    }
    let (links, runs) = runs();
    files.extend(runs);
    let rooms = rooms(&up);
    let all = [
        ("client_message", up),
        ("server_message", down),
        ("cluster_message", cluster_message::seeds()),
        ("snapshot", snapshots()),
        ("link", links),
        ("file", files),
        ("mvd", mvd::seeds()),
        ("tables", tables::seeds()),
        ("room", rooms),
    ];
    for (target, inputs) in all {
        let folder = Path::new(&to).join(target);
        fs::create_dir_all(&folder).expect("a folder can be made");
        for (n, input) in inputs.iter().enumerate() {
            fs::write(folder.join(n.to_string()), input).expect("a file can be written");
        }
        println!("{target}: {} seeds", inputs.len());
    }
}

fn token() -> ResumeToken {
    "00112233445566778899aabbccddeeff".parse().expect("32 digits")
}

/// Random controls, each held for a while.
fn held(rng: &mut Rng, frame: u32, before: Controls) -> Controls {
    let aim = Turn(before.aim.0.wrapping_add(rng.below(900) as u16));
    if !frame.is_multiple_of(20) {
        return Controls { aim, ..before };
    }
    let thrust = Thrust::ALL[rng.below(9) as usize];
    let trigger = Trigger::from_pressed((rng.below(2) == 0, rng.below(3) == 0));
    Controls { thrust, aim, trigger }
}

fn config(preset: Preset) -> RoomConfig {
    RoomConfig {
        name: "seeds".into(),
        seats: 6,
        bots: 5,
        difficulty: Difficulty::Full,
        rounds: None,
        series: None,
        watch_delay_ms: 0,
        sides: None,
        rate: TickRate::DEFAULT,
        arena: Arena::strewn(4),
        netcode: preset.room(),
        kind: RoomKind::Simulated,
        rate_bounds: RateBounds::default(),
        seed: 5,
    }
}

/// A player among bots: the messages of both ends, and short captures of the match.
fn play(preset: Preset, up: &mut Inputs, down: &mut Inputs, files: &mut Inputs) {
    let mut room = Room::new(config(preset), Micros::ZERO).expect("a room");
    let config = ClientConfig {
        name: "ada".into(),
        room: "lab".into(),
        netcode: preset.netcode().player,
        room_request: Some(RoomRequest::default()),
        delivery: SnapshotDelivery::Datagram,
    };
    let mut client = RecordedClient::new(config, Micros::ZERO);
    client.set_reports_wanted(ReportsWanted::Yes);
    client.set_aim_assist(AimAssist::On);
    let mut rng = Rng::new(7, 7);
    let (mut session, mut controls) = (None, Controls::default());
    for frame in 0..FRAMES {
        let now = Micros(FRAME.0 * i64::from(frame + 1));
        while let Some(message) = client.poll_transmit() {
            match (session, ClientMessage::decode(&message)) {
                (None, Ok(ClientMessage::Hello(hello))) => {
                    session = room.handle_join(now, &hello).ok();
                }
                (Some(session), _) => room.handle_message(now, session, &message),
                _ => {}
            }
            up.push(message);
        }
        room.handle_time(now);
        while let Some(output) = room.poll_output() {
            if let Output::Reliable { message, .. } | Output::Snapshot { message, .. } = output {
                client.handle_message(now, &message).expect("the room sends valid messages");
                down.push(message);
            }
        }
        controls = held(&mut rng, frame, controls);
        client.handle_frame(now, controls);
        let shot = client.shots().last().map(|judged| judged.shot);
        if let Some(shot) = shot.filter(|_| frame.is_multiple_of(60)) {
            client.inspect_shot(shot);
            let victim = room.roster()[0].ship;
            up.push(ClientControl::Claim(HitClaim { shot, victim, age: 900 }).encode());
        }
        if [20, 50].contains(&frame) {
            let moment = shot.and_then(|shot| client.recorder().moment(shot));
            let file = CaptureFile { capture: client.capture(), moment };
            files.push(unsealed(&File::Capture(file)));
        }
    }
}

fn unsealed(file: &File) -> Vec<u8> {
    let mut bytes = file.encode().expect("a file");
    bytes.truncate(bytes.len() - CHECKSUM_BYTES);
    bytes
}

/// Client messages that do not occur in these matches.
fn said() -> Inputs {
    let subscription = Subscription::default();
    let netcode = PlayerNetcode::default();
    let hello = Hello { subscription, ..Hello::new("Ünïcödé ✦", "") };
    let controls = [
        ClientControl::Ping { stamp: 70_000 },
        ClientControl::Echo { nonce: 3 },
        ClientControl::Subscribe(netcode.subscription(SnapshotDelivery::Stream)),
        ClientControl::SetRules(RoomNetcode::default()),
        ClientControl::Epoch { number: 2, view_epoch: 9 },
        ClientControl::FullUpdate,
        ClientControl::Here,
    ];
    let mut inputs = vec![hello.encode(), encode_resume(&token())];
    inputs.extend(controls.iter().map(ClientControl::encode));
    inputs
}

/// Keyframes in each codec, and pairs of snapshots where the second is a delta against the first.
fn snapshots() -> Inputs {
    let mut inputs = Inputs::new();
    for (nth, codec) in CodecId::ALL.into_iter().enumerate() {
        let head = |upon: u8, span: u8, first: &[u8]| {
            let [low, high] = (first.len() as u16).to_le_bytes();
            [&[nth as u8, upon, span, low, high], first].concat()
        };
        let moments = &FIGHT.moments;
        let state = &moments[0].state;
        let input = SnapshotInput { baseline: None, state, records: &[], events: &[], area: None };
        let (keyframe, _) = codec.encode(&FIGHT.context(), &input);
        inputs.push(head(0, 0, &keyframe));
        for n in (1..moments.len() - 1).step_by(2) {
            // A baseline is encoded as its index plus one.
            let first = head(n as u8, INTERVAL, &moments[n].bodies[nth]);
            inputs.push([first, moments[n + 1].bodies[nth].clone()].concat());
        }
    }
    inputs
}

/// Links and files of runs of every scenario.
fn runs() -> (Inputs, Inputs) {
    let (mut links, mut files) = (Inputs::new(), Inputs::new());
    for scenario in Scenario::ALL {
        let mut rng = Rng::new(3, 3);
        let mut controls = Controls::default();
        let mut playback = RunPlayback::new(scenario.setup()).expect("a scenario");
        for frame in 0..40 {
            if frame == 20 {
                let netcode = Preset::Source.netcode();
                let _ = playback.handle_input(Input::Split { netcode });
            }
            controls = held(&mut rng, frame, controls);
            let player = (frame % 3) as u8;
            let _ = playback.handle_input(Input::Fly { player, controls });
            playback.step().expect("a frame");
        }
        let moment = Moment::of(&playback, None);
        let check = LinkedHash::of(playback.state().played_hash());
        let link = MomentLink { moment: moment.clone(), lesson: Some(3), check };
        links.extend(link.to_fragment().map(String::into_bytes));
        let text = format!(
            "v=3&lesson=2&scenario={}&seed=7&scheme=source,lagrange&network=wifi&codec=fields\
             &at=25&shot=20.0.0.l&column=b",
            scenario.key()
        );
        links.push(text.into_bytes());
        files.push(unsealed(&File::Run(RunFile::of(&playback, None))));
    }
    // Files of older versions, which the tests keep.
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/integration-tests/tests");
    let older = fs::read_to_string(tests.join("lab_links.txt")).expect("links");
    let link = |line: &str| Some(line.split(' ').next()?.as_bytes().to_vec());
    links.extend(older.lines().filter_map(link));
    let mut older = fs::read(tests.join("run_v3.lgrg")).expect("a file");
    older.truncate(older.len() - CHECKSUM_BYTES);
    files.push(older);
    (links, files)
}

/// Sessions join and then send client messages, mixed with random other ops.
fn rooms(said: &Inputs) -> Inputs {
    let mut rng = Rng::new(1, 1);
    (0..ROOMS).map(|_| room(said, &mut rng)).collect()
}

fn room(said: &Inputs, rng: &mut Rng) -> Vec<u8> {
    let any = |rng: &mut Rng| rng.next_u32() as u8;
    let mut input: Vec<u8> = (0..SETTINGS_BYTES).map(|_| any(rng)).collect();
    for codec in [0, 0, 1, 4] {
        input.extend([byte_of(Op::Join), 0, 2, b'a', b'0' + codec, codec]);
    }
    for _ in 0..ROOM_OPS {
        let message = &said[rng.below(said.len() as u32) as usize];
        if rng.below(2) == 0 && message.len() < MESSAGE_BYTES_MAX.into() {
            input.extend([byte_of(Op::Bytes), rng.below(4) as u8, message.len() as u8]);
            input.extend(message);
        } else {
            // One of the seven ops from this one on.
            let first = [Op::Commands, Op::Join, Op::Ticks][rng.below(3) as usize];
            input.push((byte_of(first) + rng.below(7) as u8) % OPS.len() as u8);
            input.extend((0..4).map(|_| any(rng)));
        }
    }
    input
}
