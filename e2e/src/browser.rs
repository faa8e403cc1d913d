//! Pages in headless Chromium, driven through the distribution's chromedriver. Every page is a
//! session of its own, and so another player.
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result};
use fantoccini::Client;
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};
use url::Url;

use crate::driver::{Driver, FrameRate};

/// The pages of a test; dropping it closes them.
#[derive(Debug)]
pub struct Browser {
    driver: Arc<Driver>,
    lent: Mutex<Vec<Lent>>,
}

/// A session that a page of this test uses.
#[derive(Debug)]
struct Lent {
    session: Session,
    is_changed: Arc<AtomicBool>,
}

/// A session of chromedriver: a Chromium with one tab.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) screen: Screen,
    /// The origin that it has opened, which may have stored something.
    pub(crate) origin: String,
}

impl Browser {
    /// Shares the chromedriver of the running tests; starts it if there is none.
    pub fn start() -> Result<Self> {
        Ok(Self { driver: Driver::shared()?, lent: Mutex::default() })
    }

    /// Starts a chromedriver of its own, whose pages draw at the full frame rate, to measure or to
    /// show them.
    pub fn start_to_measure() -> Result<Self> {
        let driver = Arc::new(Driver::start(FrameRate::Full)?);
        Ok(Self { driver, lent: Mutex::default() })
    }

    /// Opens an address in a page without a past, on a desktop, and waits until it is loaded.
    pub async fn open(&self, url: &str) -> Result<Page> {
        self.open_on(Screen::Desk, url).await
    }

    /// Opens an address in a page without a past, on a given screen, and waits until it is loaded.
    pub async fn open_on(&self, screen: Screen, url: &str) -> Result<Page> {
        let origin = Url::parse(url)?.origin().ascii_serialization();
        let (client, id) = self.driver.session(screen).await?;
        let is_changed = Arc::<AtomicBool>::default();
        let lent = Lent { session: Session { id, screen, origin }, is_changed: is_changed.clone() };
        self.lent.lock().unwrap_or_else(PoisonError::into_inner).push(lent);
        let page = Page { client, is_changed };
        page.goto(url).await.with_context(|| format!("opening {url}"))?;
        Ok(page)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        for Lent { session, is_changed } in
            self.lent.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..)
        {
            if thread::panicking() || is_changed.load(Ordering::Relaxed) {
                self.driver.end(&session.id);
            } else {
                self.driver.keep(session);
            }
        }
    }
}

/// The screen of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// 1280 × 720 pixels, with a mouse and a keyboard.
    Desk,
    /// 390 × 844 pixels, portrait, with touch.
    Phone,
}

impl Screen {
    /// Its width and height, in CSS pixels.
    pub fn size(self) -> (u32, u32) {
        match self {
            Self::Desk => (1280, 720),
            Self::Phone => (390, 844),
        }
    }

    pub(crate) fn metrics(self) -> Value {
        let (width, height) = self.size();
        let phone = self == Self::Phone;
        json!({
            "width": width, "height": height, "pixelRatio": 1, "touch": phone, "mobile": phone,
        })
    }
}

/// A page in a browser; the inner `Client` provides everything else.
#[derive(Debug)]
pub struct Page {
    client: Client,
    /// Whether its session differs from a new one in more than what its page has stored.
    is_changed: Arc<AtomicBool>,
}

impl Page {
    pub(crate) fn of(client: Client) -> Self {
        Self { client, is_changed: Arc::default() }
    }

    /// Prepares a new session.
    pub(crate) async fn prepare(&self, frame_rate: FrameRate) -> Result<()> {
        self.remember_transient_text().await?;
        self.wait_at_no_cue().await?;
        match frame_rate {
            FrameRate::Full => Ok(()),
            FrameRate::Half => self.halve_frame_rate().await,
        }
    }

    /// Makes the session of an earlier test as good as new.
    pub(crate) async fn forget(&self, origin: &str) -> Result<()> {
        self.release_actions().await?;
        let away = json!({ "type": "mouseMoved", "x": 0, "y": 0 });
        self.command("Input.dispatchMouseEvent", away).await?;
        let stored = json!({ "origin": origin, "storageTypes": "all" });
        self.command("Storage.clearDataForOrigin", stored).await?;
        self.command("Network.clearBrowserCache", json!({})).await?;
        self.command("Page.resetNavigationHistory", json!({})).await?;
        self.console().await.map(drop)
    }

    /// Makes every loaded page record, from its start, the texts that it shows for only a few
    /// seconds: toasts and the lines of its feed.
    async fn remember_transient_text(&self) -> Result<()> {
        const SCRIPT: &str = "const remember = (selector) => {
                const shown = [];
                const note = (node) => shown.push(node.textContent);
                const observer = new MutationObserver((changes) =>
                    changes.forEach(({ addedNodes }) => addedNodes.forEach(note)));
                addEventListener('DOMContentLoaded', () => {
                    const list = document.querySelector(selector);
                    if (list) observer.observe(list, { childList: true });
                });
                return shown;
            };
            window.messagesShown = remember('#toasts');
            window.feedShown = remember('#feed');";
        self.run_first(SCRIPT).await
    }

    /// Turns off waiting at the decisive moment in the laboratory, whatever was chosen before.
    async fn wait_at_no_cue(&self) -> Result<()> {
        const SCRIPT: &str = "try {
                localStorage.setItem('lagrange-laboratory-cues', 'off');
            } catch {
                // A document without storage is not one of our pages.
            }";
        self.run_first(SCRIPT).await
    }

    /// Makes every loaded page draw 30 frames a second.
    async fn halve_frame_rate(&self) -> Result<()> {
        const SCRIPT: &str = "const request = window.requestAnimationFrame.bind(window);
            const cancel = window.cancelAnimationFrame.bind(window);
            const pending = new Map();
            window.requestAnimationFrame = (draw) => {
                const first = request(() => {
                    const second = request((now) => {
                        pending.delete(first);
                        draw(now);
                    });
                    pending.set(first, second);
                });
                return first;
            };
            window.cancelAnimationFrame = (first) => {
                cancel(first);
                cancel(pending.get(first));
                pending.delete(first);
            };";
        self.run_first(SCRIPT).await
    }

    /// Runs a script in every page loaded from now on, before its own.
    async fn run_first(&self, script: &str) -> Result<()> {
        let source = json!({ "source": script });
        self.command("Page.addScriptToEvaluateOnNewDocument", source).await.map(drop)
    }

    /// Sends a command to Chromium's developer tools. As it may have lasting effects, no other test
    /// will use this session.
    pub async fn devtools(&self, name: &str, params: Value) -> Result<Value> {
        self.is_changed.store(true, Ordering::Relaxed);
        self.command(name, params).await
    }

    async fn command(&self, name: &str, params: Value) -> Result<Value> {
        let command = Devtools(json!({ "cmd": name, "params": params }));
        self.client.issue_cmd(command).await.with_context(|| name.to_string())
    }

    /// Clears the browser's cache, but not that of the page's service worker.
    pub async fn forget_cache(&self) -> Result<()> {
        self.devtools("Network.clearBrowserCache", json!({})).await.map(drop)
    }
}

impl Deref for Page {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// Chromedriver's non-standard command that forwards a command to Chromium's developer tools.
#[derive(Debug)]
struct Devtools(Value);

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.0.to_string()))
    }
}
