//! One word for one thing: no name or text in the repository uses a word that docs/vocabulary.md
//! lists as not used.

mod files;

use std::{fs, path::Path};

use files::collect;

/// Exceptions: a file, and the word it may use.
const EXCEPTIONS: [(&str, &str); 2] = [
    // Browsers have stored data under that name, which must stay readable.
    ("client-wasm/src/app/memory.rs", "opinions"),
    // The weapon's name in the article's own words.
    ("crates/integration-tests/tests/it/seeds_targeting.rs", "lasers"),
];

#[test]
fn no_name_or_text_uses_a_banned_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ is in the root");
    let vocabulary = fs::read_to_string(root.join("docs/vocabulary.md")).expect("a vocabulary");
    let unused = words_not_used(&vocabulary);
    assert!(unused.len() > 10, "docs/vocabulary.md lists {unused:?}");
    let mut files = Vec::new();
    collect(root, "", &["rs", "js", "css", "html", "md"], &mut files).expect("text is readable");
    let mut violations = Vec::new();
    for (path, text) in &files {
        for (n, line) in text.lines().enumerate() {
            let used = words(line).filter(|word| unused.contains(word));
            let used = used.filter(|word| !is_exempt(path, word));
            violations.extend(used.map(|word| format!("{path}:{}: `{word}`", n + 1)));
        }
    }
    assert!(violations.is_empty(), "{} breaches\n{}", violations.len(), violations.join("\n"));
}

/// The words in the first column of the table of words that are not used.
fn words_not_used(vocabulary: &str) -> Vec<String> {
    let section = vocabulary.split("\n## Words not used").nth(1).unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    let first = rows.filter_map(|row| row.split('|').nth(1));
    first.flat_map(|words| words.split(',')).map(|word| word.trim().to_string()).collect()
}

fn is_exempt(path: &str, word: &str) -> bool {
    let vocabulary = ["docs/vocabulary.md", "xtask/tests/words.rs"].contains(&path);
    let kept = |(at, kept): &(&str, &str)| path == *at && word == *kept;
    vocabulary || EXCEPTIONS.iter().any(kept)
}

/// The words of a line, in lower case: of `ShotReport` and of `shot_report` these are two.
fn words(line: &str) -> impl Iterator<Item = String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in line.chars() {
        let begins = c.is_uppercase() && word.ends_with(char::is_lowercase);
        if (begins || !c.is_alphabetic()) && !word.is_empty() {
            words.push(std::mem::take(&mut word).to_lowercase());
        }
        if c.is_alphabetic() {
            word.push(c);
        }
    }
    words.push(word.to_lowercase());
    words.into_iter().filter(|word| !word.is_empty())
}

#[test]
fn words_are_found_in_names_and_in_sentences() {
    let found: Vec<String> = words("let asked = OldReel::new(reel_of, \"A reel.\");").collect();
    let expected = ["let", "asked", "old", "reel", "new", "reel", "of", "a", "reel"];
    assert_eq!(found, expected);
    let page = "# It\n\n## Words not used\n\nThese.\n\n| not | but |\n|---|---|\n| a, b | c |\n";
    assert_eq!(words_not_used(page), ["a", "b"]);
}
