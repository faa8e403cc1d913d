//! Links and files of the laboratory open to the same state that they were made from. Any other
//! input is refused with a typed error, or is a valid run.
//!
//! `lab_links.txt` keeps links made by earlier versions: each line holds a link, its frame, and the
//! played hash there. The tests of the program and of the page compare with the same lines. Links
//! are only ever added; `LINKS_PRINT=1` prints those of this version.

use capture::{
    capture_file::{FILE_VERSION, SealError},
    limits::RUN_FRAMES_MAX,
};
use lab::{
    file::{File, FileError, Hashes, RunFile},
    limits::{LAB_BOTS_MAX, LINK_BYTES_MAX},
    link::{LinkError, LinkedHash, MomentLink, Reproduction},
    moment::{ColumnShot, Moment},
    network::Network,
    pack::{PackForm, pack, unpack},
    run::{Input, Run, RunError, TimedInput},
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::{Aim, ArenaPos, Controller, Gun, Leg, Script},
};
use proptest::{collection::vec, prelude::*};
use shared::{
    base::{
        geometry::Turn,
        limits::{ARENA_SIDE_MAX_U, ARENA_SIDE_MIN_U},
        state_hash::bytes_hash,
        time::{Tick, TickRate},
    },
    client::Controls,
    netcode::preset::Preset,
    sim::{
        arena::{Arena, Asteroid},
        command::{Thrust, Trigger},
        event::{ShotId, Weapon},
        ship::ShipId,
    },
    wire::codec::CodecId,
};

use crate::support::{
    RandomHand, config,
    mutate::{mutate, mutations},
};

const LINKS: &str = include_str!("../lab_links.txt");

const SHOT: ShotId =
    ShotId { tick: Tick(333), shooter: ShipId { idx: 0, generation: 0 }, weapon: Weapon::Laser };

/// The same in the first column.
const FIRST_SHOT: ColumnShot = ColumnShot { column: 0, shot: SHOT };

/// A scenario without inputs.
fn figure() -> Scenario {
    *Scenario::ALL.last().unwrap()
}

/// A flight of some frames whose mouse never rests.
fn flown(seed: u64, frames: u32) -> RunPlayback {
    let mut hand = RandomHand::new(seed, true);
    let mut playback = RunPlayback::new(Scenario::default().setup()).unwrap();
    for _ in 0..frames {
        playback.handle_input(Input::Fly { player: 0, controls: hand.next() }).unwrap();
        playback.step().unwrap();
    }
    playback
}

/// A flight with every other kind of input.
fn lively() -> RunPlayback {
    let mut hand = RandomHand::new(5, true);
    let mut playback = RunPlayback::new(Scenario::default().setup()).unwrap();
    for n in 0..150 {
        playback
            .handle_input(match n {
                20 => Input::Conditions { player: 0, conditions: Network::Mobile.conditions() },
                40 => Input::Netcode { column: 0, netcode: Preset::Source.netcode() },
                60 => Input::Split { netcode: Preset::DelayedSync.netcode() },
                80 => Input::Controller { player: 1, controller: Controller::You },
                100 => Input::Merge,
                _ => Input::Fly { player: u8::from(n > 80 && n % 3 == 0), controls: hand.next() },
            })
            .unwrap();
        playback.step().unwrap();
    }
    playback
}

fn controls() -> impl Strategy<Value = Controls> {
    (0_u8..9, any::<u16>(), any::<(bool, bool)>()).prop_map(|(thrust, aim, held)| Controls {
        thrust: Thrust::from_number(thrust).unwrap(),
        aim: Turn(aim),
        trigger: Trigger::from_pressed(held),
    })
}

fn input() -> impl Strategy<Value = Input> {
    let preset = || (0..Preset::ALL.len()).prop_map(|n| Preset::ALL[n].netcode());
    prop_oneof![
        20 => (0_u8..3, controls()).prop_map(|(player, controls)| Input::Fly { player, controls }),
        1 => (0_u8..3, 0_usize..8).prop_map(|(player, n)| Input::Conditions {
            player,
            conditions: Network::ALL[n].conditions(),
        }),
        1 => (0_u8..3).prop_map(|player| Input::Controller { player, controller: Controller::Bot }),
        1 => (0_u8..2, preset()).prop_map(|(column, netcode)| Input::Netcode { column, netcode }),
        1 => preset().prop_map(|netcode| Input::Split { netcode }),
        1 => Just(Input::Merge),
        1 => (0_u8..3).prop_map(|player| Input::FullUpdate { player }),
    ]
}

