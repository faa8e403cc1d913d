//! The chromedriver of all tests that run at the same time, and its sessions. A Chromium takes a
//! second of processor time to start, so one that a test leaves as it was serves another test.
use std::env;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::{Page, Screen, Session};
use crate::process::Process;

/// The browser options are those of the wasm tests.
const OPTIONS: &str = include_str!("../../client-wasm/webdriver.json");

/// How long chromedriver may take to close its browsers before it is killed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The one that running tests share.
static SHARED: Mutex<Weak<Driver>> = Mutex::new(Weak::new());

/// The frame rate of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameRate {
    /// The browser's, 60 frames a second.
    Full,
    /// 30 frames a second. Tests read what is drawn, not how often, and drawing is most of what
    /// they compute.
    Half,
}

/// A running chromedriver; dropping it closes all of its browsers.
#[derive(Debug)]
pub(crate) struct Driver {
    process: Process,
    port: u16,
    frame_rate: FrameRate,
    /// All sessions, including closed ones.
    sessions: Mutex<Vec<String>>,
    /// Those that no test uses.
    idle: Mutex<Vec<Session>>,
    /// Profiles, and files that Chromium fails to remove; removed last.
    _scratch: TempDir,
}

impl Driver {
    /// The one that running tests share, started if there is none. It ends with the last of them.
    pub(crate) fn shared() -> Result<Arc<Self>> {
        let mut shared = lock(&SHARED);
        if let Some(driver) = shared.upgrade() {
            return Ok(driver);
        }
        let driver = Arc::new(Self::start(FrameRate::Half)?);
        *shared = Arc::downgrade(&driver);
        Ok(driver)
    }

    /// Starts chromedriver on a free port.
    pub(crate) fn start(frame_rate: FrameRate) -> Result<Self> {
        let driver = env::var_os("CHROMEDRIVER").unwrap_or_else(|| OsString::from("chromedriver"));
        let mut command = Command::new(driver);
        let scratch = TempDir::with_prefix("lagrange-e2e-")?;
        command.arg("--port=0").env("TMPDIR", scratch.path());
        // It exits if the port that it has found for IPv6 is in use for IPv4, so it gets a second
        // try.
        let mut start = || Process::start(&mut command, port);
        let (process, port) = start().or_else(|_| start())?;
        let (sessions, idle) = Default::default();
        Ok(Self { process, port, frame_rate, sessions, idle, _scratch: scratch })
    }

    /// A session on a screen: an idle one, or else a new one with a fresh profile. Its client
    /// leaves it open.
    pub(crate) async fn session(&self, screen: Screen) -> Result<(Client, String)> {
        while let Some(session) = self.take(screen) {
            if let Ok(client) = self.resume(&session).await {
                return Ok((client, session.id));
            }
            self.end(&session.id);
        }
        let client = self.start_session(screen).await.context("starting chromium")?;
        let id = client.session_id().await?.context("a new page is a session")?;
        lock(&self.sessions).push(id.clone());
        client.persist().await?;
        Page::of(client.clone()).prepare(self.frame_rate).await?;
        Ok((client, id))
    }

    /// Makes an idle session as good as new; an error says why it cannot be.
    async fn resume(&self, session: &Session) -> Result<Client> {
        let (address, connector) = (driver_address(self.port), HttpConnector::new());
        let client = Client::with_existing_session(&address, &session.id, connector).await?;
        client.persist().await?;
        ensure!(client.windows().await?.len() == 1, "its test left a window open");
        Page::of(client.clone()).forget(&session.origin).await?;
        Ok(client)
    }

    async fn start_session(&self, screen: Screen) -> Result<Client> {
        let mut capabilities: Capabilities = serde_json::from_str(OPTIONS)?;
        let options = capabilities.get_mut("goog:chromeOptions").and_then(Value::as_object_mut);
        let options = options.context("the options hold chromium's own")?;
        options.insert("mobileEmulation".into(), json!({ "deviceMetrics": screen.metrics() }));
        capabilities.insert("goog:loggingPrefs".into(), json!({ "browser": "ALL" }));
        let mut builder = ClientBuilder::new(HttpConnector::new());
        Ok(builder.capabilities(capabilities).connect(&driver_address(self.port)).await?)
    }

    fn take(&self, screen: Screen) -> Option<Session> {
        let mut idle = lock(&self.idle);
        let at = idle.iter().position(|session| session.screen == screen)?;
        Some(idle.swap_remove(at))
    }

    /// Keeps a session for another test, on an empty page; ends it if it cannot leave its page.
    pub(crate) fn keep(&self, session: Session) {
        let body = json!({ "url": "about:blank" }).to_string();
        let left = request(self.port, &format!("POST /session/{}/url", session.id), &body);
        if left.is_ok_and(|is_done| is_done) {
            lock(&self.idle).push(session);
        } else {
            self.end(&session.id);
        }
    }

    /// Ends a session, and its browser.
    pub(crate) fn end(&self, id: &str) {
        // Fails only if the browser or chromedriver is already gone.
        let _ = request(self.port, &format!("DELETE /session/{id}"), "");
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // If it were killed, chromedriver would leave its browsers running and their profiles
        // behind, so it is asked to clean up.
        for session in lock(&self.sessions).drain(..) {
            self.end(&session);
        }
        let _ = request(self.port, "GET /shutdown", "");
        if !self.process.ends_within(CLOSE_TIMEOUT) {
            eprintln!("chromedriver did not exit when asked to; killing it");
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The address where a driver listens.
pub(crate) fn driver_address(port: u16) -> String {
    format!("http://{}:{port}", Ipv4Addr::LOCALHOST)
}

/// Sends a request and waits for its response; whether it succeeded. Uses a plain TCP stream, since
/// this runs outside async code, even while a test panics.
pub(crate) fn request(port: u16, request: &str, body: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(CLOSE_TIMEOUT))?;
    let length = body.len();
    write!(
        stream,
        "{request} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = [0; 64];
    let n = stream.read(&mut answer)?;
    Ok(answer[..n].starts_with(b"HTTP/1.1 200"))
}

/// The port in chromedriver's ready line.
fn port(line: &str) -> Option<u16> {
    let (_, port) = line.split_once("started successfully on port ")?;
    port.trim_end_matches('.').parse().ok()
}
