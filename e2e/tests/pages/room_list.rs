//! The open rooms on the join screen: who is listed and who is not, a room joined and watched by
//! its row, and a list of any length on pages of every size.
use anyhow::{Context, Result, ensure};
use e2e::{
    Browser, CONTROLS, Disturbance, ENTER, PadButton, PadMapping, Page, Place, Screen, Server,
    Stop, TAB,
};
use fantoccini::Locator;
use serde_json::{Value, json};

const HASH: &str = "return location.hash";
/// The row of a room, by its name; it has two buttons.
const ROW: &str = "const row = [...document.querySelectorAll('#room-rows li')]
    .find((one) => one.querySelector('.name').textContent === arguments[0]);";

/// Types a room's name, and lists the room if it is opened.
async fn enter_room(page: &Page, room: &str, is_listed: bool) -> Result<()> {
    page.until("the join screen", |look| look.state() == "join").await?;
    page.find(Locator::Id("room")).await?.send_keys(room).await?;
    if is_listed {
        page.click_on("#listing").await?;
    }
    Ok(())
}

/// The selector of a button in a room's row.
async fn button_of(page: &Page, room: &str, act: &str) -> Result<String> {
    page.until_contains("#room-rows", &[room]).await?;
    let script = [ROW, "return row?.querySelector(`[data-act^=${arguments[1]}]`)?.dataset.act;"];
    let act = page.execute(&script.concat(), vec![json!(room), json!(act)]).await?;
    let act = act.as_str().with_context(|| format!("{room} has a row"))?;
    Ok(format!("[data-act={act}]"))
}

async fn leave(page: &Page) -> Result<()> {
    page.click_on("[data-act=menu]").await?;
    page.click_on("[data-act=leave]").await?;
    page.until("the join screen", |look| look.state() == "join").await.map(drop)
}

