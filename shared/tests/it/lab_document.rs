//! The document of the laboratory lists the codecs that there are, in the words of the code.

use shared::wire::codec::CodecId;

const DOCUMENT: &str = include_str!("../../../docs/laboratory.md");

/// The rows of the table whose head begins so.
fn rows(head: &str) -> Vec<&'static str> {
    let lines = DOCUMENT.lines().skip_while(|line| !line.starts_with(head));
    lines.skip(2).take_while(|line| line.starts_with('|')).collect()
}

#[test]
fn every_codec_is_listed_by_its_word() {
    let rows = rows("| word | a snapshot holds |");
    let begun = CodecId::ALL.map(|codec| format!("| `{}` | {} |", codec.key(), codec.title()));
    let listed =
        rows.len() == begun.len() && rows.iter().zip(&begun).all(|(a, b)| a.starts_with(b));
    assert!(listed, "docs/laboratory.md should say:\n{begun:#?}");
}
