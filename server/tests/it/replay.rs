//! `lagrange replay`, and `lagrange judge` of a recording: the program reads what a page writes,
//! that is links, files of runs, and a capture of a real match over a real socket.

use capture::{CaptureMoment, RecordedClient, capture_file::CaptureFile};
use lab::{
    file::{File, Hashes, RunFile},
    moment::ColumnShot,
    run::Input,
    run_playback::RunPlayback,
    scenario::Scenario,
};
use serde_json::Value;
use shared::{
    base::{geometry::Turn, time::Micros},
    client::{Controls, GhostVisibility},
    netcode::preset::Preset,
    report::shot_report::ReportsWanted,
    sim::{
        command::{Thrust, Trigger},
        event::ShotId,
    },
    wire::message::PROTOCOL_VERSION,
};

use crate::support::command::run;
use crate::support::player::{Player, client_config};
use crate::support::{Server, without_timeouts};

/// Links, their frames, and the state hashes at those frames; the links' native test and the page's
/// test compare with the same lines.
const LINKS: &str = include_str!("../../../crates/integration-tests/tests/lab_links.txt");

fn judged(input: &[u8]) -> Value {
    run(&["judge", "-"], input).json()
}

/// Three seconds of flight with the laser's trigger held.
fn flight() -> RunFile {
    let mut playback = RunPlayback::new(Scenario::default().setup()).unwrap();
    for n in 0..180_u32 {
        let controls = Controls {
            thrust: Thrust::ALL[(n / 30 % 9) as usize],
            aim: Turn((n * 300) as u16),
            trigger: Trigger::Laser,
        };
        playback.handle_input(Input::Fly { player: 0, controls }).unwrap();
        playback.step().unwrap();
    }
    RunFile::of(&playback, None)
}

fn bytes_of(file: &RunFile) -> Vec<u8> {
    File::Run(file.clone()).encode().unwrap()
}

#[test]
fn golden_links_reach_golden_states() {
    for line in LINKS.lines() {
        let [link, frame, hash] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("not a link, a frame and a hash: {line}");
        };
        for source in [format!("#{link}"), format!("https://lagrange.example/lab#{link}")] {
            let end = run(&["replay", &source], b"");
            assert_eq!((end.status, end.stderr.as_str()), (Some(0), ""), "{link}");
            let there = format!("frame {frame} {hash}");
            assert!(end.stdout.lines().any(|line| line.starts_with(&there)), "{}", end.stdout);
        }
        let end = run(&["replay", "-"], format!("#{link}\n").as_bytes());
        assert_eq!(end.status, Some(0), "{}", end.stderr);
    }
}

#[test]
fn a_run_is_replayed_second_by_second() {
    let file = flight();
    let end = run(&["replay", "-"], &bytes_of(&file));
    assert_eq!((end.status, end.stderr.as_str()), (Some(0), ""));
    println!("{}", end.stdout);
    let mut lines = end.stdout.lines();
    let first = lines.next().unwrap();
    assert!(first.starts_with("a run of free (") && first.ends_with("180 frames, 180 inputs"));
    for second in 0..=3 {
        let hash = file.hashes.at(second).unwrap();
        assert_eq!(lines.next().unwrap(), format!("{second} {hash:016x} ok"));
    }
    let listed = run(&["replay", "--shots", "-"], &bytes_of(&file)).stdout;
    println!("{listed}");
    assert!(listed.lines().any(|line| line.starts_with("your shot ")));
}

