//! Names every file after its content, and writes those names into the files that refer to it.
//! Runs once a build, after the wasm is made.
//!
//! A text refers to another file as `{{style.css}}`, in HTML, CSS and JavaScript alike. These
//! placeholders are the text's manifest: one that names no file is an error, and so is a file that
//! no text names. Nothing else of a text is changed, and nothing at all of a file that was
//! generated.
//!
//! Each file is served under a name with a hash of its content, so browsers may keep it for ever.
//! Pages are served under their names without `.html`, `index.html` as `/`, with folders for dots:
//! `learn.ja.html` as `/learn/ja`. The service workers are `/sw.js` and `/learn-sw.js`, and the
//! script that other pages name is `/lagrange-figure.js`: browsers look for those where they were.
//! Their placeholders still stand for the name with the hash, which changes with the content: a
//! service worker takes it as the version of the page that it keeps.
use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;

/// Extensions and the content types that belong to them.
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

/// The service workers, and the script that other pages name.
const FIXED: [&str; 3] = ["sw.js", "learn-sw.js", "lagrange-figure.js"];

const OPEN: &str = "{{";
const CLOSE: &str = "}}";

/// A file by the name that others refer to it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Such as `style.css`.
    pub name: String,
    /// What is in it.
    pub content: Content,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A text with placeholders.
    Text(String),
    /// Anything that refers to no other file, or was generated.
    Bytes(Vec<u8>),
}

/// A file as it is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// The path of its address; `/` for the first page.
    pub path: String,
    /// The value of the header `content-type`.
    pub content_type: &'static str,
    /// Whether another content would have another path.
    pub immutable: bool,
    /// The content.
    pub bytes: Vec<u8>,
}

/// Why files cannot be linked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// A placeholder names no file.
    #[error("{by} names {{{{{name}}}}}, and there is no such file")]
    Missing {
        /// The text.
        by: String,
        /// What it names.
        name: String,
    },
    /// A placeholder has no end.
    #[error("{by} has `{{{{` without `}}}}`")]
    Unclosed {
        /// The text.
        by: String,
    },
    /// No text names a file.
    #[error("no text names {{{{{name}}}}}")]
    Unused {
        /// The file.
        name: String,
    },
    /// Two files have the same name.
    #[error("there are two files {name}")]
    Twice { name: String },
    /// Files name each other in a ring, so none can be named after its content first.
    #[error("{name} names itself, by way of what it names")]
    Ring {
        /// One of the files.
        name: String,
    },
    /// No content type is known.
    #[error("{name} is of no known type: see CONTENT_TYPES")]
    Type {
        /// The file.
        name: String,
    },
}

/// The files of a folder, without hidden ones, which are an editor's or a desktop's.
///
/// # Errors
/// When one cannot be read.
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

/// Links files. They come back in an order in which each refers only to those before it.
///
/// # Errors
/// When a reference leads nowhere, or a file can never be asked for.
pub fn link(mut sources: Vec<Source>) -> Result<Vec<Asset>, LinkError> {
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(two) = sources.windows(2).find(|two| two[0].name == two[1].name) {
        return Err(LinkError::Twice { name: two[0].name.clone() });
    }
    let mut linker = Linker { sources: &sources, names: HashMap::new(), assets: Vec::new() };
    for source in &sources {
        linker.add(source)?;
    }
    let mut named = Vec::new();
    for source in &sources {
        named.extend(references(source)?);
    }
    let unused = |source: &&Source| {
        fixed_path(&source.name).is_none() && !named.contains(&source.name.as_str())
    };
    match sources.iter().find(unused) {
        Some(source) => Err(LinkError::Unused { name: source.name.clone() }),
        None => Ok(linker.assets),
    }
}

/// Links one file after another.
struct Linker<'a> {
    /// In the order of their names.
    sources: &'a [Source],
    /// The name with a hash of every file that is linked; `None` of those that are being linked.
    names: HashMap<&'a str, Option<String>>,
    assets: Vec<Asset>,
}

impl<'a> Linker<'a> {
    /// Links a file after those that it refers to; its name with a hash.
    fn add(&mut self, source: &'a Source) -> Result<String, LinkError> {
        let name = source.name.as_str();
        match self.names.get(name) {
            Some(Some(hashed)) => return Ok(hashed.clone()),
            Some(None) => return Err(LinkError::Ring { name: name.into() }),
            None => self.names.insert(name, None),
        };
        let bytes = match &source.content {
            Content::Bytes(bytes) => bytes.clone(),
            Content::Text(text) => {
                let mut text = text.clone();
                for reference in references(source)? {
                    let found = self.sources.iter().find(|source| source.name == reference);
                    let found = found.ok_or_else(|| LinkError::Missing {
                        by: name.into(),
                        name: reference.into(),
                    })?;
                    let hashed = self.add(found)?;
                    text = text.replace(&format!("{OPEN}{reference}{CLOSE}"), &hashed);
                }
                text.into_bytes()
            }
        };
        let content_type = CONTENT_TYPES.iter().find(|(known, _)| *known == extension(name));
        let (_, content_type) =
            content_type.ok_or_else(|| LinkError::Type { name: name.into() })?;
        let hashed = hashed_name(name, &bytes);
        self.names.insert(name, Some(hashed.clone()));
        let fixed = fixed_path(name);
        let immutable = fixed.is_none();
        let path = fixed.unwrap_or_else(|| format!("/{hashed}"));
        self.assets.push(Asset { path, content_type, immutable, bytes });
        Ok(hashed)
    }
}

