//! Hashes what every scenario and every kept link sends and draws. The hashes change with the
//! rules, but not when code is moved, renamed or restructured.
//!
//! After a change of the rules, `GOLDEN_UPDATE=played cargo test -p integration-tests --test it
//! played::` rewrites `played.txt`. Each of its lines is a scenario or a kept link, a frame, and
//! the played hash there.

use lab::{link::MomentLink, run_playback::RunPlayback, scenario::Scenario};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/played.txt");
const LINKS: &str = include_str!("../lab_links.txt");
/// The frames at which a scenario is hashed: after its first loop, and later.
const FRAMES: [u32; 3] = [150, 300, 600];

fn line(name: &str, playback: &RunPlayback) -> String {
    format!("{name} {} {:016x}\n", playback.frame(), playback.state().played_hash())
}

#[test]
fn scenarios_and_kept_links_send_and_draw_the_same() {
    let mut text = String::new();
    for scenario in Scenario::ALL {
        let mut playback = RunPlayback::new(scenario.setup()).unwrap();
        for frame in FRAMES {
            while playback.frame() < frame {
                playback.step().unwrap();
            }
            text += &line(scenario.key(), &playback);
        }
    }
    for (n, kept) in LINKS.lines().enumerate() {
        let link = MomentLink::parse(kept.split(' ').next().unwrap()).unwrap();
        text += &line(&format!("link-{n}"), &link.open().unwrap().playback);
    }
    if std::env::var("GOLDEN_UPDATE").is_ok_and(|update| update == "played") {
        std::fs::write(FILE, &text).unwrap();
    }
    let want = std::fs::read_to_string(FILE).unwrap();
    for (got, want) in text.lines().zip(want.lines()) {
        assert_eq!(got, want);
    }
    assert_eq!(text, want);
}
