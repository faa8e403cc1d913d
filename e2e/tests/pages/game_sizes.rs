//! The game on pages of every size: no panel covers another one or the own ship, and every button
//! is reachable.
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use e2e::{Browser, CONTROLS, ENTER, ESCAPE, LinkConditions, Page, Place, Screen, Server};
use serde_json::json;
use tokio::try_join;

/// Widths and heights, in CSS pixels: desktops, phones in both orientations, and a desktop page at
/// 200 % and 400 %.
const SIZES: [(u32, u32); 7] =
    [(1280, 720), (1920, 1080), (844, 390), (390, 844), (360, 740), (320, 640), (640, 360)];

/// The visible panels of a selector, each with its left, top, width and height.
const PANELS: &str = "return [...document.querySelectorAll(arguments[0])]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.id, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && height > 0)
    .map(([id, { x, y, width, height }]) => [id, x, y, width, height]);";

/// A panel, by its id and its rectangle.
#[derive(Clone, Debug, PartialEq)]
struct Panel {
    id: String,
    at: Place,
    end: Place,
}

impl Panel {
    fn meets(&self, at: Place, end: Place) -> bool {
        let Self { at: own, end: own_end, .. } = self;
        own.x < end.x - 0.5
            && at.x < own_end.x - 0.5
            && own.y < end.y - 0.5
            && at.y < own_end.y - 0.5
    }
}

async fn panels(page: &Page) -> Result<Vec<Panel>> {
    panels_of(page, "#hud .over, #map").await
}

async fn panels_of(page: &Page, selector: &str) -> Result<Vec<Panel>> {
    let found = page.execute(PANELS, vec![json!(selector)]).await?;
    let found: Vec<(String, f64, f64, f64, f64)> = serde_json::from_value(found)?;
    let panel = |(id, x, y, width, height)| {
        let (at, end) = (Place { x, y }, Place { x: x + width, y: y + height });
        Panel { id, at, end }
    };
    Ok(found.into_iter().map(panel).collect())
}

/// The record of where the panels are, by which a native test checks that the own ship stays clear
/// of them. `PANELS_UPDATE=1` writes it anew.
const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../client-wasm/src/view/panels.txt");

/// The lines of the record for the current page.
async fn record(page: &Page, (width, height): (u32, u32), shown: &str) -> Result<String> {
    let panels = panels_of(page, "#picture, #map, #hud .over").await?;
    let line = |Panel { id, at, end }: &Panel| {
        let tenths = [at.x, at.y, end.x - at.x, end.y - at.y].map(|px| (px * 10.0).round() / 10.0);
        let [x, y, width, height] = tenths;
        format!("{id} {x} {y} {width} {height}\n")
    };
    let lines: String = panels.iter().map(line).collect();
    Ok(format!("page {width} {height} {shown}\n{lines}"))
}

/// The panels that cover others or lie off the page.
fn overlaps(panels: &[Panel], (width, height): (u32, u32)) -> Vec<String> {
    let (width, height) = (f64::from(width) + 0.5, f64::from(height) + 0.5);
    let off = |panel: &&Panel| {
        panel.at.x < -0.5 || panel.at.y < -0.5 || panel.end.x > width || panel.end.y > height
    };
    let off = panels.iter().filter(off).map(|panel| format!("off the page: {panel:?}"));
    let pairs = panels.iter().enumerate().flat_map(|(n, a)| {
        panels[n + 1..].iter().filter(move |b| a.meets(b.at, b.end)).map(move |b| (a, b))
    });
    off.chain(pairs.map(|(a, b)| format!("{a:?} over {b:?}"))).collect()
}