/// The names in the placeholders of a file, in the order of the text.
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

/// `style-0123456789abcdef.css` of `style.css`.
fn hashed_name(name: &str, bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    format!("{stem}-{:016x}.{extension}", hasher.finish())
}

/// The path of what is served under a name without a hash.
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

    /// A page with a style and a script, which loads what was generated.
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
    fn texts_name_what_they_load_by_its_content() {
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
        // What was generated is served as it is.
        let generated = "export default () => '{{style.css}} \"style.css\"';";
        assert_eq!(words(find(&assets, "/client-")), generated);
    }

    #[test]
    fn each_file_comes_after_those_that_it_names() {
        let assets = link(pages()).unwrap();
        for (n, asset) in assets.iter().enumerate() {
            for later in assets[n + 1..].iter().filter(|later| later.immutable) {
                assert!(!words(asset).contains(&later.path[1..]), "{}", asset.path);
            }
        }
    }

    #[test]
    fn equal_content_has_an_equal_name_and_another_has_another() {
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
    fn a_name_changes_with_whatever_it_names() {
        let mut changed = pages();
        changed[4] = bytes("client_bg.wasm", b"\0asm\x01\0\0\0\0");
        let (before, after) = (link(pages()).unwrap(), link(changed).unwrap());
        for start in ["/client_bg-", "/main-"] {
            assert_ne!(find(&before, start).path, find(&after, start).path);
        }
        assert_eq!(find(&before, "/client-").path, find(&after, "/client-").path);
    }

    #[test]
    fn what_the_manifest_lacks_or_nobody_names_is_told() {
        let name = |name: &str| name.to_string();
        let rows: [(Vec<Source>, LinkError, &str); 6] = [
            (
                vec![text("index.html", "{{gone.css}}")],
                LinkError::Missing { by: name("index.html"), name: name("gone.css") },
                "index.html names {{gone.css}}, and there is no such file",
            ),
            (
                vec![text("index.html", ""), bytes("icon.svg", b"")],
                LinkError::Unused { name: name("icon.svg") },
                "no text names {{icon.svg}}",
            ),
            (
                vec![text("index.html", "{{icon.svg")],
                LinkError::Unclosed { by: name("index.html") },
                "index.html has `{{` without `}}`",
            ),
            (
                vec![text("a.js", "{{b.js}}"), text("b.js", "{{a.js}}")],
                LinkError::Ring { name: name("a.js") },
                "a.js names itself, by way of what it names",
            ),
            (
                vec![text("a.js", ""), bytes("a.js", b"")],
                LinkError::Twice { name: name("a.js") },
                "there are two files a.js",
            ),
            (
                vec![text("index.html", "{{a.exe}}"), bytes("a.exe", b"")],
                LinkError::Type { name: name("a.exe") },
                "a.exe is of no known type: see CONTENT_TYPES",
            ),
        ];
        for (sources, error, told) in rows {
            assert_eq!(error.to_string(), told);
            assert_eq!(link(sources), Err(error));
        }
    }

    #[test]
    fn a_worker_knows_the_version_of_its_page() {
        let sources = vec![text("lab.html", "the page"), text("sw.js", "\"{{lab.html}}\"")];
        let assets = link(sources).unwrap();
        assert_eq!(find(&assets, "/lab").path, "/lab");
        let worker = find(&assets, "/sw.js");
        assert!(!worker.immutable);
        assert!(words(worker).starts_with("\"lab-"), "{}", words(worker));
    }

    #[test]
    fn the_pages_of_the_repository_are_linked() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let mut sources = read_folder(&web).unwrap();
        for name in ["client", "lab_client", "figure_client"] {
            sources.push(bytes(&format!("{name}.js"), b""));
            sources.push(bytes(&format!("{name}_bg.wasm"), b""));
        }
        let assets = link(sources).unwrap();
        let fixed: Vec<&str> =
            assets.iter().filter(|a| !a.immutable).map(|asset| asset.path.as_str()).collect();
        let pages =
            ["/embed", "/", "/lab", "/lagrange-figure.js", "/learn", "/learn/ja", "/learn/ko"];
        assert_eq!(fixed, [&pages[..], &["/learn-sw.js", "/sw.js"]].concat());
    }
}
