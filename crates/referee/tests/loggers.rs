//! The loggers in the documentation are the files beside it, word for word.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue fails")]

use std::fs;
use std::path::Path;

#[test]
fn the_page_shows_the_files_that_were_tried() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("loggers.md")).unwrap();
    for file in ["referee.hpp", "Referee.cs", "referee.gd", "referee.ts", "lagrange.py"] {
        let code = fs::read_to_string(docs.join("loggers").join(file)).unwrap();
        assert!(page.contains(&format!("\n{code}```\n")), "{file} is not in the page as it is");
    }
}
