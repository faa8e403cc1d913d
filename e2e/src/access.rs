//! Whether everybody can use a page: a page goes in, and what keeps somebody from using it comes
//! out, a line each. By axe-core, which knows the rules (`e2e/vendor/README.md`), and by what it
//! cannot know: which controls lie off the page, or below something else, or are too small.
use anyhow::{Context, Result};
use serde_json::json;

use crate::browser::Page;

const AXE: &str = include_str!("../vendor/axe-core/axe.min.js");

/// Everything that somebody can take hold of.
pub const CONTROLS: &str = "button, a[href], input, select, summary, [tabindex='0']";

impl Page {
    /// Has whatever it loads from now on bring axe-core with it, in every frame.
    pub async fn bring_axe(&self) -> Result<()> {
        let script = json!({ "source": AXE });
        self.devtools("Page.addScriptToEvaluateOnNewDocument", script).await.map(drop)
    }

    /// The rules of axe that it breaks as it stands: each with its impact, and where. Needs
    /// [`Page::bring_axe`] before what is open was loaded.
    pub async fn axe_breaches(&self) -> Result<Vec<String>> {
        const SCRIPT: &str = "return axe.run(document, { resultTypes: ['violations'] }).then(
            ({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
                nodes.map(({ target }) => `${id} (${impact}): ${target.join(' ')}`)));";
        let found = self.execute(SCRIPT, Vec::new()).await.context("running axe")?;
        Ok(serde_json::from_value(found)?)
    }

    /// The controls of a kind that cannot be used: that lie off the page and cannot be scrolled to,
    /// that something else covers, or that are smaller than 24 × 24 px. Links within a sentence may
    /// be as low as its lines.
    pub async fn out_of_reach(&self, selector: &str) -> Result<Vec<String>> {
        const SCRIPT: &str = concat!(include_str!("controls.js"), include_str!("out_of_reach.js"));
        let found = self.execute(SCRIPT, vec![json!(selector)]).await.context("looking around")?;
        Ok(serde_json::from_value(found)?)
    }

    /// The controls of a kind that a finger reaches on less than 40 × 40 px. Links within a
    /// sentence may be as low as its lines.
    pub async fn too_small(&self, selector: &str) -> Result<Vec<String>> {
        const SCRIPT: &str = concat!(include_str!("controls.js"), include_str!("too_small.js"));
        let found = self.execute(SCRIPT, vec![json!(selector)]).await.context("reaching out")?;
        Ok(serde_json::from_value(found)?)
    }

    /// The controls of a kind that can hardly be told from what is around them: in whose place no
    /// two pixels have a contrast of 3 : 1.
    pub async fn faint(&self, selector: &str) -> Result<Vec<String>> {
        const SCRIPT: &str = include_str!("faint.js");
        let picture = self.devtools("Page.captureScreenshot", json!({ "format": "png" })).await?;
        let args = vec![json!(selector), picture["data"].clone()];
        let found = self.execute(SCRIPT, args).await.context("looking at the picture")?;
        Ok(serde_json::from_value(found)?)
    }

    /// Gives the page another size, in CSS pixels.
    pub async fn resize(&self, (width, height): (u32, u32)) -> Result<()> {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await.map(drop)?;
        // What hangs on the size is put into place with the next picture.
        const NEXT: &str = "return new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(() => done(true))));";
        self.execute(NEXT, Vec::new()).await.map(drop).context("the next picture")
    }

    /// Has it look as for somebody who chose the colours of all pages.
    pub async fn force_colours(&self) -> Result<()> {
        let features = json!({ "features": [{ "name": "forced-colors", "value": "active" }] });
        self.devtools("Emulation.setEmulatedMedia", features).await.map(drop)
    }
}
