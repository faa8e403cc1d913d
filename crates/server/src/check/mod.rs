//! `lagrange check`: says in words what is wrong with an installation, step by step, as a browser
//! on its page would meet it.
//!
//! [`address`] resolves and connects, and looks at the certificate; [`page`] loads the page;
//! [`websocket`] asks for a WebSocket, and finds what a proxy loses of the request; [`forwarded`]
//! tells which address the server counts; [`round`] plays in a room of its own, and [`arrivals`]
//! tells from the snapshots whether something on the way holds them back. Each step that fails says
//! what to do, as a [`finding`].

mod address;
mod arrivals;
mod finding;
mod forwarded;
mod page;
mod round;
mod websocket;

use std::io::Write;
use std::pin::{Pin, pin};
use std::time::Duration;

use anyhow::Result;
use tokio::sync::watch;

use crate::dial::{ServerUrl, Trust};
use finding::{Finding, Report, Topic};

/// What to check.
#[derive(Clone, Debug)]
pub struct Check {
    pub url: ServerUrl,
    pub trust: Trust,
    /// How long to play.
    pub play: Duration,
    /// The time of day, since 1970: how long a certificate still lasts.
    pub since_1970: Duration,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is wrong.
    Right,
    Wrong,
    Interrupted,
}

/// Checks an installation and prints what it finds, until it is done or `interrupt` completes. It
/// leaves no connection and no seat behind.
///
/// # Errors
/// If the findings cannot be printed.
pub fn run<'a>(
    check: &'a Check,
    out: &'a mut dyn Write,
    interrupt: impl Future<Output = ()> + Send + 'a,
) -> Pin<Box<dyn Future<Output = Result<Outcome>> + 'a>> {
    Box::pin(until_interrupted(check, out, interrupt))
}

async fn until_interrupted(
    check: &Check,
    out: &mut dyn Write,
    interrupt: impl Future<Output = ()>,
) -> Result<Outcome> {
    let mut report = Report::new(out);
    let (stop, stopped) = watch::channel(false);
    let is_interrupted = {
        let mut steps = pin!(examine(check, &mut report, stopped));
        tokio::select! {
            ended = &mut steps => ended.map(|()| false),
            () = interrupt => {
                stop.send_replace(true);
                // It leaves its seat before it ends.
                steps.await.map(|()| true)
            }
        }
    };
    if is_interrupted? { Ok(Outcome::Interrupted) } else { report.finish() }
}

/// Whether the check was interrupted.
type Stopped = watch::Receiver<bool>;

/// Runs the steps, up to the first that the later ones cannot do without.
async fn examine(check: &Check, report: &mut Report<'_>, mut stopped: Stopped) -> Result<()> {
    let ask = async {
        let Some(dialer) = address::reach(check, report).await? else { return Ok(None) };
        let Some(seen) = page::load(&dialer, report).await? else { return Ok(None) };
        let is_open = websocket::open(&dialer, seen.as_ref(), report).await?;
        report.print(&forwarded::judge(seen.as_ref(), dialer.address()))?;
        if !is_open {
            let why = "No round was played, since no WebSocket opens.";
            report.print(&Finding::note(Topic::Round, why))?;
        }
        anyhow::Ok(is_open.then_some(dialer))
    };
    let asked = tokio::select! {
        asked = ask => asked?,
        // If the sender is gone, stop as well.
        _ = stopped.wait_for(|stop| *stop) => None,
    };
    match asked {
        Some(dialer) => round::play(&dialer, check.play, report, stopped).await,
        None => Ok(()),
    }
}
