//! A hidden page: its tab is put behind another one in the same window, as when a player reads
//! something else meanwhile.
//!
//! Headless Chromium hides it when its developer tools activate the other tab; `Page.bringToFront`
//! of that tab leaves both visible.
use anyhow::{Result, ensure};
use fantoccini::wd::WindowHandle;
use serde_json::json;

use crate::browser::Page;
use crate::wait::until;

/// Makes any page count its frames from its start.
const COUNT: &str = "window.picturesDrawn = 0;
    const count = () => { window.picturesDrawn += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);";

/// A page behind another tab, until it is shown again.
#[derive(Debug)]
pub struct Hidden<'a> {
    page: &'a Page,
    own: WindowHandle,
    /// The tab in front of it.
    front: WindowHandle,
    /// Frames drawn by the page when it was hidden.
    pictures: u64,
}

impl Page {
    /// Puts another tab in front of it, and waits until it is hidden.
    pub async fn hide(&self) -> Result<Hidden<'_>> {
        let own = self.window().await?;
        self.execute(COUNT, Vec::new()).await?;
        let front = self.new_window(true).await?.handle;
        self.activate(&front).await?;
        self.until_visibility("hidden").await?;
        let pictures = self.pictures().await?;
        Ok(Hidden { page: self, own, front, pictures })
    }

    /// Activates a tab, whose chromedriver handle is Chromium's own id.
    async fn activate(&self, tab: &WindowHandle) -> Result<()> {
        let target = json!({ "targetId": String::from(tab.clone()) });
        self.devtools("Target.activateTarget", target).await.map(drop)
    }

    async fn until_visibility(&self, wanted: &str) -> Result<()> {
        until(&format!("the page to be {wanted}"), async || {
            let state = self.visibility().await?;
            Ok(if state == wanted { Ok(()) } else { Err(state) })
        })
        .await
    }

    async fn visibility(&self) -> Result<String> {
        let state = self.execute("return document.visibilityState;", Vec::new()).await?;
        Ok(state.as_str().unwrap_or_default().into())
    }

    async fn pictures(&self) -> Result<u64> {
        let n = self.execute("return window.picturesDrawn;", Vec::new()).await?;
        Ok(n.as_u64().unwrap_or_default())
    }
}

impl Hidden<'_> {
    /// Checks that it has stayed hidden: browsers draw no frames of a hidden page, so none may have
    /// been counted.
    pub async fn check_unseen(&self) -> Result<()> {
        let (state, pictures) = (self.page.visibility().await?, self.page.pictures().await?);
        let since = pictures - self.pictures;
        ensure!(state == "hidden" && since == 0, "it is {state}, and drew {since} pictures");
        Ok(())
    }

    /// Closes the tab in front of it, and waits until it is visible.
    pub async fn show(self) -> Result<()> {
        let Self { page, own, front, .. } = self;
        page.switch_to_window(front).await?;
        page.close_window().await?;
        page.switch_to_window(own).await?;
        page.activate(&page.window().await?).await?;
        page.until_visibility("visible").await
    }
}
