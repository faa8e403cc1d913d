//! Takes the screenshots for the documents, on a desktop and on a phone: the join screen, a fight
//! with ghosts, the scores, the netcode drawer, an inspected shot; on a desktop three of the
//! schemes at work; moments of the laboratory; the article, with the stills of its figures; and the
//! animations in README.md. It plays against bots with real input events, over a link slow enough
//! to separate the ghosts, and keeps the moment at which most is visible.
//!
//! `cargo xtask shots` runs it with the output folder, and `game`, `lab`, `learn` or `readme` for a
//! part of them.
mod fight;
mod figure;
mod highlight;
mod lab;
mod learn;
mod moving;
mod page_clock;
mod readme;

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use e2e::{
    Browser, Button, ENTER, ESCAPE, LinkConditions, Look, Page, Place, Screen, Server, TAB, aim_at,
    until,
};
use fantoccini::Locator;
use tokio::time::sleep;

/// How long a fight is searched for its best moment.
const FIGHT: Duration = Duration::from_secs(45);
/// How long the fight behind the join screen has gone on.
const JOIN_FIGHT: Duration = Duration::from_secs(9);
/// How long to wait for a refund.
const REFUND: Duration = Duration::from_secs(240);
/// Slow enough to see ghosts, fast enough to play.
const LINK: LinkConditions =
    LinkConditions { latency_ms: 120, jitter_ms: 20, loss_permille: 0, carrier: "datagrams" };
/// Maximum shots searched for a hit.
const SHOTS_MAX: usize = 32;
/// Beyond this distance the player flies closer, below half of it away, in u.
const FIGHTING_U: f64 = 420.0;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let folder = env::args().nth(1).context("expected a folder to write to")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let browser = Browser::start_to_measure()?;
    match env::args().nth(2).as_deref() {
        None => {
            take_game(&browser, folder).await?;
            lab::take(&browser, folder).await?;
            learn::take(&browser, folder).await?;
            readme::take(&browser, folder).await
        }
        Some("game") => take_game(&browser, folder).await,
        Some("lab") => lab::take(&browser, folder).await,
        Some("learn") => learn::take(&browser, folder).await,
        Some("readme") => readme::take(&browser, folder).await,
        Some(other) => {
            bail!("unknown pictures `{other}`; expected `game`, `lab`, `learn` or `readme`")
        }
    }
}

async fn take_game(browser: &Browser, folder: &Path) -> Result<()> {
    let server = Server::start(&["--bots", "9", "--seed", "7"])?;
    for screen in [Screen::Desk, Screen::Phone] {
        let page = browser.open_on(screen, &server.url("/")).await?;
        take_all(&page, screen, folder).await?;
        let errors = page.console_errors().await?;
        ensure!(errors.is_empty(), "the page had errors: {errors:?}");
        page.goto("about:blank").await?;
    }
    take_schemes(browser, folder).await
}

/// Three schemes, each in a room of its own.
async fn take_schemes(browser: &Browser, folder: &Path) -> Result<()> {
    let crowd = Server::start(&["--bots", "26", "--seed", "11"])?;
    for preset in ["targeting", "source", "deferred"] {
        // Delayed synchronisation undoes more with a longer delay.
        let more = if preset == "deferred" { "&d=1000" } else { "" };
        let url = crowd.url(&format!("/#room=shots-{preset}&preset={preset}{more}"));
        let page = browser.open_on(Screen::Desk, &url).await?;
        page.join(Some("Ada")).await?;
        page.simulate_link(&LinkConditions { latency_ms: 100, ..LINK }).await?;
        let picture = if preset == "deferred" {
            refund(&page).await?
        } else {
            page.press('h').await?;
            page.ask("settings").await?;
            page.click_on("#counterfactuals-wanted").await?;
            page.press(ESCAPE).await?;
            fight(&page, Screen::Desk).await?
        };
        let (width, height) = Screen::Desk.size();
        fs::write(folder.join(format!("{preset}-{width}x{height}.png")), picture)?;
        let errors = page.console_errors().await?;
        ensure!(errors.is_empty(), "the page had errors: {errors:?}");
        page.goto("about:blank").await?;
    }
    Ok(())
}

