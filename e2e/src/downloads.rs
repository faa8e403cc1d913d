//! Files that a page offers to its player: kept in a folder of the test, and read when they are
//! there as a whole.
use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::json;
use tempfile::TempDir;

use crate::browser::Page;
use crate::wait::until;

/// Where a page's downloads go, until it is dropped.
#[derive(Debug)]
pub struct Downloads(TempDir);

impl Downloads {
    /// Has a page's downloads kept from now on.
    pub async fn of(page: &Page) -> Result<Self> {
        let folder = TempDir::with_prefix("lagrange-e2e-")?;
        let kept = json!({ "behavior": "allow", "downloadPath": folder.path() });
        page.devtools("Browser.setDownloadBehavior", kept).await?;
        Ok(Self(folder))
    }

    /// Where a file is, as soon as the browser has written all of it: until then it goes by
    /// another name.
    pub async fn path(&self, name: &str) -> Result<PathBuf> {
        let path = self.0.path().join(name);
        until(name, async || Ok(if path.is_file() { Ok(path.clone()) } else { Err(self.names()) }))
            .await
    }

    /// The bytes of a file, as soon as they are there.
    pub async fn read(&self, name: &str) -> Result<Vec<u8>> {
        Ok(fs::read(self.path(name).await?)?)
    }

    /// What is there by now.
    fn names(&self) -> String {
        let entries = fs::read_dir(self.0.path()).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.collect::<Vec<_>>().join(", ")
    }
}
