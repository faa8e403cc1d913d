//! A headless Chromium, driven through the distribution's chromedriver. Every page is a session
//! with a fresh profile, and so another player.
use std::env;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::ops::Deref;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use url::Url;

use crate::process::Process;

/// The browser options are those of the wasm tests.
const OPTIONS: &str = include_str!("../../client-wasm/webdriver.json");

/// How long chromedriver may take to close its browsers before it is killed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// A running chromedriver; dropping it closes all of its pages.
#[derive(Debug)]
pub struct Browser {
    process: Process,
    port: u16,
    /// Sessions of all pages, including closed ones.
    sessions: Mutex<Vec<String>>,
    /// Profiles, and files that Chromium fails to remove; removed last.
    _scratch: TempDir,
}

impl Browser {
    /// Starts chromedriver on a free port.
    pub fn start() -> Result<Self> {
        let driver = env::var_os("CHROMEDRIVER").unwrap_or_else(|| OsString::from("chromedriver"));
        let mut command = Command::new(driver);
        let scratch = TempDir::with_prefix("lagrange-e2e-")?;
        command.arg("--port=0").env("TMPDIR", scratch.path());
        let (process, port) = Process::start(&mut command, port)?;
        Ok(Self { process, port, sessions: Mutex::default(), _scratch: scratch })
    }

    /// Opens an address in a fresh profile on a desktop, and waits until it is loaded.
    pub async fn open(&self, url: &str) -> Result<Page> {
        self.open_on(Screen::Desk, url).await
    }

    /// Opens an address in a fresh profile on a given screen, and waits until it is loaded.
    pub async fn open_on(&self, screen: Screen, url: &str) -> Result<Page> {
        let mut capabilities: Capabilities = serde_json::from_str(OPTIONS)?;
        let options = capabilities.get_mut("goog:chromeOptions").and_then(Value::as_object_mut);
        let options = options.context("the options hold chromium's own")?;
        options.insert("mobileEmulation".into(), json!({ "deviceMetrics": screen.metrics() }));
        capabilities.insert("goog:loggingPrefs".into(), json!({ "browser": "ALL" }));
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&driver_address(self.port))
            .await
            .context("starting chromium")?;
        let session = client.session_id().await?.context("a new page is a session")?;
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner).push(session);
        let page = Page::of(client);
        page.remember_transient_text().await?;
        page.wait_at_no_cue().await?;
        page.draw_every_second_picture().await?;
        page.goto(url).await.with_context(|| format!("opening {url}"))?;
        Ok(page)
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

    fn metrics(self) -> Value {
        let (width, height) = self.size();
        let phone = self == Self::Phone;
        json!({
            "width": width, "height": height, "pixelRatio": 1, "touch": phone, "mobile": phone,
        })
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // If it were killed, chromedriver would leave its browsers running and their profiles
        // behind, so it is asked to clean up. Requests fail only if the page or chromedriver is
        // already gone.
        for session in self.sessions.get_mut().unwrap_or_else(PoisonError::into_inner) {
            let _ = request(self.port, &format!("DELETE /session/{session}"));
        }
        let _ = request(self.port, "GET /shutdown");
        if !self.process.ends_within(CLOSE_TIMEOUT) {
            eprintln!("chromedriver did not exit when asked to; killing it");
        }
    }
}

/// The address where a driver listens.
pub(crate) fn driver_address(port: u16) -> String {
    format!("http://{}:{port}", Ipv4Addr::LOCALHOST)
}

/// Sends a request and waits for its response. Uses a plain TCP stream, since this runs outside
/// async code, even while a test panics.
pub(crate) fn request(port: u16, request: &str) -> std::io::Result<()> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(CLOSE_TIMEOUT))?;
    write!(stream, "{request} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n")?;
    let mut answer = [0; 64];
    stream.read(&mut answer).map(drop)
}

/// The port in chromedriver's ready line.
fn port(line: &str) -> Option<u16> {
    let (_, port) = line.split_once("started successfully on port ")?;
    port.trim_end_matches('.').parse().ok()
}

/// A page in a browser; the inner `Client` provides everything else.
#[derive(Debug)]
pub struct Page {
    client: Client,
}

impl Page {
    pub(crate) fn of(client: Client) -> Self {
        Self { client }
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
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": SCRIPT }))
            .await
            .map(drop)
    }

    /// Turns off waiting at the decisive moment in the laboratory, whatever was chosen before.
    async fn wait_at_no_cue(&self) -> Result<()> {
        const SCRIPT: &str = "try {
                localStorage.setItem('lagrange-laboratory-cues', 'off');
            } catch {
                // A document without storage is not one of our pages.
            }";
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": SCRIPT }))
            .await
            .map(drop)
    }

    /// Makes every loaded page draw 30 pictures a second, as on a slow screen: tests read what is
    /// drawn, and drawing is most of what they compute.
    async fn draw_every_second_picture(&self) -> Result<()> {
        const SCRIPT: &str = "const request = window.requestAnimationFrame.bind(window);
            const cancel = window.cancelAnimationFrame.bind(window);
            const seconds = new Map();
            window.requestAnimationFrame = (draw) => {
                const first = request(() => {
                    const second = request((now) => {
                        seconds.delete(first);
                        draw(now);
                    });
                    seconds.set(first, second);
                });
                return first;
            };
            window.cancelAnimationFrame = (first) => {
                cancel(first);
                cancel(seconds.get(first));
                seconds.delete(first);
            };";
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": SCRIPT }))
            .await
            .map(drop)
    }

    /// Sends a command to Chromium's developer tools.
    pub async fn devtools(&self, name: &str, params: Value) -> Result<Value> {
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
