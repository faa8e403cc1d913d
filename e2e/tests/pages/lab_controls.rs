//! The controls of the laboratory: slow time, net graph, panes and columns, presets by their keys,
//! and kinds of connection. The shared link then contains the choices.
use std::cell::RefCell;

use anyhow::{Context, Result};
use e2e::{Browser, DOWN, END, ENTER, ESCAPE, Look, Page, Server, TAB, UP, until};
use fantoccini::Locator;
use lab::{
    link::{MomentLink, Reproduction},
    network::Network,
    run::Input,
    run_playback::RunPlayback,
};
use shared::netcode::preset::Preset;

/// Frames observed in slow time.
const PICTURES: u32 = 40;
/// Index of the speed 1/100.
const SLOW: usize = 6;

/// The match that the page shares, opened natively.
async fn shared(page: &Page) -> Result<RunPlayback> {
    let address = page.shared_link().await?;
    let (_, fragment) = address.split_once('#').context("a link has a fragment")?;
    let opened = MomentLink::parse(fragment)?.open()?;
    assert_ne!(opened.reproduction, Reproduction::Differs, "{fragment}");
    Ok(opened.playback)
}

async fn open(browser: &Browser, server: &Server, fragment: &str) -> Result<Page> {
    let page = browser.open(&server.url(&format!("/lab#{fragment}"))).await?;
    page.until("the laboratory", |look| look.count("frames") > 3).await?;
    Ok(page)
}

