//! What stands in the markup of the pages is what `words` says in English, and nothing stands there
//! that another language could not say.

use std::collections::BTreeSet;

use words::{LabPageText, Language, game::GamePageText};

/// A page, and what `words` has for it.
struct Page {
    markup: &'static str,
    /// Elements by id whose text the page writes itself, as soon as it runs.
    said: &'static [&'static str],
    /// The English text with a key.
    text: fn(&str) -> Option<&'static str>,
    keys: Vec<&'static str>,
}

/// Keys and commands are called the same everywhere.
const SAME: [&str; 2] = ["kbd", "code"];
/// The project's name is, too.
const NAME: &str = "Lagrange";
/// Elements without an end.
const EMPTY: [&str; 6] = ["meta", "link", "input", "br", "path", "circle"];

/// An element, while it is read.
#[derive(Default)]
struct Element {
    name: String,
    /// What stands between its brackets, after its name.
    attributes: String,
    /// Its text, with `{0}` and so on for the elements in it.
    text: String,
    n_inside: usize,
}

impl Element {
    fn attribute(&self, name: &str) -> Option<String> {
        let begin = format!(" {name}=\"");
        let (_, rest) = self.attributes.split_once(&begin)?;
        Some(plain(rest.split_once('"')?.0))
    }
}

fn plain(text: &str) -> String {
    let text = text.replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads a page; every element goes to the function when it ends.
fn read(page: &'static str, mut each: impl FnMut(&Element)) {
    let mut open = vec![Element::default()];
    let mut rest = page;
    while let Some((text, after)) = rest.split_once('<') {
        open.last_mut().unwrap().text.push_str(text);
        if let Some(comment) = after.strip_prefix("!--") {
            rest = comment.split_once("-->").unwrap().1;
            continue;
        }
        let (tag, after) = after.split_once('>').unwrap();
        rest = after;
        if tag.starts_with('/') {
            each(&open.pop().unwrap());
        } else if !tag.starts_with('!') {
            let parent = open.last_mut().unwrap();
            parent.text.push_str(&format!("{{{}}}", parent.n_inside));
            parent.n_inside += 1;
            let name: String = tag.chars().take_while(|c| c.is_alphanumeric()).collect();
            let attributes = tag[name.len()..].trim_end_matches('/').to_string();
            let is_empty = tag.ends_with('/') || EMPTY.contains(&name.as_str());
            let element = Element { name, attributes, ..Element::default() };
            if is_empty { each(&element) } else { open.push(element) }
        }
    }
    assert_eq!(open.len(), 1, "every element ends");
}

/// Whether a reader sees it: letters outside of the places of elements.
fn says_something(text: &str) -> bool {
    let outside = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    outside.flat_map(str::chars).any(char::is_alphabetic)
}

/// Asserts that every text of a page has a key, and stands there in English.
fn check(page: &Page) {
    let mut breaches = Vec::new();
    let mut used = BTreeSet::new();
    let mut check = |element: &Element, key: Option<String>, stands: String| {
        let Some(key) = key else {
            return breaches.push(format!("<{}> has no key: {stands}", element.name));
        };
        match (page.text)(&key) {
            None => breaches.push(format!("no text has the key {key}")),
            Some(said) if said != stands => breaches.push(format!("{key}: {stands}\n  not {said}")),
            Some(_) => {}
        }
        used.insert(key);
    };
    read(page.markup, |element| {
        let names = ["style", "script", "noscript"];
        if names.contains(&element.name.as_str()) {
            return;
        }
        let text = plain(&element.text);
        let key = element.attribute("data-words");
        let id = element.attribute("id").unwrap_or_default();
        let is_own = !SAME.contains(&element.name.as_str()) && !page.said.contains(&id.as_str());
        if key.is_some() || (is_own && says_something(&text.replace(NAME, ""))) {
            check(element, key, text);
        }
        for (name, key) in [
            ("title", "data-words-title"),
            ("aria-label", "data-words-label"),
            ("placeholder", "data-words-placeholder"),
        ] {
            if let Some(stands) = element.attribute(name) {
                check(element, element.attribute(key), stands);
            }
        }
    });
    let all = page.keys.iter().filter(|key| !used.contains(**key));
    breaches.extend(all.map(|key| format!("the page has no {key}")));
    assert!(breaches.is_empty(), "{} breaches\n{}", breaches.len(), breaches.join("\n"));
    assert_eq!(page.keys.len(), page.keys.iter().collect::<BTreeSet<_>>().len(), "a key each");
}

#[test]
fn the_laboratory_says_what_the_language_says() {
    check(&Page {
        markup: include_str!("../../../web/lab.html"),
        said: &["clock", "play-word", "column-a", "column-b", "split-button", "lesson-title"],
        text: |key| LabPageText::of_key(key).map(|text| Language::English.lab_page(text)),
        keys: LabPageText::all().map(LabPageText::key).collect(),
    });
}

#[test]
fn the_game_says_what_the_language_says() {
    check(&Page {
        markup: include_str!("../../../web/index.html"),
        said: &["kills-noun", "deaths-noun", "see-lag-next", "respawn-ask", "closed-act"],
        text: |key| GamePageText::of_key(key).map(|text| Language::English.game_page(text)),
        keys: GamePageText::all().map(GamePageText::key).collect(),
    });
}
