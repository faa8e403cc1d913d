//! `lagrange dist`: writes the pages of the laboratory with all their files, and the element for
//! its figures, into a folder for any static host. Nothing in it needs a server of its own.
mod links;

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Component, Path, PathBuf};

use self::links::Target;
use pages::PAGES;
use site::{Asset, FRAME_PATH};

/// Path of the game's page on this server.
const GAME_PATH: &str = "/";
/// Path of the laboratory.
const LABORATORY_PATH: &str = "/lab";
/// Path of the article, and prefix of the paths of all its pages.
const ARTICLE_PATH: &str = "/learn";
/// The service workers, each with the folder of the page that it caches, along with any page below.
const WORKERS: [(&str, &str); 3] =
    [("/sw.js", ""), ("/learn-sw.js", "learn/"), ("/referee-sw.js", "referee/")];
/// The script by which every page notices that its server has another version.
const RELOAD_PATH: &str = "/reload.js";
/// Path of the referee.
const REFEREE_PATH: &str = "/referee";
/// File name of a page in its folder.
const PAGE_FILE: &str = "index.html";
/// Makes the folder an npm package.
const PACKAGE_FILE: &str = "package.json";
/// Lists the files that were written, one a line. A folder that contains it may be overwritten.
const LIST_FILE: &str = ".lagrange-dist";
/// Precedes a worker's version of the page, which ends at the next quotation mark.
const VERSION: &str = "const VERSION = \"";

/// Why the laboratory was not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DistError {
    /// The folder contains other files.
    #[error(
        "{} contains other files; choose a folder that is empty, does not exist yet, or was \
         written by `lagrange dist`",
        .folder.display()
    )]
    Foreign { folder: PathBuf },
    /// A file or the folder cannot be read or written.
    #[error("cannot write {}", .path.display())]
    Io { path: PathBuf, source: io::Error },
    /// The embedded page lacks something that this program relies on: one was changed without the
    /// other.
    #[error("the embedded laboratory lacks {what}")]
    Page { what: &'static str },
}

/// Writes the laboratory into a folder, which is created if missing. Links to the game lead to
/// `play_at`, a URL escaped for HTML; without it they are removed.
///
/// # Errors
/// If the folder contains other files, or cannot be written.
pub(crate) fn write(folder: &Path, play_at: Option<&str>) -> Result<(), DistError> {
    let files = files(play_at)?;
    clear(folder)?;
    fs::create_dir_all(folder).map_err(|source| failed(folder, source))?;
    // The list comes first, so that an interrupted run can be repeated.
    let list: String = files.iter().flat_map(|(name, _)| [name, "\n"]).collect();
    let list = (LIST_FILE.to_string(), list.into_bytes());
    for (name, content) in [list].iter().chain(&files) {
        let path = folder.join(name);
        if let Some(within) = path.parent() {
            fs::create_dir_all(within).map_err(|source| failed(within, source))?;
        }
        fs::write(&path, content).map_err(|source| failed(&path, source))?;
    }
    Ok(())
}

/// Every file by name, the laboratory's page last, so that a visitor who loads it during an update
/// finds its files.
fn files(play_at: Option<&str>) -> Result<Vec<(String, Vec<u8>)>, DistError> {
    let mut parts = PAGES.element();
    if parts.is_empty() {
        return Err(DistError::Page { what: "the element of its figures" });
    }
    let package = (PACKAGE_FILE.to_string(), package(&parts).into_bytes());
    parts.push(PAGES.find(RELOAD_PATH).ok_or(DistError::Page { what: "its script to reload" })?);
    let mut pages = Vec::new();
    for page in PAGES.pages() {
        let Some(folder) = folder_of(page.path) else { continue };
        let text = text_of(page.path, "one of its pages")?;
        parts.extend(PAGES.parts_of(text));
        let gone = |path: &str| path == GAME_PATH && play_at.is_none();
        let text = links::without(text, page.path, gone);
        let depth = folder.matches('/').count();
        let text = links::relink(&text, page.path, depth, |path| target(path, play_at));
        pages.push((folder, text));
    }
    pages.sort_by(|(a, _), (b, _)| b.cmp(a));
    let mut workers = Vec::new();
    for (path, folder) in WORKERS {
        let keeps =
            |of: &str| if folder.is_empty() { of == folder } else { of.starts_with(folder) };
        let kept = pages.iter().filter(|(of, _)| keeps(of)).map(|(_, text)| text.as_str());
        let worker = text_of(path, "a service worker")?;
        parts.extend(PAGES.parts_of(worker));
        let worker = worker_of(worker, &kept.collect::<Vec<_>>())?;
        workers.push((path.trim_start_matches('/').to_string(), worker.into_bytes()));
    }
    parts.sort_by_key(|part| part.path);
    parts.dedup_by_key(|part| part.path);
    let parts = parts.iter().map(|part| (part.name().to_string(), part.identity.to_vec()));
    let pages = pages.into_iter().map(|(folder, text)| (folder + PAGE_FILE, text.into_bytes()));
    Ok(parts.chain(workers).chain([package]).chain(pages).collect())
}

