//! The part `size`: `cargo xtask size` as it is, whose table is read.
use std::env;

use anyhow::Result;

use super::{Readings, echo};
use crate::command;

/// How the table of the game's first load begins, and the line of what counts.
const LOAD: &str = "the game, at first";
const CODE: &str = "wasm and its JavaScript";

/// Runs it; false if a page is beyond its budget.
pub(crate) fn run(readings: &mut Readings) -> Result<bool> {
    let said = echo::run(command(env::current_exe()?).arg("size"))?;
    if let Some(bytes) = first_load(&said.text) {
        readings.insert("size/first load".into(), bytes / 1000.0);
    }
    Ok(said.success)
}

/// What the game's wasm and JavaScript take after gzip, in bytes.
fn first_load(text: &str) -> Option<f64> {
    let table = text.lines().skip_while(|line| !line.starts_with(LOAD)).skip(1);
    let mut lines = table.take_while(|line| !line.is_empty());
    let numbers = lines.find_map(|line| line.strip_prefix(CODE))?;
    numbers.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_load_is_what_gzip_makes_of_the_code() {
        let text = "the game, at first    raw    gzip -9  brotli\n/client.js   20  10  9\n\
            sum, in bytes   400  200  150\nwasm and its JavaScript   300  152012  120\n\n\
            its instruments, later   raw\nwasm and its JavaScript   1  2  3\n";
        assert_eq!(first_load(text), Some(152_012.0));
        assert_eq!(first_load(""), None);
    }
}
