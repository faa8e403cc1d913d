//! The animations in README.md: a fight of the game, and a figure of the article.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};
use e2e::Browser;

use crate::{
    fight, figure,
    moving::{Moving, Tolerance},
};

pub(crate) async fn take(browser: &Browser, docs: &Path) -> Result<()> {
    let (name, bytes_max, tolerance) = ("fight.gif", fight::BYTES_MAX, fight::TOLERANCE);
    write(&fight::record(browser).await?, docs, name, bytes_max, tolerance)?;
    let (name, bytes_max, tolerance) = ("late-laser.gif", figure::BYTES_MAX, figure::TOLERANCE);
    write(&figure::record(browser).await?, docs, name, bytes_max, tolerance)
}

fn write(
    moving: &Moving,
    docs: &Path,
    name: &str,
    bytes_max: usize,
    tolerance: Tolerance,
) -> Result<()> {
    let bytes = moving.to_gif(tolerance)?;
    eprintln!("{name}: {} bytes, {:.1} s", bytes.len(), moving.lasts_s());
    ensure!(bytes.len() <= bytes_max, "{name}: {} bytes", bytes.len());
    fs::write(docs.join(name), bytes).context(name.to_string())
}
