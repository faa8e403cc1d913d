//! Checks that text for people lives in the crate `words`: in the files listed here, no string
//! literal has two words or more.

mod files;

use std::path::Path;

use files::collect;

/// Path prefixes of the files in which sentences are typed values: the page crates, and the crates
/// that measure what the pages say.
const TYPED: [&str; 11] = [
    "client-wasm/src/",
    "crates/lab/src/cheaters_desk.rs",
    "crates/forensics/src/",
    "crates/lab/src/lesson",
    "crates/lab/src/lie.rs",
    "crates/lab/src/network.rs",
    "crates/lab/src/outcome",
    "crates/lab/src/path.rs",
    "crates/lab/src/scenario/",
    "lab-wasm/src/",
    "web-ui/src/",
];

/// Files of the page crates with other literals of several words: what a browser lacks, for the
/// panic screen; fonts; and tests.
const EXEMPT: [&str; 4] = [
    "client-wasm/src/lesson/course_tests.rs",
    "client-wasm/src/view/clear.rs",
    "web-ui/src/canvas/fonts.rs",
    "web-ui/src/shell/",
];

/// Such literals elsewhere: selectors, classes of styles, what a constant asserts, and the figures
/// of the connection, whose names are the same in every language.
const EXCEPTIONS: [&str; 11] = [
    "#first-controls b",
    "#first-controls li",
    "#scores, #round-end, .drawer",
    ".keys kbd",
    "kbd:not(.keys kbd, [data-pad])",
    "you lost",
    "note warns",
    "hit points are the bar's percent",
    "a minute, as the line of the truce says",
    " ms\\njitter ",
    " ms\\ntick   ",
];

#[test]
fn sentences_are_in_the_crate_of_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ is in the root");
    let mut files = Vec::new();
    collect(root, "", &["rs"], &mut files).expect("source is readable");
    for typed in TYPED.into_iter().chain(EXEMPT) {
        assert!(files.iter().any(|(path, _)| path.starts_with(typed)), "there is no {typed}");
    }
    let mut violations = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| is_typed(path)) {
        let found = sentences(text).into_iter();
        let found = found.filter(|(_, text)| !EXCEPTIONS.contains(&text.as_str()));
        violations.extend(found.map(|(line, text)| format!("{path}:{line}: {text:?}")));
    }
    let joined = violations.join("\n");
    assert!(violations.is_empty(), "{} sentences outside of `words`\n{joined}", violations.len());
}

/// On another keyboard layout a letter is on another key or has another meaning, and a phone has no
/// keys. Only labels (`<kbd>`) name keys, because they follow the layout.
#[test]
fn no_sentence_names_a_key_by_its_letter() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ is in the root");
    let mut files = Vec::new();
    collect(root, "", &["rs"], &mut files).expect("source is readable");
    let said = ["words/src/", "client-wasm/src/", "lab-wasm/src/", "web-ui/src/"];
    files.retain(|(path, _)| said.iter().any(|said| path.starts_with(said)));
    assert!(files.len() > said.len(), "no sentences found");
    let mut violations = Vec::new();
    for (path, text) in &files {
        let found = literals(text).into_iter().filter(|(_, text)| names_key(text));
        violations.extend(found.map(|(line, text)| format!("{path}:{line}: {text:?}")));
    }
    assert!(violations.is_empty(), "these name a key\n{}", violations.join("\n"));
}

/// Whether a text names a key by its letter, in any language of the pages; A and B are columns.
fn names_key(text: &str) -> bool {
    text.char_indices().any(|(at, letter)| {
        let (before, after) = (&text[..at], &text[at + letter.len_utf8()..]);
        let pressed = ["Press ", "press ", "hit "].iter().any(|verb| before.ends_with(verb))
            && !after.starts_with(|c: char| c.is_alphanumeric());
        let pressed_after = ["を押", "를 누", "을 누", "キー", " 키", " key"];
        let pressed = pressed
            || (!before.ends_with(|c: char| c.is_ascii_alphanumeric())
                && pressed_after.iter().any(|verb| after.starts_with(verb)));
        let hinted = before.ends_with('(') && after.starts_with(')');
        letter.is_ascii_uppercase() && !"AB".contains(letter) && (pressed || hinted)
    })
}

