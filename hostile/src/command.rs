//! The command line: runs the named parts and prints their tables; a broken promise is an exit
//! code.

use std::env;
use std::io::Read;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::attacks::{ATTACKS, Attack};
use crate::length::Length;
use crate::outcome::CheckedFigure;
use crate::{guard, namespace};

/// Exit code for invalid arguments.
const EXIT_USAGE: u8 = 2;
/// Exit code of an interrupted program, by shell convention.
const EXIT_INTERRUPTED: u8 = 130;
/// Open files that the largest part needs.
const FILES_WANTED: u64 = 16_384;

/// Runs the whole program.
#[must_use]
pub fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let done = match words.split_first() {
        Some((first, rest)) if first == guard::EXEC_GUARDED => {
            guard::exec_guarded(rest).map(|()| Some(true))
        }
        Some((first, rest)) if first == namespace::PLAY => {
            async_run(namespace::play(rest)).map(|()| Some(true))
        }
        _ => match parse_args(&words) {
            Some((length, parts)) => async_run(attack(length, &parts)),
            None => {
                eprintln!("hostile [--short] [PART…]; parts: {}", names().join(", "));
                return ExitCode::from(EXIT_USAGE);
            }
        },
    };
    match done {
        Ok(Some(true)) => ExitCode::SUCCESS,
        Ok(Some(false)) => ExitCode::FAILURE,
        Ok(None) => {
            eprintln!("interrupted, or standard input was closed");
            ExitCode::from(EXIT_INTERRUPTED)
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn async_run<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(future)
}

fn names() -> Vec<&'static str> {
    ATTACKS.iter().map(|part| part.name).collect()
}

fn parse_args(words: &[String]) -> Option<(Length, Vec<&'static Attack>)> {
    let mut length = Length::Full;
    let mut parts = Vec::new();
    for word in words {
        match word.as_str() {
            "--short" => length = Length::Short,
            name => parts.push(ATTACKS.iter().find(|part| part.name == name)?),
        }
    }
    if parts.is_empty() {
        parts.extend(&ATTACKS);
    }
    Some((length, parts))
}

/// Runs the parts. Returns whether every promise was kept, or `None` if interrupted.
async fn attack(length: Length, parts: &[&'static Attack]) -> Result<Option<bool>> {
    let files = guard::raise_open_files();
    if files < FILES_WANTED {
        eprintln!("only {files} open files are allowed: attacks that need more sockets will fail");
    }
    namespace::remove_left_over();
    tokio::select! {
        kept = run(length, parts) => kept.map(Some),
        () = interrupted()? => Ok(None),
    }
}

/// In full, parts run one after the other so that each has the machine to itself. In a short run
/// all run at the same time, and times mean little.
async fn run(length: Length, parts: &[&'static Attack]) -> Result<bool> {
    let at_once = length.of(parts.len(), 1);
    let mut kept = true;
    for parts in parts.chunks(at_once) {
        let mut running = JoinSet::new();
        for part in parts {
            eprintln!("{}: {} …", part.name, part.what);
            let part: &'static Attack = part;
            running.spawn(async move { (part, Instant::now(), (part.run)(length).await) });
        }
        while let Some(done) = running.join_next().await {
            let (part, begun, outcome) = done?;
            let text = match &outcome {
                Ok(outcome) => outcome.text(),
                // Later parts still run.
                Err(error) => format!("**FAILED: {error:#}**\n"),
            };
            let seconds = begun.elapsed().as_secs();
            println!("### {}: {}\n\n{text}\nTook {seconds} s.\n", part.name, part.what);
            kept &=
                outcome.is_ok_and(|outcome| !outcome.checks.iter().any(CheckedFigure::is_broken));
        }
    }
    Ok(kept)
}

/// Completes on a signal to stop, or when the parent process is gone: the parent holds the other
/// end of standard input.
fn interrupted() -> Result<impl Future<Output = ()>> {
    let mut signals = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()]
        .map(signal)
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    let (gone, starter_is_gone) = oneshot::channel();
    std::thread::spawn(move || {
        // Only the end of the input counts, or that it cannot be read.
        while std::io::stdin().read(&mut [0; 64]).is_ok_and(|n| n > 0) {}
        let _ = gone.send(());
    });
    Ok(async move {
        let signalled = signals.iter_mut().map(|signal| Box::pin(signal.recv()));
        tokio::select! {
            _ = futures_util::future::select_all(signalled) => {}
            _ = starter_is_gone => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &str, expected: Option<(Length, usize)>) {
        let words: Vec<String> = words.split_whitespace().map(str::to_string).collect();
        let understood = parse_args(&words).map(|(length, parts)| (length, parts.len()));
        assert_eq!(understood, expected, "{words:?}");
    }

    #[test]
    fn arguments_are_attacks_and_lengths() {
        check("", Some((Length::Full, ATTACKS.len())));
        check("--short", Some((Length::Short, ATTACKS.len())));
        check("held cheats", Some((Length::Full, 2)));
        check("readers", None);
    }
}