#[tokio::test]
async fn slow_time_is_drawn_between_its_frames() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "scenario=figure-1&at=150").await?;
    page.until_paused_at(150).await?;
    let slower: String = [DOWN].repeat(SLOW).into_iter().collect();
    page.find(Locator::Id("speed")).await?.send_keys(&slower).await?;
    page.press('k').await?;
    let before = page.until("slow time", |look| look.state() == "playing").await?;
    let drawn = |look: &Look| look.count("frames") >= before.count("frames") + PICTURES;
    let after = page.until("pictures", drawn).await?;
    let pictures = after.count("frames") - before.count("frames");
    let frames = after.count("frame") - before.count("frame");
    assert!(frames * 3 <= pictures, "{frames} frames in {pictures} pictures");

    // Both ships fly: the picture changes within the same frame of the match.
    let last = RefCell::new(after.clone());
    let moved = |look: &Look| {
        let last = last.replace(look.clone());
        last.count("frame") == look.count("frame") && last.text_of("ships") != look.text_of("ships")
    };
    page.until("a move between two frames", moved).await?;
    page.until("the next frame", |look| look.count("frame") > after.count("frame")).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_net_graph_and_the_panes_come_and_go() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "scenario=figure-1").await?;
    page.until_hidden("#net-graph").await?;
    page.press('n').await?;
    page.until_contains("#net-graph", &["ping", "loss"]).await?;
    page.press('n').await?;
    page.until_hidden("#net-graph").await?;

    page.until_seen("#titles p", 3).await?;
    page.ask("maximise-0").await?;
    page.until_seen("#titles p", 1).await?;
    page.until_contains("#titles", &["You"]).await?;
    page.press(ESCAPE).await?;
    page.until_seen("#titles p", 3).await?;

    page.press('b').await?;
    page.until_seen("#titles p", 6).await?;
    page.until_contains("#titles", &["A: Lagrange", "B: "]).await?;
    let playback = shared(&page).await?;
    assert_eq!(playback.state().columns().len(), 2);
    page.press('b').await?;
    page.until_seen("#titles p", 3).await?;
    assert_eq!(shared(&page).await?.state().columns().len(), 1);
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn what_is_stored_is_shown_of_one_ship_after_the_other() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "scenario=et-veto&at=140").await?;
    page.until_paused_at(140).await?;
    let says = |begins: &'static str| move |look: &Look| look.text_of("stored").starts_with(begins);
    page.press('v').await?;
    let other = page.until("the other ship's", says("The other ship: markers, 0.")).await?;
    let playback = shared(&page).await?;
    let column = &playback.state().columns()[0];
    let stored = column.stored_now(column.ship(1).context("a ship")?).context("a past")?;
    let fraction = stored.fraction().context("between two")?;
    let shown_text = other.text_of("stored");
    assert!(shown_text.ends_with(" of the way"), "{shown_text}");
    let shown: f32 =
        shown_text.split([' ', ',']).find_map(|word| word.parse().ok()).context("a figure")?;
    assert!((shown - fraction).abs() < 0.02, "{shown_text} for {fraction}");
    // Screen readers get the same text, and that the button is pressed: its menu stays open, and
    // is marked while it is closed.
    page.until_seen("#more-on:not([hidden])", 1).await?;
    page.ask("more").await?;
    page.until_seen("[data-act=stored][aria-pressed=true]", 1).await?;
    page.until_contains("#stored-words", &[shown_text]).await?;
    page.press('v').await?;
    page.until("the third ship's", says("The third ship: markers")).await?;
    page.press('v').await?;
    page.until("your own", says("Your ship: markers")).await?;
    page.press('v').await?;
    page.until("none", |look| look.text_of("stored").is_empty()).await?;
    page.until_seen("[data-act=stored][aria-pressed=false]", 1).await?;
    page.until_contains("#stored-words", &["Point at a ship to see"]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_menu_is_used_by_keys_and_gives_the_focus_back() -> Result<()> {
    const FOCUS: &str = "const { id, dataset } = document.activeElement;
        return dataset.act ?? id;";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "scenario=figure-1").await?;
    let has_focus = async |act: &str| {
        until(&format!("the focus on {act}"), async || {
            let at = page.execute(FOCUS, Vec::new()).await?;
            Ok(if at == act { Ok(()) } else { Err(at.to_string()) })
        })
        .await
    };
    page.until_hidden("#more").await?;
    page.execute("document.querySelector('#more-button').focus()", Vec::new()).await?;
    page.press(ENTER).await?;
    page.until_seen("#more-button[aria-expanded=true]", 1).await?;
    has_focus("swap").await?;
    for (key, act) in [(DOWN, "stored"), (END, "help"), (DOWN, "swap"), (UP, "help")] {
        page.press(key).await?;
        has_focus(act).await?;
    }
    // Other keys mean what they always mean.
    page.press('n').await?;
    page.until_seen("#net-graph", 1).await?;
    page.until_hidden("#more").await?;
    has_focus("more").await?;
    page.press('n').await?;
    page.press(ENTER).await?;
    has_focus("swap").await?;
    page.press(ESCAPE).await?;
    page.until_hidden("#more").await?;
    has_focus("more").await?;

    // A chosen entry closes it, and a closed drawer gives the focus back to it.
    page.press(ENTER).await?;
    has_focus("swap").await?;
    page.press(END).await?;
    has_focus("help").await?;
    page.press(ENTER).await?;
    page.until_seen("#help", 1).await?;
    page.until_hidden("#more").await?;
    page.press(ESCAPE).await?;
    page.until_hidden("#help").await?;
    has_focus("more").await?;
    // Tab leaves it.
    page.press(ENTER).await?;
    has_focus("swap").await?;
    page.press(END).await?;
    has_focus("help").await?;
    page.press(TAB).await?;
    page.until_hidden("#more").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_lessons_figure_is_drawn_whenever_it_is_seen() -> Result<()> {
    const DRAWN: &str = "const canvas = document.querySelector('#et-example-view');
        const { width, height } = canvas;
        if (!canvas.checkVisibility() || width * height === 0) return false;
        const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
        return data.some((value) => value > 0);";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "lesson=7").await?;
    page.click_on("#et-example summary").await?;
    for _ in 0..2 {
        until("the figure to be drawn", async || {
            let drawn = page.execute(DRAWN, Vec::new()).await?;
            Ok(if drawn == true { Ok(()) } else { Err(drawn.to_string()) })
        })
        .await?;
        page.press(']').await?;
        page.until_hidden("#et-example").await?;
        // Its size is checked ten times a second, as often as the page publishes its state.
        let frames = page.look().await?.count("frames");
        page.until("a while", |look| look.count("frames") > frames + PICTURES).await?;
        page.press('[').await?;
    }
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn digits_choose_the_scheme_of_the_first_column() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "scenario=free&at=40").await?;
    let stand = page.until_paused_at(40).await?;
    page.press('p').await?;
    page.until_contains("#schemes", &["The room decides"]).await?;
    let mut hashes = vec![stand.hash];
    for (n, preset) in Preset::ALL.into_iter().enumerate() {
        let digit = char::from(b'1' + n as u8);
        page.press(digit).await?;
        let pressed = format!("[data-act=preset-{}][aria-pressed=true]", preset.key());
        page.until_seen(&pressed, 1).await?;
        let stand = page.until_paused_at(40).await?;
        let mut playback = MomentLink::parse("scenario=free&at=40")?.open()?.playback;
        for before in &Preset::ALL[..=n] {
            playback.handle_input(Input::Netcode { column: 0, netcode: before.netcode() })?;
        }
        assert_eq!(playback.state().columns()[0].netcode(), preset.netcode());
        assert_eq!(
            format!("{:016x}", playback.state().state_hash()),
            stand.hash,
            "{}",
            preset.key()
        );
        hashes.push(stand.hash);
    }
    hashes.dedup();
    assert!(hashes.len() > Preset::ALL.len() / 2, "schemes are part of the state: {hashes:?}");
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_full_update_is_asked_for_once_a_second() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "scenario=free&at=40").await?;
    page.until_paused_at(40).await?;
    page.press('l').await?;
    page.until_contains("#network", &["Ask for a full update"]).await?;
    page.ask("links-1").await?;
    page.ask("full-update").await?;
    page.ask("full-update").await?;
    page.until_shown(&["only once a second: wait 1000 ms more"]).await?;
    let mut playback = shared(&page).await?;
    let asked: Vec<_> = playback.run().inputs.iter().map(|timed| timed.input.clone()).collect();
    assert_eq!(asked, [Input::FullUpdate { player: 1 }]);
    for _ in 0..60 {
        playback.step()?;
    }
    let harness = playback.state().columns()[0].harness();
    let full = [0, 1, 2].map(|player| {
        harness.client(player).net_graph().received.iter().filter(|packet| packet.full).count()
    });
    assert_eq!(full, [0, 1, 0]);
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_kind_of_connection_changes_the_links_of_a_player() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "scenario=free&at=40").await?;
    page.until_paused_at(40).await?;
    page.press('l').await?;
    page.until_contains("#way-up", &["latency", "50 ms"]).await?;
    page.ask("kind-mobile").await?;
    page.until_seen("[data-act=kind-mobile][aria-pressed=true]", 1).await?;
    page.until_contains("#way-up", &["60 ms"]).await?;
    page.until_contains("#way-down", &["45 ms"]).await?;
    page.ask("links-1").await?;
    page.ask("kind-modem").await?;
    page.until_contains("#way-up", &["3200 B/s"]).await?;
    let playback = shared(&page).await?;
    let harness = playback.state().columns()[0].harness();
    for (player, network) in [(0, Network::Mobile), (1, Network::Modem)] {
        assert_eq!(Network::of(&harness.conditions(player)), Some(network), "player {player}");
    }
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
