//! Presses the trigger repeatedly: the browser's driver keeps the interval between presses, and the
//! page itself records when each arrived and what followed. Querying the page after every press
//! would add the time of the query to the interval.
use anyhow::{Context, Result};
use serde_json::Value;

use crate::browser::Page;

/// The presses on a page's playing field, as recorded by the page.
#[derive(Clone, Debug, PartialEq)]
pub struct PressLog {
    /// Number of presses while the ship was down.
    pub while_down: u64,
    /// Longest interval between one of those and the previous press, in ms.
    pub longest_gap_ms: f64,
    /// Interval between the press that opened the forensics sheet and the previous press, in ms;
    /// `None` while the sheet has stayed closed.
    pub opened_after_ms: Option<f64>,
    /// The line that named the killer, at the last press while the ship was down.
    pub line: String,
    /// Whether the ship is down now.
    pub is_down: bool,
}

impl Page {
    /// Makes the page record every press from now on, and forget earlier ones.
    pub async fn record_presses(&self) -> Result<()> {
        // The app handles a press before the listener that posts it returns, and mutation observers
        // run before the next event: so what the observer sees results from the last recorded
        // press.
        const SCRIPT: &str =
            "const [lying, line, sheet] = ['#respawn', '#respawn-by', '#forensics']
                .map((part) => document.querySelector(part));
            const noted = { count: 0, longest: 0, opened: null, line: '' };
            let [before, gap] = [-Infinity, 0];
            const press = () => {
                const now = performance.now();
                gap = Math.min(now - before, 1e6);
                before = now;
                if (lying.hidden) return;
                noted.count += 1;
                noted.longest = Math.max(noted.longest, gap);
                noted.line = line.textContent;
            };
            const open = () => { if (!sheet.hidden) noted.opened ??= gap; };
            window.forgetPresses?.();
            addEventListener('pointerdown', press, true);
            const observer = new MutationObserver(open);
            observer.observe(sheet, { attributeFilter: ['hidden'] });
            window.forgetPresses = () => {
                removeEventListener('pointerdown', press, true);
                observer.disconnect();
            };
            window.notedPresses = () => ({ ...noted, lies: !lying.hidden });";
        self.execute(SCRIPT, Vec::new()).await.map(drop).context("noting presses")
    }

    /// Its record.
    pub async fn recorded_presses(&self) -> Result<PressLog> {
        let noted = self.execute("return window.notedPresses();", Vec::new()).await?;
        Ok(PressLog {
            while_down: noted["count"].as_u64().context("a count")?,
            longest_gap_ms: noted["longest"].as_f64().context("a time")?,
            opened_after_ms: noted["opened"].as_f64(),
            line: noted["line"].as_str().context("a line")?.to_string(),
            is_down: noted["lies"] == Value::Bool(true),
        })
    }
}
