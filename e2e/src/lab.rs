//! Helpers for the laboratory's page: paused moments, the state of the forensics sheet, shared
//! links and dropped files.
use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::browser::Page;
use crate::look::Look;
use crate::wait::until;

/// A paused moment of the laboratory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PausedMoment {
    /// The frame of the run or capture.
    pub frame: u32,
    /// The state hash there, in sixteen hexadecimal digits.
    pub hash: String,
    /// The outcome of the scenario, in a sentence; empty until it is known.
    pub outcome: String,
}

impl PausedMoment {
    /// From a page's look; `None` while time passes.
    pub fn of(look: &Look) -> Option<Self> {
        let stands = matches!(look.state(), "paused" | "capture-paused");
        let [hash, outcome] = ["hash", "outcome"].map(|name| look.text_of(name).to_string());
        let frame = look.count("frame");
        (stands && !hash.is_empty()).then_some(Self { frame, hash, outcome })
    }
}

/// The state of the forensics sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShotReadout {
    pub shot: String,
    /// The verdict, in a word.
    pub verdict: String,
    /// Position of the scrubber, in ms.
    pub age_ms: i64,
    /// What happened.
    pub sentence: String,
}

impl ShotReadout {
    /// From a page's look; `None` while the sheet is closed or nothing is known about its shot.
    pub fn of(look: &Look) -> Option<Self> {
        let mut parts = look.text_of("forensics").splitn(4, '|');
        let (shot, verdict) = (parts.next()?.to_string(), parts.next()?.to_string());
        let age_ms = parts.next()?.parse().ok()?;
        Some(Self { shot, verdict, age_ms, sentence: parts.next()?.to_string() })
    }
}

impl Page {
    /// Navigates the open page to another fragment, given without its `#`.
    pub async fn open_fragment(&self, fragment: &str) -> Result<()> {
        let script = "location.hash = arguments[0];";
        self.execute(script, vec![json!(fragment)]).await.map(drop).context("the address")
    }

    /// Presses the button of an order, by its `data-act`; opens the menu that it is in.
    pub async fn ask(&self, act: &str) -> Result<()> {
        const MENU: &str = "const button = document.querySelector(arguments[0]);
            if (button?.checkVisibility()) return null;
            if (button?.closest('#more[hidden]')) return '#more-button';
            return document.querySelector('#menu[hidden]') && '#menu-button';";
        let button = format!("[data-act={act}]:not(#watch *)");
        if let Some(menu) = self.execute(MENU, vec![json!(button)]).await?.as_str() {
            self.click_on(menu).await?;
        }
        self.click_on(&button).await
    }

    /// Pauses by the key if time passes. Returns the moment.
    pub async fn pause(&self) -> Result<PausedMoment> {
        if self.look().await?.state().ends_with("playing") {
            self.press('k').await?;
        }
        self.until_paused().await
    }

    /// Waits until time is paused. Returns the moment.
    pub async fn until_paused(&self) -> Result<PausedMoment> {
        let stands = |look: &Look| PausedMoment::of(look).is_some();
        let look = self.until("time to stand still", stands).await?;
        PausedMoment::of(&look).context("it did")
    }

    /// Waits until time is paused at a frame. Returns the moment.
    pub async fn until_paused_at(&self, frame: u32) -> Result<PausedMoment> {
        let there = |look: &Look| PausedMoment::of(look).is_some_and(|stand| stand.frame == frame);
        let look = self.until(&format!("time to stand still at frame {frame}"), there).await?;
        PausedMoment::of(&look).context("it did")
    }

    /// Waits until the sheet shows a known shot.
    pub async fn until_readout(&self) -> Result<ShotReadout> {
        let look =
            self.until("the report of a shot", |look| ShotReadout::of(look).is_some()).await?;
        ShotReadout::of(&look).context("it was there")
    }

    /// Opens the share drawer, which pauses, reads its link (the whole address), and closes it
    /// again.
    pub async fn shared_link(&self) -> Result<String> {
        self.ask("share").await?;
        let link = until("a link", async || {
            let link = self.text("#share-link").await?.unwrap_or_default();
            Ok(if link.contains('#') { Ok(link) } else { Err(format!("{link:?}")) })
        })
        .await?;
        self.ask("share").await?;
        self.until_hidden("#share").await?;
        Ok(link)
    }

    /// Drops a file on the page.
    pub async fn drop_file(&self, name: &str, bytes: &[u8]) -> Result<()> {
        const SCRIPT: &str = "const [name, bytes] = arguments;
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
            const init = { dataTransfer, bubbles: true, cancelable: true };
            document.querySelector('#lab-view').dispatchEvent(new DragEvent('drop', init));";
        let args = vec![json!(name), json!(bytes)];
        self.execute(SCRIPT, args).await.map(drop).context("dropping a file")
    }

    /// Number of visible elements that match a selector.
    pub async fn count_seen(&self, selector: &str) -> Result<u64> {
        const SCRIPT: &str = "const all = [...document.querySelectorAll(arguments[0])];
            return all.filter((one) => one.checkVisibility()).length;";
        let count = self.execute(SCRIPT, vec![json!(selector)]).await?;
        count.as_u64().context("a length is a number")
    }

    /// Waits until `count` elements that match a selector are visible.
    pub async fn until_seen(&self, selector: &str, count: u64) -> Result<()> {
        until(&format!("{count} of {selector}"), async || {
            let seen = self.count_seen(selector).await?;
            Ok(if seen == count { Ok(()) } else { Err(seen.to_string()) })
        })
        .await
    }

    /// Whether the address has a fragment.
    pub async fn shows_fragment(&self) -> Result<bool> {
        let fragment = self.execute("return location.hash", vec![]).await?;
        Ok(fragment.as_str().is_some_and(|fragment| !fragment.is_empty()))
    }

    /// Whether an element has an attribute.
    pub async fn has(&self, selector: &str, attribute: &str) -> Result<bool> {
        const SCRIPT: &str = "return document.querySelector(arguments[0])
            .hasAttribute(arguments[1]);";
        let has = self.execute(SCRIPT, vec![json!(selector), json!(attribute)]).await?;
        Ok(has == Value::Bool(true))
    }
}
