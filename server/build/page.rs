//! Takes the files of `web/` and the generated ones, names each after its content and rewrites
//! the names in those that refer to it (the scheme is told in `build.rs`).
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

use anyhow::{Context, Result, bail};

/// A file by the name its neighbours know it by.
pub struct Part {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A part as the server sends it.
pub struct Linked {
    /// The path of its address, `/` for the game's page.
    pub path: String,
    pub content_type: &'static str,
    /// Whether another content would have another path.
    pub immutable: bool,
    pub bytes: Vec<u8>,
}

/// Extension and content type, in the order of linking: a part may name those before it.
const KINDS: [(&str, &str); 8] = [
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("woff2", "font/woff2"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
];

/// Scripts of the pages, which name the generated ones, in order: the last names the first.
const STARTERS: [&str; 3] = ["instruments.js", "lab.js", "main.js"];

/// The service worker. It names everything that it keeps, a page among it.
const WORKER: &str = "sw.js";

/// The files of a folder. Hidden ones (of editors and desktops) are not the page's.
pub fn read(folder: &Path) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            parts.push(Part { name, bytes: fs::read(entry.path())? });
        }
    }
    Ok(parts)
}

/// Puts the pages and their parts together.
pub fn link(parts: Vec<Part>) -> Result<Vec<Linked>> {
    let mut ordered = Vec::new();
    for part in parts {
        ordered.push((order(&part.name)?, part));
    }
    ordered.sort_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.name.cmp(&y.name)));

    let mut linked = Vec::new();
    let mut names: Vec<Renamed> = Vec::new();
    for ((_, kind), mut part) in ordered {
        let (extension, content_type) = KINDS[kind];
        if let Ok(mut text) = String::from_utf8(part.bytes.clone()) {
            for name in &mut names {
                name.replace_in(&mut text);
            }
            part.bytes = text.into_bytes();
        }
        let renamed = Renamed::new(&part, extension);
        let plain = plain_path(&part.name);
        let immutable = plain.is_none();
        let path = plain.unwrap_or_else(|| format!("/{}", renamed.new));
        names.push(renamed);
        linked.push(Linked { path, content_type, immutable, bytes: part.bytes });
    }
    let unused = names.iter().find(|name| !name.used && plain_path(&name.old).is_none());
    if let Some(name) = unused {
        bail!("no file of web/ names \"{}\"", name.old);
    }
    Ok(linked)
}

/// The path of what is served under a name without a hash: pages, which are typed, and the worker.
fn plain_path(name: &str) -> Option<String> {
    match name.strip_suffix(".html") {
        Some("index") => Some("/".into()),
        Some(page) => Some(format!("/{page}")),
        None => (name == WORKER).then(|| format!("/{name}")),
    }
}

/// When a part is linked, after those that it may name; and which of the kinds it is.
fn order(name: &str) -> Result<(usize, usize)> {
    let extension = name.rsplit('.').next().unwrap_or_default();
    let kind = KINDS.iter().position(|(known, _)| *known == extension);
    let kind = kind.with_context(|| format!("web/{name}: build/page.rs knows no such kind"))?;
    // Two turns a kind: its starters come in the second.
    let turn = match name {
        WORKER => 2 * KINDS.len(),
        _ => 2 * kind + usize::from(STARTERS.contains(&name)),
    };
    Ok((turn, kind))
}

/// The plain name of a part and the one with its hash.
struct Renamed {
    old: String,
    new: String,
    used: bool,
}

impl Renamed {
    fn new(part: &Part, extension: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(&part.bytes);
        let stem = part.name.trim_end_matches(extension).trim_end_matches('.');
        let new = format!("{stem}-{:016x}.{extension}", hasher.finish());
        Self { old: part.name.clone(), new, used: false }
    }

    /// Replaces the name where it stands alone between quotes.
    fn replace_in(&mut self, text: &mut String) {
        for (open, close) in [("\"", '"'), ("'", '\''), ("\"./", '"'), ("'./", '\'')] {
            let old = format!("{open}{}{close}", self.old);
            if text.contains(&old) {
                *text = text.replace(&old, &format!("{open}{}{close}", self.new));
                self.used = true;
            }
        }
    }
}
