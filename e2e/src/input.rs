//! Player input as real browser events: keys, mouse and touch.
use std::time::Duration;

use anyhow::{Context, Result};
use fantoccini::Locator;
use fantoccini::actions::{
    ActionSequence, InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MOUSE_BUTTON_RIGHT,
    MouseActions, PointerAction,
};
use fantoccini::error::{CmdError, ErrorStatus};
use serde_json::{Value, json};

use crate::browser::Page;
use crate::look::Place;
use crate::wait::until;

pub const ENTER: char = '\u{e007}';
pub const ESCAPE: char = '\u{e00c}';
pub const TAB: char = '\u{e004}';
/// End.
pub const END: char = '\u{e010}';
/// Arrow up.
pub const UP: char = '\u{e013}';
/// Arrow down.
pub const DOWN: char = '\u{e015}';
/// Arrow right.
pub const RIGHT: char = '\u{e014}';

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The laser.
    Left,
    /// The beam.
    Right,
}

impl Button {
    fn number(self) -> u64 {
        match self {
            Self::Left => MOUSE_BUTTON_LEFT,
            Self::Right => MOUSE_BUTTON_RIGHT,
        }
    }

    /// Its bit in `PointerEvent.buttons`.
    pub(crate) fn bit(self) -> u16 {
        match self {
            Self::Left => 1,
            Self::Right => 2,
        }
    }
}

/// Whether a click may still succeed later.
fn not_yet(error: &ErrorStatus) -> bool {
    matches!(
        error,
        ErrorStatus::NoSuchElement
            | ErrorStatus::StaleElementReference
            | ErrorStatus::ElementNotInteractable
            | ErrorStatus::ElementClickIntercepted
    )
}

impl Page {
    /// Presses a key and keeps it down.
    pub async fn hold(&self, key: char) -> Result<()> {
        self.keys(vec![KeyAction::Down { value: key }]).await
    }

    pub async fn release(&self, key: char) -> Result<()> {
        self.keys(vec![KeyAction::Up { value: key }]).await
    }

    /// Presses and releases a key.
    pub async fn press(&self, key: char) -> Result<()> {
        self.keys(vec![KeyAction::Down { value: key }, KeyAction::Up { value: key }]).await
    }

    /// Holds a key for a while, as a single action sequence.
    pub async fn hold_for(&self, key: char, duration: Duration) -> Result<()> {
        let pause = KeyAction::Pause { duration };
        self.keys(vec![KeyAction::Down { value: key }, pause, KeyAction::Up { value: key }]).await
    }

    async fn keys(&self, actions: Vec<KeyAction>) -> Result<()> {
        let start = KeyActions::new("keyboard".into());
        self.act(actions.into_iter().fold(start, KeyActions::then)).await
    }

    /// Moves the mouse to a point of the page.
    pub async fn point_at(&self, at: Place) -> Result<()> {
        self.mouse(vec![move_to(at)]).await
    }

    /// Presses mouse buttons and keeps them down.
    pub async fn hold_buttons(&self, buttons: &[Button]) -> Result<()> {
        let down = |button: &Button| PointerAction::Down { button: button.number() };
        self.mouse(buttons.iter().map(down).collect()).await
    }

    /// Releases mouse buttons.
    pub async fn release_buttons(&self, buttons: &[Button]) -> Result<()> {
        let up = |button: &Button| PointerAction::Up { button: button.number() };
        self.mouse(buttons.iter().map(up).collect()).await
    }

    /// Presses a mouse button `times` times, with a pause after each. It is a single action
    /// sequence, so no query of the page delays a press.
    pub async fn press_often(&self, button: Button, times: usize, pause: Duration) -> Result<()> {
        let button = button.number();
        let press = [
            PointerAction::Down { button },
            PointerAction::Up { button },
            PointerAction::Pause { duration: pause },
        ];
        self.mouse(vec![press; times].concat()).await
    }

    async fn mouse(&self, actions: Vec<PointerAction>) -> Result<()> {
        let start = MouseActions::new("mouse".into());
        self.act(actions.into_iter().fold(start, MouseActions::then)).await
    }

    /// Clicks the first element that matches a selector, once it exists and is clickable: lists are
    /// filled, and rebuilt, when the server responds.
    pub async fn click_on(&self, css: &str) -> Result<()> {
        until(css, async || {
            let clicked = match self.find(Locator::Css(css)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => Ok(Ok(())),
                Err(CmdError::Standard(error)) if not_yet(&error.error) => {
                    Ok(Err(error.to_string()))
                }
                Err(error) => Err(error).with_context(|| format!("clicking on {css}")),
            }
        })
        .await
    }