/// Fills the lists with toasts and feed lines of maximum length and number, since playing until
/// a death is not feasible at every size.
async fn fill_lists(page: &Page) -> Result<()> {
    const FILL: &str = "const stall = 'The server stalled for 3.5 s. '
            + 'The match goes on from where it was.';
        const name = 'Mmmmmmmmmmmmmmmm';
        const kill = `${name} shot down ${name}`;
        const fill = (id, tag, texts) => document.querySelector(id).replaceChildren(
            ...texts.map((text) => {
                const item = document.createElement('li');
                const words = document.createElement(tag);
                words.className = 'you';
                words.textContent = text;
                item.append(words);
                return item;
            }));
        fill('#toasts', 'span', ['Ann joined.', stall, stall]);
        fill('#feed', 'button', [kill, kill, kill, kill]);";
    page.execute(FILL, Vec::new()).await.map(drop).context("filling the lists")
}

/// The checks for every size, whatever is shown.
async fn check_size(page: &Page, size: (u32, u32), shown: &str) -> Result<Vec<String>> {
    /// Buttons over the picture that are smaller than a fingertip.
    const SMALL: &str = "return [...document.querySelectorAll(
        '#lag-chip, #score, #menu-button, :is(#keeps, #own-room) button')]
        .filter((one) => one.checkVisibility())
        .map((one) => [one.textContent, one.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 39.9 || height < 39.9)
        .map(([text, { width, height }]) => `${text} is ${width} × ${height}`);";
    let what = format!("{} × {} px, {shown}", size.0, size.1);
    let mut breaches = overlaps(&panels(page).await?, size);
    let small: Vec<String> = serde_json::from_value(page.execute(SMALL, Vec::new()).await?)?;
    breaches.extend(small);
    breaches.extend(page.unreachable_controls(CONTROLS).await?);
    Ok(breaches.into_iter().map(|breach| format!("{what}: {breach}")).collect())
}

#[tokio::test]
async fn no_panel_covers_another_and_every_button_is_in_reach() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=sizes");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Wolfgang Amadeus")).await?;
    two.join(Some("Mmmmmmmmmmmmmmmm")).await?;
    let link =
        LinkConditions { latency_ms: 50, jitter_ms: 10, loss_permille: 10, carrier: "datagrams" };
    one.simulate_link(&link).await?;
    one.press('h').await?;
    one.until_seen("#legend", 1).await?;
    one.until_seen("#scheme-rewind", 1).await?;
    one.click_on("#lag-chip").await?;
    one.until_seen("#figures", 1).await?;
    let (mut breaches, mut recorded) = (Vec::new(), String::new());
    for size in SIZES {
        one.resize(size).await?;
        for shown in ["ghosts", "net graph"] {
            if shown == "net graph" {
                one.press('n').await?;
                one.until_seen("#net-graph", 1).await?;
            }
            fill_lists(&one).await?;
            let seen = panels(&one).await?;
            let is_seen = |id: &&str| seen.iter().any(|panel| panel.id == **id);
            let wanted = ["menu-button", "vitals", "legend", "toasts", "badge", "scheme"];
            // On a portrait page the graph takes the place of the scheme line.
            let all = if size.1 > size.0 && shown == "net graph" { 5 } else { 6 };
            let wanted = wanted[..all].iter().filter(|id| !is_seen(id)).collect::<Vec<_>>();
            ensure!(wanted.is_empty(), "{size:?}, {shown}: {wanted:?} are not seen");
            breaches.extend(check_size(&one, size, shown).await?);
            let word = shown.split(' ').next_back().unwrap_or(shown);
            recorded += &record(&one, size, word).await?;
        }
        one.press('n').await?;
        one.until_hidden("#net-graph").await?;
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    assert_eq!(one.console_errors().await?, Vec::<String>::new());
    if std::env::var_os("PANELS_UPDATE").is_some() {
        std::fs::write(RECORD, recorded)?;
    }
    Ok(())
}

/// Minimum radius of the own ship as drawn, in CSS pixels.
const SHIP_PX: f64 = 8.0;
/// Time limit for flying into a wall, on a busy machine.
const FLIGHT: Duration = Duration::from_secs(60);

