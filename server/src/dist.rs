//! `lagrange dist`: a folder goes in; the laboratory's page and its parts, for any host of files,
//! are in it when it returns. Nothing of it needs a server that thinks.
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use crate::assets;

/// The laboratory's page, as this server serves it.
const PAGE_PATH: &str = "/lab";
/// Its service worker.
const WORKER_PATH: &str = "/sw.js";
/// What the page is called in the folder.
const PAGE_FILE: &str = "index.html";
/// What the worker is called there.
const WORKER_FILE: &str = "sw.js";
/// Lists the files that were written, a line each: a folder that holds it may be written anew.
const LIST_FILE: &str = ".lagrange-dist";
/// The page's link to the game.
const PLAY_LINK: &str = "<a id=\"play-online\" href=\"./\">Play online</a>";
/// Where the worker names its version of the page; the name follows, to the next quotation mark.
const VERSION: &str = "const VERSION = \"";

/// Why the laboratory was not written.
#[derive(Debug, thiserror::Error)]
pub enum DistError {
    /// The folder holds something else.
    #[error(
        "{} holds other files; name a folder that is empty, that does not exist yet, or that \
         `lagrange dist` has written",
        .folder.display()
    )]
    Foreign {
        /// The folder.
        folder: PathBuf,
    },
    /// A file or the folder cannot be read or written.
    #[error("cannot write {}", .path.display())]
    Io { path: PathBuf, source: io::Error },
    /// The embedded page is not what this program expects: it was changed, and this was not.
    #[error("the laboratory in this program lacks {what}")]
    Page {
        /// What it lacks.
        what: &'static str,
    },
}

/// Writes the laboratory into a folder, which is made if it is not there. Its link to the game
/// leads to `play_at`, an address as it stands in a page; without one it has no such link.
///
/// # Errors
/// When the folder holds files of somebody else's, or cannot be written.
pub fn write(folder: &Path, play_at: Option<&str>) -> Result<(), DistError> {
    let files = files(play_at)?;
    clear(folder)?;
    fs::create_dir_all(folder).map_err(|source| failed(folder, source))?;
    // The list comes first: what is interrupted can be written anew.
    let list: String = files.iter().flat_map(|(name, _)| [name, "\n"]).collect();
    let list = (LIST_FILE, list.into_bytes());
    for (name, content) in [list].iter().chain(&files) {
        let path = folder.join(name);
        fs::write(&path, content).map_err(|source| failed(&path, source))?;
    }
    Ok(())
}

/// Every file by its name, the page last: whoever loads it meanwhile finds its parts.
fn files(play_at: Option<&str>) -> Result<Vec<(&'static str, Vec<u8>)>, DistError> {
    let page = text_of(PAGE_PATH, "its page")?;
    let parts = assets::parts_of(page);
    let link = play_at.map(|address| PLAY_LINK.replace("./", address)).unwrap_or_default();
    if !page.contains(PLAY_LINK) {
        return Err(DistError::Page { what: "a link to the game" });
    }
    let page = page.replace(PLAY_LINK, &link);
    let worker = worker_of(&page)?;
    let mut files: Vec<(&str, Vec<u8>)> =
        parts.iter().map(|part| (part.name(), part.identity.to_vec())).collect();
    files.push((WORKER_FILE, worker.into_bytes()));
    files.push((PAGE_FILE, page.into_bytes()));
    Ok(files)
}

/// The worker with a version of its own for this page, so that browsers take note of another.
fn worker_of(page: &str) -> Result<String, DistError> {
    let worker = text_of(WORKER_PATH, "its service worker")?;
    let lacking = DistError::Page { what: "a version of its service worker" };
    let version = worker.split_once(VERSION).and_then(|(_, rest)| rest.split_once('"'));
    let Some((version, _)) = version else { return Err(lacking) };
    let mut hasher = DefaultHasher::new();
    hasher.write(page.as_bytes());
    let (old, new) = (format!("\"{version}\""), format!("\"{:016x}\"", hasher.finish()));
    Ok(worker.replace(&old, &new))
}

fn text_of(path: &str, what: &'static str) -> Result<&'static str, DistError> {
    let text = assets::find(path).and_then(|asset| std::str::from_utf8(asset.identity).ok());
    text.ok_or(DistError::Page { what })
}

/// Removes what an earlier run wrote into a folder.
fn clear(folder: &Path) -> Result<(), DistError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(folder, error)),
    };
    if entries.count() == 0 {
        return Ok(());
    }
    let list = folder.join(LIST_FILE);
    let Ok(list) = fs::read_to_string(list) else {
        return Err(DistError::Foreign { folder: folder.to_path_buf() });
    };
    // Names only: a list that somebody edited leads nowhere else.
    for name in list.lines().filter(|name| !name.contains(['/', '\\']) && *name != "..") {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed(&path, error));
            }
            _ => {}
        }
    }
    Ok(())
}

fn failed(path: &Path, source: io::Error) -> DistError {
    DistError::Io { path: path.to_path_buf(), source }
}
