//! Simulated gamepads: what the page reads of the Gamepad API in place of real ones.
use anyhow::Result;
use serde_json::json;

use crate::browser::Page;

/// A button of the standard mapping, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadButton {
    A = 0,
    B = 1,
    X = 2,
    Lb = 4,
    Rb = 5,
    Rt = 7,
    View = 8,
    Menu = 9,
    Up = 12,
    Down = 13,
    Left = 14,
    Right = 15,
}

/// A stick, by the index of its first axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadStick {
    Left = 0,
    Right = 2,
}

/// Whether the browser knows the places of the buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadMapping {
    Standard,
    Unknown,
}

impl Page {
    /// Replaces the Gamepad API in every page loaded from now on, by one without gamepads.
    pub async fn simulate_gamepads(&self) -> Result<()> {
        const SCRIPT: &str = "window.pads = [null, null, null, null];
            const value = () => window.pads;
            Object.defineProperty(navigator, 'getGamepads', { value });";
        let script = json!({ "source": SCRIPT });
        self.devtools("Page.addScriptToEvaluateOnNewDocument", script).await.map(drop)
    }

    /// Plugs in a gamepad that nobody touches.
    pub async fn plug_pad(&self, mapping: PadMapping) -> Result<()> {
        const PLUG: &str = "const buttons = Array.from({ length: 17 },
                () => ({ pressed: false, touched: false, value: 0 }));
            window.pads[0] = { index: 0, id: 'simulated', connected: true,
                mapping: arguments[0], axes: [0, 0, 0, 0], buttons };
            window.dispatchEvent(new Event('gamepadconnected'));";
        let mapping = match mapping {
            PadMapping::Standard => "standard",
            PadMapping::Unknown => "",
        };
        self.execute(PLUG, vec![json!(mapping)]).await?;
        self.until_next_frame().await
    }

    pub async fn unplug_pad(&self) -> Result<()> {
        const UNPLUG: &str = "window.pads[0] = null;
            window.dispatchEvent(new Event('gamepaddisconnected'));";
        self.execute(UNPLUG, Vec::new()).await?;
        self.until_next_frame().await
    }

    /// Presses a button and keeps it down.
    pub async fn hold_pad(&self, button: PadButton) -> Result<()> {
        self.set_pad_button(button, 1).await
    }

    pub async fn release_pad(&self, button: PadButton) -> Result<()> {
        self.set_pad_button(button, 0).await
    }

    /// Presses and releases a button, for a frame each.
    pub async fn press_pad(&self, button: PadButton) -> Result<()> {
        self.hold_pad(button).await?;
        self.release_pad(button).await
    }

    /// Pushes a stick; y points down.
    pub async fn push_stick(&self, stick: PadStick, x: f64, y: f64) -> Result<()> {
        const PUSH: &str = "window.pads[0].axes.splice(arguments[0], 2, ...arguments[1]);";
        self.execute(PUSH, vec![json!(stick as u32), json!([x, y])]).await?;
        self.until_next_frame().await
    }

    /// Moves the focus down, and up again, until it is on a control.
    pub async fn focus_down_to(&self, selector: &str) -> Result<()> {
        let step =
            async |back| self.press_pad(if back { PadButton::Up } else { PadButton::Down }).await;
        self.focus_by(selector, step).await
    }

    async fn set_pad_button(&self, button: PadButton, value: u8) -> Result<()> {
        const PRESS: &str = "const [button, value] = arguments;
            window.pads[0].buttons[button] = { pressed: value > 0, touched: value > 0, value };";
        self.execute(PRESS, vec![json!(button as u32), json!(value)]).await?;
        self.until_next_frame().await
    }
}
