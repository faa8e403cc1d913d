//! The ways to play: with mouse and keyboard, by touch, with a gamepad alone, with the keyboard
//! alone. Each joins, shoots, flies and presses buttons by its own means.
use std::f64::consts::TAU;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tokio::time::sleep;

use crate::browser::{Browser, Page, Screen};
use crate::duel::{BOTH, DUEL, aim_at, cease_fire, key_towards, leg};
use crate::gamepad::{PadButton, PadMapping, PadStick};
use crate::input::{ENTER, ESCAPE, TAB};
use crate::look::{Look, Place};
use crate::wait::next_sample;

/// Without a hit for this long, the shooter moves: an asteroid may be in the way.
const PATIENCE: Duration = Duration::from_secs(4);
/// How long one leg of a flight lasts.
const LEG: Duration = Duration::from_millis(700);
/// Where the thumbs come down on a phone, and how far they push, in CSS pixels.
const LEFT_THUMB: Place = Place { x: 90.0, y: 690.0 };
const RIGHT_THUMB: Place = Place { x: 300.0, y: 690.0 };
const PUSH_PX: f64 = 56.0;
/// The left Shift key, which fires the beam.
const SHIFT: char = '\u{e008}';
/// Turn rates of the aim by keys, at first and later, in turns per s, and when it changes, in s.
const TURN_SLOW: f64 = 0.12;
const TURN_FAST: f64 = 0.6;
const TURN_SLOW_S: f64 = 0.2;
/// An aim that is off by less hits a ship in sight, in turns.
const AIMED: f64 = 0.006;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    Mouse,
    Touch,
    Gamepad,
    Keys,
}

impl Hands {
    pub const ALL: [Self; 4] = [Self::Mouse, Self::Touch, Self::Gamepad, Self::Keys];

    /// Opens the join screen of an address in a page for these hands, and joins.
    pub async fn join(self, browser: &Browser, url: &str) -> Result<Page> {
        let screen = if self == Self::Touch { Screen::Phone } else { Screen::Desk };
        let page = browser.open_on(screen, url).await?;
        if self == Self::Gamepad {
            page.simulate_gamepads().await?;
            page.refresh().await?;
        }
        page.until("the join screen", |look| look.state() == "join").await?;
        self.take_up(&page).await?;
        match self {
            Self::Mouse => page.click_on("#play").await?,
            Self::Touch => page.tap_on("#play").await?,
            Self::Gamepad => page.press_pad(PadButton::A).await?,
            Self::Keys => page.press(ENTER).await?,
        }
        page.until_flying().await?;
        Ok(page)
    }

    /// Takes up the device, as after a reload.
    pub async fn take_up(self, page: &Page) -> Result<()> {
        match self {
            Self::Gamepad => page.plug_pad(PadMapping::Standard).await,
            Self::Mouse | Self::Touch | Self::Keys => Ok(()),
        }
    }

    /// Asks for the next round at once.
    pub async fn ask_rematch(self, page: &Page) -> Result<()> {
        match self {
            Self::Mouse => page.click_on("#round-rematch").await,
            Self::Touch => page.tap_on("#round-rematch").await,
            Self::Gamepad => page.press_pad(PadButton::Lb).await,
            Self::Keys => page.press('r').await,
        }
    }

    /// Presses a button of the page, wherever it is.
    pub async fn press(self, page: &Page, selector: &str) -> Result<()> {
        page.until_seen(selector, 1).await?;
        match self {
            Self::Mouse => page.click_on(selector).await,
            Self::Touch => page.tap_on(selector).await,
            Self::Gamepad => {
                // To the end of a column, then along the row.
                let down_then_right = async |back| {
                    let (down, right) = if back {
                        (PadButton::Up, PadButton::Left)
                    } else {
                        (PadButton::Down, PadButton::Right)
                    };
                    page.press_pad(down).await?;
                    page.press_pad(right).await
                };
                page.focus_by(selector, down_then_right).await?;
                page.press_pad(PadButton::A).await
            }
            Self::Keys => {
                page.focus_by(selector, async |_| page.press(TAB).await).await?;
                page.press(ENTER).await
            }
        }
    }

    /// Opens the menu of a match.
    pub async fn open_menu(self, page: &Page) -> Result<()> {
        match self {
            Self::Mouse => page.click_on("#menu-button").await,
            Self::Touch => page.tap_on("#menu-button").await,
            Self::Gamepad => page.press_pad(PadButton::Menu).await,
            Self::Keys => page.press(ESCAPE).await,
        }
    }