#[tokio::test]
async fn a_listed_room_is_found_joined_and_watched_and_an_unlisted_one_is_not() -> Result<()> {
    const ANSWER: &str = "const [done] = arguments;
        fetch('/api/rooms').then((answer) => answer.text()).then(done);";
    let server = Server::start(&["--bots", "0", "--seats", "8"])?;
    let browser = Browser::start()?;
    let hidden = browser.open(&server.url("/")).await?;
    enter_room(&hidden, "hideout", false).await?;
    hidden.join(Some("Eve")).await?;
    let ann = browser.open(&server.url("/")).await?;
    ann.until_contains("#room-rows", &["lobby", "nobody yet: you would be the first"]).await?;
    enter_room(&ann, "duel", true).await?;
    assert_eq!(ann.execute(HASH, Vec::new()).await?, json!("#room=duel&listed=yes"));
    ann.join(Some("Ann")).await?;
    ann.click_on("[data-act=menu]").await?;
    ann.until_contains("#menu", &["This room is listed"]).await?;
    ann.press(e2e::ESCAPE).await?;

    // Most players first.
    let bob = browser.open(&server.url("/")).await?;
    bob.until_contains("#room-rows", &["duel", "1 of 8 players", "lobby"]).await?;
    bob.find(Locator::Id("name")).await?.send_keys("Bob").await?;
    let rows = bob.text("#rooms").await?.unwrap_or_default();
    let answer = bob.execute_async(ANSWER, Vec::new()).await?;
    let answer = answer.as_str().context("a text")?;
    ensure!(answer.contains("\"duel\""), "{answer}");
    ensure!(!rows.contains("hideout") && !answer.contains("hideout"), "{rows}\n{answer}");
    bob.click_on(&button_of(&bob, "duel", "join").await?).await?;
    bob.until_flying().await?;
    ann.until("Bob's ship", |look| look.remote("Bob").is_some()).await?;
    assert_eq!(bob.execute(HASH, Vec::new()).await?, json!("#room=duel"));

    let cem = browser.open(&server.url("/")).await?;
    cem.until_contains("#room-rows", &["2 of 8 players"]).await?;
    cem.click_on(&button_of(&cem, "duel", "watch").await?).await?;
    cem.until("both ships", |look| look.state() == "playing" && look.count("ships") == 2).await?;
    assert_eq!(cem.execute(HASH, Vec::new()).await?, json!("#room=duel&watch"));

    // By keys alone, and who watches is seen there.
    let dan = browser.open(&server.url("/")).await?;
    dan.until_contains("#room-rows", &["1 watching"]).await?;
    let join = button_of(&dan, "duel", "join").await?;
    dan.focus_by(&join, async |_| dan.press(TAB).await).await?;
    dan.press(ENTER).await?;
    dan.until_flying().await?;
    dan.until("both other ships", |look| look.remotes().len() == 2).await?;
    for page in [&hidden, &ann, &bob, &cem, &dan] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn rooms_that_the_buttons_open_are_listed_as_the_box_says() -> Result<()> {
    const IS_TICKED: &str = "return document.querySelector('#listing').checked;";
    let server = Server::start(&["--bots", "0", "--seats", "8"])?;
    let browser = Browser::start()?;
    let one = browser.open(&server.url("/")).await?;
    one.until_contains("#join-card", &["Play with a friend", "New private room"]).await?;
    one.click_on("#listing").await?;
    one.until_contains("#join-card", &["Play with anyone", "New listed room"]).await?;
    // The lobby always is.
    assert_eq!(one.execute(HASH, Vec::new()).await?, json!(""));
    one.click_on("#friend").await?;
    one.until_flying().await?;
    let lead = "The round begins when the other player is here.";
    one.until_contains("#own-room", &[lead, "This room is listed: anyone can find it"]).await?;
    one.refresh().await?;
    one.until_flying().await?;
    one.until_contains("#own-room", &[lead, "This room is listed: anyone can find it"]).await?;
    // A stranger is as welcome as a friend.
    let two = browser.open(&server.url("/")).await?;
    two.until_contains("#room-rows", &["1 of 8 players", "waits for one more"]).await?;
    assert_eq!(two.execute(IS_TICKED, Vec::new()).await?, json!(false), "at each visit");
    two.click_on("#room-rows li:first-child [data-act^=join]").await?;
    two.until_flying().await?;
    one.until_hidden("#own-room").await?;

    // A duel with a bot is not; a link may say so, and nothing else.
    leave(&one).await?;
    one.click_on("#duel").await?;
    one.until_flying().await?;
    let duel = one.execute(HASH, Vec::new()).await?;
    ensure!(duel.as_str().is_some_and(|hash| !hash.contains("listed")), "{duel}");
    leave(&one).await?;
    one.goto("about:blank").await?;
    one.goto(&server.url("/#room=den&listed=yes")).await?;
    one.until("the join screen", |look| look.state() == "join").await?;
    assert_eq!(one.execute(IS_TICKED, Vec::new()).await?, json!(true));
    one.open_fragment("room=den&listed=no").await?;
    one.until_contains("#join-refusal", &["`listed` is `yes`, or left out"]).await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_row_under_the_pointer_stays_where_it_is() -> Result<()> {
    const IS_DISABLED: &str = "return document.querySelector(arguments[0]).disabled;";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let ann = browser.open(&server.url("/")).await?;
    let bob = browser.open(&server.url("/")).await?;
    enter_room(&ann, "duel", true).await?;
    ann.join(Some("Ann")).await?;
    let join = button_of(&bob, "duel", "join").await?;
    bob.point_at(bob.middle_of(&join).await?).await?;
    leave(&ann).await?;
    // It says that it is closed, and cannot be joined.
    bob.until_contains("#room-rows", &["duel", "closed by now"]).await?;
    assert_eq!(bob.execute(IS_DISABLED, vec![json!(join)]).await?, json!(true));
    bob.point_at(Place { x: 2.0, y: 2.0 }).await?;
    bob.until_hidden(&join).await?;
    bob.until_contains("#room-rows", &["lobby"]).await?;
    Ok(())
}

#[tokio::test]
async fn a_list_that_cannot_be_read_says_so_and_comes_back() -> Result<()> {
    let mut server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/")).await?;
    page.until_contains("#room-rows", &["lobby"]).await?;
    server.stop(Stop::Killed)?;
    page.until_contains("#rooms", &["lobby", "The list of rooms cannot be read."]).await?;
    server.restart()?;
    page.until_hidden("#rooms-failed").await?;
    page.check_console_but_for(Disturbance::Unreachable).await
}

/// A page whose server seems to answer with this list.
async fn open_with(browser: &Browser, server: &Server, list: &Value) -> Result<Page> {
    let page = browser.open("about:blank").await?;
    let answer = serde_json::to_string(&list.to_string())?;
    let source = format!(
        "const open = XMLHttpRequest.prototype.open;
        XMLHttpRequest.prototype.open = function (method, url, ...rest) {{
            if (url === '/api/rooms') {{
                Object.defineProperty(this, 'responseText', {{ get: () => {answer} }});
            }}
            return open.call(this, method, url, ...rest);
        }};"
    );
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await?;
    page.goto(&server.url("/")).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    page.until_seen("#rooms", 1).await?;
    Ok(page)
}

/// A list of this many rooms: the lobby and others with long names.
fn list(n: usize) -> Value {
    let room = |n: usize| {
        let name = format!("the room with the longest name of all {n}");
        let (name, kind) = if n == 0 { ("lobby", "lobby") } else { (name.as_str(), "private") };
        json!({
            "name": name, "kind": kind, "node": null, "players": 7, "bots": 7, "seats": 16,
            "watchers": 12, "tick_hz": 60, "rounds": "1000/3600/8", "netcode": "quakeworld",
        })
    };
    json!({ "rooms": (0..n).map(room).collect::<Vec<_>>(), "more": 3 })
}

#[tokio::test]
async fn a_list_of_any_length_leaves_the_card_and_every_button_in_reach() -> Result<()> {
    const PLAY: &str = "const { left, top, right, bottom } =
            document.querySelector('#play').getBoundingClientRect();
        const { scrollWidth, clientWidth } = document.querySelector('#join');
        const isWide = left >= 0 && right <= innerWidth && scrollWidth <= clientWidth;
        return isWide && (innerHeight < 390 || (top >= 0 && bottom <= innerHeight));";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    for n in [1, 5, 50] {
        let page = open_with(&browser, &server, &list(n)).await?;
        page.until_seen("#room-rows li", n as u64).await?;
        page.until_contains("#rooms", &["and 3 more rooms"]).await?;
        for size in [(1280, 720), (844, 390), (390, 844), (320, 640), (640, 360)] {
            page.resize(size).await?;
            page.execute("document.querySelector('#join').scrollTop = 0;", Vec::new()).await?;
            let is_seen = page.execute(PLAY, Vec::new()).await?;
            ensure!(is_seen == json!(true), "{n} rooms at {size:?}: Play is out of the screen");
            let breaches = page.unreachable_controls(CONTROLS).await?;
            ensure!(breaches.is_empty(), "{n} rooms at {size:?}: {breaches:#?}");
        }
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_full_room_can_be_watched_and_a_phone_is_led_to_the_list() -> Result<()> {
    const ARE_SHUT: &str = "return ['join', 'watch'].map((act) =>
        document.querySelector(`#room-rows li [data-act^=${act}]`).disabled);";
    const IS_IN_VIEW: &str = "const { top, bottom } =
            document.querySelector('#room-rows li').getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let mut rooms = list(2);
    rooms["rooms"][0]["players"] = json!(16);
    let page = open_with(&browser, &server, &rooms).await?;
    page.until_contains("#room-rows li", &["16 of 16 players · full"]).await?;
    assert_eq!(page.execute(ARE_SHUT, Vec::new()).await?, json!([true, false]));
    page.until_hidden("#rooms-summary").await?;
    page.resize((390, 844)).await?;
    page.until_contains("#rooms-summary", &["23 playing in 2 rooms"]).await?;
    assert_eq!(page.execute(IS_IN_VIEW, Vec::new()).await?, json!(false));
    page.click_on("#rooms-summary").await?;
    assert_eq!(page.execute(IS_IN_VIEW, Vec::new()).await?, json!(true));
    Ok(())
}

#[tokio::test]
async fn a_malformed_list_is_read_as_far_as_it_can_be() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let mut rooms = list(3);
    rooms["rooms"][1]["players"] = json!("many");
    rooms["rooms"][2]["name"] = json!("<b>bold</b> \u{202E}");
    let page = open_with(&browser, &server, &rooms).await?;
    page.until_seen("#room-rows li", 1).await?;
    let page = open_with(&browser, &server, &json!([1, 2])).await?;
    page.until_contains("#rooms-failed", &["The list of rooms cannot be read."]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_gamepad_and_a_finger_reach_the_list() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let phone = browser.open_on(Screen::Phone, &server.url("/")).await?;
    phone.until_contains("#room-rows", &["lobby"]).await?;
    assert_eq!(phone.too_small(CONTROLS).await?, Vec::<String>::new());
    phone.tap_on(&button_of(&phone, "lobby", "join").await?).await?;
    phone.until_flying().await?;
    let page = browser.open("about:blank").await?;
    page.simulate_gamepads().await?;
    page.goto(&server.url("/")).await?;
    page.until_contains("#room-rows", &["lobby"]).await?;
    page.plug_pad(PadMapping::Standard).await?;
    // Into the list, which is beside the card.
    page.focus_down_to("#play").await?;
    page.focus_by(&button_of(&page, "lobby", "watch").await?, async |back| {
        page.press_pad(if back { PadButton::Right } else { PadButton::Left }).await
    })
    .await?;
    page.press_pad(PadButton::A).await?;
    page.until("a watched match", |look| look.state() == "playing").await?;
    Ok(())
}
