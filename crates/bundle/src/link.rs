//! Names every file after its content hash, and substitutes those names in the files that refer to
//! it. Runs once a build, after the wasm is made.
//!
//! HTML, CSS and JavaScript refer to another file as `{{style.css}}`, and to style sheets that are
//! served as one, in this order, as `{{style.css panels.css}}`: browsers fetch few files at a time.
//! A placeholder that names no file is an error, and so is a file that no placeholder names. The
//! rest of a text stays unchanged, and generated files are never modified.
//!
//! Each file is served under a name with a hash of its content, so browsers may cache it forever.
//! Pages are served under their names without `.html`, `index.html` as `/`, with folders for dots:
//! `learn.ja.html` as `/learn/ja`. The service workers are `/sw.js`, `/learn-sw.js` and
//! `/referee-sw.js`, the script for embedding is `/lagrange-figure.js`, and the one that notices
//! another version is `/reload.js`: these need stable paths. Their placeholders still expand to the
//! hashed name, which changes with the content: a service worker uses it as the version of the page
//! it caches.
use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;

/// Content types by extension.
const CONTENT_TYPES: [(&str, &str); 8] = [
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("woff2", "font/woff2"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
];

/// Extensions of files that may refer to others.
const TEXTS: [&str; 4] = ["webmanifest", "css", "js", "html"];

/// The files whose paths are fixed.
const FIXED: [&str; 5] =
    ["sw.js", "learn-sw.js", "referee-sw.js", "lagrange-figure.js", "reload.js"];

const OPEN: &str = "{{";
const CLOSE: &str = "}}";

/// A source file and the name in placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Such as `style.css`.
    pub name: String,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text with placeholders.
    Text(String),
    /// Content that refers to no other file, or was generated.
    Bytes(Vec<u8>),
}

/// A file as served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// URL path; `/` for the index page.
    pub path: String,
    /// Value of the `content-type` header.
    pub content_type: &'static str,
    /// Whether the path changes with the content.
    pub immutable: bool,
    pub bytes: Vec<u8>,
}

/// Errors of linking.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    #[error("{by} refers to {{{{{name}}}}}, but there is no such file")]
    Missing { by: String, name: String },
    /// An unterminated placeholder.
    #[error("{by} has `{{{{` without `}}}}`")]
    Unclosed { by: String },
    #[error("no file refers to {{{{{name}}}}}")]
    Unused { name: String },
    #[error("duplicate file {name}")]
    Twice { name: String },
    /// A reference cycle, so no file in it can be hashed first.
    #[error("{name} refers to itself through other files")]
    Ring { name: String },
    #[error("{name} has an unknown type: see CONTENT_TYPES")]
    Type { name: String },
    #[error("{by} joins {name} with other files, but it is no style sheet")]
    Joined { by: String, name: String },
}

/// Reads a folder, skipping hidden files left by editors and desktops.
///
/// # Errors
/// When a file cannot be read.
pub fn read_folder(folder: &Path) -> io::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let content = if TEXTS.contains(&extension(&name)) {
            Content::Text(fs::read_to_string(entry.path())?)
        } else {
            Content::Bytes(fs::read(entry.path())?)
        };
        sources.push(Source { name, content });
    }
    Ok(sources)
}

/// Links files, in dependency order: each refers only to those before it.
///
/// # Errors
/// When a reference is broken, or a file is unreachable.
pub fn link(mut sources: Vec<Source>) -> Result<Vec<Asset>, LinkError> {
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(two) = sources.windows(2).find(|two| two[0].name == two[1].name) {
        return Err(LinkError::Twice { name: two[0].name.clone() });
    }
    let mut linker = Linker { sources: &sources, names: HashMap::new(), assets: Vec::new() };
    let mut named = Vec::new();
    for source in &sources {
        named.extend(references(source)?);
    }
    let joined: Vec<&str> = named.iter().copied().filter(|name| is_joined(name)).collect();
    let only_joined = |name: &str| {
        !named.contains(&name) && joined.iter().any(|names| parts(names).any(|part| part == name))
    };
    for source in sources.iter().filter(|source| !only_joined(&source.name)) {
        linker.add(source)?;
    }
    let named: Vec<&str> = named.into_iter().flat_map(parts).collect();
    let unused = |source: &&Source| {
        fixed_path(&source.name).is_none() && !named.contains(&source.name.as_str())
    };
    match sources.iter().find(unused) {
        Some(source) => Err(LinkError::Unused { name: source.name.clone() }),
        None => Ok(linker.assets),
    }
}

