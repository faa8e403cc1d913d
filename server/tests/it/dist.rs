//! `lagrange dist`: the contents of the folder, and which folders it leaves unchanged.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use article::section::Section;
use tempfile::TempDir;
use words::{LabPageText, Language};

/// Extensions of files that refer to others by quoted names.
const TEXTS: [&str; 3] = [".html", ".css", ".js"];
/// Extensions of the files they refer to.
const NAMED: [&str; 6] = [".html", ".css", ".js", ".wasm", ".svg", ".png"];

fn dist(folder: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lagrange"));
    command.arg("dist").arg(folder).args(more).output().unwrap()
}

/// Every file of a folder, recursively, by its path from there.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let within = self::files(&entry.path()).into_iter();
            files.extend(within.map(|(within, bytes)| (format!("{name}/{within}"), bytes)));
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    files
}

/// Resolves a relative name against a file.
fn from(file: &str, named: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in named.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{file} names {named}, beyond the folder"),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn text<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    std::str::from_utf8(&files[name]).unwrap()
}

/// A page without the addresses of the publications and the code that it cites.
fn without_external_links(page: &str) -> String {
    let parts = page.split("<a href=\"http").map(|part| match part.split_once('>') {
        Some((tag, rest)) if tag.ends_with("rel=\"external\"") => rest,
        _ => part,
    });
    parts.collect()
}

/// The quoted file names in a text.
fn quoted(text: &str) -> Vec<&str> {
    let pieces = text.split(['"', '\'', '`']);
    let names = pieces.filter(|piece| {
        let plain = !piece.is_empty() && !piece.contains([' ', '\n', ':']);
        // wasm-bindgen imports its JavaScript under a name that is not a file.
        let is_import = piece.ends_with("_bg.js");
        plain && !is_import && NAMED.iter().any(|extension| piece.ends_with(extension))
    });
    names.collect()
}

#[test]
fn every_reference_resolves_inside_the_folder() {
    let scratch = TempDir::new().unwrap();
    let folder = scratch.path().join("a/b");
    let output = dist(&folder, &[]);
    assert!(output.status.success(), "{output:?}");
    let files = files(&folder);
    let mut n = 0;
    for name in files.keys().filter(|name| TEXTS.iter().any(|end| name.ends_with(end))) {
        for named in quoted(text(&files, name)) {
            assert!(files.contains_key(&from(name, named)), "{name} names {named}");
            n += 1;
        }
    }
    assert!(n > 14, "only {n} names");
    let pages: Vec<&String> = files.keys().filter(|name| name.ends_with(".html")).collect();
    let articles = ["learn/index.html", "learn/ja/index.html", "learn/ko/index.html"];
    let first = ["embed/index.html", "index.html"];
    assert_eq!(pages, [&first[..], &articles, &["referee/index.html"]].concat());
    for page in pages {
        for absolute in ["href=\"/", "src=\"/", "http:", "https:", "play-online"] {
            let own = without_external_links(text(&files, page));
            assert!(!own.contains(absolute), "{page}: {absolute}");
        }
    }
}

#[test]
fn nested_pages_refer_to_assets_above_them() {
    let scratch = TempDir::new().unwrap();
    assert!(dist(scratch.path(), &[]).status.success());
    let files = files(scratch.path());
    let within = files.keys().filter(|name| name.contains('/'));
    let mut n = 0;
    for name in within {
        assert!(name.ends_with("/index.html"), "{name}");
        let up = "../".repeat(name.matches('/').count());
        let named = quoted(text(&files, name));
        let text = without_external_links(text(&files, name));
        let links = text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for link in links.filter(|link| !link.starts_with('#')) {
            assert!(link.starts_with(&up), "{name}: {link}");
        }
        assert!(named.iter().all(|part| part.starts_with(&up)), "{name}: {named:?}");
        n += named.len();
    }
    assert!(n >= 3, "only {n} names");
    // The frame's script finds the element next to itself.
    let script = files.keys().find(|name| name.starts_with("embed-") && name.ends_with(".js"));
    assert_eq!(quoted(text(&files, script.unwrap())), ["./lagrange-figure.js"]);
}

