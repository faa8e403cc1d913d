//! A page whose time passes only when the script says so: every recording shows the same moments,
//! however long a screenshot takes.

use anyhow::Result;
use e2e::Page;
use serde_json::json;

/// Stops the clock of what the page opens next.
pub(crate) async fn stop(page: &Page) -> Result<()> {
    const SCRIPT: &str = "let now = 0, last = 0;
        const due = new Map();
        performance.now = () => now;
        window.requestAnimationFrame = (draw) => (due.set(++last, draw), last);
        window.cancelAnimationFrame = (request) => due.delete(request);
        window.passTime = (frames, ms) => {
            for (; frames > 0; frames--) {
                now += ms;
                const draws = [...due.values()];
                due.clear();
                draws.forEach((draw) => draw(now));
            }
        };";
    let script = json!({ "source": SCRIPT });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script).await.map(drop)
}

/// Lets the page draw frames, each `ms` after the one before.
pub(crate) async fn pass(page: &Page, frames: u32, ms: f64) -> Result<()> {
    let arguments = vec![json!(frames), json!(ms)];
    page.execute("passTime(...arguments);", arguments).await.map(drop).map_err(Into::into)
}