/// The corners of the arena, each with the keys that lead there.
const CORNERS: [([char; 2], Place); 4] = [
    (['w', 'a'], Place { x: 0.0, y: 0.0 }),
    (['w', 'd'], Place { x: 3200.0, y: 0.0 }),
    (['s', 'd'], Place { x: 3200.0, y: 1800.0 }),
    (['s', 'a'], Place { x: 0.0, y: 1800.0 }),
];

/// Watches the own ship until it rests in a corner. Returns the panels that covered it.
async fn fly_into_corner(page: &Page, keys: [char; 2], corner: Place) -> Result<Vec<String>> {
    const NEAR_U: f64 = 40.0;
    for key in keys {
        page.hold(key).await?;
    }
    let begun = Instant::now();
    let mut breaches = Vec::new();
    loop {
        // If the machine was suspended, the page may have to reconnect first.
        let look = page.until_flying().await?;
        // The scores may cover other panels while they are read.
        let panels = panels_of(page, "#hud .over, #map, #scores").await?;
        let own = look.own().context("it flies")?;
        let at = look.camera().context("a camera")?.to_page(own);
        let rim = |by: f64| Place { x: at.x + by, y: at.y + by };
        let over = panels.iter().filter(|panel| panel.meets(rim(-SHIP_PX), rim(SHIP_PX)));
        breaches.extend(over.map(|panel| format!("{panel:?} over the ship at {at:?}")));
        if (own.x - corner.x).abs() < NEAR_U && (own.y - corner.y).abs() < NEAR_U {
            break;
        }
        ensure!(begun.elapsed() < FLIGHT, "it is at {own:?}, not at {corner:?}");
        e2e::next_sample().await;
    }
    for key in keys {
        page.release(key).await?;
    }
    breaches.dedup();
    Ok(breaches)
}

/// From corner to corner, and so along every wall. Returns the panels that covered the ship.
async fn fly_around(page: &Page, size: (u32, u32)) -> Result<Vec<String>> {
    page.resize(size).await?;
    let mut breaches = Vec::new();
    for (keys, corner) in CORNERS {
        let found = fly_into_corner(page, keys, corner).await?;
        breaches.extend(found.into_iter().map(|breach| format!("{size:?}: {breach}")));
    }
    Ok(breaches)
}

#[tokio::test]
async fn nothing_covers_the_own_ship_in_any_corner() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let open = async |room| -> Result<Page> {
        let page = browser.open(&server.url(room)).await?;
        page.join(Some("Ann")).await?;
        page.press('h').await?;
        page.until_seen("#legend", 1).await?;
        Ok(page)
    };
    let (page, small) = try_join!(open("/#room=corners"), open("/#room=small"))?;
    let (mut breaches, more) =
        try_join!(fly_around(&page, (1280, 720)), fly_around(&small, (390, 844)))?;
    breaches.extend(more);
    assert_eq!(small.console_errors().await?, Vec::<String>::new());
    // It would go on drawing.
    small.goto("about:blank").await?;
    // The remaining sizes are checked in the last corner.
    for size in SIZES {
        page.resize(size).await?;
        page.press('n').await?;
        page.until_seen("#net-graph", 1).await?;
        fill_lists(&page).await?;
        e2e::until("the ship to be clear of panels", async || {
            let found = fly_into_corner(&page, ['s', 'a'], CORNERS[3].1).await?;
            Ok(if found.is_empty() { Ok(()) } else { Err(format!("{size:?}: {found:?}")) })
        })
        .await?;
        page.press('n').await?;
        page.until_hidden("#net-graph").await?;
    }
    // On wide pages the scores are in a corner.
    for size in [(1280, 720), (844, 390)] {
        page.resize(size).await?;
        page.ask("scores").await?;
        page.until_seen("#scores", 1).await?;
        e2e::until("the ship to be clear of the scores", async || {
            let found = fly_into_corner(&page, ['w', 'd'], CORNERS[1].1).await?;
            Ok(if found.is_empty() { Ok(()) } else { Err(format!("{size:?}: {found:?}")) })
        })
        .await?;
        page.ask("scores").await?;
        page.until_hidden("#scores").await?;
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_click_on_a_button_over_the_picture_leaves_the_keyboard_to_the_game() -> Result<()> {
    const FOCUSED: &str = "return document.activeElement === document.body
        || document.activeElement.id === 'view';";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=focus")).await?;
    page.join(None).await?;
    page.click_on("#lag-chip").await?;
    page.until_seen("#figures", 1).await?;
    assert_eq!(page.execute(FOCUSED, Vec::new()).await?, json!(true));
    // A keyboard user can go on by keyboard.
    const FOCUS: &str = "document.querySelector('#lag-chip').focus();";
    page.execute(FOCUS, Vec::new()).await?;
    page.press(ENTER).await?;
    page.until_hidden("#figures").await?;
    assert_eq!(page.execute(FOCUSED, Vec::new()).await?, json!(false));
    Ok(())
}

