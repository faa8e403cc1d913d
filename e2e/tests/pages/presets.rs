//! The schemes, switched in a running match: the room's first player walks through all presets by
//! their keys, the other one is notified and keeps their own view; in the public lobby a button
//! opens a private room.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Button, ESCAPE, Look, Page, Server, fly_in_sight, shoot_down, until_at_rest};
use fantoccini::Locator;

/// For each key: the preset, its name on the page, and the room's hit rule under it.
const PRESETS: [(char, &str, &str, &str, &str); 9] = [
    ('1', "et-260", "Wolfenstein: ET 2.60", "et-command", "ET: markers per command"),
    ('2', "et", "Wolfenstein: ET (released source)", "et-frame", "ET: markers per frame"),
    ('3', "quakeworld", "QuakeWorld", "present", "present: no compensation"),
    ('4', "source", "Source", "source", "Source: life ids"),
    ('5', "deferred", "Delayed synchronisation", "deferred", "deferred: screens agree later"),
    ('6', "targeting", "Targeting", "targeting", "Targeting: server decides"),
    ('7', "nothing", "Figure 2: nothing", "present", "present: no compensation"),
    ('8', "jump", "Figure 3: jump", "present", "present: no compensation"),
    ('9', "lagrange", "Lagrange", "lagrange", "Lagrange: what you saw, bounded"),
];

/// Must survive a switch: kills and deaths of both.
fn scores(looks: [&Look; 2]) -> [u32; 4] {
    let [one, two] = looks.map(|look| [look.count("kills"), look.count("deaths")]);
    [one[0], one[1], two[0], two[1]]
}

async fn netcode_of(page: &Page, preset: &str, rule: &str) -> Result<Look> {
    let what = format!("the preset {preset} under the rule {rule}");
    page.until(&what, |look| look.text_of("preset") == preset && look.text_of("rule") == rule).await
}

/// The fragment of a page's address.
async fn fragment(page: &Page) -> Result<String> {
    Ok(page.current_url().await?.fragment().unwrap_or_default().to_string())
}

#[tokio::test]
async fn presets_change_a_running_match() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=switch");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    one.until("the right to change the rules", |look| look.text_of("access") == "may").await?;
    two.until("no right to change the rules", |look| look.text_of("access") == "first").await?;
    fly_in_sight(&one, "Ann", &two).await?;
    shoot_down(&one, &two, "Bob").await?;
    until_at_rest(&two, "Bob", &one).await?;
    let (place, _) = until_at_rest(&one, "Ann", &two).await?;
    let score = scores([&one.look().await?, &two.look().await?]);
    ensure!(score == [1, 0, 0, 1], "a match is under way: {score:?}");

    for (key, preset, title, rule, rule_title) in PRESETS {
        one.press(key).await?;
        netcode_of(&one, preset, rule).await?;
        two.until("the room's rule", |look| look.text_of("rule") == rule).await?;
        two.until_shown(&["Ann changed the rules: ", title]).await?;
        // The rules are not Bob's to change, but his view is.
        two.press(key).await?;
        let other = netcode_of(&two, preset, rule).await?;
        for page in [&one, &two] {
            page.until_contains("#scheme", &[title, rule_title]).await?;
        }
        let look = one.until_flying().await?;
        assert_eq!(scores([&look, &other]), score, "after {preset}");
        let moved = look.own().map(|now| now.distance(place));
        assert!(moved.is_some_and(|moved| moved < 8.0), "{preset}: {place:?} → {look:?}");
        let last = one.look().await?.remote("Bob").context("Bob is still there")?;
        let own = two.until_flying().await?.own().context("and knows where")?;
        assert!(last.distance(own) < 8.0, "{preset}: Bob at {own:?}, seen at {last:?}");
    }
    // The game goes on.
    fly_in_sight(&two, "Bob", &one).await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn the_second_player_is_shown_what_the_room_keeps() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=kept&preset=source&interp=50");
    let (one, two) = (browser.open(&url).await?, browser.open(&server.url("/#room=kept")).await?);
    one.until_contains("#join-netcode", &["You play by: Source, changed."]).await?;
    one.join(Some("Ann")).await?;
    // The link created the room.
    one.until("the link's rule", |look| look.text_of("rule") == "source").await?;
    one.until_contains("#scheme", &["Source, changed", "Source: life ids"]).await?;
    two.join(Some("Bob")).await?;
    // Bob's link names no netcode: he sees the room as intended.
    netcode_of(&two, "source", "source").await?;

    two.press('3').await?;
    let kept = "The room keeps: hit rule, bolt as judged, rewind limit, late commands.";
    let open = "Open a private room under QuakeWorld";
    let short = "Your view now follows QuakeWorld. The room keeps its own rules.";
    two.until_contains("#keeps", &[short, open]).await?;
    two.until_contains("#scheme", &["QuakeWorld, your part", "Source: life ids"]).await?;
    assert_eq!(two.look().await?.text_of("rule"), "source");
    two.press(ESCAPE).await?;
    two.until_hidden("#keeps").await?;

    two.press('p').await?;
    let only = "Only Ann, who was here first, can change the room’s rules.";
    two.until_contains("#netcode", &["The room decides", only, kept, open]).await?;
    let rule = two.find(Locator::Id("set-hit")).await?;
    let enabled =
        two.execute("return !document.querySelector('#set-hit:disabled')", vec![]).await?;
    assert_eq!(enabled, false, "{:?}", rule.attr("id").await?);
    // Bob can change his own settings, and the address includes them.
    two.slide("set-interp", 3).await?;
    two.until_contains("#set-interp ~ .hint", &["Shorter"]).await?;
    two.until_contains("#scheme", &["QuakeWorld, changed"]).await?;
    let want = "room=kept&preset=quakeworld&hit=source&path=forward&bound=1000&commands=bank\
                &interp=103";
    until_fragment(&two, want).await?;
    two.press(ESCAPE).await?;
    two.until_hidden("#netcode").await?;

    // The remaining player becomes the first.
    one.goto("about:blank").await?;
    two.until("the right to change the rules", |look| look.text_of("access") == "may").await?;
    two.press('3').await?;
    netcode_of(&two, "quakeworld", "present").await?;
    until_fragment(&two, "room=kept&preset=quakeworld").await?;
    two.until_shown(&["QuakeWorld: Your ship is exact"]).await?;
    // The request is sent once the slider rests.
    two.press('p').await?;
    two.slide("set-bound", 7).await?;
    two.until_shown(&["You changed the rules: rewind limit → 407 ms."]).await?;
    until_fragment(&two, "room=kept&preset=quakeworld&bound=407").await?;
    assert_eq!(two.console_errors().await?, Vec::<String>::new());
    Ok(())
}

