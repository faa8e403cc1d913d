//! What a build script tells whoever waits for it: what takes so long, and what failed.
#![allow(clippy::print_stdout, reason = "cargo reads a build script's standard output")]

/// Writes a line to cargo's own terminal, if it has one: cargo hides what a build script prints,
/// and repeats its warnings on every later build. Only Linux says which terminal that is; elsewhere
/// cargo's progress bar has to do.
pub fn begin(text: &str) {
    #[cfg(target_os = "linux")]
    {
        use std::io::{IsTerminal, Write};

        let stderr = format!("/proc/{}/fd/2", std::os::unix::process::parent_id());
        let Ok(mut stderr) = std::fs::OpenOptions::new().append(true).open(stderr) else {
            return;
        };
        if stderr.is_terminal() {
            // Clears cargo's progress bar, which it draws again. A lost line is no failure.
            let _ = writeln!(stderr, "\r\x1b[K\x1b[1;92m   Compiling\x1b[0m {text}");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = text;
}

/// Has cargo show an error and fail. Without an exit code: with one, cargo would print everything
/// that the build script said besides.
pub fn fail(error: &anyhow::Error) {
    for line in format!("{error:#}").lines() {
        println!("cargo::error={line}");
    }
}