#[tokio::test]
async fn the_words_of_a_death_stand_beside_an_open_drawer() -> Result<()> {
    /// Fakes a death, since playing until one is not feasible at every size. Returns the free space
    /// around the text, in CSS pixels.
    const DIE: &str = "document.querySelector('#respawn').hidden = false;
        document.querySelector('#respawn-by').textContent =
            'Wolfgang Amadeus shot you down with a laser, from the lower right.';
        document.querySelector('#respawn-in').textContent = 'Back in 1.7 s';
        document.querySelector('#respawn-why').hidden = false;
        const [words, drawer] = ['#respawn', '#netcode'].map((id) =>
            document.querySelector(id).getBoundingClientRect());
        return [words.left, words.top, innerWidth - words.right, innerHeight - words.bottom,
            Math.max(drawer.left - words.right, drawer.top - words.bottom)];";
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=death")).await?;
    page.join(Some("Ann")).await?;
    page.press('p').await?;
    page.until_seen("#netcode", 1).await?;
    for size in SIZES {
        page.resize(size).await?;
        let free: Vec<f64> = serde_json::from_value(page.execute(DIE, Vec::new()).await?)?;
        assert!(free.iter().all(|px| *px >= -0.5), "{size:?}: {free:?}");
    }
    Ok(())
}

/// Phones in both orientations.
const PHONES: [(u32, u32); 4] = [(390, 844), (360, 740), (320, 640), (844, 390)];
/// Radius of a stick and its gap to the page's edge, in CSS pixels, as drawn by the game.
const STICK_PX: f64 = 56.0;
const STICK_GAP_PX: f64 = 32.0;
/// Its gaps to the sides and to the lower edge of the picture on a portrait page, with its caption.
const STICK_GAP_UPRIGHT_PX: Place = Place { x: 12.0, y: 30.0 };

/// The area of the picture: its upper left and lower right corner.
async fn picture(page: &Page) -> Result<(Place, Place)> {
    let found = panels_of(page, "#picture").await?;
    let picture = found.into_iter().next().context("a picture")?;
    Ok((picture.at, picture.end))
}

/// Panels under a thumb.
fn under_thumbs(panels: &[Panel], (width, height): (u32, u32), picture_end: Place) -> Vec<String> {
    let (width, height) = (f64::from(width), f64::from(height));
    let (gap, end) = if height > width {
        (STICK_GAP_UPRIGHT_PX, picture_end.y)
    } else {
        (Place { x: STICK_GAP_PX, y: STICK_GAP_PX }, height)
    };
    let (apart, y) = (STICK_PX + gap.x, end - STICK_PX - gap.y);
    let sticks = [apart, width - apart].map(|x| {
        let rim = |by: f64| Place { x: x + by, y: y + by };
        (rim(-STICK_PX), rim(STICK_PX))
    });
    let is_under = |panel: &&Panel| sticks.iter().any(|(at, end)| panel.meets(*at, *end));
    panels.iter().filter(is_under).map(|panel| format!("under a thumb: {panel:?}")).collect()
}

