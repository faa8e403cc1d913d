//! `cargo xtask size`: builds the server and prints how large each page inside it is, with every
//! part that its first visit loads.
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::command;

/// The pages by their paths, and what each is.
const PAGES: [(&str, &str); 2] = [("/", "the game"), ("/lab", "the laboratory")];

/// A file inside the server.
struct Asset {
    path: String,
    raw: Vec<u8>,
    brotli: u64,
}

/// Prints a table for each page.
pub(crate) fn run() -> Result<()> {
    let assets = assets()?;
    for (path, what) in PAGES {
        println!("{what:<36} {:>10} {:>10} {:>10}", "raw", "gzip -9", "brotli -11");
        let mut sums = [0; 3];
        for asset in loaded_by(path, &assets) {
            let sizes = [asset.raw.len() as u64, gzip(&asset.raw)?, asset.brotli];
            row(&asset.path, sizes);
            for (sum, size) in sums.iter_mut().zip(sizes) {
                *sum += size;
            }
        }
        row("sum, in bytes", sums);
        println!();
    }
    Ok(())
}

/// The page at a path and what it names, and what that names, in the order of linking.
fn loaded_by<'a>(path: &str, assets: &'a [Asset]) -> Vec<&'a Asset> {
    let mut loaded: Vec<&Asset> = Vec::new();
    // A part names only those before it.
    for asset in assets.iter().rev() {
        let name = asset.path.trim_start_matches('/');
        // Only what has a hash in its name: the other page is a link, not a part.
        let hashed = name.contains('-');
        let named = |by: &&Asset| hashed && String::from_utf8_lossy(&by.raw).contains(name);
        if asset.path == path || loaded.iter().any(named) {
            loaded.push(asset);
        }
    }
    loaded.reverse();
    loaded
}

/// All of them, in the order of linking.
fn assets() -> Result<Vec<Asset>> {
    let out = built()?;
    // The build script of the server numbers its parts in the order of this table.
    let table = fs::read_to_string(out.join("assets.rs"))?;
    let paths = table.lines().filter_map(|line| line.trim().strip_prefix("path: \""));
    let read = |(n, path): (usize, &str)| {
        Ok(Asset {
            path: path.trim_end_matches("\",").to_string(),
            raw: fs::read(out.join(n.to_string()))?,
            brotli: fs::metadata(out.join(format!("{n}.br")))?.len(),
        })
    };
    paths.enumerate().map(read).collect()
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