#[test]
fn outcomes_are_printed_with_their_number() {
    let lines = |link: &str| -> Vec<String> {
        run(&["replay", link], b"").stdout.lines().map(str::to_string).collect()
    };
    let came = |lines: &[String]| {
        lines.iter().find(|line| line.starts_with("as expected: ")).cloned().unwrap_or_default()
    };
    // Played to its end, paused before it, and continued: the scenario's own end counts.
    let whole = lines("#v=3&scenario=figure-2&at=240");
    assert!(came(&whole).starts_with("as expected: 1"), "{whole:?}");
    assert!(came(&whole).contains(" u: "), "its number has a unit: {whole:?}");
    assert_eq!(came(&lines("#v=3&scenario=figure-2&at=60")), came(&whole));
    let on = lines("#v=3&scenario=figure-2&at=700");
    assert_eq!(came(&on), came(&whole));
    let says = |line: &String| line.starts_with("the run goes on past the scenario’s end, frame ");
    assert!(on.iter().any(says) && !lines("#v=3&scenario=figure-2&at=60").iter().any(says));
    assert!(came(&lines("#v=3&scenario=free&at=60")).is_empty(), "free play has no outcome");
}

#[test]
fn a_diverging_run_is_reported_and_ends_with_status_1() {
    let mut file = flight();
    let Hashes::Played(hashes) = &mut file.hashes else { panic!("of this version") };
    let is = hashes[2];
    hashes[2] ^= 1;
    let end = run(&["replay", "-"], &bytes_of(&file));
    assert_eq!(end.status, Some(1));
    let line = format!("2 {is:016x} differs from {:016x}", is ^ 1);
    assert!(end.stdout.lines().any(|printed| printed == line), "{}", end.stdout);
    assert_eq!(judged(&bytes_of(&file))["same"], false);
}