/// The folder of a page, from the top; `None` for the game, which needs a server.
fn folder_of(path: &str) -> Option<String> {
    let is_article = path == ARTICLE_PATH || path.starts_with(&[ARTICLE_PATH, "/"].concat());
    match path {
        LABORATORY_PATH => Some(String::new()),
        FRAME_PATH | REFEREE_PATH => Some([path.trim_start_matches('/'), "/"].concat()),
        _ => is_article.then(|| [path.trim_start_matches('/'), "/"].concat()),
    }
}

/// Where a path of the server leads in the folder. The game is outside of it.
fn target(path: &str, play_at: Option<&str>) -> Option<Target> {
    if path == GAME_PATH {
        return play_at.map(|address| Target::Outside(address.into()));
    }
    let found = PAGES.find(path)?;
    let name = if found.is_page() { folder_of(path)? } else { found.name().into() };
    Some(Target::Inside(name))
}

/// The `package.json` for the element.
fn package(element: &[&Asset]) -> String {
    let files: Vec<String> = element.iter().map(|part| format!("\"{}\"", part.name())).collect();
    let (version, licence) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE"));
    format!(
        "{{
  \"name\": \"lagrange-figure\",
  \"version\": \"{version}\",
  \"description\": \"A match of Lagrange that plays by itself, as an element of any page\",
  \"license\": \"{licence}\",
  \"type\": \"module\",
  \"main\": \"./lagrange-figure.js\",
  \"exports\": \"./lagrange-figure.js\",
  \"files\": [{}]
}}
",
        files.join(", ")
    )
}

/// A worker with a version computed from its pages and the element, so that browsers notice an
/// update.
fn worker_of(worker: &str, pages: &[&str]) -> Result<String, DistError> {
    if pages.is_empty() {
        return Err(DistError::Page { what: "the page of a service worker" });
    }
    let lacking = DistError::Page { what: "a version of its service worker" };
    let version = worker.split_once(VERSION).and_then(|(_, rest)| rest.split_once('"'));
    let Some((version, _)) = version else { return Err(lacking) };
    let mut hasher = DefaultHasher::new();
    pages.iter().for_each(|page| hasher.write(page.as_bytes()));
    PAGES.element().iter().for_each(|part| hasher.write(part.name().as_bytes()));
    let (old, new) = (format!("\"{version}\""), format!("\"{:016x}\"", hasher.finish()));
    Ok(worker.replace(&old, &new))
}

fn text_of(path: &str, what: &'static str) -> Result<&'static str, DistError> {
    let text = PAGES.find(path).and_then(|asset| std::str::from_utf8(asset.identity).ok());
    text.ok_or(DistError::Page { what })
}

/// Removes the files that an earlier run wrote into a folder.
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
    for name in list.lines().filter(|name| is_inside(name)) {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed(&path, error));
            }
            _ => {}
        }
        // Removes folders of pages once they are empty; others cannot be removed.
        for within in path.ancestors().skip(1).take_while(|one| *one != folder) {
            let _ = fs::remove_dir(within);
        }
    }
    Ok(())
}

/// Whether a name stays inside the folder, in case the list was edited.
fn is_inside(name: &str) -> bool {
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    !name.contains('\\') && Path::new(name).components().all(plain)
}

fn failed(path: &Path, source: io::Error) -> DistError {
    DistError::Io { path: path.to_path_buf(), source }
}
