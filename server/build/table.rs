//! Writes the linked parts and their compressed forms to the output directory, with the table of
//! them that the server includes.
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;

use crate::page::Linked;

/// The strongest of brotli's: it is done once, here, and not for every player.
const QUALITY: i32 = 11;

/// The window of the compression, as a power of two; the largest that browsers accept.
const WINDOW_BITS: i32 = 24;

/// Writes `assets.rs` and the files it includes.
pub fn write(parts: &[Linked], out: &Path) -> Result<()> {
    let mut table = String::from("&[\n");
    for (n, part) in parts.iter().enumerate() {
        let Linked { path, content_type, immutable, .. } = part;
        fs::write(out.join(format!("{n}")), &part.bytes)?;
        fs::write(out.join(format!("{n}.gz")), gzip(&part.bytes)?)?;
        fs::write(out.join(format!("{n}.br")), brotli(&part.bytes)?)?;
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
    fs::write(out.join("assets.rs"), table).context("writing the table of assets")
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut compressed = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Gzip, bytes, &mut compressed)?;
    Ok(compressed)
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let params = BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW_BITS,
        size_hint: bytes.len(),
        ..BrotliEncoderParams::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &params)?;
    Ok(compressed)
}
