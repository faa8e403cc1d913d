//! Build script output: announces slow steps and reports failures.
#![allow(clippy::print_stdout, reason = "cargo reads a build script's standard output")]

/// Writes a line directly to cargo's terminal, if it has one: cargo hides a build script's output,
/// and repeats its warnings on every later build. The terminal can be found on Linux only;
/// elsewhere cargo's progress bar has to do.
pub fn begin(text: &str) {
    #[cfg(target_os = "linux")]
    {
        use std::io::{IsTerminal, Write};

        let stderr = format!("/proc/{}/fd/2", std::os::unix::process::parent_id());
        let Ok(mut stderr) = std::fs::OpenOptions::new().append(true).open(stderr) else {
            return;
        };
        if stderr.is_terminal() {
            // Clears cargo's progress bar, which cargo redraws. Losing the line is harmless.
            let _ = writeln!(stderr, "\r\x1b[K\x1b[1;92m   Compiling\x1b[0m {text}");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = text;
}

/// Makes cargo show an error and fail. No exit code is set, because cargo would then print the
/// build script's other output as well.
pub fn fail(error: &anyhow::Error) {
    for line in format!("{error:#}").lines() {
        println!("cargo::error={line}");
    }
}
