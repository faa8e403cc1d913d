//! Screenshots of the laboratory. The moments are found natively and the page opens links to them,
//! so every run captures the same instants.
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use e2e::{Browser, Page, Screen, Server};
use lab::{
    lesson::Lesson,
    link::{LinkedHash, MomentLink},
    moment::{ColumnShot, Moment},
    pane::{Pane, bolt_ties},
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::Setup,
    state::LabState,
};

/// Maximum frames searched for a moment.
const FRAMES: u32 = 600;
/// Frames from when a bolt is visible on every screen to its picture.
const UNDER_WAY: u32 = 1;
/// Frames until every scheme's verdict on a judged shot is known.
const COUNTERFACTUALS: u32 = 200;
/// Frames for which everything must be visible before a screenshot.
const PICTURES: u32 = 20;

/// A key to press before the screenshot, after opening the link.
type Key = Option<char>;

/// Takes them all, on a desktop and on a phone.
pub(crate) async fn take(browser: &Browser, folder: &Path) -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let lesson = Lesson::of_number(6).context("there are ten lessons")?;
    let pictures: [(&str, MomentLink, Key); 9] = [
        ("lab-figure-4", in_flight(Scenario::Converge.setup(), UNDER_WAY, None)?, None),
        ("lab-shot", judged(Scenario::Rewind)?, None),
        ("lab-ring", late(Scenario::Freeze)?, None),
        ("lab-view-line", late(Scenario::InterpolationLine)?, None),
        ("lab-stored", late(Scenario::EtMaxFps)?, Some('v')),
        ("lab-cheats", late(Scenario::LiarOldView)?, Some('u')),
        ("lab-lockstep", late(Scenario::Lockstep)?, None),
        ("lab-graph", late(Scenario::StreamStall)?, Some('n')),
        ("lab-lesson", in_flight(lesson.setup(), 0, Some(lesson.number()))?, None),
    ];
    for screen in [Screen::Desk, Screen::Phone] {
        let of_screen = if screen == Screen::Phone { "-phone" } else { "" };
        for (name, link, key) in &pictures {
            let url = server.url(&format!("/lab#{}", link.to_fragment()?));
            let page = browser.open_on(screen, &url).await?;
            open(&page, link, *key).await.with_context(|| (*name).to_string())?;
            let path = folder.join(format!("{name}{of_screen}.png"));
            fs::write(path, page.screenshot().await?)?;
            let errors = page.console_errors().await?;
            ensure!(errors.is_empty(), "the page had errors: {errors:?}");
            page.goto("about:blank").await?;
        }
    }
    Ok(())
}

/// Opens a link and waits until the page is paused at its moment.
async fn open(page: &Page, link: &MomentLink, key: Key) -> Result<()> {
    let frame = link.moment.frame.to_string();
    let there = |look: &e2e::Look| look.state() == "paused" && look.text_of("frame") == frame;
    page.until("the moment", there).await?;
    if link.moment.shot.is_some() {
        page.until("the shot", |look| !look.text_of("forensics").is_empty()).await?;
    }
    if let Some(key) = key {
        page.press(key).await?;
    }
    let before = page.look().await?.count("frames");
    page.until("pictures", |look| look.count("frames") >= before + PICTURES).await?;
    Ok(())
}

/// The link to the current moment of a playback.
fn link(playback: &RunPlayback, shot: bool, lesson: Option<u8>) -> Result<MomentLink> {
    let first = || playback.state().columns()[0].harness().client(0).shots().next();
    let shot = if shot { Some(first().context("a shot")?.shot) } else { None };
    let shot = shot.map(|shot| ColumnShot { column: 0, shot });
    let check = LinkedHash::of(playback.state().played_hash());
    Ok(MomentLink { moment: Moment::of(playback, shot), lesson, check })
}

/// Runs until a condition holds, and `more` frames further.
fn run_until(setup: Setup, so: impl Fn(&LabState) -> bool, more: u32) -> Result<RunPlayback> {
    let mut playback = RunPlayback::new(setup)?;
    while !so(playback.state()) {
        ensure!(playback.frame() < FRAMES, "the moment never comes");
        playback.step()?;
    }
    for _ in 0..more {
        playback.step()?;
    }
    Ok(playback)
}

/// The moment when the first bolt is in flight on all three screens.
fn in_flight(setup: Setup, more: u32, lesson: Option<u8>) -> Result<MomentLink> {
    let flies = |state: &LabState| {
        let at = state.time_of(state.frame());
        state.columns().iter().all(|column| {
            let [you, server, other] = Pane::ALL.map(|pane| column.view(pane, at));
            !bolt_ties(&you, &server).is_empty() && !bolt_ties(&server, &other).is_empty()
        })
    };
    link(&run_until(setup, flies, more)?, false, lesson)
}

/// The moment when a shot is judged and its player knows.
fn judged(scenario: Scenario) -> Result<MomentLink> {
    let known = |state: &LabState| {
        let harness = state.columns()[0].harness();
        state.outcome().is_some() && harness.client(0).shots().next().is_some()
    };
    link(&run_until(scenario.setup(), known, COUNTERFACTUALS)?, true, None)
}

/// The moment when the scenario has its outcome.
fn late(scenario: Scenario) -> Result<MomentLink> {
    link(&run_until(scenario.setup(), |state| state.outcome().is_some(), 0)?, false, None)
}
