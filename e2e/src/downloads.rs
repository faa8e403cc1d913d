//! Downloads of a page: kept in a folder of the test, and read once complete.
use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::json;
use tempfile::TempDir;

use crate::browser::Page;
use crate::wait::until;

/// The folder of a page's downloads, removed when dropped.
#[derive(Debug)]
pub struct Downloads(TempDir);

impl Downloads {
    /// Keeps a page's downloads from now on.
    pub async fn of(page: &Page) -> Result<Self> {
        let folder = TempDir::with_prefix("lagrange-e2e-")?;
        let kept = json!({ "behavior": "allow", "downloadPath": folder.path() });
        page.devtools("Browser.setDownloadBehavior", kept).await?;
        Ok(Self(folder))
    }

    /// The path of a file, once the browser has written all of it; until then it has another name.
    pub async fn path(&self, name: &str) -> Result<PathBuf> {
        let path = self.0.path().join(name);
        until(name, async || Ok(if path.is_file() { Ok(path.clone()) } else { Err(self.names()) }))
            .await
    }

    /// The bytes of a file, once complete.
    pub async fn read(&self, name: &str) -> Result<Vec<u8>> {
        Ok(fs::read(self.path(name).await?)?)
    }

    /// The files so far.
    fn names(&self) -> String {
        let entries = fs::read_dir(self.0.path()).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.collect::<Vec<_>>().join(", ")
    }
}
