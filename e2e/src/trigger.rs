//! The trigger pressed over and over: the browser's driver keeps the time between two presses, and
//! the page itself notes when each came and what followed. Whoever asked the page press by press
//! would add the time of every question to the time between two presses.
use anyhow::{Context, Result};
use serde_json::Value;

use crate::browser::Page;

/// What a page has noted of the presses on its playing field.
#[derive(Clone, Debug, PartialEq)]
pub struct PressLog {
    /// How many came while the ship lay.
    pub while_it_lay: u64,
    /// The longest time between one of those and the press before it, in ms.
    pub longest_gap_ms: f64,
    /// The time between the press that opened the sheet of a shot and the press before that one,
    /// in ms; `None` as long as the sheet stayed shut.
    pub opened_after_ms: Option<f64>,
    /// The line that said who shot the ship down, at the last press while it lay.
    pub line: String,
    /// Whether the ship lies now.
    pub lies: bool,
}

impl Page {
    /// Has the page note every press from now on, and forget those before.
    pub async fn note_presses(&self) -> Result<()> {
        // The app reads a press before the listener that posts it returns, and an observer is told
        // before the next event: so what it sees comes from the press that was noted last.
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

    /// What it has noted.
    pub async fn noted_presses(&self) -> Result<PressLog> {
        let noted = self.execute("return window.notedPresses();", Vec::new()).await?;
        Ok(PressLog {
            while_it_lay: noted["count"].as_u64().context("a count")?,
            longest_gap_ms: noted["longest"].as_f64().context("a time")?,
            opened_after_ms: noted["opened"].as_f64(),
            line: noted["line"].as_str().context("a line")?.to_string(),
            lies: noted["lies"] == Value::Bool(true),
        })
    }
}
