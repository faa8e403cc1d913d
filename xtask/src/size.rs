//! `cargo xtask size`: builds the server and prints how large each part of the page inside it is.
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::command;

/// Prints the table.
pub(crate) fn run() -> Result<()> {
    let out = built()?;
    // The build script of the server numbers its parts in the order of this table.
    let table = fs::read_to_string(out.join("assets.rs"))?;
    let paths = table.lines().filter_map(|line| line.trim().strip_prefix("path: \""));
    println!("{:<36} {:>10} {:>10} {:>10}", "bytes", "raw", "gzip -9", "brotli -11");
    let mut sums = [0; 3];
    for (n, path) in paths.enumerate() {
        let raw = fs::read(out.join(n.to_string()))?;
        let brotli = fs::metadata(out.join(format!("{n}.br")))?.len();
        let sizes = [raw.len() as u64, gzip(&raw)?, brotli];
        row(path.trim_end_matches("\","), sizes);
        for (sum, size) in sums.iter_mut().zip(sizes) {
            *sum += size;
        }
    }
    row("sum", sums);
    Ok(())
}

fn row(name: &str, [raw, gzip, brotli]: [u64; 3]) {
    println!("{name:<36} {raw:>10} {gzip:>10} {brotli:>10}");
}

fn gzip(bytes: &[u8]) -> Result<u64> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len() as u64)
}

/// Builds the server with the client and finds the output directory of its build script.
fn built() -> Result<PathBuf> {
    let output = command("cargo")
        .args(["build", "--release", "--package", "lagrange", "--message-format=json"])
        .env_remove("SKIP_CLIENT")
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "the server does not build");
    // One JSON object a line. Two fields of one line are not worth a JSON parser to compile.
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut script = messages.lines().filter(|line| {
        line.contains("\"reason\":\"build-script-executed\"") && line.contains("/server#")
    });
    let message = script.next().context("cargo does not tell of the build script")?;
    let (_, rest) = message.split_once("\"out_dir\":\"").context("nor of its directory")?;
    let (path, _) = rest.split_once('"').context("nor of its end")?;
    Ok(PathBuf::from(path.replace("\\\\", "\\")))
}