/// The checks for a phone, whatever is shown.
async fn check_phone(page: &Page, size: (u32, u32), shown: &str) -> Result<Vec<String>> {
    /// Texts over the picture that are clipped.
    const CUT: &str = "return [...document.querySelectorAll(
            '#hud :is(ul, ol, li, p, button, output, dd)')]
        .filter((one) => one.checkVisibility() && !one.closest('.unseen'))
        .filter((one) => one.clientWidth > 0 && (one.scrollWidth > one.clientWidth + 1
            || getComputedStyle(one).overflowY === 'hidden'
                && one.scrollHeight > one.clientHeight + 1))
        .map((one) => `${one.textContent} is cut`);";
    let mut breaches = check_size(page, size, shown).await?;
    let what = format!("{} × {} px, {shown}", size.0, size.1);
    let (_, picture_end) = picture(page).await?;
    let mut more = under_thumbs(&panels(page).await?, size, picture_end);
    let cut: Vec<String> = serde_json::from_value(page.execute(CUT, Vec::new()).await?)?;
    more.extend(cut);
    breaches.extend(more.into_iter().map(|breach| format!("{what}: {breach}")));
    Ok(breaches)
}

#[tokio::test]
async fn on_a_phone_nothing_is_cut_and_nothing_lies_under_a_thumb() -> Result<()> {
    const COARSE: &str = "return matchMedia('(pointer: coarse)').matches;";
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let mut breaches = Vec::new();
    for size in PHONES {
        let page = browser.open_on(Screen::Phone, &server.url("/")).await?;
        page.resize(size).await?;
        ensure!(page.execute(COARSE, Vec::new()).await? == json!(true), "fingers play");
        page.click_on("#new-room").await?;
        page.until_flying().await?;
        page.until_seen("#own-room", 1).await?;
        breaches.extend(check_phone(&page, size, "the own room").await?);
        page.ask("own-room-close").await?;
        page.until_hidden("#own-room").await?;
        for shown in ["the feed", "ghosts", "net graph"] {
            let button = match shown {
                "ghosts" => Some(("ghosts", "#legend")),
                "net graph" => Some(("net-graph", "#net-graph")),
                _ => None,
            };
            if let Some((act, id)) = button {
                page.ask(act).await?;
                page.until_seen(id, 1).await?;
            }
            fill_lists(&page).await?;
            breaches.extend(check_phone(&page, size, shown).await?);
            if let Some((act, id)) = button {
                page.ask(act).await?;
                page.until_hidden(id).await?;
            }
        }
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    Ok(())
}

/// Portrait phones.
const UPRIGHT: [(u32, u32); 3] = [(390, 844), (360, 740), (320, 640)];
/// The most things to tap in a quiet moment, and their least size, in CSS pixels.
const TARGETS_MAX: usize = 6;
const TARGET_PX: f64 = 43.9;

#[tokio::test]
async fn a_portrait_phone_is_filled_with_the_fight() -> Result<()> {
    const TARGETS: &str = "return [...document.querySelectorAll('main button')]
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .map(({ width, height }) => Math.min(width, height));";
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    for size in UPRIGHT {
        let page = browser.open_on(Screen::Phone, &server.url("/#room=upright")).await?;
        page.resize(size).await?;
        page.until("the join screen", |look| look.state() == "join").await?;
        page.click_on("#play").await?;
        page.until_flying().await?;
        let (width, height) = (f64::from(size.0), f64::from(size.1));
        let (at, end) = picture(&page).await?;
        ensure!(at.x.abs() < 0.5 && (end.x - width).abs() < 0.5, "{size:?}: {at:?} to {end:?}");
        let share = (end.y - at.y) / height;
        ensure!(end.y > height - 0.5 && share > 0.9, "{size:?}: it has {share} of the height");
        let look = page.until("a camera", |look| look.camera().is_some()).await?;
        let camera = look.camera().context("a camera")?;
        let [left, right] = [-SHIP_U, SHIP_U].map(|x| camera.to_page(Place { x, y: 0.0 }).x);
        ensure!(right - left >= SHIP_WIDE_PX, "{size:?}: ships are {} px wide", right - left);
        let targets: Vec<f64> = serde_json::from_value(page.execute(TARGETS, Vec::new()).await?)?;
        ensure!(targets.len() <= TARGETS_MAX, "{size:?}: {targets:?}");
        ensure!(targets.iter().all(|px| *px >= TARGET_PX), "{size:?}: {targets:?}");
        check_stick_under_thumb(&page, Place { x: width * 0.3, y: height - 70.0 }).await?;
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
        page.goto("about:blank").await?;
    }
    Ok(())
}

/// Radius of a ship, in u, and how wide it is drawn at least, in CSS pixels.
const SHIP_U: f64 = 16.0;
const SHIP_WIDE_PX: f64 = 17.9;

/// A stick comes to where a thumb lands, also outside those at rest: its knob is drawn around it.
async fn check_stick_under_thumb(page: &Page, thumb: Place) -> Result<()> {
    /// The pixels around a point at a distance: how much more blue than red they are at most.
    const BLUE: &str = "const [x, y, radius] = arguments;
        const view = document.querySelector('#view');
        const ratio = view.width / view.getBoundingClientRect().width;
        const context = view.getContext('2d');
        const at = [...Array(32).keys()].map((n) => n / 32 * 2 * Math.PI)
            .map((turn) => [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]);
        return Math.max(...at.map(([x, y]) => {
            const [red, , blue] = context.getImageData(x * ratio, y * ratio, 1, 1).data;
            return blue - red;
        }));";
    const KNOB_PX: f64 = 20.0;
    let blue = async || -> Result<i64> {
        let around = vec![json!(thumb.x), json!(thumb.y), json!(KNOB_PX)];
        page.execute(BLUE, around).await?.as_i64().context("a difference")
    };
    ensure!(blue().await? < 40, "something blue is under {thumb:?} already");
    page.touch(&[(thumb, thumb)]).await?;
    e2e::until("a stick under the thumb", async || {
        let blue = blue().await?;
        Ok(if blue > 60 { Ok(()) } else { Err(format!("{blue} at {thumb:?}")) })
    })
    .await?;
    page.lift().await
}

/// A panel opened by a button, and what is visible then.
const OPENED: [(Option<&str>, &str); 8] = [
    (None, "#menu-button"),
    (Some("menu"), "#menu"),
    (Some("settings"), "#settings"),
    (Some("scores"), "#scores"),
    (Some("link"), "#link"),
    (Some("netcode"), "#netcode"),
    (Some("net-graph"), "#net-graph"),
    (Some("help"), "#help"),
];

#[tokio::test]
async fn a_finger_hits_everything_on_a_phone() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open_on(Screen::Phone, &server.url("/")).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    page.until_seen("#room-rows li", 1).await?;
    let mut breaches = Vec::new();
    let found = page.too_small(CONTROLS).await?;
    breaches.extend(found.into_iter().map(|breach| format!("before the game: {breach}")));
    page.click_on("#play").await?;
    page.until_flying().await?;
    for (act, id) in OPENED {
        if let Some(act) = act {
            page.ask(act).await?;
        }
        page.until_seen(id, 1).await?;
        fill_lists(&page).await?;
        let mut found = page.too_small(CONTROLS).await?;
        found.extend(overlaps(&panels(&page).await?, Screen::Phone.size()));
        breaches.extend(found.into_iter().map(|breach| format!("{id}: {breach}")));
        match act {
            // It stays until it is toggled again.
            Some("net-graph") => page.ask("net-graph").await?,
            Some(_) => page.press(ESCAPE).await?,
            None => {}
        }
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
