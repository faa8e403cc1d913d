//! `cargo xtask size`: builds the server and prints the size of each page inside it, with every
//! part that its first visit loads, and of what is loaded later. Fails where wasm and its
//! JavaScript exceed the budget in `xtask/size-budget.toml`.
//!
//! It measures the build of the tests, whose pages write attributes for tests (feature `probes`):
//! an upper bound of what users load, without building the pages once more.
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use crate::{command, steps};

struct Page {
    /// Its name in the budget.
    key: &'static str,
    what: &'static str,
    path: &'static str,
}

const PAGES: [Page; 4] = [
    Page { key: "game", what: "the game", path: "/" },
    Page { key: "laboratory", what: "the laboratory", path: "/lab" },
    Page { key: "article", what: "the article", path: "/learn" },
    Page { key: "referee", what: "the referee", path: "/referee" },
];

/// Hand-written scripts of the pages.
const SCRIPTS: [&str; 6] =
    ["/lab-", "/main-", "/learn-", "/lagrange-figure", "/worker-", "/referee-"];

/// The budget, from the root of the workspace.
const BUDGET: &str = "xtask/size-budget.toml";

/// A file inside the server.
struct Asset {
    path: String,
    raw: Vec<u8>,
    gzip: u64,
    brotli: u64,
}

impl Asset {
    /// Whether it belongs to a bundle: wasm, or the JavaScript generated with it.
    fn is_code(&self) -> bool {
        let script = SCRIPTS.iter().any(|script| self.path.starts_with(script));
        self.path.ends_with(".wasm") || (self.path.ends_with(".js") && !script)
    }
}

/// Prints a table for each page; false if one exceeds its budget.
pub(crate) fn run() -> Result<bool> {
    let assets = assets()?;
    let budget = fs::read_to_string(crate::root().join(BUDGET)).context(BUDGET)?;
    let mut kept = true;
    for Page { key, what, path } in PAGES {
        println!("{what:<36} {:>10} {:>10} {:>10}", "raw", "gzip", "brotli");
        let (mut sums, mut code) = ([0; 3], [0; 3]);
        for asset in loaded_by(path, &assets) {
            let sizes = [asset.raw.len() as u64, asset.gzip, asset.brotli];
            row(&asset.path, sizes);
            add(&mut sums, sizes);
            if asset.is_code() {
                add(&mut code, sizes);
            }
        }
        row("sum, in bytes", sums);
        row("wasm and its JavaScript", code);
        let most = allowed(&budget, key).with_context(|| format!("{BUDGET} lacks {key}"))?;
        let [_, gzip, _] = code;
        if gzip > most {
            println!("TOO LARGE: {gzip} bytes of gzip exceed the budget of {most} ({BUDGET})");
            kept = false;
        }
        println!();
    }
    Ok(kept)
}

/// The bytes that a line of the budget allows, `key = bytes`.
fn allowed(budget: &str, key: &str) -> Option<u64> {
    let of = |line: &str| {
        let (name, bytes) = line.split_once('=')?;
        if name.trim() == key { bytes.trim().replace('_', "").parse().ok() } else { None }
    };
    budget.lines().find_map(of)
}

fn add(sums: &mut [u64; 3], sizes: [u64; 3]) {
    for (sum, size) in sums.iter_mut().zip(sizes) {
        *sum += size;
    }
}

/// The page at a path, the parts it names, and the parts those name, in the order of linking.
fn loaded_by<'a>(path: &str, assets: &'a [Asset]) -> Vec<&'a Asset> {
    let mut loaded: Vec<&Asset> = Vec::new();
    // A part names only those before it.
    for asset in assets.iter().rev() {
        let name = asset.path.trim_start_matches('/');
        // Only names with a hash: the other page is a link, not a part.
        let named =
            |by: &&Asset| name.contains('-') && String::from_utf8_lossy(&by.raw).contains(name);
        if asset.path == path || loaded.iter().any(named) {
            loaded.push(asset);
        }
    }
    loaded.reverse();
    loaded
}

/// All of them, in the order of linking.
fn assets() -> Result<Vec<Asset>> {
    let out = build()?;
    // The build script of the pages numbers its parts in the order of this table.
    let table = fs::read_to_string(out.join("assets.rs"))?;
    let paths = table.lines().filter_map(|line| line.trim().strip_prefix("path: \""));
    let read = |(n, path): (usize, &str)| {
        Ok(Asset {
            path: path.trim_end_matches("\",").to_string(),
            raw: fs::read(out.join(n.to_string()))?,
            gzip: fs::metadata(out.join(format!("{n}.gz")))?.len(),
            brotli: fs::metadata(out.join(format!("{n}.br")))?.len(),
        })
    };
    paths.enumerate().map(read).collect()
}

fn row(name: &str, [raw, gzip, brotli]: [u64; 3]) {
    println!("{name:<36} {raw:>10} {gzip:>10} {brotli:>10}");
}

/// Builds the server with its pages, and finds the output directory of their build script.
fn build() -> Result<PathBuf> {
    let [cargo, build @ ..] = steps::BUILD;
    let output = command(cargo)
        .args(build)
        .arg("--message-format=json")
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "cannot build the server");
    // One JSON object a line. Two fields do not justify compiling a JSON parser.
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut script = messages.lines().filter(|line| {
        line.contains("\"reason\":\"build-script-executed\"") && line.contains("/pages#")
    });
    let message = script.next().context("cargo reported no build script")?;
    let (_, rest) = message.split_once("\"out_dir\":\"").context("no out_dir")?;
    let (path, _) = rest.split_once('"').context("unterminated out_dir")?;
    Ok(PathBuf::from(path.replace("\\\\", "\\")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budget_lines_are_found_by_key() {
        let budget = "# bytes\ngame = 140_000\nlaboratory=9\n";
        for (key, bytes) in [("game", Some(140_000)), ("laboratory", Some(9)), ("lab", None)] {
            assert_eq!(allowed(budget, key), bytes, "{key}");
        }
    }

    #[test]
    fn pages_are_counted_with_their_assets() {
        let asset = |path: &str, text: &str| Asset {
            path: path.into(),
            raw: text.as_bytes().to_vec(),
            gzip: 0,
            brotli: 0,
        };
        let assets = [
            asset("/client-3.js", ""),
            asset("/client_bg-1.wasm", ""),
            asset("/style-7.css", ""),
            asset("/lab-8.js", ""),
            asset("/main-5.js", "client-3.js client_bg-1.wasm"),
            asset("/", "main-5.js style-7.css lab"),
            asset("/lab", "lab-8.js style-7.css"),
        ];
        let paths = |path| -> Vec<&str> {
            loaded_by(path, &assets).iter().map(|asset| asset.path.as_str()).collect()
        };
        let game = ["/client-3.js", "/client_bg-1.wasm", "/style-7.css", "/main-5.js", "/"];
        assert_eq!(paths("/"), game);
        assert_eq!(paths("/lab"), ["/style-7.css", "/lab-8.js", "/lab"]);
        let code: Vec<bool> = assets.iter().map(Asset::is_code).collect();
        assert_eq!(code, [true, true, false, false, false, false, false]);
    }
}
