//! Every scenario plays in the page until its promised outcome; those that are no figure of the
//! article from shortly before it, unless `cargo xtask test --long` runs. The page's sentences on
//! the outcome and on a shot match those of the same match run natively.
use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use e2e::{Browser, ESCAPE, Page, Server};
use forensics::Case;
use integration_tests::is_long;
use lab::{column::Column, outcome::OutcomeStatus, run_playback::RunPlayback, scenario::Scenario};
use shared::sim::{event::ShotId, ship::ShipId};
use tokio::try_join;
use words::{Language, ShipName};

/// The language of the pages.
const ENGLISH: Language = Language::English;

const FIGURES: [Scenario; 4] =
    [Scenario::Zones, Scenario::LateMiss, Scenario::OutOfNowhere, Scenario::Converge];

/// One loop of a scenario, run natively.
struct Round {
    playback: RunPlayback,
    /// The first frame of its promised outcome.
    first: u32,
    /// Every sentence that counts as that outcome.
    sentences: BTreeSet<String>,
}

fn round(scenario: Scenario) -> Result<Round> {
    let mut playback = RunPlayback::new(scenario.setup())?;
    let (mut first, mut sentences) = (None, BTreeSet::new());
    for _ in 0..playback.run().setup.loop_frames {
        playback.step()?;
        let outcome = playback.state().outcome();
        if let Some(outcome) = outcome.filter(|it| it.status == OutcomeStatus::AsExpected) {
            first.get_or_insert(playback.frame());
            sentences.insert(ENGLISH.outcome(&outcome.statement));
        }
    }
    let first = first.with_context(|| format!("{} reaches its outcome", scenario.key()))?;
    Ok(Round { playback, first, sentences })
}

/// Where a page begins to play a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beginning {
    FirstFrame,
    /// A second before the outcome.
    Outcome,
}

/// Plays a scenario in the page until its promised outcome; wherever it is then paused, page and
/// native match agree.
async fn check_scenario(
    page: &Page,
    scenario: Scenario,
    beginning: Beginning,
) -> Result<RunPlayback> {
    /// Frames played before the outcome.
    const LEAD: u32 = 60;
    let key = scenario.key();
    let Round { mut playback, first, sentences } = round(scenario)?;
    match beginning {
        Beginning::FirstFrame => page.open_fragment(&format!("scenario={key}")).await?,
        Beginning::Outcome => {
            // A link to frame 0 does not pause.
            let frame = first.saturating_sub(LEAD).max(1);
            page.open_fragment(&format!("scenario={key}&at={frame}")).await?;
            page.until_paused_at(frame).await?;
            page.press('k').await?;
        }
    }
    page.until_contains("#caption-title", &[ENGLISH.scenario(scenario).title]).await?;
    let came = format!("{key} to come to one of {sentences:?}");
    page.until(&came, |look| sentences.contains(look.text_of("outcome"))).await?;

    let stand = page.pause().await?;
    playback.seek(stand.frame, u32::MAX);
    assert_eq!(playback.frame(), stand.frame, "{key} restarts after its round");
    assert_eq!(format!("{:016x}", playback.state().state_hash()), stand.hash, "{key}: {stand:?}");
    let outcome = playback.state().outcome();
    let text = outcome.map_or_else(String::new, |outcome| ENGLISH.outcome(&outcome.statement));
    assert_eq!(stand.outcome, text, "{key} at frame {}", stand.frame);
    let shown = if text.is_empty() { ENGLISH.scenario(scenario).label } else { &text };
    page.until_contains("#outcome", &[shown]).await?;
    let reached = outcome.is_some_and(|outcome| outcome.status == OutcomeStatus::AsExpected);
    assert_eq!(page.has("#outcome", "data-reached").await?, reached, "{key}: {stand:?}");
    Ok(playback)
}

/// The newest shot of the first player, and its sentence.
fn newest_shot(column: &Column) -> Result<Option<(ShotId, String)>> {
    let client = column.harness().client(0);
    let Some(newest) = client.shots().last() else { return Ok(None) };
    let mut viewers = column.ships().into_iter().flatten();
    let report = viewers.find_map(|viewer| column.report(viewer, newest.shot));
    let report = report.context("a reported shot has a report")?;
    let of = |ship: ShipId| {
        let player = column.ships().iter().position(|known| *known == Some(ship))?;
        Some(column.harness().client(player))
    };
    let target = Case::new(&report, None, None).target();
    let case = Case::new(&report, of(newest.shot.shooter), target.and_then(of));
    let case = case.addressed_to(column.ship(0).context("the first player's ship")?);
    let name = |ship: ShipId| {
        let entry = client.roster().iter().find(|entry| entry.ship == ship);
        let name = entry.map(|entry| entry.name.as_str());
        ShipName::among(&column.ships(), ship, name)
    };
    Ok(Some((newest.shot, Language::default().shot(&case.sentences(), &name))))
}

/// At the end of the loop, the sheet of the newest shot agrees with the native result.
async fn check_shot(page: &Page, scenario: Scenario, mut playback: RunPlayback) -> Result<()> {
    let end = u32::from(playback.run().setup.loop_frames);
    let key = scenario.key();
    page.open_fragment(&format!("scenario={key}&at={end}")).await?;
    page.until_paused_at(end).await?;
    playback.seek(end, u32::MAX);
    let found = newest_shot(&playback.state().columns()[0])?;
    ensure!(found.is_some() || scenario == Scenario::Zones, "{key} is about a shot");
    page.ask("shots").await?;
    if let Some((shot, sentence)) = found {
        page.until_contains("#shot-list", &["your laser"]).await?;
        page.click_on("#shot-list button").await?;
        let readout = page.until_readout().await?;
        let begun = format!("{}.{}.", shot.tick.0, shot.shooter.idx);
        ensure!(readout.shot.starts_with(&begun), "{key}: {} is not {shot:?}", readout.shot);
        assert_eq!(readout.sentence, sentence, "{key}");
        page.until_contains("#forensics-sentence", &[&sentence]).await?;
        page.press(ESCAPE).await?;
        page.until_hidden("#forensics").await?;
    } else {
        page.until_contains("#shots-empty", &["No shots yet"]).await?;
    }
    page.ask("shots").await?;
    page.until_hidden("#shots").await
}

#[tokio::test]
async fn the_figures_match_their_text_and_explain_their_shots() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    for scenario in FIGURES {
        let playback = check_scenario(&page, scenario, Beginning::FirstFrame).await?;
        check_shot(&page, scenario, playback).await?;
    }
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_other_scenarios_come_as_they_say() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let loops = |scenario: &Scenario| scenario.setup().loop_frames > 0;
    let others = Scenario::ALL.into_iter().filter(loops);
    let others: Vec<_> = others.filter(|scenario| !FIGURES.contains(scenario)).collect();
    let beginning = if is_long() { Beginning::FirstFrame } else { Beginning::Outcome };
    // On two pages at once: each mostly waits.
    let check = async |scenarios: &[Scenario]| -> Result<()> {
        let page = browser.open(&server.url("/lab")).await?;
        for scenario in scenarios {
            check_scenario(&page, *scenario, beginning).await?;
        }
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
        Ok(())
    };
    let (one, two) = others.split_at(others.len() / 2);
    try_join!(check(one), check(two)).map(drop)
}