/// Waits until the address has a fragment.
async fn until_fragment(page: &Page, want: &str) -> Result<()> {
    // Any look will do; only the address matters.
    for _ in 0..100 {
        if fragment(page).await? == want {
            return Ok(());
        }
        page.until("a look", |_| true).await?;
    }
    assert_eq!(fragment(page).await?, want);
    Ok(())
}

#[tokio::test]
async fn a_new_private_room_is_found_by_its_link_alone() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let one = browser.open(&server.url("/")).await?;
    one.until("the join screen", |look| look.state() == "join").await?;
    one.click_on("#new-room").await?;
    one.until_flying().await?;
    one.until("a room of her own", |look| look.text_of("access") == "may").await?;
    // A card shows the link while the player is alone, also after a reload.
    const CARD: [&str; 2] = ["Your own room: share this link.", "#room="];
    one.until_contains("#own-room", &CARD).await?;
    one.execute("location.reload()", Vec::new()).await?;
    one.until_flying().await?;
    one.until_contains("#own-room", &CARD).await?;
    let link = fragment(&one).await?;
    let room = link.strip_prefix("room=").unwrap_or_default();
    assert!(room.len() == 16 && room.chars().all(|c| c.is_ascii_alphanumeric()), "{link}");
    let friend = browser.open(&server.url(&format!("/#{link}"))).await?;
    friend.join(Some("Cid")).await?;
    one.until("the friend", |look| look.remote("Cid").is_some()).await?;
    one.until_hidden("#own-room").await?;
    for page in [&one, &friend] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_button_leads_from_the_lobby_to_a_room_of_ones_own() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let url = server.url("/");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    one.until("a public room", |look| look.text_of("access") == "public").await?;
    one.press('3').await?;
    one.until_contains(
        "#keeps",
        &["Your view now follows QuakeWorld. The room keeps its own rules."],
    )
    .await?;
    one.click_on("#keeps-open").await?;
    netcode_of(&one, "quakeworld", "present").await?;
    one.until("a room of her own", |look| look.text_of("access") == "may").await?;
    two.until("Ann's seat to be free", |look| look.remote("Ann").is_none()).await?;
    two.until("the lobby as it was", |look| look.text_of("rule") == "lagrange").await?;
    let link = fragment(&one).await?;
    assert!(link.starts_with("room=") && link.ends_with("&preset=quakeworld"), "{link}");

    // The link leads a friend there, under the same netcode.
    let friend = browser.open(&server.url(&format!("/#{link}"))).await?;
    friend.join(Some("Cid")).await?;
    one.until("the friend", |look| look.remote("Cid").is_some()).await?;
    netcode_of(&friend, "quakeworld", "present").await?;
    for page in [&one, &two, &friend] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn open_hits_are_hatched_and_some_are_undone() -> Result<()> {
    // Many ships and a long delay: now and then a bolt has hit another ship first.
    let server = Server::start(&["--bots", "26", "--seed", "11"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=lab-open&preset=deferred&d=1000")).await?;
    page.join(Some("Ann")).await?;
    netcode_of(&page, "custom", "deferred").await?;
    page.until("an open hit", |look| look.count("tentative") > 0).await?;
    page.until("an undone one", |look| look.count("undone") > 0).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn every_shot_is_judged_by_all_for_those_who_ask() -> Result<()> {
    let server = Server::start(&["--bots", "4", "--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=ask")).await?;
    page.join(Some("Ann")).await?;
    page.ask("settings").await?;
    page.click_on("#counterfactuals-wanted").await?;
    page.press(ESCAPE).await?;
    page.until_flying().await?;
    page.hold_buttons(&[Button::Left]).await?;
    let look =
        page.until("a shot line", |look| !look.text_of("counterfactuals").is_empty()).await?;
    page.release_buttons(&[Button::Left]).await?;
    let shown_text: Vec<&str> = look.text_of("counterfactuals").split(',').collect();
    assert_eq!(shown_text.len(), PRESETS.len(), "{shown_text:?}");
    for ((_, preset, ..), word) in PRESETS.iter().zip(&shown_text) {
        let (key, word) = word.split_once(':').context("a preset and its word")?;
        assert_eq!(key, *preset);
        let known = ["hit", "miss", "veto", "void", "pending"];
        assert!(known.contains(&word.trim_start_matches('≈')), "{shown_text:?}");
    }
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