    /// Shoots at another player, who is at rest, until the page counts a kill.
    pub async fn shoot_down(self, hunter: &Page, prey: &Page, name: &str) -> Result<()> {
        let (begun, kills) = (Instant::now(), hunter.look().await?.count("kills"));
        let (mut health, mut hit_at, mut legs) = (0, begun, 0);
        loop {
            let look = hunter.look().await?;
            if look.count("kills") > kills {
                return self.rest(hunter).await;
            }
            ensure!(begun.elapsed() < DUEL, "{self:?}: {name}, at {health}, lives: {look:?}");
            self.shoot_at(hunter, &look, name).await?;
            let now = prey.look().await?.count("health");
            if now != health {
                (health, hit_at) = (now, Instant::now());
            } else if hit_at.elapsed() > PATIENCE {
                self.rest(hunter).await?;
                self.fly_a_leg(hunter, &look, name, legs).await?;
                (hit_at, legs) = (Instant::now(), legs + 1);
            }
            next_sample().await;
        }
    }

    /// Aims at another ship, and fires.
    async fn shoot_at(self, page: &Page, look: &Look, name: &str) -> Result<()> {
        let Some(way) = way_to(look, name) else { return Ok(()) };
        match self {
            Self::Mouse => {
                aim_at(page, look, name).await?;
                page.hold_buttons(&BOTH).await
            }
            Self::Touch => page.touch(&[(RIGHT_THUMB, pushed(RIGHT_THUMB, way))]).await,
            Self::Gamepad => {
                page.push_stick(PadStick::Right, way.x, way.y).await?;
                page.hold_pad(PadButton::Rt).await?;
                page.hold_pad(PadButton::Rb).await
            }
            Self::Keys => {
                turn_towards(page, look, way).await?;
                page.hold(' ').await?;
                page.hold(SHIFT).await
            }
        }
    }

    /// Lets go of everything.
    async fn rest(self, page: &Page) -> Result<()> {
        match self {
            Self::Mouse => cease_fire(page).await,
            Self::Touch => page.lift().await,
            Self::Gamepad => {
                page.push_stick(PadStick::Left, 0.0, 0.0).await?;
                page.push_stick(PadStick::Right, 0.0, 0.0).await?;
                page.release_pad(PadButton::Rb).await?;
                page.release_pad(PadButton::Rt).await
            }
            Self::Keys => {
                page.release(SHIFT).await?;
                page.release(' ').await
            }
        }
    }

    /// Flies around the other ship for a while.
    async fn fly_a_leg(self, page: &Page, look: &Look, name: &str, legs: u32) -> Result<()> {
        let Some(way) = way_to(look, name) else { return Ok(()) };
        let way = leg(way, legs);
        let key = key_towards(way);
        match self {
            Self::Mouse | Self::Keys => page.hold(key).await?,
            Self::Touch => page.touch(&[(LEFT_THUMB, pushed(LEFT_THUMB, way))]).await?,
            Self::Gamepad => page.push_stick(PadStick::Left, way.x, way.y).await?,
        }
        sleep(LEG).await;
        match self {
            Self::Mouse | Self::Keys => page.release(key).await,
            Self::Touch | Self::Gamepad => self.rest(page).await,
        }
    }
}

/// The direction from the own ship to another one, of length 1.
fn way_to(look: &Look, name: &str) -> Option<Place> {
    let (own, other) = look.own().zip(look.remote(name))?;
    let length = own.distance(other).max(1.0);
    Some(Place { x: (other.x - own.x) / length, y: (other.y - own.y) / length })
}

/// Where a thumb is that pushes its stick to the rim.
fn pushed(thumb: Place, way: Place) -> Place {
    Place { x: thumb.x + way.x * PUSH_PX, y: thumb.y + way.y * PUSH_PX }
}

/// Turns the aim by keys towards a direction.
async fn turn_towards(page: &Page, look: &Look, way: Place) -> Result<()> {
    let aim: f64 = look.text_of("ownAim").parse().context("an aim")?;
    let off = (way.y.atan2(way.x) / TAU - aim / 65_536.0 + 1.5).rem_euclid(1.0) - 0.5;
    if off.abs() < AIMED {
        return Ok(());
    }
    let slow = TURN_SLOW * TURN_SLOW_S;
    let past_slow_s = (off.abs() - slow).max(0.0) / TURN_FAST;
    let for_s = off.abs().min(slow) / TURN_SLOW + past_slow_s;
    page.hold_for(if off > 0.0 { 'e' } else { 'q' }, Duration::from_secs_f64(for_s)).await
}

impl Page {
    /// Taps an element with a finger.
    pub async fn tap_on(&self, selector: &str) -> Result<()> {
        let at = self.middle_of(selector).await?;
        self.touch(&[(at, at)]).await?;
        self.lift().await
    }

    /// The middle of an element, which is scrolled into view.
    pub async fn middle_of(&self, selector: &str) -> Result<Place> {
        const MIDDLE: &str = "const one = document.querySelector(arguments[0]);
            one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
            const { left, top, width, height } = one.getBoundingClientRect();
            return [left + width / 2, top + height / 2];";
        self.until_seen(selector, 1).await?;
        let at = self.execute(MIDDLE, vec![json!(selector)]).await?;
        let [x, y] = [0, 1].map(|n| at[n].as_f64());
        Ok(Place { x: x.context("a number")?, y: y.context("a number")? })
    }
}
