//! Takes the files of `web/` and the generated ones, names each after its content and rewrites
//! the names in those that refer to it (the scheme is told in `build.rs`).
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

/// A file by the name its neighbours know it by.
pub struct Part {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A part as the server sends it.
pub struct Linked {
    /// The path of its address, `/` for the page itself.
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

const SKIPPED: &str = "<!doctype html><title>Lagrange</title>\
    <p>This server was built without the browser client (SKIP_CLIENT).</p>";

/// The page of a server without a client.
pub fn placeholder() -> Linked {
    let content_type = KINDS[KINDS.len() - 1].1;
    Linked { path: "/".into(), content_type, immutable: false, bytes: SKIPPED.into() }
}

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

/// Puts the page and the client together.
pub fn link(page: Vec<Part>, client: Vec<Part>) -> Result<Vec<Linked>> {
    let mut parts = Vec::new();
    for part in page.into_iter().chain(client) {
        parts.push((order(&part.name)?, part));
    }
    parts.sort_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.name.cmp(&y.name)));

    let mut linked = Vec::new();
    let mut names: Vec<Renamed> = Vec::new();
    for ((kind, _), mut part) in parts {
        let (extension, content_type) = KINDS[kind];
        if let Ok(mut text) = String::from_utf8(part.bytes.clone()) {
            for name in &mut names {
                name.replace_in(&mut text);
            }
            part.bytes = text.into_bytes();
        }
        let immutable = part.name != "index.html";
        let mut path = "/".to_string();
        if immutable {
            let renamed = Renamed::new(&part, extension);
            path.push_str(&renamed.new);
            names.push(renamed);
        }
        linked.push(Linked { path, content_type, immutable, bytes: part.bytes });
    }
    if let Some(name) = names.iter().find(|name| !name.used) {
        bail!("no file of web/ names \"{}\"", name.old);
    }
    Ok(linked)
}

/// When a part is linked: by its kind, and `main.js`, which names other scripts, after those.
fn order(name: &str) -> Result<(usize, bool)> {
    let extension = name.rsplit('.').next().unwrap_or_default();
    let kind = KINDS.iter().position(|(known, _)| *known == extension);
    let kind = kind.with_context(|| format!("web/{name}: build/page.rs knows no such kind"))?;
    ensure!(extension != "html" || name == "index.html", "web/{name}: index.html is the only page");
    Ok((kind, name == "main.js"))
}

/// The plain name of a part and the one it is served by.
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