fn run() -> impl Strategy<Value = Run> {
    let gap = prop_oneof![6 => Just(1_u32), 2 => Just(0), 1 => 2_u32..400];
    let inputs = vec((gap, input()), 0..60);
    let codec = 0..CodecId::ALL.len();
    (0..Scenario::ALL.len(), any::<u64>(), codec, inputs).prop_map(|(n, seed, codec, inputs)| {
        let mut run = Run::new(Scenario::ALL[n].setup());
        run.setup.seed = seed;
        run.setup.codec = CodecId::ALL[codec];
        for (gap, input) in inputs {
            run.frames += gap;
            run.inputs.push(TimedInput { frame: run.frames, input });
        }
        run
    })
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_run_comes_back(run in run(), whole in any::<bool>()) {
        let known = run.setup.scenario.setup();
        let known = Some(&known).filter(|_| !whole);
        let (packed, codec) = (pack(&run, known), run.setup.codec);
        prop_assert_eq!(unpack(&packed, PackForm::Settings, codec, known).unwrap(), run);
    }

    #[test]
    fn a_run_comes_back_by_its_link_and_its_file(run in run(), part in 0_u32..=100) {
        let frame = run.frames * part / 100;
        let column = run.columns_at(frame) as u8 - 1;
        let shot = (part % 2 == 0).then_some(ColumnShot { column, shot: SHOT });
        let moment = Moment { run, frame, shot };
        let hashes = Hashes::Played(vec![7, 9]);
        let file = File::Run(RunFile { moment: moment.clone(), hashes });
        prop_assert_eq!(File::decode(&file.encode().unwrap()).unwrap(), file);
        let link = MomentLink { moment, lesson: Some(3), check: LinkedHash::Absent };
        let mut back = MomentLink::parse(&link.to_fragment().unwrap()).unwrap();
        if link.moment.run.inputs.is_empty() {
            // A match without inputs does not store how far it had been watched.
            back.moment.run.frames = link.moment.run.frames;
        }
        prop_assert_eq!(back, link);
    }

    #[test]
    fn packed_runs_gone_wrong_are_refused_or_sound(
        run in run(),
        other in run(),
        mutations in mutations(),
    ) {
        let known = Scenario::default().setup();
        let [bytes, other] = [&run, &other].map(|run| pack(run, Some(&known)));
        let bytes = mutate(&bytes, &other, &mutations);
        if let Ok(run) = unpack(&bytes, PackForm::Settings, run.setup.codec, Some(&known)) {
            prop_assert!(run.check().is_ok());
            let (packed, codec) = (pack(&run, None), run.setup.codec);
            prop_assert_eq!(unpack(&packed, PackForm::Settings, codec, None).unwrap(), run);
        }
    }

    #[test]
    fn links_gone_wrong_are_refused_or_sound(run in run(), mutations in mutations()) {
        let frame = run.frames;
        let moment = Moment { run, frame, shot: Some(FIRST_SHOT) };
        let link = moment.to_link(77).unwrap();
        let bytes = mutate(link.as_bytes(), b"&v=2&run=AAAA&&at=-1", &mutations);
        match MomentLink::parse(&String::from_utf8_lossy(&bytes)) {
            Ok(link) => prop_assert!(link.moment.check().is_ok()),
            Err(error) => prop_assert!(error.to_string().ends_with('.')),
        }
    }
}

proptest! {
    #![proptest_config(config(12))]

    /// Whatever passes every check can be run, however strange.
    #[test]
    fn a_strange_run_runs(run in run(), other in run(), mutations in mutations()) {
        let codec = run.setup.codec;
        let [bytes, other] = [&run, &other].map(|run| pack(run, None));
        // Randomises every number of the setup. Setups that pass are rare, so many are tried.
        let strange = (0..400_u64).find_map(|n| {
            let mut mutations = mutations.clone();
            mutations.truncate(1 + (n % 3) as usize);
            let mut bytes = mutate(&bytes, &other, &mutations);
            let at = (n.wrapping_mul(7919) % bytes.len().max(1) as u64) as usize;
            if let Some(byte) = bytes.get_mut(at) {
                *byte = byte.wrapping_add(n as u8);
            }
            unpack(&bytes, PackForm::Settings, codec, None).ok()
        });
        if let Some(mut run) = strange {
            run.frames = run.frames.min(60);
            run.inputs.retain(|input| input.frame <= 60);
            let moment = Moment { run, frame: 0, shot: None };
            let file = RunFile { moment, hashes: Hashes::Older };
            let replayed = file.replay(&mut |_| {});
            prop_assert!(replayed.is_ok());
        }
    }
}

