//! What the join screen opens: a duel with a bot, a private room, and one for a friend, in which
//! the round waits for the second player.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Hands, Server, fly_in_sight, shoot_down};
use serde_json::json;

const LINK: &str = "return document.querySelector('#own-room .invite-link').textContent;";
/// The dark modules of the code, each a subpath, and whether the code is shown.
const CODE: &str = "const path = document.querySelector('#invite-qr-path');
    return [path.getAttribute('d').split('z').length, path.checkVisibility()];";
const SHARED: &str = "window.shared = [];
    navigator.share = async (data) => { window.shared.push(data.url); };";

#[tokio::test]
async fn the_round_begins_when_the_friend_is_there() -> Result<()> {
    let server = Server::start(&["--rounds", "10/180"])?;
    let browser = Browser::start()?;
    let one = browser.open(&server.url("/")).await?;
    one.click_on("#friend").await?;
    one.until_flying().await?;
    let lead = "The round begins when the other player is here. Until then you fly against a bot. \
        Only people with this link get in.";
    one.until_contains("#own-room", &[lead]).await?;
    one.until_contains("#score", &["of 10", "waiting"]).await?;
    // A bot stands in for the friend.
    one.until("a bot", |look| look.count("ships") == 2 || !look.remotes().is_empty()).await?;
    let link = one.execute(LINK, Vec::new()).await?;
    let link = link.as_str().context("a link")?.to_string();
    ensure!(link.contains("&rounds=10/180/2&best-of=3&bots=2"), "{link}");
    one.click_on("#invite-code summary").await?;
    let code = one.execute(CODE, Vec::new()).await?;
    ensure!(code[0].as_u64().is_some_and(|runs| runs > 100) && code[1] == json!(true), "{code}");

    // Whoever reloads still finds the link.
    one.execute("location.reload()", Vec::new()).await?;
    one.until_flying().await?;
    one.until_contains("#own-room", &[lead, &link]).await?;

    let two = browser.open(&link).await?;
    two.join(Some("Bob")).await?;
    one.until_hidden("#own-room").await?;
    for page in [&one, &two] {
        page.until_contains("#score", &["of 10", "2:5"]).await?;
        page.until("one opponent", |look| look.remotes().len() == 1).await?;
        assert_eq!(page.text("#own-room").await?, None);
    }
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn the_link_is_shared_where_the_system_can() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": SHARED })).await?;
    page.goto(&server.url("/")).await?;
    page.click_on("#friend").await?;
    page.until_flying().await?;
    page.click_on("#share-invite").await?;
    let shared = page.execute("return window.shared;", Vec::new()).await?;
    assert_eq!(shared, json!([page.execute(LINK, Vec::new()).await?]));
    page.press(e2e::ESCAPE).await?;
    page.until_hidden("#own-room").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_join_screen_opens_a_duel_and_the_next_room_takes_over_none_of_it() -> Result<()> {
    const HASH: &str = "return location.hash";
    let server = Server::start(&["--rounds", "endless"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/")).await?;
    page.until_contains(".offers", &["adapts to you", "usual bots"]).await?;
    page.slide("duel-level", 3).await?;
    page.until_contains(".offers", &["Veteran", "usual bots, Veteran"]).await?;
    page.click_on("#duel").await?;
    page.until_flying().await?;
    page.until_contains("#score", &["of 10", "2:5"]).await?;
    page.until("one bot", |look| look.remotes().len() == 1).await?;
    assert_eq!(page.text("#own-room").await?, None, "nobody is waited for");
    let duel = page.execute(HASH, Vec::new()).await?;
    ensure!(
        duel.as_str()
            .is_some_and(|hash| hash.ends_with("&rounds=10/180&best-of=3&bots=2&level=16"))
    );
    page.click_on("[data-act=menu]").await?;
    page.click_on("[data-act=leave]").await?;
    page.until("the join screen", |look| look.state() == "join").await?;

    // The slider stays where it was, and the bots of a private room play so too.
    page.slide("room-bots", 2).await?;
    page.until_contains(".offers", &["1 bot, Veteran"]).await?;
    page.slide("room-bots", 99).await?;
    page.until_contains(".offers", &["7 bots, Veteran"]).await?;
    page.click_on("#new-room").await?;
    page.until_flying().await?;
    page.until_contains("#score", &["deaths"]).await?;
    let own = page.execute(HASH, Vec::new()).await?;
    ensure!(own.as_str().is_some_and(|hash| hash.ends_with("&bots=8&level=16")), "{own}");
    ensure!(own.as_str().is_some_and(|hash| !hash.contains("rounds")), "{own}");

    // A wrong level is named, and no room is joined.
    let page = browser.open(&server.url("/#room=den&level=40")).await?;
    let why = "The link contains `level=40`: bots play at a level from 1 to 31, or `adaptive`.";
    page.until_contains("#join-refusal", &[why]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

/// A series of short rounds for two.
const SERIES: &str = "/#room=walk&rounds=1/600/2&best-of=3&bots=2";

/// From the link over a win, revenge, a reloaded page and watching to another round.
async fn walk(hands: Hands) -> Result<()> {
    let server = Server::start(&["--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url(SERIES);
    let one = hands.join(&browser, &url).await?;
    let ann = one.execute("return document.querySelector('#name').value", Vec::new()).await?;
    let ann = ann.as_str().context("a name")?;
    one.until_contains("#score", &["of 1", "waiting"]).await?;
    let two = browser.open(&url).await?;
    two.join(Some("Bob")).await?;
    one.until("Bob's ship", |look| look.remote("Bob").is_some()).await?;
    one.until_contains("#score", &["Best of 3 · you 0, Bob 0"]).await?;
    hands.shoot_down(&one, &two, "Bob").await?;
    one.until_contains("#round-end", &["You win", "Best of 3 · you 1, Bob 0", "1 : 0"]).await?;
    two.until_contains("#round-end", &["Best of 3 · you 0", "Revenge"]).await?;

    // The next round begins as soon as both want it.
    two.press('r').await?;
    one.until_contains("#round-end", &["Bob wants revenge."]).await?;
    two.until_contains("#round-end", &[&format!("Waiting for {ann}.")]).await?;
    hands.ask_rematch(&one).await?;
    for page in [&one, &two] {
        page.until_hidden("#round-end").await?;
    }

    // Whoever reloads has everything back.
    let seat = one.look().await?.text_of("seat").to_string();
    one.refresh().await?;
    assert_eq!(one.until_flying().await?.text_of("seat"), seat);
    hands.take_up(&one).await?;
    one.until_contains("#score", &["of 1", "Bob", "Best of 3 · you 1, Bob 0"]).await?;
    assert_eq!(one.look().await?.count("kills"), 1);

    // Whoever gives up the seat may watch; a reloaded page goes on watching, and leads back.
    hands.open_menu(&one).await?;
    hands.press(&one, "#menu [data-act=leave]").await?;
    one.until("the join screen", |look| look.state() == "join").await?;
    hands.press(&one, "#watch-room").await?;
    one.until_contains("#watch-name", &["Watching Bob"]).await?;
    one.refresh().await?;
    one.until_contains("#watch-name", &["Watching Bob"]).await?;
    hands.take_up(&one).await?;
    match hands {
        // Tab shows the scores of a match.
        Hands::Keys => one.press(e2e::ENTER).await?,
        _ => hands.press(&one, "#watch-play").await?,
    }
    one.until_flying().await?;
    one.until_contains("#score", &["of 1", "Best of 3 · you 0, Bob 0"]).await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_series_is_played_by_mouse_touch_gamepad_and_keys() -> Result<()> {
    for hands in Hands::ALL {
        walk(hands).await.with_context(|| format!("{hands:?}"))?;
    }
    Ok(())
}

#[tokio::test]
async fn a_series_ends_with_its_rounds_and_the_page_keeps_the_result() -> Result<()> {
    let server = Server::start(&["--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url(&SERIES.replace("=1/", "=2/"));
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    one.until("Bob's ship", |look| look.remote("Bob").is_some()).await?;
    shoot_down(&one, &two, "Bob").await?;
    // In the middle of a round its score comes back.
    let seat = one.look().await?.text_of("seat").to_string();
    one.refresh().await?;
    assert_eq!(one.until_flying().await?.text_of("seat"), seat);
    one.until_contains("#score", &["You", "1", "of 2", "Bob"]).await?;
    for won in ["you 1, Bob 0", "you 2, Bob 0"] {
        for _ in usize::from(won.starts_with("you 1"))..2 {
            two.until_flying().await?;
            fly_in_sight(&two, "Bob", &one).await?;
            shoot_down(&one, &two, "Bob").await?;
        }
        one.until_contains("#round-end", &[won]).await?;
        if won.starts_with("you 1") {
            one.press('r').await?;
            two.press('r').await?;
            one.until_hidden("#round-end").await?;
        }
    }
    let end = ["You win the series", "You 2 : 0", "You and Bob: 1 to 0 in series.", "Next series"];
    one.until_contains("#round-end", &end).await?;
    let lost = ["Ann wins the series", "Ann 2 : 0", "You and Ann: 0 to 1 in series.", "Revenge"];
    two.until_contains("#round-end", &lost).await?;
    // A reloaded page counts it once.
    one.refresh().await?;
    one.until_flying().await?;
    let kept = "return localStorage.getItem('lagrange.series')";
    assert_eq!(one.execute(kept, Vec::new()).await?, json!("1/0/Bob"));
    one.press('r').await?;
    two.press('r').await?;
    one.until_contains("#score", &["Best of 3 · you 0, Bob 0"]).await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_player_in_another_lobby_is_shown_the_way_back() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seats", "1"])?;
    let browser = Browser::start()?;
    let one = browser.open(&server.url("/")).await?;
    one.join(Some("Ann")).await?;
    let two = browser.open(&server.url("/")).await?;
    two.join(Some("Bob")).await?;
    let full = ["The lobby was full. You are in lobby 2.", "Try the lobby again"];
    two.until_contains("#elsewhere", &full).await?;
    two.press(e2e::ESCAPE).await?;
    two.until_hidden("#elsewhere").await?;
    // With a free seat there, one tap is enough.
    let three = browser.open(&server.url("/")).await?;
    three.join(Some("Kai")).await?;
    three.until_contains("#elsewhere", &["You are in lobby 3."]).await?;
    one.click_on("[data-act=menu]").await?;
    one.click_on("[data-act=leave]").await?;
    one.until("the join screen", |look| look.state() == "join").await?;
    three.click_on("#asked-lobby").await?;
    three.until_hidden("#elsewhere").await?;
    three.until_flying().await?;
    three.hold(e2e::TAB).await?;
    three.until_contains("#scores", &["“lobby”"]).await?;
    three.release(e2e::TAB).await?;

    // A full room says how many seats it has, and is asked again.
    let founder = browser.open(&server.url("/#room=den")).await?;
    founder.join(Some("Eve")).await?;
    let late = browser.open(&server.url("/#room=den")).await?;
    late.ask_to_join(None).await?;
    late.until_contains("#closed", &["This room is full: it has 1 seat.", "Trying again in"])
        .await?;
    founder.click_on("[data-act=menu]").await?;
    founder.click_on("[data-act=leave]").await?;
    late.until_flying().await?;
    Ok(())
}
