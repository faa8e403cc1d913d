//! The game by gamepad: from the join screen into a match and out of it, a gamepad that is
//! unplugged, and what others see of aim assist.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, PadButton, PadMapping, PadStick, Page, Server, until};
use serde_json::{Value, json};

/// Opens the join screen in a page with a gamepad.
async fn open(browser: &Browser, server: &Server, room: &str) -> Result<Page> {
    let page = browser.open("about:blank").await?;
    page.simulate_gamepads().await?;
    page.goto(&server.url(&format!("/#room={room}"))).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    page.plug_pad(PadMapping::Standard).await?;
    Ok(page)
}

/// Waits until a weapon has been heard.
async fn until_fired(page: &Page, weapon: &str) -> Result<()> {
    let has_fired = |look: &e2e::Look| look.text_of("sounds").contains(weapon);
    page.until(weapon, has_fired).await.map(drop)
}

#[tokio::test]
async fn a_match_is_played_by_gamepad_from_join_to_leave() -> Result<()> {
    let server = Server::start(&["--seed", "7", "--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "pad").await?;
    page.focus_down_to("#play").await?;
    page.until("hints for it", |look| look.text_of("device") == "gamepad").await?;
    page.until_contains("#join footer", &["left stick", "right stick", "RT", "RB, LT"]).await?;
    page.until_contains("#play", &["A"]).await?;
    page.press_pad(PadButton::A).await?;
    page.until_flying().await?;

    // On a slow machine the line of the first seconds may be gone.
    const FIRST: &str = "return [...document.querySelectorAll('#first-controls .by-pad')]
        .map((one) => one.textContent);";
    let first = page.execute(FIRST, Vec::new()).await?;
    assert_eq!(first, json!(["left stick", "right stick", "RT", "RB, LT"]));
    let before = page.until_flying().await?.own().context("it flies")?;
    page.push_stick(PadStick::Left, 0.9, 0.1).await?;
    let is_right = |look: &e2e::Look| look.own().is_some_and(|own| own.x > before.x + 40.0);
    page.until("it to fly to the right", is_right).await?;
    page.push_stick(PadStick::Left, 0.1, 0.0).await?;
    page.push_stick(PadStick::Right, -0.7, 0.7).await?;
    page.hold_pad(PadButton::Rt).await?;
    until_fired(&page, "laser").await?;
    page.hold_pad(PadButton::Rb).await?;
    until_fired(&page, "beam").await?;
    page.release_pad(PadButton::Rb).await?;
    page.release_pad(PadButton::Rt).await?;
    page.until_resting().await?;

    page.hold_pad(PadButton::View).await?;
    page.until_seen("#scores", 1).await?;
    page.release_pad(PadButton::View).await?;
    page.until_hidden("#scores").await?;
    page.press_pad(PadButton::X).await?;
    page.until_seen("#legend", 1).await?;

    // In a drawer the stick moves the focus, not the ship; B closes it.
    page.press_pad(PadButton::Menu).await?;
    page.until_seen("#menu", 1).await?;
    page.until_contains("#menu", &["Ghosts", "X"]).await?;
    let rests = page.until_resting().await?;
    page.focus_down_to("[data-act=settings]").await?;
    page.press_pad(PadButton::A).await?;
    page.until_seen("#settings", 1).await?;
    page.focus_down_to("#volume").await?;
    let volume = async || page.execute("return +document.querySelector('#volume').value", vec![]);
    let before: Value = volume().await.await?;
    page.press_pad(PadButton::Right).await?;
    let after: Value = volume().await.await?;
    let louder = before.as_f64() < after.as_f64() || after == json!(100);
    ensure!(louder, "{before} became {after}");
    page.push_stick(PadStick::Left, 0.0, 1.0).await?;
    page.push_stick(PadStick::Left, 0.0, 0.0).await?;
    page.press_pad(PadButton::B).await?;
    page.until_hidden("#settings").await?;
    assert_eq!(page.look().await?.own(), Some(rests));

    page.press_pad(PadButton::Menu).await?;
    page.focus_down_to("[data-act=leave]").await?;
    page.press_pad(PadButton::A).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn an_unplugged_gamepad_lets_go_and_a_keyboard_plays_on() -> Result<()> {
    let server = Server::start(&["--seed", "7", "--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "unplug").await?;
    page.press_pad(PadButton::A).await?;
    page.until_flying().await?;
    page.push_stick(PadStick::Left, 1.0, 0.0).await?;
    page.push_stick(PadStick::Right, 0.0, 1.0).await?;
    page.hold_pad(PadButton::Rt).await?;
    until_fired(&page, "laser").await?;
    page.unplug_pad().await?;
    page.until_shown(&["The gamepad was disconnected. Its controls are let go."]).await?;
    let rests = page.until_resting().await?;
    page.until("hints for keys", |look| look.text_of("device") == "mouse").await?;
    page.hold('a').await?;
    let is_left = |look: &e2e::Look| look.own().is_some_and(|own| own.x < rests.x - 20.0);
    page.until("it to fly by keys", is_left).await?;
    page.release('a').await?;
    // It is picked up again when it is used.
    page.plug_pad(PadMapping::Standard).await?;
    assert_eq!(page.look().await?.text_of("device"), "mouse");
    page.push_stick(PadStick::Left, 0.0, -1.0).await?;
    page.until("hints for it", |look| look.text_of("device") == "gamepad").await?;
    page.push_stick(PadStick::Left, 0.0, 0.0).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_gamepad_with_unknown_buttons_is_named_once_and_not_used() -> Result<()> {
    const SAID: &str = "return window.messagesShown.filter((text) =>
        text.includes('gamepad')).length;";
    let server = Server::start(&["--seed", "7", "--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "unknown").await?;
    page.plug_pad(PadMapping::Unknown).await?;
    page.press_pad(PadButton::A).await?;
    page.until_shown(&["The browser does not know the buttons of this gamepad"]).await?;
    for _ in 0..3 {
        page.press_pad(PadButton::A).await?;
    }
    assert_eq!(page.look().await?.state(), "join");
    assert_eq!(page.execute(SAID, Vec::new()).await?, json!(0), "said again");
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_scores_show_who_uses_aim_assist() -> Result<()> {
    const ASSISTED: &str = "return [...document.querySelectorAll('#scores-rows tr')]
        .filter((row) => row.querySelector('.assisted'))
        .map((row) => row.cells[1].firstChild.textContent);";
    let server = Server::start(&["--seed", "7", "--bots", "0"])?;
    let browser = Browser::start()?;
    let (ann, ben) = (
        open(&browser, &server, "assist").await?,
        browser.open(&server.url("/#room=assist")).await?,
    );
    ann.join(Some("Ann")).await?;
    ben.join(Some("Ben")).await?;
    ben.ask("scores").await?;
    ben.until_seen("#scores", 1).await?;
    let until_assisted = async |names: Value| {
        until(&format!("{names} to be assisted"), async || {
            let seen = ben.execute(ASSISTED, Vec::new()).await?;
            Ok(if seen == names { Ok(()) } else { Err(seen.to_string()) })
        })
        .await
    };
    until_assisted(json!([])).await?;
    assert_eq!(ben.text("#scores-legend").await?, None);
    ann.push_stick(PadStick::Right, 1.0, 0.0).await?;
    until_assisted(json!(["Ann"])).await?;
    ben.until_contains("#scores-legend", &["aim assist"]).await?;
    // She switches it off.
    const OFF: &str = "document.querySelector('#aim-assist').click();";
    ann.execute(OFF, Vec::new()).await?;
    until_assisted(json!([])).await?;
    for page in [&ann, &ben] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}