struct Linker<'a> {
    /// In name order.
    sources: &'a [Source],
    /// The hashed name of every linked file; `None` while a file is being linked.
    names: HashMap<&'a str, Option<String>>,
    assets: Vec<Asset>,
}

impl<'a> Linker<'a> {
    /// Links a file after those it refers to, and returns its hashed name.
    fn add(&mut self, source: &'a Source) -> Result<String, LinkError> {
        let name = source.name.as_str();
        match self.names.get(name) {
            Some(Some(hashed)) => return Ok(hashed.clone()),
            Some(None) => return Err(LinkError::Ring { name: name.into() }),
            None => self.names.insert(name, None),
        };
        let bytes = self.linked(source)?;
        let hashed = self.serve(name, bytes)?;
        self.names.insert(name, Some(hashed.clone()));
        Ok(hashed)
    }

    /// The content of a file, in which references are the names of linked files.
    fn linked(&mut self, source: &'a Source) -> Result<Vec<u8>, LinkError> {
        let text = match &source.content {
            Content::Bytes(bytes) => return Ok(bytes.clone()),
            Content::Text(text) => text,
        };
        let mut linked = text.clone();
        for reference in references(source)? {
            let hashed = if is_joined(reference) {
                self.join(&source.name, reference)?
            } else {
                let found = self.find(&source.name, reference)?;
                self.add(found)?
            };
            linked = linked.replace(&format!("{OPEN}{reference}{CLOSE}"), &hashed);
        }
        Ok(linked.into_bytes())
    }

    /// Links several style sheets as one, and returns its hashed name.
    fn join(&mut self, by: &str, reference: &str) -> Result<String, LinkError> {
        let mut joined = Vec::new();
        for name in parts(reference) {
            if extension(name) != "css" {
                return Err(LinkError::Joined { by: by.into(), name: name.into() });
            }
            let source = self.find(by, name)?;
            joined.extend(self.linked(source)?);
        }
        self.serve(parts(reference).next().unwrap_or_default(), joined)
    }

    fn find(&self, by: &str, name: &str) -> Result<&'a Source, LinkError> {
        let found = self.sources.iter().find(|source| source.name == name);
        found.ok_or_else(|| LinkError::Missing { by: by.into(), name: name.into() })
    }

    /// Adds a file under its hashed name or its fixed path, and returns the hashed name.
    fn serve(&mut self, name: &str, bytes: Vec<u8>) -> Result<String, LinkError> {
        let content_type = CONTENT_TYPES.iter().find(|(known, _)| *known == extension(name));
        let (_, content_type) =
            content_type.ok_or_else(|| LinkError::Type { name: name.into() })?;
        let hashed = hashed_name(name, &bytes);
        let fixed = fixed_path(name);
        let immutable = fixed.is_none();
        let path = fixed.unwrap_or_else(|| format!("/{hashed}"));
        // Pages that join the same files share the result.
        if !self.assets.iter().any(|asset| asset.path == path) {
            self.assets.push(Asset { path, content_type, immutable, bytes });
        }
        Ok(hashed)
    }
}

/// Whether a reference names several files.
fn is_joined(reference: &str) -> bool {
    parts(reference).nth(1).is_some()
}

/// The files that a reference names.
fn parts(reference: &str) -> impl Iterator<Item = &str> {
    reference.split_whitespace()
}

/// The placeholders of a file, in text order.
fn references(source: &Source) -> Result<Vec<&str>, LinkError> {
    let Content::Text(text) = &source.content else { return Ok(Vec::new()) };
    let mut names = Vec::new();
    for rest in text.split(OPEN).skip(1) {
        let closed = rest.split_once(CLOSE);
        let (name, _) = closed.ok_or_else(|| LinkError::Unclosed { by: source.name.clone() })?;
        names.push(name);
    }
    Ok(names)
}

/// `style.css` becomes `style-0123456789abcdef.css`.
fn hashed_name(name: &str, bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    format!("{stem}-{:016x}.{extension}", hasher.finish())
}