#[test]
fn the_element_is_a_package() {
    let scratch = TempDir::new().unwrap();
    assert!(dist(scratch.path(), &[]).status.success());
    let files = files(scratch.path());
    let package: serde_json::Value = serde_json::from_slice(&files["package.json"]).unwrap();
    assert_eq!(package["name"], "lagrange-figure");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(package["license"], "MIT OR Apache-2.0");
    assert_eq!(package["type"], "module");
    for way in ["main", "exports"] {
        assert_eq!(package[way], "./lagrange-figure.js");
    }
    let listed: Vec<&str> =
        package["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let needed = quoted(text(&files, "lagrange-figure.js")).into_iter();
    let needed = needed.map(|name| name.trim_start_matches("./")).chain(["lagrange-figure.js"]);
    for name in needed {
        assert!(listed.contains(&name) && files.contains_key(name), "{name}: {listed:?}");
    }
    assert_eq!(listed.len(), 4, "{listed:?}");
}

#[test]
fn each_worker_caches_exactly_its_pages_assets() {
    let scratch = TempDir::new().unwrap();
    assert!(dist(scratch.path(), &[]).status.success());
    let files = files(scratch.path());
    let own = ["index.html", "sw.js", ".lagrange-dist", "package.json"];
    // Workers load shared code themselves.
    let others = ["embed", "learn", "figure", "lagrange-figure.js", "referee", "worker-"];
    // The laboratory has this sheet joined with its others.
    let of_article_alone = |name: &str| name.starts_with("away-") && name.ends_with(".css");
    let of_others =
        |name: &str| of_article_alone(name) || others.iter().any(|start| name.starts_with(start));
    let parts: Vec<&str> = files
        .keys()
        .map(String::as_str)
        .filter(|name| !own.contains(name) && !of_others(name))
        .collect();
    let kept_by = |worker: &str| {
        let kept = quoted(text(&files, worker)).into_iter();
        let mut kept: Vec<&str> = kept.filter(|name| !name.starts_with("./worker-")).collect();
        kept.sort_unstable();
        kept
    };
    assert_eq!(kept_by("sw.js"), parts);
    let shared = ["away-", "icon-", "figure_client", "figure-", "lagrange-figure.js", "reload.js"];
    let of_article = |name: &&str| {
        let page = name.starts_with("learn-") && *name != "learn-sw.js";
        page || shared.iter().any(|start| name.starts_with(start))
    };
    let article: Vec<&str> = files.keys().map(String::as_str).filter(of_article).collect();
    assert_eq!(kept_by("learn-sw.js"), article);
    let of_referee = |name: &&str| {
        let part = name.starts_with("referee") && !["referee-sw.js", "referee/"].contains(name);
        (part && !name.ends_with(".html")) || name.starts_with("icon-") || *name == "reload.js"
    };
    let referee: Vec<&str> = files.keys().map(String::as_str).filter(of_referee).collect();
    assert_eq!(kept_by("referee-sw.js"), referee);
    assert!(parts.iter().any(|part| part.starts_with("lab_client_bg-")), "{parts:?}");
    assert!(!parts.iter().any(|part| part.starts_with("client_bg-")), "{parts:?}");
}

#[test]
fn the_link_to_the_game_leads_to_the_configured_address() {
    let scratch = TempDir::new().unwrap();
    assert!(dist(scratch.path(), &[]).status.success());
    let without = text(&files(scratch.path()), "sw.js").to_string();
    let output = dist(scratch.path(), &["--play-at", "https://play.example/?a=1&b=2"]);
    assert!(output.status.success(), "{output:?}");
    let files = files(scratch.path());
    let link = "<a id=\"play-online\" href=\"https://play.example/?a=1&amp;b=2\"";
    assert!(text(&files, "index.html").contains(link));
    assert_ne!(text(&files, "sw.js"), without, "another page is another version");
    for language in Language::ALL {
        let article = text(&files, &format!("{}/index.html", language.article_path()));
        let game = language.article().game;
        let link = format!("<a href=\"https://play.example/?a=1&amp;b=2\">{game}</a>");
        assert!(article.contains(&link), "{link}");
    }
}

/// A link of a page: its URL and its text.
struct Link<'a> {
    address: &'a str,
    words: &'a str,
}

fn links(page: &str) -> Vec<Link<'_>> {
    let all = page.split("<a ").skip(1).filter_map(|rest| {
        let (tag, rest) = rest.split_once('>')?;
        let address = tag.split_once("href=\"")?.1.split('"').next()?;
        Some(Link { address, words: rest.split("</a>").next()? })
    });
    all.collect()
}

/// Resolves a URL against a page, into the page and the fragment.
fn led_to<'a>(page: &str, address: &'a str) -> (String, &'a str) {
    let (named, part) = address.split_once('#').unwrap_or((address, ""));
    let named = named.split('?').next().unwrap_or_default();
    let whole = if named.is_empty() { page.to_string() } else { from(page, named) };
    let is_folder = whole.is_empty() || whole.ends_with('/');
    (if is_folder { whole + "index.html" } else { whole }, part)
}