/// The ends of every range that a setup has.
#[test]
fn the_strangest_setups_run() {
    let place = |n: u16| Some(ArenaPos { x_u: n, y_u: u16::MAX - n });
    let rock = |n: u16| Asteroid { x_u: n, y_u: n, radius_u: n };
    for n in [0, 1, 100, 16_000, 40_000, u16::MAX] {
        for side in [ARENA_SIDE_MIN_U, ARENA_SIDE_MAX_U] {
            let mut run = Run::new(Scenario::default().setup());
            let asteroids = [rock(n), rock(side / 2)].into();
            run.setup.arena = Arena { width_u: side, height_u: side, asteroids };
            run.setup.bots = LAB_BOTS_MAX;
            run.setup.players[0].place = place(n);
            run.setup.players[1].place = place(n);
            let gun = Gun { target: 0, weapon: Weapon::Laser, aim: Aim::Lead, shots: vec![1, 40] };
            let legs = vec![Leg { thrust: Thrust::Left, frames: n }];
            run.setup.players[1].controller = Controller::Script(Script { legs, gun: Some(gun) });
            run.setup.rate = TickRate::new(if n % 2 == 0 { 20 } else { 128 }).unwrap();
            run.frames = 60;
            let file = RunFile {
                moment: Moment { run, frame: 60, shot: None },
                hashes: Hashes::Played(vec![]),
            };
            let bytes = File::Run(file.clone()).encode().unwrap();
            let Ok(File::Run(file)) = File::decode(&bytes) else { continue };
            println!("place {n}, side {side}");
            file.replay(&mut |_| {}).unwrap();
        }
    }
}

#[test]
fn an_aim_takes_three_bytes_at_most_in_each_frame() {
    let mut run = Run::new(Scenario::default().setup());
    let empty = pack(&run, Some(&run.setup)).len();
    for frame in 0..1000 {
        let aim = Turn((frame * 40_503) as u16);
        let input = Input::Fly { player: 0, controls: Controls { aim, ..Controls::default() } };
        run.inputs.push(TimedInput { frame, input });
    }
    run.frames = 1000;
    let bytes = pack(&run, Some(&run.setup)).len() - empty;
    println!("the worst aims: {bytes} bytes for 1000 frames");
    assert!(bytes <= 3000, "{bytes}");
    let run = flown(1, 600).run().clone();
    let bytes = pack(&run, Some(&run.setup)).len() - empty;
    println!("a restless mouse: {bytes} bytes for 600 frames");
    assert!(bytes <= 600 * 5 / 2, "{bytes}");
}

#[test]
fn every_damage_to_a_file_is_reported() {
    let sound = File::Run(RunFile::of(&lively(), Some(FIRST_SHOT))).encode().unwrap();
    assert!(matches!(File::decode(&sound), Ok(File::Run(_))));
    for at in 0..sound.len() {
        for bit in [1, 128] {
            let mut bytes = sound.clone();
            bytes[at] ^= bit;
            let expected =
                FileError::Seal(if at < 4 { SealError::NotLagrange } else { SealError::Damaged });
            assert_eq!(File::decode(&bytes), Err(expected), "byte {at}");
        }
        let expected =
            FileError::Seal(if at < 4 { SealError::NotLagrange } else { SealError::Damaged });
        assert_eq!(File::decode(&sound[..at]), Err(expected), "cut at {at}");
    }
    let longer = [&sound[..], &[0]].concat();
    assert_eq!(File::decode(&longer), Err(FileError::Seal(SealError::Damaged)));
}

/// Bytes with a valid checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 8);
    bytes.extend(bytes_hash(&bytes).to_le_bytes());
    bytes
}

