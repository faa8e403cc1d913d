//! Writes linked files with their compressed forms to a folder, and `assets.rs`, the table that a
//! program includes. Runs once a build, after linking.
use std::cmp::Reverse;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use anyhow::{Context, Result, anyhow};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::link::Asset;

/// Brotli's highest quality: files are compressed once per build, not per request.
const BROTLI_QUALITY: i32 = 11;

/// Brotli window size as a power of two; the largest that browsers accept.
const BROTLI_WINDOW_BITS: i32 = 24;

/// Writes each file as it is (`0`), as gzip (`0.gz`) and as brotli (`0.br`), and the table: an
/// expression of type `&[Asset]` with the fields of [`Asset`], but `identity`, `gzip` and `brotli`
/// for the bytes.
///
/// # Errors
/// When a file cannot be written.
pub fn write(assets: &[Asset], folder: &Path) -> Result<()> {
    let mut table = String::from("&[\n");
    write_forms(assets, folder)?;
    for (n, Asset { path, content_type, immutable, .. }) in assets.iter().enumerate() {
        writeln!(
            table,
            "    Asset {{
        path: {path:?},
        content_type: {content_type:?},
        immutable: {immutable},
        identity: include_bytes!(\"{n}\"),
        gzip: include_bytes!(\"{n}.gz\"),
        brotli: include_bytes!(\"{n}.br\"),
    }},"
        )?;
    }
    table.push_str("]\n");
    fs::write(folder.join("assets.rs"), table).context("writing the table of assets")
}

/// Writes the three forms of each file on all cores: brotli takes 5 s per megabyte.
fn write_forms(assets: &[Asset], folder: &Path) -> Result<()> {
    // Largest first, so that no core ends up compressing the largest one alone.
    let mut order: Vec<(usize, &Asset)> = assets.iter().enumerate().collect();
    order.sort_by_key(|(_, asset)| Reverse(asset.bytes.len()));
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        while let Some((n, asset)) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let bytes = &asset.bytes;
            let forms = [("", bytes.clone()), (".gz", gzip(bytes)?), (".br", brotli(bytes)?)];
            for (extension, form) in forms {
                let file = folder.join(format!("{n}{extension}"));
                fs::write(&file, form).with_context(|| format!("writing {}", file.display()))?;
            }
        }
        Ok(())
    };
    let n_threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        let mut ended = threads.into_iter().map(thread::ScopedJoinHandle::join);
        ended.try_for_each(|end| end.map_err(|_| anyhow!("compressing failed"))?)
    })
}

/// Compresses with gzip.
///
/// # Errors
/// Never: writing to memory cannot fail.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Compresses with brotli.
///
/// # Errors
/// Never: writing to memory cannot fail.
pub fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let params = BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW_BITS,
        size_hint: bytes.len(),
        ..BrotliEncoderParams::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &params)?;
    Ok(compressed)
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::process::Command;

    use super::*;

    /// A program that includes the table.
    const PROGRAM: &str = "
pub struct Asset {
    pub path: &'static str,
    pub content_type: &'static str,
    pub immutable: bool,
    pub identity: &'static [u8],
    pub gzip: &'static [u8],
    pub brotli: &'static [u8],
}
pub static ASSETS: &[Asset] = include!(\"assets.rs\");
";

    /// Compressible and incompressible contents.
    fn contents() -> [Vec<u8>; 3] {
        let mut noise = 1_u32;
        let noise = (0..5000).map(|_| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 24) as u8
        });
        [Vec::new(), b"to be or not to be, ".repeat(300), noise.collect()]
    }

    #[test]
    fn compression_round_trips() {
        for content in contents() {
            let (packed, mut unpacked) = (gzip(&content).unwrap(), Vec::new());
            flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, content);
            let (packed, mut unpacked) = (brotli(&content).unwrap(), Vec::new());
            let mut reader = brotli::Decompressor::new(packed.as_slice(), 4096);
            reader.read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, content);
        }
    }

    #[test]
    fn the_table_is_an_expression_that_compiles() {
        let asset = |n: usize, bytes| Asset {
            path: format!("/a \"{n}\""),
            content_type: "text/css; charset=utf-8",
            immutable: n == 0,
            bytes,
        };
        let assets: Vec<Asset> =
            contents().into_iter().enumerate().map(|(n, bytes)| asset(n, bytes)).collect();
        let folder = tempfile::tempdir().unwrap();
        write(&assets, folder.path()).unwrap();
        for (n, asset) in assets.iter().enumerate() {
            assert_eq!(fs::read(folder.path().join(n.to_string())).unwrap(), asset.bytes);
        }
        fs::write(folder.path().join("program.rs"), PROGRAM).unwrap();
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut rustc = Command::new(rustc);
        rustc.args(["--crate-type=lib", "--emit=metadata", "--edition=2024", "program.rs"]);
        let output = rustc.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