/// The page that the text of a link promises.
fn promised(words: &str) -> Option<String> {
    let article = |language: Language| format!("{}/index.html", language.article_path());
    for language in Language::ALL {
        let (said, name) = (language.article(), language.name());
        if words == said.laboratory || words == language.ask_words().laboratory {
            return Some("index.html".into());
        } else if words == name {
            return Some(article(language));
        }
    }
    let english = Language::default();
    let of_laboratory = |key: &str| {
        let text = LabPageText::of_key(key).map(|text| english.lab_page(text));
        text == Some(words)
    };
    let to_article = ["beginning-article", "lessons-article"].into_iter().any(of_laboratory);
    let within = ["bar-capture-end", "beginning-learn", "beginning-try", "beginning-shot"];
    match words {
        _ if to_article || words == "Article" => Some(article(english)),
        "Laboratory" => Some("index.html".into()),
        _ if of_laboratory("help-referee") => Some("referee/index.html".into()),
        _ if of_laboratory("share-figure-alone") => Some("embed/index.html".into()),
        _ if within.into_iter().any(of_laboratory) => Some("index.html".into()),
        _ => None,
    }
}

#[test]
fn link_texts_match_their_targets() {
    let scratch = TempDir::new().unwrap();
    assert!(dist(scratch.path(), &[]).status.success());
    let files = files(scratch.path());
    let titles: Vec<&str> = Language::ALL
        .into_iter()
        .flat_map(|language| Section::ALL.map(|section| language.section(section).title))
        .collect();
    let (mut n, mut n_within) = (0, 0);
    for page in files.keys().filter(|name| name.ends_with(".html")) {
        let own = without_external_links(text(&files, page));
        for Link { address, words } in links(&own) {
            let (file, part) = led_to(page, address);
            let what = format!("{page}: {words:?} leads to {address:?}");
            assert!(files.contains_key(&file), "{what}");
            // A heading's own link, and a term's to its explanation.
            if words == "#" || part.starts_with("term-") {
                let target = format!("id=\"{part}\"");
                assert!(text(&files, &file).contains(&target), "{what}");
                n_within += 1;
                continue;
            }
            // The laboratory keeps its state in the fragment.
            if file != "index.html" && !part.is_empty() {
                let heading = format!("<h2 id=\"{part}-title\">{words}</h2>");
                assert!(text(&files, &file).contains(&heading), "{what}");
                assert!(titles.contains(&words), "{what}");
            } else {
                assert_eq!(promised(words), Some(file), "{what}");
            }
            n += 1;
        }
    }
    // Each section is in the contents, and has a link to its match.
    assert_eq!(n, 3 * (Language::ALL.len() + 2 * Section::ALL.len() + 1) + 10, "links");
    assert!(n_within > 3 * Section::ALL.len(), "{n_within} links within pages");
}

#[test]
fn a_foreign_folder_is_left_alone() {
    let scratch = TempDir::new().unwrap();
    let precious = scratch.path().join("index.html");
    fs::write(&precious, "precious").unwrap();
    let output = dist(scratch.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("contains other files") && said.lines().count() == 1, "{said}");
    assert_eq!(files(scratch.path()).len(), 1);
    assert_eq!(fs::read(&precious).unwrap(), b"precious");
    // A file is not a folder.
    let output = dist(&precious, &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn its_own_folder_is_rewritten_without_old_files() {
    let scratch = TempDir::new().unwrap();
    let folder = scratch.path().join("lab");
    assert!(dist(&folder, &[]).status.success());
    let first = files(&folder);
    let list = folder.join(".lagrange-dist");
    let outside = scratch.path().join("outside");
    fs::write(&outside, "outside").unwrap();
    fs::write(folder.join("old.js"), "old").unwrap();
    fs::write(folder.join("mine.txt"), "mine").unwrap();
    fs::create_dir_all(folder.join("old/er")).unwrap();
    fs::write(folder.join("old/er/index.html"), "old").unwrap();
    let absolute = outside.display().to_string();
    let listed = fs::read_to_string(&list).unwrap() + "old.js\nold/er/index.html\n../outside\n..\n";
    let listed = listed + "embed/../../outside\n" + &absolute + "\n";
    fs::write(&list, listed).unwrap();
    assert!(dist(&folder, &[]).status.success());
    fs::remove_file(folder.join("mine.txt")).unwrap();
    assert_eq!(files(&folder), first);
    assert!(!folder.join("old").exists(), "empty folders are removed too");
    assert!(outside.exists(), "no file outside is touched");
}
