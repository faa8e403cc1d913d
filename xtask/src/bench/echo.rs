//! Runs a command, shows its output as it comes, and returns it for parsing.
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::Readings;

/// Standard output of a command.
pub(crate) struct CommandOutput {
    pub(crate) success: bool,
    pub(crate) text: String,
}

/// Runs it to its end.
pub(crate) fn run(command: &mut Command) -> Result<CommandOutput> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let out = child.stdout.take().context("its output is a pipe")?;
    let mut text = String::new();
    for line in BufReader::new(out).lines() {
        let line = line?;
        println!("{line}");
        text.push_str(&line);
        text.push('\n');
    }
    Ok(CommandOutput { success: child.wait()?.success(), text })
}

/// Parses the lines `figure KEY NUMBER` that a program prints.
pub(crate) fn figures(text: &str, readings: &mut Readings) {
    for line in text.lines() {
        let Some((_, said)) = line.split_once("figure ") else { continue };
        let mut words = said.split_whitespace();
        if let (Some(key), Some(Ok(value))) = (words.next(), words.next().map(str::parse)) {
            readings.insert(key.to_string(), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_among_other_lines() {
        let mut readings = Readings::new();
        figures("Hello\n  log figure page/p50 1.25 ms\nfigure size\nfigure a b\n", &mut readings);
        assert_eq!(readings, Readings::from([("page/p50".to_string(), 1.25)]));
    }
}