/// Plays until a refund of hit points, and takes a screenshot of it.
async fn refund(page: &Page) -> Result<Vec<u8>> {
    let mut held = HeldInput::new(Screen::Desk);
    let begun = Instant::now();
    let mut known = page.look().await?.count("refunds");
    while begun.elapsed() < REFUND {
        let look = page.look().await?;
        if look.count("refunds") > known && look.own().is_some() {
            let picture = page.screenshot().await?;
            held.rest(page).await?;
            return Ok(picture);
        }
        known = known.max(look.count("refunds"));
        held.play(page, &look).await?;
    }
    held.rest(page).await?;
    bail!("no hit was undone in {REFUND:?}")
}

async fn take_all(page: &Page, screen: Screen, folder: &Path) -> Result<()> {
    let (width, height) = screen.size();
    let path = |what: &str| folder.join(format!("{what}-{width}x{height}.png"));
    page.until("the join screen", |look| look.state() == "join").await?;
    page.find(Locator::Id("name")).await?.send_keys("Ada").await?;
    sleep(JOIN_FIGHT).await;
    fs::write(path("join"), page.screenshot().await?)?;

    page.press(ENTER).await?;
    page.until_flying().await?;
    page.simulate_link(&LINK).await?;
    page.press('h').await?;
    page.until_contains("#legend", &["newest snapshot"]).await?;
    fs::write(path("fight"), fight(page, screen).await?)?;

    page.until_flying().await?;
    page.hold(TAB).await?;
    page.until_contains("#scores", &["Ada"]).await?;
    fs::write(path("scores"), page.screenshot().await?)?;
    page.release(TAB).await?;

    page.press('p').await?;
    page.until_contains("#netcode", &["The room decides", "You decide"]).await?;
    // The open drawer resizes the picture.
    page.until_flying().await?;
    fs::write(path("netcode"), page.screenshot().await?)?;
    page.press(ESCAPE).await?;
    page.until_hidden("#netcode").await?;
    fs::write(path("shot"), shot(page).await?)?;
    Ok(())
}

/// Inspects the newest shot once every scheme's verdict is known, then steps back to a hit if the
/// page still has one.
async fn shot(page: &Page) -> Result<Vec<u8>> {
    until("the sheet of a shot", async || {
        page.press_for_sheet().await?;
        let is_open = page.count_seen("#forensics").await? == 1;
        Ok(if is_open { Ok(()) } else { Err(String::from("none yet")) })
    })
    .await?;
    for _ in 0..SHOTS_MAX {
        let known = |look: &Look| look.text_of("forensics").split('|').nth(2) > Some("");
        let look = page.until("the report of a shot", known).await?;
        if look.text_of("forensics").split('|').nth(1) == Some("hit") {
            break;
        }
        let older = page.find(Locator::Css("[data-act=shot-older]")).await?;
        if !older.is_enabled().await? {
            break;
        }
        older.click().await?;
    }
    page.until_contains("#forensics-scheme", &["would"]).await?;
    Ok(page.screenshot().await?)
}

/// Dismisses what a first visitor is offered.
const DISMISS: &str = "document.querySelector(
    '#see-lag-offer:not([hidden]) [data-act=see-lag-dismiss]')?.click();";

/// Plays for a while. Returns the screenshot of the best moment.
async fn fight(page: &Page, screen: Screen) -> Result<Vec<u8>> {
    let mut held = HeldInput::new(screen);
    let (mut best, mut picture) = (0, Vec::new());
    let begun = Instant::now();
    while begun.elapsed() < FIGHT {
        page.execute(DISMISS, Vec::new()).await?;
        let look = page.look().await?;
        held.play(page, &look).await?;
        let now = interest(&look, screen);
        if now > best {
            let taken = page.screenshot().await?;
            // The moment may have passed while the screenshot was taken.
            if interest(&page.look().await?, screen) >= best {
                (best, picture) = (now, taken);
            }
        }
    }
    held.rest(page).await?;
    eprintln!("the best moment of {screen:?} is worth {best}");
    Ok(picture)
}