#[test]
fn a_file_that_lies_is_refused_in_words() {
    let sound = File::Run(RunFile::of(&lively(), None)).encode().unwrap();
    for at in 4..sound.len() - 8 {
        for change in [1, 0x80, 0xFF] {
            let mut bytes = sound.clone();
            bytes[at] ^= change;
            match File::decode(&sealed(bytes)) {
                Ok(File::Run(file)) => assert!(file.moment.check().is_ok()),
                Ok(File::Capture(_)) => panic!("byte {at}"),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
    let mut newer = sound;
    newer[5] = FILE_VERSION + 1;
    let error = File::decode(&sealed(newer)).unwrap_err();
    assert_eq!(error, FileError::Seal(SealError::TooNew { version: FILE_VERSION + 1 }));
    println!("{error}");
}

#[test]
fn a_file_runs_to_its_hashes_and_tells_where_it_does_not() {
    let playback = lively();
    let mut file = RunFile::of(&playback, None);
    assert!(matches!(&file.hashes, Hashes::Played(hashes) if hashes.len() == 3));
    let mut seconds = Vec::new();
    let end = file.replay(&mut |second| seconds.push(second)).unwrap();
    assert_eq!(end.state().state_hash(), playback.state().state_hash());
    assert!(seconds.iter().all(|second| second.expected == Some(second.got)), "{seconds:?}");
    file.moment.run.inputs.remove(70);
    let mut differing = Vec::new();
    file.replay(&mut |second| differing.extend(second.differs().then_some(second.second))).unwrap();
    assert_eq!(differing, [2], "the frames up to 70 are the same");
}

#[test]
fn a_link_opens_the_same_moment() {
    let mut playback = lively();
    for frame in [150, 77, 0] {
        playback.seek(frame, u32::MAX);
        let (state, played) = (playback.state().state_hash(), playback.state().played_hash());
        let text = Moment::of(&playback, Some(FIRST_SHOT)).to_link(played).unwrap();
        let opened = MomentLink::parse(&text).unwrap().open().unwrap();
        assert_eq!((opened.reproduction, opened.shot), (Reproduction::Matches, Some(FIRST_SHOT)));
        assert_eq!(opened.playback.state().state_hash(), state);
        assert_eq!(opened.playback.run(), playback.run(), "later frames too");
        let other = Moment::of(&playback, None).to_link(played ^ 1).unwrap();
        assert_eq!(
            MomentLink::parse(&other).unwrap().open().unwrap().reproduction,
            Reproduction::Differs
        );
    }
}

/// A file of version 3, of [`lively`] as it was then.
const RUN_V3: &[u8] = include_bytes!("../run_v3.lgrg");

#[test]
fn files_of_older_versions_open() {
    let File::Run(file) = File::decode(RUN_V3).unwrap() else { panic!("a run") };
    assert_eq!(file.moment.run, Moment::of(&lively(), None).run, "version 3");
    let mut bytes = RUN_V3[..RUN_V3.len() - 8].to_vec();
    bytes[5] = 2;
    let older = File::decode(&sealed([bytes, vec![0; 8]].concat())).unwrap();
    assert_eq!(older, File::Run(RunFile { hashes: Hashes::Older, ..file }));
    let File::Run(older) = older else { panic!("a run") };
    let mut compared = 0;
    older
        .replay(&mut |second| {
            compared += 1;
            assert_eq!((second.expected, second.differs()), (None, false));
        })
        .unwrap();
    assert_eq!(compared, 3);
    // Version 4 has no column of the shot; it is the first.
    let newest = RunFile::of(&lively(), Some(FIRST_SHOT));
    let bytes = File::Run(newest.clone()).encode().unwrap();
    let mut bytes = bytes[..bytes.len() - 9].to_vec();
    bytes[5] = 4;
    let older = File::decode(&sealed([bytes, vec![0; 8]].concat())).unwrap();
    assert_eq!(older, File::Run(newest), "version 4");
}

/// A link and a file store the column of their shot, which must exist at their frame.
#[test]
fn a_shot_stays_in_its_column() {
    let playback = lively();
    let rows = [
        (59, 0, None),
        (59, 1, Some(1)),
        (60, 0, None),
        (60, 1, None),
        (60, 2, Some(2)),
        (99, 1, None),
        (100, 1, Some(1)),
        (100, 0, None),
    ];
    for (frame, column, refused_with) in rows {
        let shot = Some(ColumnShot { column, shot: SHOT });
        let moment = Moment { run: playback.run().clone(), frame, shot };
        let file = RunFile { moment: moment.clone(), hashes: Hashes::Played(vec![]) };
        let bytes = File::Run(file.clone()).encode().unwrap();
        let link = moment.to_link(1).unwrap();
        assert_eq!(link.contains("&column=b"), column == 1, "{link}");
        let Some(columns) = refused_with else {
            assert_eq!(File::decode(&bytes), Ok(File::Run(file)), "{column} at {frame}");
            assert_eq!(MomentLink::parse(&link).unwrap().moment, moment, "{column} at {frame}");
            continue;
        };
        let why = RunError::NoColumn { column, columns };
        assert_eq!(File::decode(&bytes), Err(FileError::Moment(why)));
        if column < 2 {
            assert_eq!(MomentLink::parse(&link), Err(LinkError::Moment(why)));
        }
    }
}

#[test]
fn what_has_words_is_said_in_words() {
    let mut run = Run::new(figure().setup());
    run.frames = 125;
    let text = |run: &Run| Moment { run: run.clone(), frame: 125, shot: None }.to_link(1).unwrap();
    let key = figure().key();
    assert_eq!(text(&run), format!("v=3&scenario={key}&at=125"));
    run.setup.seed = 7;
    run.setup.columns = vec![Preset::Source.netcode(), Preset::DelayedSync.netcode()];
    run.setup.players[0].conditions = Network::Mobile.conditions();
    run.setup.codec = CodecId::Fields;
    let words = "seed=7&scheme=source,deferred&network=mobile&codec=fields";
    let words = format!("v=3&scenario={key}&{words}&at=125");
    assert_eq!(text(&run), words);
    run.setup.columns[0].room.rewind_bound_ms = 123;
    assert!(text(&run).contains("&run="), "one setting of a scheme has no word");
    assert_eq!(MomentLink::parse(&text(&run)).unwrap().moment.run, run);
}

#[test]
fn a_network_is_said_in_numbers_too() {
    let conditions = |words: &str| {
        let link = MomentLink::parse(&format!("scenario=free&{words}")).unwrap();
        link.moment.run.setup.players[0].conditions
    };
    let numbers = conditions("link=80ms,loss:5/20ms");
    assert_eq!((numbers.up.latency_ms, numbers.up.loss_permille), (80, 50));
    assert_eq!((numbers.down.latency_ms, numbers.down.loss_permille), (20, 0));
    let mobile = Network::Mobile.conditions();
    assert_eq!(conditions(&format!("link={mobile}")), mobile);
    assert_eq!(conditions("network=mobile"), mobile);
}

#[test]
fn half_a_minute_of_flight_fits_a_link_and_two_minutes_do_not() {
    let moment = |frames| Moment::of(&flown(3, frames), None);
    let short = moment(1800).to_link(1).unwrap();
    println!("30 s of a restless mouse: {} bytes of link", short.len());
    let error = moment(7200).to_link(1).unwrap_err();
    println!("{error}");
    assert!(matches!(error, LinkError::TooLong { bytes, max: LINK_BYTES_MAX }
        if bytes > LINK_BYTES_MAX));
    let text = "k".repeat(LINK_BYTES_MAX + 1);
    assert!(matches!(MomentLink::parse(&text), Err(LinkError::TooLong { .. })));
}

#[test]
fn errors_in_a_link_are_named() {
    let far = format!("v=1&scenario=free&at={}", RUN_FRAMES_MAX + 1);
    let long = format!("{}\u{202E}=1", "k".repeat(60));
    let rows = [
        ("", "The link names no scenario."),
        ("v=8&colour=red", "This link was made by a newer version of the laboratory."),
        ("colour=red&v=9", "This link was made by a newer version of the laboratory."),
        ("v=0", "The link contains `v=0`: invalid link version."),
        ("v=x", "The link contains `v=x`: invalid link version."),
        ("colour=red", "The link contains `colour=red`: unknown key."),
        ("free", "The link contains `free`: not a key=value pair."),
        ("scenario=x", "The link contains `scenario=x`: unknown scenario."),
        ("scenario=free&scenario=free", "The link contains `scenario=free`: given twice."),
        ("scenario=free&at=-1", "The link contains `at=-1`: invalid frame."),
        ("scenario=free&at=+1", "The link contains `at=+1`: invalid frame."),
        (&far, "The link contains `at=36001`: invalid frame."),
        ("scenario=free&shot=1.2.l", "The link contains `shot=1.2.l`: invalid shot."),
        ("scenario=free&shot=1.0.0.l&column=c", "The link contains `column=c`: unknown column."),
        ("scenario=free&column=b", "The link contains `column=b`: a column needs a shot."),
        (
            "scenario=free&shot=1.0.0.l&column=b",
            "The moment in the link is invalid: the shot is in column 2, but the run has only 1.",
        ),
        ("scenario=free&lesson=0", "The link contains `lesson=0`: invalid lesson."),
        ("scenario=free&seed=a", "The link contains `seed=a`: invalid seed."),
        (
            "scenario=free&scheme=et,et,et",
            "The link contains `scheme=et,et,et`: expected one or two schemes.",
        ),
        ("scenario=free&network=string", "The link contains `network=string`: unknown network."),
        ("scenario=free&link=80", "The link contains `link=80`: invalid link conditions."),
        ("scenario=free&network=wifi&link=80ms", "The link contains `link=80ms`: given twice."),
        ("scenario=free&run=%%", "The link contains `run=%%`: invalid base64url."),
        ("scenario=free&run=AAAA", "The run in the link cannot be read: invalid header."),
        (&long, "The link contains `kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…`: unknown key."),
    ];
    for (link, words) in rows {
        for link in [link.to_string(), format!("#{link}")] {
            assert_eq!(MomentLink::parse(&link).unwrap_err().to_string(), words, "{link}");
        }
    }
    let link = MomentLink::parse("#scenario=free&at=9&shot=333.0.0.l&lesson=2").unwrap();
    assert_eq!((link.moment.frame, link.moment.run.frames, link.lesson), (9, 9, Some(2)));
    assert_eq!((link.moment.shot, link.check), (Some(FIRST_SHOT), LinkedHash::Absent));
}

#[test]
fn a_shot_survives_its_text() {
    let far = ShotId {
        tick: Tick(4_000_000_000),
        shooter: ShipId { idx: 1023, generation: u16::MAX },
        weapon: Weapon::Beam,
    };
    for shot in [SHOT, far] {
        assert_eq!(shot.to_string().parse::<ShotId>().ok(), Some(shot));
    }
    for wrong in ["", "1.2.3", "1.2.3.x", "1.2.3.l.4", "1..3.l", "4294967295.0.0.l", "+1.2.3.l"] {
        assert_eq!(wrong.parse::<ShotId>().ok(), None, "{wrong}");
    }
}

/// The moments whose links are kept.
fn kept() -> [Moment; 3] {
    let mut figure = RunPlayback::new(figure().setup()).unwrap();
    (0..125).for_each(|_| figure.step().unwrap());
    let mut words = Scenario::default().setup();
    words.seed = 7;
    words.columns = vec![Preset::Source.netcode(), Preset::Lagrange.netcode()];
    words.players[0].conditions = Network::WiFi.conditions();
    let mut words = RunPlayback::new(words).unwrap();
    (0..90).for_each(|_| words.step().unwrap());
    let mut lively = lively();
    lively.seek(140, u32::MAX);
    [Moment::of(&figure, Some(FIRST_SHOT)), Moment::of(&words, None), Moment::of(&lively, None)]
}

#[test]
fn the_kept_links_lead_to_the_kept_states() {
    if std::env::var_os("LINKS_PRINT").is_some() {
        for moment in kept() {
            let hash = moment.open().unwrap().state().played_hash();
            println!("{} {} {hash:016x}", moment.to_link(hash).unwrap(), moment.frame);
        }
    }
    for line in LINKS.lines() {
        let [link, frame, hash] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("not a link, a frame and a hash: {line}");
        };
        let opened = MomentLink::parse(link).unwrap().open().unwrap();
        assert_eq!(opened.playback.frame().to_string(), frame, "{link}");
        assert_eq!(format!("{:016x}", opened.playback.state().played_hash()), hash, "{link}");
        let same = match (link.contains("&run="), link.starts_with("v=1&")) {
            (false, _) => Reproduction::Absent,
            (true, true) => Reproduction::NotCompared,
            (true, false) => Reproduction::Matches,
        };
        assert_eq!(opened.reproduction, same, "{link}");
    }
}