    /// Moves the focus by steps until it is on a control. A step is told whether to go back: on a
    /// slow machine a step may count twice, and pass the control.
    pub async fn focus_by(
        &self,
        selector: &str,
        step: impl AsyncFn(bool) -> Result<()>,
    ) -> Result<()> {
        const STEPS_MAX: usize = 40;
        const IS_FOCUSED: &str = "return document.activeElement.matches(arguments[0]);";
        for n in 0..2 * STEPS_MAX {
            if self.execute(IS_FOCUSED, vec![json!(selector)]).await? == json!(true) {
                return Ok(());
            }
            step(n >= STEPS_MAX).await?;
        }
        const FOCUSED: &str = "return document.activeElement.outerHTML;";
        let seen = self.execute(FOCUSED, Vec::new()).await?;
        anyhow::bail!("{selector} is not reached from {seen}")
    }

    /// Puts fingers on the page, drags each from its first point to its second, and keeps them
    /// there. It uses Chromium's own command: chromedriver's actions never lift a finger.
    pub async fn touch(&self, fingers: &[(Place, Place)]) -> Result<()> {
        let (from, to): (Vec<Place>, Vec<Place>) = fingers.iter().copied().unzip();
        self.dispatch_touch("touchStart", &from).await?;
        self.drag_fingers(&to).await
    }

    /// Drags the fingers on the page elsewhere.
    pub async fn drag_fingers(&self, to: &[Place]) -> Result<()> {
        self.dispatch_touch("touchMove", to).await
    }

    pub async fn lift(&self) -> Result<()> {
        self.dispatch_touch("touchEnd", &[]).await
    }

    async fn dispatch_touch(&self, kind: &str, fingers: &[Place]) -> Result<()> {
        let point = |(id, at): (usize, &Place)| json!({ "id": id, "x": at.x, "y": at.y });
        let points: Vec<Value> = fingers.iter().enumerate().map(point).collect();
        let touch = json!({ "type": kind, "touchPoints": points });
        self.devtools("Input.dispatchTouchEvent", touch).await.map(drop)
    }

    /// Moves a slider to the right by a number of steps.
    pub async fn slide(&self, slider: &str, steps: usize) -> Result<()> {
        let input = self.find(Locator::Id(slider)).await?;
        let keys: String = [RIGHT].repeat(steps).into_iter().collect();
        Ok(input.send_keys(&keys).await?)
    }

    /// Limits Chromium's HTTP to a bandwidth in Mbit/s and a latency in ms from a request to the
    /// start of its response. WebSockets are unaffected.
    pub async fn slow_http(&self, mbit_per_s: f64, latency_ms: u32) -> Result<()> {
        let bytes_per_s = mbit_per_s * 1_000_000.0 / 8.0;
        let conditions = json!({
            "offline": false,
            "latency": latency_ms,
            "downloadThroughput": bytes_per_s,
            "uploadThroughput": bytes_per_s,
        });
        self.devtools("Network.enable", json!({})).await?;
        self.devtools("Network.emulateNetworkConditions", conditions).await.map(drop)
    }

    /// Sets the link panel with its sliders and its list, and closes it again. The sliders must be
    /// at 0.
    pub async fn simulate_link(&self, conditions: &LinkConditions) -> Result<()> {
        /// Step of every slider, in ms or thousandths.
        const STEP: usize = 5;
        self.press('l').await?;
        self.open_link_details().await?;
        let LinkConditions { latency_ms, jitter_ms, loss_permille, carrier } = *conditions;
        for way in ["up", "down"] {
            for (what, value) in
                [("latency", latency_ms), ("jitter", jitter_ms), ("loss", loss_permille)]
            {
                self.slide(&format!("{way}-{what}"), value / STEP).await?;
            }
        }
        if carrier != "stream" {
            self.find(Locator::Id("link-mode")).await?.send_keys(&DOWN.to_string()).await?;
        }
        self.press(ESCAPE).await?;
        self.until_hidden("#link").await?;
        // The browser removes the focus from the hidden list only a moment later.
        until("the game to have the keyboard", async || {
            let has = "return document.activeElement.id";
            let id = self.execute(has, Vec::new()).await?;
            Ok(if id == "" { Ok(()) } else { Err(id.to_string()) })
        })
        .await
    }

    /// Opens the details of the link panel.
    pub async fn open_link_details(&self) -> Result<()> {
        self.execute("document.querySelector('#link-details').open = true", Vec::new()).await?;
        self.until_contains("#link", &["carrier"]).await
    }

    async fn act(&self, actions: impl Into<ActionSequence>) -> Result<()> {
        self.perform_actions(actions).await.context("acting")
    }
}

/// Settings of the link panel.
#[derive(Clone, Copy, Debug)]
pub struct LinkConditions {
    /// One way, in ms.
    pub latency_ms: usize,
    /// In ms.
    pub jitter_ms: usize,
    /// In thousandths.
    pub loss_permille: usize,
    /// `stream` or `datagrams`, as in the list.
    pub carrier: &'static str,
}

fn move_to(at: Place) -> PointerAction {
    PointerAction::MoveTo { duration: None, x: at.x, y: at.y }
}
