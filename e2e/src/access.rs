//! Accessibility checks: lists what prevents someone from using a page, one line per problem. The
//! rules come from axe-core (`e2e/vendor/README.md`); added are checks that it lacks, for controls
//! that are off the page, covered by something else, or too small.
use anyhow::{Context, Result};
use serde_json::json;

use crate::browser::Page;

const AXE: &str = include_str!("../vendor/axe-core/axe.min.js");

/// Every interactive element.
pub const CONTROLS: &str = "button, a[href], input, select, summary, [tabindex='0']";

impl Page {
    /// Injects axe-core into everything that the page loads from now on, in every frame.
    pub async fn inject_axe(&self) -> Result<()> {
        let script = json!({ "source": AXE });
        self.devtools("Page.addScriptToEvaluateOnNewDocument", script).await.map(drop)
    }

    /// The axe rules that the page violates in its current state, each with its impact and the
    /// elements. Needs [`Page::inject_axe`] before the page was loaded.
    pub async fn axe_violations(&self) -> Result<Vec<String>> {
        const SCRIPT: &str = "return axe.run(document, { resultTypes: ['violations'] }).then(
            ({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
                nodes.map(({ target }) => `${id} (${impact}): ${target.join(' ')}`)));";
        let found = self.execute(SCRIPT, Vec::new()).await.context("running axe")?;
        Ok(serde_json::from_value(found)?)
    }

    /// The matching controls that cannot be used: off the page and not reachable by scrolling,
    /// covered by something else, or smaller than 24 × 24 px. Links within a sentence may be as low
    /// as its lines.
    pub async fn unreachable_controls(&self, selector: &str) -> Result<Vec<String>> {
        const SCRIPT: &str = concat!(include_str!("controls.js"), include_str!("out_of_reach.js"));
        let found = self.execute(SCRIPT, vec![json!(selector)]).await.context("looking around")?;
        Ok(serde_json::from_value(found)?)
    }

    /// The matching controls whose touch target is smaller than 40 × 40 px. Links within a sentence
    /// may be as low as its lines.
    pub async fn too_small(&self, selector: &str) -> Result<Vec<String>> {
        const SCRIPT: &str = concat!(include_str!("controls.js"), include_str!("too_small.js"));
        let found = self.execute(SCRIPT, vec![json!(selector)]).await.context("reaching out")?;
        Ok(serde_json::from_value(found)?)
    }

    /// The matching controls that barely differ from their surroundings: no two pixels in their
    /// area have a contrast of 3 : 1.
    pub async fn faint(&self, selector: &str) -> Result<Vec<String>> {
        const SCRIPT: &str = include_str!("faint.js");
        let picture = self.devtools("Page.captureScreenshot", json!({ "format": "png" })).await?;
        let args = vec![json!(selector), picture["data"].clone()];
        let found = self.execute(SCRIPT, args).await.context("looking at the picture")?;
        Ok(serde_json::from_value(found)?)
    }

    /// Resizes the page, in CSS pixels.
    pub async fn resize(&self, (width, height): (u32, u32)) -> Result<()> {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await.map(drop)?;
        // Layout that depends on the size is updated with the next frame.
        self.until_next_frame().await
    }

    /// Waits until the page has drawn what was done before.
    pub async fn until_next_frame(&self) -> Result<()> {
        const NEXT: &str = "return new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(() => done(true))));";
        self.execute(NEXT, Vec::new()).await.map(drop).context("the next picture")
    }

    /// Emulates a user's preference of `light` or `dark` pages.
    pub async fn prefer_theme(&self, theme: &str) -> Result<()> {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
        self.devtools("Emulation.setEmulatedMedia", features).await.map(drop)
    }

    /// Emulates a user's forced colours.
    pub async fn force_colours(&self) -> Result<()> {
        let features = json!({ "features": [{ "name": "forced-colors", "value": "active" }] });
        self.devtools("Emulation.setEmulatedMedia", features).await.map(drop)
    }
}
