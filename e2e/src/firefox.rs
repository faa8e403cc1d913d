//! A headless Firefox, driven through geckodriver where both are installed, for tests that must not
//! depend on one browser engine. It does not support Chromium's developer tools.
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use fantoccini::ClientBuilder;
use fantoccini::wd::Capabilities;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tempfile::TempDir;

use crate::browser::Page;
use crate::driver::{driver_address, request};
use crate::process::Process;

/// Names of the executable: Mozilla's and Debian's.
const NAMES: [&str; 2] = ["firefox", "firefox-esr"];

/// A running geckodriver, which has one browser at a time; dropping it closes that.
#[derive(Debug)]
pub struct Firefox {
    /// Killed last: by then its browser is gone.
    _process: Process,
    port: u16,
    name: &'static str,
    /// Sessions of all pages, including closed ones.
    sessions: Mutex<Vec<String>>,
    /// Profiles; removed last.
    _scratch: TempDir,
}

impl Firefox {
    /// Starts geckodriver on a free port, or returns `None` if it or Firefox is not installed. In
    /// that case it prints that `what` is skipped, even if the test's output is captured.
    pub fn start(what: &str) -> Result<Option<Self>> {
        let driver = env::var_os("GECKODRIVER").unwrap_or_else(|| OsString::from("geckodriver"));
        let Some(name) = NAMES.into_iter().find(|name| is_installed(name)) else {
            skip(what, NAMES[0])?;
            return Ok(None);
        };
        if !is_installed(&driver) {
            skip(what, "geckodriver")?;
            return Ok(None);
        }
        let scratch = TempDir::with_prefix("lagrange-e2e-")?;
        let mut command = Command::new(driver);
        command.arg("--port=0").env("TMPDIR", scratch.path());
        let (process, port) = Process::start(&mut command, port)?;
        let sessions = Mutex::default();
        Ok(Some(Self { _process: process, port, name, sessions, _scratch: scratch }))
    }

    /// Opens an address in a fresh profile, and waits until it is loaded.
    pub async fn open(&self, url: &str) -> Result<Page> {
        let mut capabilities = Capabilities::new();
        let options = json!({ "args": ["-headless"], "binary": path_of(self.name)? });
        capabilities.insert("moz:firefoxOptions".into(), options);
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&driver_address(self.port))
            .await
            .context("starting firefox")?;
        let session = client.session_id().await?.context("a new page is a session")?;
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner).push(session);
        let page = Page::of(client);
        page.goto(url).await.with_context(|| format!("opening {url}"))?;
        Ok(page)
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        // Requests fail only if the page or geckodriver is already gone.
        for session in self.sessions.get_mut().unwrap_or_else(PoisonError::into_inner) {
            let _ = request(self.port, &format!("DELETE /session/{session}"), "");
        }
    }
}

/// Whether a program can be run.
fn is_installed(program: impl AsRef<OsStr>) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The path of a program: geckodriver searches fewer places than a shell.
fn path_of(name: &str) -> Result<String> {
    let found = env::split_paths(&env::var_os("PATH").unwrap_or_default())
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    let found = found.with_context(|| format!("{name} is on the path"))?;
    Ok(found.to_string_lossy().into_owned())
}

/// Reports a skipped test. It bypasses the capture that hides the output of passing tests.
fn skip(what: &str, lacking: &str) -> io::Result<()> {
    writeln!(io::stderr(), "\nSKIPPED: {what} is not tested in Firefox: {lacking} is missing")
}

/// The port in geckodriver's ready line.
fn port(line: &str) -> Option<u16> {
    let (_, address) = line.split_once("Listening on ")?;
    address.trim().rsplit_once(':')?.1.parse().ok()
}