/// Rates what is visible: ships clear of the panels, some near the own one, ghosts of shots, the
/// own ship in good health, and no wall near.
fn interest(look: &Look, screen: Screen) -> u32 {
    let (Some(own), Some(camera)) = (look.own(), look.camera()) else { return 0 };
    // Left, top, right and bottom of the area free of panels.
    let (left, top, right, bottom) = match screen {
        Screen::Desk => (40.0, 90.0, 1080.0, 590.0),
        Screen::Phone => (16.0, 150.0, 374.0, 470.0),
    };
    let clear = |place: Place| {
        let at = camera.to_page(place);
        (left..right).contains(&at.x) && (top..bottom).contains(&at.y)
    };
    let remotes = look.remotes();
    let in_sight = remotes.iter().filter(|(_, at)| clear(*at)).count();
    let near = remotes.iter().filter(|(_, at)| (90.0..FIGHTING_U).contains(&at.distance(own)));
    let verdicts = if look.text_of("counterfactuals").is_empty() { 0 } else { 4 };
    let of_shots = (look.count("ghosts") as usize).saturating_sub(remotes.len()).min(6);
    let whole = look.count("health") / 20;
    let open = (700.0..2500.0).contains(&own.x) && (420.0..1380.0).contains(&own.y);
    let open = if open { 12 } else { 0 };
    (in_sight * 4 + near.count() * 3 + of_shots * 4) as u32 + whole + open + verdicts
}

/// The player's held input: keys, buttons, fingers.
struct HeldInput {
    screen: Screen,
    /// The keys held; with fingers, `down` says whether they touch.
    keys: Vec<char>,
    down: bool,
}

impl HeldInput {
    fn new(screen: Screen) -> Self {
        Self { screen, keys: Vec::new(), down: false }
    }

    /// Aims at the nearest ship, fires, and keeps some distance.
    async fn play(&mut self, page: &Page, look: &Look) -> Result<()> {
        let Some(own) = look.own() else { return self.rest(page).await };
        let remotes = look.remotes();
        let by_distance = |a: &&(&str, Place), b: &&(&str, Place)| {
            a.1.distance(own).total_cmp(&b.1.distance(own))
        };
        let Some((name, target)) = remotes.iter().min_by(by_distance) else {
            return self.rest(page).await;
        };
        let towards = Place { x: target.x - own.x, y: target.y - own.y };
        let flight = match target.distance(own) {
            far if far > FIGHTING_U => towards,
            near if near < FIGHTING_U / 2.0 => Place { x: -towards.x, y: -towards.y },
            _ => Place { x: -towards.y, y: towards.x },
        };
        match self.screen {
            Screen::Desk => {
                self.fly(page, flight).await?;
                if aim_at(page, look, name).await? && !self.down {
                    page.hold_buttons(&[Button::Left, Button::Right]).await?;
                    self.down = true;
                }
                Ok(())
            }
            Screen::Phone => self.push(page, flight, towards).await,
        }
    }

    /// Holds only the keys of a direction.
    async fn fly(&mut self, page: &Page, way: Place) -> Result<()> {
        let share = 0.4 * way.distance(Place::default());
        let sides = [('d', way.x), ('a', -way.x), ('s', way.y), ('w', -way.y)];
        for (key, along) in sides {
            let held = self.keys.contains(&key);
            if along > share && !held {
                page.hold(key).await?;
                self.keys.push(key);
            } else if along <= share && held {
                page.release(key).await?;
                self.keys.retain(|other| *other != key);
            }
        }
        Ok(())
    }

    async fn push(&mut self, page: &Page, left: Place, right: Place) -> Result<()> {
        const RIM_PX: f64 = 56.0;
        let (width, height) = self.screen.size();
        let base = |share| Place { x: f64::from(width) * share, y: f64::from(height) * 0.66 };
        let rim = |base: Place, way: Place| {
            let length = way.distance(Place::default()).max(1.0);
            Place { x: base.x + way.x / length * RIM_PX, y: base.y + way.y / length * RIM_PX }
        };
        let (left_base, right_base) = (base(0.23), base(0.77));
        let (left, right) = (rim(left_base, left), rim(right_base, right));
        if self.down {
            return page.drag_fingers(&[left, right]).await;
        }
        self.down = true;
        page.touch(&[(left_base, left), (right_base, right)]).await
    }

    async fn rest(&mut self, page: &Page) -> Result<()> {
        if self.down && self.screen == Screen::Desk {
            page.release_buttons(&[Button::Left, Button::Right]).await?;
        } else if self.down {
            page.lift().await?;
        }
        self.down = false;
        for key in self.keys.drain(..) {
            page.release(key).await?;
        }
        Ok(())
    }
}
