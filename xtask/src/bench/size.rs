//! The part `size`: `cargo xtask size` as it is, whose table is read.
use std::env;

use anyhow::Result;

use super::{Readings, echo};
use crate::command;

/// How the tables of the pages begin, with the keys of their figures.
const PAGES: [(&str, &str); 2] =
    [("the game ", "size/game"), ("the laboratory ", "size/laboratory")];
/// The line of a table that counts.
const CODE: &str = "wasm and its JavaScript";

/// Runs it; false if a page is beyond its budget.
pub(crate) fn run(readings: &mut Readings) -> Result<bool> {
    let said = echo::run(command(env::current_exe()?).arg("size"))?;
    for (page, key) in PAGES {
        if let Some(bytes) = code_bytes(&said.text, page) {
            readings.insert(key.into(), bytes / 1000.0);
        }
    }
    Ok(said.success)
}

/// What a page's wasm and JavaScript take after gzip, in bytes.
fn code_bytes(text: &str, page: &str) -> Option<f64> {
    let table = text.lines().skip_while(|line| !line.starts_with(page)).skip(1);
    let mut lines = table.take_while(|line| !line.is_empty());
    let numbers = lines.find_map(|line| line.strip_prefix(CODE))?;
    numbers.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_weighs_what_gzip_makes_of_its_code() {
        let text = "the game    raw    gzip -9  brotli\n/client.js   20  10  9\n\
            sum, in bytes   400  200  150\nwasm and its JavaScript   300  152012  120\n\n\
            the laboratory   raw\nwasm and its JavaScript   1  2  3\n";
        assert_eq!(code_bytes(text, "the game "), Some(152_012.0));
        assert_eq!(code_bytes(text, "the laboratory "), Some(2.0));
        assert_eq!(code_bytes("", "the game "), None);
    }
}