#[test]
fn keys_in_sentences_are_found() {
    for named in ["Press V to see", "To it (J)", "Then press F.", "Vを押すと", "F를 누르세요"]
    {
        assert!(names_key(named), "{named}");
    }
    for other in ["Press any key", "Column (A)", "Press Esc", "Press {} to", "SVG key", "(1)"] {
        assert!(!names_key(other), "{other}");
    }
}

/// Whether a file must not contain sentences.
fn is_typed(path: &str) -> bool {
    let is_tests = path.contains("/tests/") || path.ends_with("/tests.rs");
    let is_exempt = EXEMPT.iter().any(|exempt| path.starts_with(exempt));
    !is_tests && !is_exempt && TYPED.iter().any(|typed| path.starts_with(typed))
}

/// The string literals of two words or more, with their lines.
fn sentences(text: &str) -> Vec<(usize, String)> {
    let mut found = literals(text);
    found.retain(|(_, said)| n_words(said) > 1);
    found
}

/// The string literals with their lines, except those in attributes (error messages, reasons for
/// allowed lints), comments and tests.
fn literals(text: &str) -> Vec<(usize, String)> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find(['"', '\'', '/', '#']) {
        let (line, token) =
            (1 + code[..code.len() - rest.len() + at].matches('\n').count(), &rest[at..]);
        let len = match token.as_bytes() {
            [b'/', b'/', ..] => token.find('\n').unwrap_or(token.len()),
            [b'#', b'[', ..] => attribute_len(token),
            [b'\'', b'"', b'\'', ..] => 3,
            [b'\'', b'\\', ..] => 3,
            [b'"', ..] => {
                let len = literal_len(token);
                let said = &token[1..len.saturating_sub(1).max(1)];
                found.push((line, said.to_string()));
                len
            }
            _ => 1,
        };
        rest = &token[len..];
    }
    found
}

/// Length of the literal at the start of a text, including both quotes.
fn literal_len(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of the attribute at the start of a text; brackets within literals do not count.
fn attribute_len(text: &str) -> usize {
    let (mut depth, mut at) = (0_u32, 0);
    while let Some(next) = text[at..].find(['[', ']', '"']) {
        at += next;
        match text.as_bytes()[at] {
            b'"' => at += literal_len(&text[at..]),
            b'[' => (depth, at) = (depth + 1, at + 1),
            _ if depth == 1 => return at + 1,
            _ => (depth, at) = (depth.saturating_sub(1), at + 1),
        }
    }
    text.len()
}

/// The words of a literal without its placeholders; units and keys have only one.
fn n_words(literal: &str) -> usize {
    let outside =
        literal.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    let text: String = outside.collect::<Vec<_>>().join(" ");
    let words = text.split(|c: char| c.is_whitespace() || c == '\\');
    words.filter(|word| word.chars().any(char::is_alphabetic)).count()
}

#[test]
fn sentences_are_found() {
    for (text, lines) in [
        ("let a = \"It missed.\";", &[1][..]),
        ("\nlet a = format!(\"{n:.1} u off\");\n\nlet b = \"you saw\";", &[2, 4]),
        ("let a = \"said \\\"hit\\\" to\"; let b = \"one\";", &[1]),
        ("let a = \"on\\\n         two lines\";\nlet b = \"so it\";", &[1, 3]),
        ("let a = (\"figure-1\", \"u\", \"{} ms\", \"{a} and\");", &[]),
        ("// It says \"not this\".\n/// Nor \"this one\".\nlet a = '\"'; let b = \"a\";", &[]),
        ("#[error(\"the {a} of [it] is {b}\")]\nA,\n#[allow(a, reason = \"as it is\")]", &[]),
        ("#[cfg(test)]\nmod tests { const A: &str = \"in a test\"; }", &[]),
        ("let a: &'static str = \"an apple\";", &[1]),
    ] {
        let found: Vec<usize> = sentences(text).into_iter().map(|(line, _)| line).collect();
        assert_eq!(found, lines, "{text}");
    }
    for (path, typed) in [
        ("crates/lab/src/scenario/et.rs", true),
        ("crates/lab/src/outcome.rs", true),
        ("crates/lab/src/outcome_tracker.rs", true),
        ("crates/lab/src/setup.rs", false),
        ("lab-wasm/src/hud/titles.rs", true),
        ("crates/integration-tests/tests/it/scenarios.rs", false),
        ("words/src/english/lesson.rs", false),
    ] {
        assert_eq!(is_typed(path), typed, "{path}");
    }
}