/// The path of a file that is served without a hash.
fn fixed_path(name: &str) -> Option<String> {
    match name.strip_suffix(".html") {
        Some("index") => Some("/".into()),
        Some(page) => Some(format!("/{}", page.replace('.', "/"))),
        None => FIXED.contains(&name).then(|| format!("/{name}")),
    }
}

fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, text: &str) -> Source {
        Source { name: name.into(), content: Content::Text(text.into()) }
    }

    fn bytes(name: &str, bytes: &[u8]) -> Source {
        Source { name: name.into(), content: Content::Bytes(bytes.into()) }
    }

    /// A page with a style and a script that loads a generated file.
    fn pages() -> Vec<Source> {
        vec![
            text("index.html", "<link href=\"{{style.css}}\"><script src=\"{{main.js}}\">"),
            text("main.js", "import init from \"./{{client.js}}\"; init('{{client_bg.wasm}}');"),
            text("style.css", "b { color: red }"),
            bytes("client.js", b"export default () => '{{style.css}} \"style.css\"';"),
            bytes("client_bg.wasm", b"\0asm\x01\0\0\0"),
        ]
    }

    fn find<'a>(assets: &'a [Asset], path: &str) -> &'a Asset {
        assets.iter().find(|asset| asset.path.starts_with(path)).expect(path)
    }

    fn words(asset: &Asset) -> String {
        String::from_utf8_lossy(&asset.bytes).into_owned()
    }

    #[test]
    fn references_expand_to_hashed_names() {
        let assets = link(pages()).unwrap();
        let path = |start: &str| find(&assets, start).path.trim_start_matches('/').to_string();
        let (style, client, wasm) = (path("/style-"), path("/client-"), path("/client_bg-"));
        let main = find(&assets, "/main-");
        assert_eq!(words(main), format!("import init from \"./{client}\"; init('{wasm}');"));
        let page = assets.last().unwrap();
        let main = main.path.trim_start_matches('/');
        assert_eq!(words(page), format!("<link href=\"{style}\"><script src=\"{main}\">"));
        assert_eq!((page.path.as_str(), page.immutable), ("/", false));
        assert_eq!(page.content_type, "text/html; charset=utf-8");
        // Generated files are served unchanged.
        let generated = "export default () => '{{style.css}} \"style.css\"';";
        assert_eq!(words(find(&assets, "/client-")), generated);
    }

    #[test]
    fn style_sheets_are_joined_in_order() {
        let page = |names: &str| format!("<link href=\"{{{{{names}}}}}\">");
        let sources = vec![
            text("index.html", &page("a.css\n      b.css")),
            text("lab.html", &page("a.css b.css")),
            text("embed.html", &page("b.css")),
            text("a.css", "@font-face { src: url({{face.woff2}}) }\n"),
            text("b.css", "b { color: red }\n"),
            bytes("face.woff2", b"wOF2"),
        ];
        let assets = link(sources.clone()).unwrap();
        let face = find(&assets, "/face-").path.trim_start_matches('/');
        let joined = find(&assets, "/a-");
        let expected = format!("@font-face {{ src: url({face}) }}\nb {{ color: red }}\n");
        assert_eq!(words(joined), expected);
        let joined = joined.path.trim_start_matches('/');
        for page in ["/", "/lab"] {
            let page = assets.iter().find(|asset| asset.path == page).unwrap();
            assert_eq!(words(page), format!("<link href=\"{joined}\">"));
        }
        assert_eq!(assets.len(), 6, "a.css is served in the joined one only");

        let joins = |name: &str| {
            let mut sources = sources.clone();
            sources[1] = text("lab.html", &page(&format!("a.css {name}")));
            link(sources).unwrap_err()
        };
        let [by, name] = ["lab.html", "face.woff2"].map(String::from);
        let error = LinkError::Joined { by: by.clone(), name };
        assert_eq!(
            error.to_string(),
            "lab.html joins face.woff2 with other files, but it is no style sheet"
        );
        assert_eq!(joins("face.woff2"), error);
        assert_eq!(joins("gone.css"), LinkError::Missing { by, name: "gone.css".into() });
    }

    #[test]
    fn files_follow_their_references() {
        let assets = link(pages()).unwrap();
        for (n, asset) in assets.iter().enumerate() {
            for later in assets[n + 1..].iter().filter(|later| later.immutable) {
                assert!(!words(asset).contains(&later.path[1..]), "{}", asset.path);
            }
        }
    }

    #[test]
    fn hashed_names_depend_on_content() {
        let names = |sources| -> Vec<String> {
            link(sources).unwrap().into_iter().map(|asset| asset.path).collect()
        };
        let mut backwards = pages();
        backwards.reverse();
        assert_eq!(names(pages()), names(backwards));

        let mut changed = pages();
        changed[2] = text("style.css", "b { color: blue }");
        let (before, after) = (names(pages()), names(changed));
        let moved = |start: &str| {
            let of = |names: &[String]| names.iter().find(|name| name.starts_with(start)).cloned();
            of(&before) != of(&after)
        };
        assert!(moved("/style-"));
        assert!(!moved("/main-") && !moved("/client-") && !moved("/client_bg-"));
    }

    #[test]
    fn hashes_include_referenced_files() {
        let mut changed = pages();
        changed[4] = bytes("client_bg.wasm", b"\0asm\x01\0\0\0\0");
        let (before, after) = (link(pages()).unwrap(), link(changed).unwrap());
        for start in ["/client_bg-", "/main-"] {
            assert_ne!(find(&before, start).path, find(&after, start).path);
        }
        assert_eq!(find(&before, "/client-").path, find(&after, "/client-").path);
    }

    #[test]
    fn missing_unused_and_circular_files_are_reported() {
        let name = |name: &str| name.to_string();
        let rows: [(Vec<Source>, LinkError, &str); 6] = [
            (
                vec![text("index.html", "{{gone.css}}")],
                LinkError::Missing { by: name("index.html"), name: name("gone.css") },
                "index.html refers to {{gone.css}}, but there is no such file",
            ),
            (
                vec![text("index.html", ""), bytes("icon.svg", b"")],
                LinkError::Unused { name: name("icon.svg") },
                "no file refers to {{icon.svg}}",
            ),
            (
                vec![text("index.html", "{{icon.svg")],
                LinkError::Unclosed { by: name("index.html") },
                "index.html has `{{` without `}}`",
            ),
            (
                vec![text("a.js", "{{b.js}}"), text("b.js", "{{a.js}}")],
                LinkError::Ring { name: name("a.js") },
                "a.js refers to itself through other files",
            ),
            (
                vec![text("a.js", ""), bytes("a.js", b"")],
                LinkError::Twice { name: name("a.js") },
                "duplicate file a.js",
            ),
            (
                vec![text("index.html", "{{a.exe}}"), bytes("a.exe", b"")],
                LinkError::Type { name: name("a.exe") },
                "a.exe has an unknown type: see CONTENT_TYPES",
            ),
        ];
        for (sources, error, message) in rows {
            assert_eq!(error.to_string(), message);
            assert_eq!(link(sources), Err(error));
        }
    }

    #[test]
    fn worker_contains_the_hash_of_its_page() {
        let sources = vec![text("lab.html", "the page"), text("sw.js", "\"{{lab.html}}\"")];
        let assets = link(sources).unwrap();
        assert_eq!(find(&assets, "/lab").path, "/lab");
        let worker = find(&assets, "/sw.js");
        assert!(!worker.immutable);
        assert!(words(worker).starts_with("\"lab-"), "{}", words(worker));
    }

    #[test]
    fn repository_pages_link() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let mut sources = read_folder(&web).unwrap();
        for name in ["client", "lab_client", "figure_client", "referee_client"] {
            sources.push(bytes(&format!("{name}.js"), b""));
            sources.push(bytes(&format!("{name}_bg.wasm"), b""));
        }
        let assets = link(sources).unwrap();
        let fixed: Vec<&str> =
            assets.iter().filter(|a| !a.immutable).map(|asset| asset.path.as_str()).collect();
        let pages =
            ["/embed", "/", "/lab", "/lagrange-figure.js", "/learn", "/learn/ja", "/learn/ko"];
        let others = ["/learn-sw.js", "/referee", "/referee-sw.js", "/reload.js", "/sw.js"];
        assert_eq!(fixed, [&pages[..], &others].concat());
    }
}