#[test]
fn unreadable_input_exits_with_status_2() {
    let sound = bytes_of(&flight());
    let mut damaged = sound.clone();
    damaged[sound.len() / 2] ^= 4;
    let rows: [(&[&str], &[u8], &str); 7] = [
        (&["replay", "-"], &damaged, "standard input: the file is damaged"),
        (&["judge", "-"], &damaged, "lagrange: the file is damaged: its checksum does not match\n"),
        (&["replay", "-"], &sound[..100], "the file is damaged"),
        (&["replay", "-"], b"not ours", "not a Lagrange file"),
        (&["replay", "/nowhere/at.all"], b"", "cannot read /nowhere/at.all: "),
        (&["replay", "#v=9"], b"", "made by a newer version"),
        (&["replay", "http://a.example/"], b"", "The link names no scenario."),
    ];
    for (args, input, words) in rows {
        let end = run(args, input);
        assert_eq!((end.status, end.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(end.stderr.contains(words), "{args:?}: {}", end.stderr);
        assert_eq!(end.stderr.lines().count(), 1, "{}", end.stderr);
    }
}

/// If the message already contains its cause, the cause is not appended again.
#[test]
fn a_cause_is_printed_once() {
    let mut beyond = flight();
    beyond.moment.frame = 999;
    let mut capture =
        RecordedClient::capture(&RecordedClient::new(client_config("ada", ""), Micros::ZERO));
    (capture.protocol, beyond.moment.run.frames) = (1, 180);
    let capture = File::Capture(CaptureFile { capture, moment: None }).encode().unwrap();
    let beyond = bytes_of(&beyond);
    let late = "the moment in the file is invalid: frame 999 is after the end, frame 180";
    let other = format!(
        "the capture in the file cannot be played: its protocol version is 1; this program reads \
         {PROTOCOL_VERSION}"
    );
    let column =
        "The moment in the link is invalid: the shot is in column 2, but the run has only 1.";
    let setup = "#v=3&scenario=free&at=60&shot=30.0.0.l&column=b";
    let rows: [(&[&str], &[u8], String); 5] = [
        (&["replay", "-"], &beyond, format!("standard input: {late}")),
        (&["judge", "-"], &beyond, late.into()),
        (&["replay", "-"], &capture, format!("standard input: {other}")),
        (&["judge", "-"], &capture, other),
        (&["replay", setup], b"", column.into()),
    ];
    for (args, input, said) in rows {
        let end = run(args, input);
        assert_eq!((end.status, end.stderr), (Some(2), format!("lagrange: {said}\n")), "{args:?}");
    }
}

#[test]
fn the_shots_of_a_run_are_judged_and_by_every_scheme() {
    let mut file = flight();
    let answer = judged(&bytes_of(&file));
    assert_eq!((&answer["kind"], &answer["same"]), (&"run".into(), &true.into()));
    let shots = answer["columns"][0]["shots"].as_array().unwrap();
    assert!(shots.len() > 3, "{answer:#}");
    for shot in shots {
        assert_eq!((&shot["shooter"], &shot["rule"]), (&"You".into(), &"lagrange".into()));
        let presets = shot["presets"].as_array().unwrap();
        assert_eq!(presets.len(), Preset::ALL.len());
        let own = presets.iter().find(|preset| preset["rule"] == "lagrange").unwrap();
        assert_eq!((&own["verdict"], &own["victim"]), (&shot["verdict"], &shot["victim"]));
    }
    let selected = shots[1]["shot"].as_str().unwrap();
    file.moment.shot = selected.parse::<ShotId>().ok().map(|shot| ColumnShot { column: 0, shot });
    let answer = judged(&bytes_of(&file));
    assert_eq!(answer["selected"], selected);
    let only = answer["columns"][0]["shots"].as_array().unwrap();
    assert_eq!(only.len(), 1);
    assert_eq!(only[0]["shot"], selected);
}

#[tokio::test]
async fn a_capture_of_an_online_match_is_replayed_and_judged() {
    let server = Server::start(without_timeouts()).await;
    let mut ada = Player::join(&server, "ada", "").await;
    ada.play_until("the welcome", |client| client.joined()).await;
    ada.client.set_ghosts(GhostVisibility::Shown);
    ada.client.set_reports_wanted(ReportsWanted::Yes);
    let held = Controls { trigger: Trigger::Laser, ..Controls::default() };
    ada.hold_until("verdicts", held, |client| client.records().count() >= 3).await;
    ada.play_until("a report", |client| client.newest_report().is_some()).await;
    let capture = RecordedClient::capture(&ada.client);
    let bytes = CaptureFile { capture: capture.clone(), moment: None }.encode().unwrap();

    let end = run(&["replay", "--shots", "-"], &bytes);
    assert_eq!((end.status, end.stderr.as_str()), (Some(0), ""));
    println!("{}", end.stdout);
    assert!(end.stdout.starts_with("a capture of the room lobby, recorded by ada: "));
    let states: Vec<&str> = end.stdout.lines().filter(|line| line.ends_with(" ok")).collect();
    assert!(states.len() >= 2, "{}", end.stdout);
    assert!(!end.stdout.contains("differs"), "{}", end.stdout);
    assert!(end.stdout.lines().filter(|line| line.starts_with("shot ")).count() >= 3);

    let answer = judged(&bytes);
    assert_eq!((&answer["kind"], &answer["room"]), (&"capture".into(), &"lobby".into()));
    let shots = answer["shots"].as_array().unwrap();
    assert!(shots.len() >= 3 && shots.iter().any(|shot| !shot["presets"].is_null()));
    assert!(answer["selected"].is_null());
    for shot in shots {
        assert_eq!((&shot["shooter"], &shot["rule"]), (&"ada".into(), &"lagrange".into()));
    }

    let unlisted = run(&["replay", "-"], &bytes);
    let unlisted_lines: Vec<&str> = unlisted.stdout.lines().collect();
    let without_shots: Vec<&str> =
        end.stdout.lines().filter(|line| !line.starts_with("shot ")).collect();
    assert_eq!(unlisted_lines, without_shots, "the same, but for the shots");

    let selected = shots[1]["shot"].as_str().unwrap();
    let shot = selected.parse::<ShotId>().ok().unwrap();
    let moment = Some(CaptureMoment { frame: 60, shot });
    let answer = judged(&CaptureFile { capture, moment }.encode().unwrap());
    assert_eq!((&answer["selected"], &answer["frame"]), (&selected.into(), &60.into()));
    assert_eq!(answer["shots"].as_array().unwrap(), &[shots[1].clone()]);
}
