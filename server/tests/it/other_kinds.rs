//! Input for `lagrange judge` and `lagrange replay` that neither reads: a one-line error says what
//! it is, and which command reads it, if any.

use std::{env, fs, process};

use serde_json::Value;

use crate::support::command::{End, run};

const LINK: &str = "#v=3&scenario=figure-4&at=125";
const TABLE: &str = "CSV is not supported; scenarios are JSON: see docs/judge.md";

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Asserts the one-line error after the program's name.
#[track_caller]
fn check_refused(args: &[&str], input: &[u8], said: &str) {
    let End { status, stdout, stderr } = run(args, input);
    let line = format!("lagrange: {said}\n");
    assert_eq!((status, stdout.as_str(), stderr), (Some(2), "", line), "{args:?}");
}

#[test]
fn other_input_is_identified() {
    let wide = utf_16("{ \"kind\": \"shots\" }");
    let of_both: [(&[u8], &str); 14] = [
        (b"", "the input is empty"),
        (b"\xEF\xBB\xBF \r\n", "the input is empty"),
        (b"\x1F\x8B\x08\x00\xFF\x00", "compressed with gzip; unpack it first"),
        (b"PK\x03\x04\x14\x00", "compressed with zip; unpack it first"),
        (b"\x89PNG\r\n\x1A\n\0\0", "PNG pictures are not supported"),
        (b"\xFF\xD8\xFF\xE0", "JPEG pictures are not supported"),
        (&wide, "encoded as UTF-16; save it as UTF-8"),
        (b"tick,ship,x,y\n1,ann,0,0\n", TABLE),
        (b"\xEF\xBB\xBFtick;ship;x\r\n1;\"ann; or bob\";0,5\r\n", TABLE),
        (b"tick\tship\n1\tann\n", TABLE),
        (b"#tick,ship\n1,ann\n", TABLE),
        (b"tick,ship,x\n", TABLE),
        (
            b"{ \"a\": 1 }\n\n{ \"a\": 2 }\n",
            "every line is a JSON document; use `lagrange judge --verdicts`",
        ),
        (b"{\"a\":1}\r\n{\"a\":", "every line is a JSON document; use `lagrange judge --verdicts`"),
    ];
    for (input, what) in of_both {
        for command in ["judge", "replay"] {
            let said = format!("cannot read standard input: {what}");
            check_refused(&[command, "-"], input, &said);
        }
    }
    let json = "this is JSON; use `lagrange judge`";
    check_refused(&["replay", "-"], b"[1]", &format!("cannot read standard input: {json}"));
    let link = "this is a link; use `lagrange replay`";
    let named = format!("cannot read standard input: {link}");
    check_refused(&["judge", "-"], LINK.as_bytes(), &named);
    for args in [&["judge", LINK][..], &["judge", "--verdicts", LINK]] {
        check_refused(args, b"", &format!("cannot read {LINK}: {link}"));
    }
    // Prose is not a table; neither is a truncated scenario.
    for (input, words) in [
        ("no, this is prose", "not valid JSON"),
        ("one line, then\nanother", "not valid JSON"),
        ("{ \"a\": 1,\n\"b\": 2,\n", "not valid JSON"),
    ] {
        let End { stderr, .. } = run(&["judge", "-"], input.as_bytes());
        assert!(stderr.contains(words), "{input}: {stderr}");
    }
}

#[test]
fn a_directory_is_named() {
    let folder = env::temp_dir().display().to_string();
    let said = format!("cannot read {folder}: it is a directory; name a file in it");
    for args in [&["judge"][..], &["judge", "--verdicts"], &["replay"], &["replay", "--shots"]] {
        check_refused(&[args, &[&folder]].concat(), b"", &said);
    }
}

/// Each line of a stream is identified separately.
#[test]
fn other_input_is_identified_line_by_line() {
    let input = format!("tick,ship,x\n\n{LINK}\nPK\x03\x04\nLGRG\x01\ngarbage\n");
    let End { status, stdout, .. } = run(&["judge", "--verdicts"], input.as_bytes());
    let errors: Vec<(String, String)> = stdout
        .lines()
        .map(|line| {
            let error = &serde_json::from_str::<Value>(line).unwrap()["error"];
            ["kind", "message"].map(|field| error[field].as_str().unwrap().to_string()).into()
        })
        .collect();
    let named = |what: &str| format!("cannot read the line: {what}");
    let want = [
        ("no json", named(TABLE)),
        ("no json", named("the input is empty")),
        ("no json", named("this is a link; use `lagrange replay`")),
        ("no text", named("compressed with zip; unpack it first")),
        ("no text", named("this is a recording; omit --verdicts")),
    ];
    assert_eq!(status, Some(1));
    assert_eq!(errors.len(), 6, "{errors:?}");
    assert_eq!(errors[..5], want.map(|(kind, said)| (kind.to_string(), said)));
    assert!(errors[5].1.contains("not valid JSON"), "{errors:?}");
}

/// A file may contain a link, and so may standard input.
#[test]
fn a_link_in_a_file_is_played() {
    let path = env::temp_dir().join(format!("lagrange-link-{}.txt", process::id()));
    fs::write(&path, format!("{LINK}\n")).unwrap();
    let by_file = run(&["replay", path.to_str().unwrap()], b"");
    fs::remove_file(&path).unwrap();
    let by_link = run(&["replay", LINK], b"");
    assert_eq!((by_file.status, by_file.stderr.as_str()), (Some(0), ""));
    assert_eq!(by_file.stdout, by_link.stdout);
}
