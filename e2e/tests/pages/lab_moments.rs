//! Moments of the laboratory: a link opens the same one with the same shot, steps back and forward
//! reach the same states, and a scenario flown by the user can be shared like any other.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, ESCAPE, Page, PausedMoment, Server};
use fantoccini::Locator;
use lab::{
    link::{MomentLink, Reproduction},
    moment::Moment,
    run::Input,
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::Controller,
};
use shared::{
    base::geometry::Turn,
    client::Controls,
    sim::command::{Thrust, Trigger},
};

/// Frames flown before the link is copied.
const FLOWN_FRAMES: u32 = 40;

/// The link that the page shares, opened natively: it leads to the moment that the page shows.
async fn shared(page: &Page) -> Result<(String, PausedMoment, RunPlayback)> {
    let address = page.shared_link().await?;
    let stand = page.until_paused().await?;
    let (_, fragment) = address.split_once('#').context("a link has a fragment")?;
    let opened = MomentLink::parse(fragment)?.open()?;
    ensure!(opened.reproduction != Reproduction::Differs, "{fragment}");
    assert_eq!(hash_of(&opened.playback), (stand.frame, stand.hash.clone()), "{fragment}");
    Ok((address, stand, opened.playback))
}

fn hash_of(playback: &RunPlayback) -> (u32, String) {
    (playback.frame(), format!("{:016x}", playback.state().state_hash()))
}

/// A flight of 1 s to the right, at its middle.
fn flown() -> Result<RunPlayback> {
    let mut playback = RunPlayback::new(Scenario::Free.setup())?;
    for n in 0..60_u32 {
        let aim = Turn((n * 500) as u16);
        let controls = Controls { thrust: Thrust::Right, aim, trigger: Trigger::Laser };
        playback.handle_input(Input::Fly { player: 0, controls })?;
        playback.step()?;
    }
    playback.seek(30, u32::MAX);
    Ok(playback)
}

/// Three frames back and three forward, by keys: the states match the native ones both ways.
async fn check_steps(page: &Page, playback: &mut RunPlayback) -> Result<()> {
    let at = playback.frame();
    for (key, frame) in
        [(',', at - 1), (',', at - 2), (',', at - 3), ('.', at - 2), ('.', at - 1), ('.', at)]
    {
        page.press(key).await?;
        let stand = page.until_paused_at(frame).await?;
        playback.seek(frame, u32::MAX);
        assert_eq!(hash_of(playback), (frame, stand.hash), "after `{key}`");
    }
    Ok(())
}

#[tokio::test]
async fn a_link_opens_the_same_moment_with_the_same_shot() -> Result<()> {
    const AT: u32 = 250;
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let one = browser.open(&server.url(&format!("/lab#scenario=figure-2&at={AT}"))).await?;
    one.until_paused_at(AT).await?;
    one.press(',').await?;
    let stand = one.until_paused_at(AT - 1).await?;
    one.ask("shots").await?;
    one.until_contains("#shot-list", &["your laser"]).await?;
    one.click_on("#shot-list button").await?;
    let readout = one.until_readout().await?;
    one.press(ESCAPE).await?;
    one.until_hidden("#forensics").await?;
    let (address, again, _) = shared(&one).await?;
    assert_eq!(again, stand, "sharing changes nothing");
    ensure!(address.contains("&shot="), "the shot is in it: {address}");

    let two = browser.open(&address).await?;
    assert_eq!(two.until_paused_at(stand.frame).await?, stand);
    assert_eq!(two.until_readout().await?, readout);

    // At another frame the link names no shot.
    one.press('.').await?;
    one.until_paused_at(AT).await?;
    let (address, ..) = shared(&one).await?;
    ensure!(!address.contains("&shot="), "{address}");
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn steps_back_and_forward_lead_to_the_same_states() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab#scenario=figure-4&at=200")).await?;
    let mut playback = MomentLink::parse("scenario=figure-4&at=200")?.open()?.playback;
    page.until_paused_at(200).await?;
    check_steps(&page, &mut playback).await?;

    // In a flight too, within its recording: a mouse that rests elsewhere changes nothing.
    let mut playback = flown()?;
    let link = Moment::of(&playback, None).to_link(playback.state().played_hash())?;
    page.open_fragment(&link).await?;
    page.until_paused_at(30).await?;
    check_steps(&page, &mut playback).await?;
    for frame in 31..=33 {
        page.press('.').await?;
        playback.seek(frame, u32::MAX);
        let stand = page.until_paused_at(frame).await?;
        assert_eq!(hash_of(&playback), (frame, stand.hash), "the flown run continues");
    }
    let (_, _, same) = shared(&page).await?;
    assert_eq!(same.run(), playback.run(), "none of it is lost");

    // Pressing a flight key starts another flight.
    page.hold('a').await?;
    page.press('.').await?;
    let stand = page.until_paused_at(34).await?;
    page.release('a').await?;
    playback.seek(34, u32::MAX);
    assert_ne!(hash_of(&playback).1, stand.hash, "other inputs, another match");
    let (_, _, other) = shared(&page).await?;
    assert_eq!(other.run().frames, 34);
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_scenario_that_is_flown_can_be_shared() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let one = browser.open(&server.url("/lab#scenario=figure-3")).await?;
    let begun = one.until("the scenario", |look| look.count("frame") > 20).await?.count("frame");
    one.hold('d').await?;
    one.until("a flight", |look| look.count("frame") > begun + FLOWN_FRAMES).await?;
    one.release('d').await?;
    ensure!(one.find(Locator::Css("#take-button[aria-pressed=true]")).await.is_ok(), "taken over");
    let (address, stand, playback) = shared(&one).await?;
    let column = &playback.state().columns()[0];
    assert_eq!(*column.controller(0), Controller::You);
    let start = playback.run().setup.players[0].place.context("it stood somewhere")?;
    let ship = column.harness().client(0).own_ship().context("it flies")?;
    let way_u = ship.body.pos.x - f32::from(start.x_u);
    ensure!(way_u > 10.0, "it flew to the right: {way_u} u");

    let two = browser.open(&address).await?;
    assert_eq!(two.until_paused_at(stand.frame).await?, stand);
    let (_, again, same) = shared(&two).await?;
    assert_eq!((again, same.run()), (stand, playback.run()), "and can be passed on");
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}
