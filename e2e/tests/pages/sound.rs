//! What a player hears: nothing before the first gesture, then a shot, its contact and the server's
//! word on it, each at its moment. The browser has no audio device, and no page complains of that.
use anyhow::{Context, Result, ensure};
use e2e::{
    Browser, ESCAPE, LinkConditions, Page, Place, Screen, Server, cease_fire, fly_in_sight,
    shoot_at, until, until_at_rest,
};
use serde_json::json;

/// Latency each way of the simulated link, in ms.
const EACH_WAY_MS: u16 = 150;

/// Makes a page remember every audio context that it connects an output to.
const WATCH_CONTEXTS: &str = "const { createDynamicsCompressor } = BaseAudioContext.prototype;
    window.contexts = [];
    BaseAudioContext.prototype.createDynamicsCompressor = function () {
        window.contexts.push(this);
        return createDynamicsCompressor.call(this);
    };";

/// Makes a page record when it first played each sound.
const RECORD_SOUNDS: &str = "const names = () =>
        (document.body.dataset.sounds ?? '').split(',').filter(Boolean).map((n) => n.split(':')[0]);
    window.firstHeard = {};
    new MutationObserver(() => {
        for (const name of names()) window.firstHeard[name] ??= performance.now();
    }).observe(document.body, { attributeFilter: ['data-sounds'] });";

/// The states of the audio contexts that a page has opened, oldest first.
async fn contexts(page: &Page) -> Result<Vec<String>> {
    let states = page.execute("return contexts.map((one) => one.state);", Vec::new()).await?;
    Ok(serde_json::from_value(states)?)
}

async fn until_contexts(page: &Page, states: &[&str]) -> Result<()> {
    until(&format!("audio contexts to be {states:?}"), async || {
        let now = contexts(page).await?;
        Ok(if now == states { Ok(()) } else { Err(format!("{now:?}")) })
    })
    .await
}

/// When a page first played a sound, on its own clock, in ms.
async fn first_heard(page: &Page, name: &str) -> Result<f64> {
    let at = page.execute("return firstHeard[arguments[0]];", vec![json!(name)]).await?;
    at.as_f64().with_context(|| format!("{name} was not heard"))
}

#[tokio::test]
async fn a_shot_its_contact_and_the_servers_word_are_heard_in_turn() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=sound");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    let (ann, bob) = (one.join(Some("Ann")).await?, two.join(Some("Bob")).await?);
    let (latency_ms, carrier) = (EACH_WAY_MS.into(), "stream");
    let link = LinkConditions { latency_ms, jitter_ms: 0, loss_permille: 0, carrier };
    one.simulate_link(&link).await?;
    fly_in_sight(&one, &ann, &two).await?;
    until_at_rest(&two, &bob, &one).await?;
    one.execute(RECORD_SOUNDS, Vec::new()).await?;
    shoot_at(&one, &two, &bob, |look, _| look.text_of("sounds").contains("confirmed:")).await?;
    cease_fire(&one).await?;

    let [shot, beam] = [first_heard(&one, "laser").await?, first_heard(&one, "beam").await?];
    let contact = first_heard(&one, "contact").await?;
    let confirmed = first_heard(&one, "confirmed").await?;
    ensure!(shot.min(beam) <= contact, "the contact at {contact} ms, the shot at {shot} ms");
    let waited = confirmed - contact;
    let least = f64::from(EACH_WAY_MS) * 1.5;
    ensure!(waited > least, "the server's word came {waited} ms after the contact");
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

/// Browsers refuse sound after an Escape or a finger that is still down, and say so on the console.
#[tokio::test]
async fn sound_is_asked_for_after_a_gesture_that_counts() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open_on(Screen::Phone, &server.url("/#room=quiet")).await?;
    page.execute(WATCH_CONTEXTS, Vec::new()).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    page.press(ESCAPE).await?;
    let at = Place { x: 4.0, y: 4.0 };
    page.touch(&[(at, at)]).await?;
    assert_eq!(contexts(&page).await?, Vec::<String>::new());
    page.lift().await?;
    until_contexts(&page, &["running"]).await?;
    let console = page.console().await?;
    ensure!(!console.iter().any(|(_, text)| text.contains("AudioContext")), "{console:?}");
    Ok(())
}

#[tokio::test]
async fn a_page_is_silent_until_a_gesture_while_muted_and_while_hidden() -> Result<()> {
    const DEVICE: &str = "navigator.mediaDevices.dispatchEvent(new Event('devicechange'));";
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=quiet")).await?;
    page.execute(WATCH_CONTEXTS, Vec::new()).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    assert_eq!(contexts(&page).await?, Vec::<String>::new());
    page.join(Some("Ann")).await?;
    until_contexts(&page, &["running"]).await?;

    page.press('m').await?;
    page.until_shown(&["Sound off."]).await?;
    until_contexts(&page, &["suspended"]).await?;
    page.hold(' ').await?;
    page.release(' ').await?;
    page.ask("sound").await?;
    page.until_shown(&["Sound on."]).await?;
    until_contexts(&page, &["running"]).await?;
    assert_eq!(page.look().await?.text_of("sounds"), "", "nothing was played while muted");

    let hidden = page.hide().await?;
    until_contexts(&page, &["suspended"]).await?;
    hidden.show().await?;
    until_contexts(&page, &["running"]).await?;

    // Another device: the next sound is played by a new context.
    page.execute(DEVICE, Vec::new()).await?;
    page.hold(' ').await?;
    page.until("a shot", |look| look.text_of("sounds").contains("laser:")).await?;
    page.release(' ').await?;
    until_contexts(&page, &["closed", "running"]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
