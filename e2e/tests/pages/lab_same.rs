//! One link of the laboratory, run three ways: in the page, by the command line, and natively here.
//! The states are equal, bit for bit.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Page, Server, replay};
use lab::{
    link::{MomentLink, Reproduction},
    moment::Moment,
    network::Network,
    run::Input,
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::Controller,
};
use shared::{
    base::geometry::Turn,
    client::Controls,
    netcode::preset::Preset,
    sim::command::{Thrust, Trigger},
};

/// Links made of words only: bots for half a minute, a figure well into its second loop, two
/// columns under different conditions, and another codec.
const PLAIN: [&str; 4] = [
    "v=1&scenario=free&at=1800",
    "v=1&scenario=figure-2&at=500",
    "v=1&scenario=figure-1&seed=7&scheme=source,deferred&network=mobile&at=250",
    "v=1&scenario=figure-4&codec=postcard&at=200",
];

/// The golden links, with their frames and played hashes: the same lines that the tests of links
/// and of the program compare with.
const KEPT: &str = include_str!("../../../crates/integration-tests/tests/lab_links.txt");

/// A link into a flight of 3 s, half a second before its end, with every other kind of external
/// input.
fn flown() -> Result<String> {
    let mut setup = Scenario::Free.setup();
    setup.seed = 77;
    let mut playback = RunPlayback::new(setup)?;
    for n in 0..180_u32 {
        playback.handle_input(match n {
            40 => Input::Conditions { player: 0, conditions: Network::Mobile.conditions() },
            70 => Input::Netcode { column: 0, netcode: Preset::QuakeWorld.netcode() },
            90 => Input::Split { netcode: Preset::DelayedSync.netcode() },
            120 => Input::Controller { player: 1, controller: Controller::still() },
            _ => Input::Fly { player: 0, controls: held(n) },
        })?;
        playback.step()?;
    }
    playback.seek(150, u32::MAX);
    Ok(Moment::of(&playback, None).to_link(playback.state().played_hash())?)
}

/// Controls at a frame: thrust changes every quarter of a second, aim all the time.
fn held(n: u32) -> Controls {
    Controls {
        thrust: Thrust::ALL[(n / 15 % 9) as usize],
        aim: Turn((n * 977) as u16),
        trigger: Trigger::from_pressed((n % 30 < 15, n.is_multiple_of(90))),
    }
}

/// Checks that the page reaches the same state and the program the same played hash as natively.
/// Returns the frame and the played hash.
async fn check_link(page: &Page, fragment: &str) -> Result<(u32, String)> {
    let opened = MomentLink::parse(fragment)?.open()?;
    ensure!(
        opened.reproduction != Reproduction::Differs,
        "a link carries the hash of its state: {fragment}"
    );
    let (frame, state) = (opened.playback.frame(), opened.playback.state());
    let [state, hash] =
        [state.state_hash(), state.played_hash()].map(|hash| format!("{hash:016x}"));

    page.open_fragment(fragment).await?;
    let stand = page.until_paused_at(frame).await?;
    assert_eq!(stand.hash, state, "the page, for {fragment}");
    let messages = page.messages().await?;
    let warned = messages.iter().any(|message| message.contains("Another build"));
    ensure!(!warned, "{fragment}: {messages:?}");

    let replayed = replay(&format!("#{fragment}"))?;
    assert_eq!(replayed.status, Some(0), "{fragment}: {}", replayed.stdout);
    let begun = format!("frame {frame} ");
    let line = replayed.stdout.lines().find_map(|line| line.strip_prefix(&begun));
    let shown_text = line.and_then(|line| line.split(' ').next());
    let shown_text =
        shown_text.with_context(|| format!("no line of frame {frame}: {}", replayed.stdout))?;
    assert_eq!(shown_text, hash, "the command line, for {fragment}");
    Ok((frame, hash))
}

#[tokio::test]
async fn a_page_the_program_and_a_test_come_to_the_same_state() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    page.until("the laboratory", |look| look.state() == "playing").await?;
    for fragment in PLAIN {
        check_link(&page, fragment).await?;
    }
    let flown = flown()?;
    ensure!(flown.contains("&run="), "inputs are in it: {flown}");
    check_link(&page, &flown).await?;
    for line in KEPT.lines() {
        let (link, shown_text) =
            line.split_once(' ').context("a line is a link, a frame and a hash")?;
        let (frame, hash) = check_link(&page, link).await?;
        assert_eq!(format!("{frame} {hash}"), shown_text, "{link}");
    }
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
