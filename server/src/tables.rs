//! `lagrange tables`: reads the recording of a QuakeWorld server and writes its poses and shots.
//!
//! Each table is written beside its place and then renamed, all of them at the end: what stands in
//! an output is whole, and nothing changes if the recording cannot be read.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use mvd::{INPUT_BYTES_MAX, MvdError};

use crate::cli;
use crate::whole_file::{WholeFile, WriteError, place};

/// Why no tables were written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TablesError {
    #[error("cannot read {name}")]
    Unreadable { name: String, source: io::Error },
    #[error("cannot read {name}")]
    Recording { name: String, source: MvdError },
    /// Two files of the command are the same.
    #[error("{first} and {second} are the same file, {}", .path.display())]
    SameFile { first: &'static str, second: &'static str, path: PathBuf },
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Writes the tables of a recording; returns what to print about them.
///
/// # Errors
/// If the recording cannot be read or a table cannot be written.
pub(crate) fn write(options: &cli::Tables) -> Result<String, TablesError> {
    let name = recordings::name_of(&options.source);
    let places = places(options)?;
    let bytes = read(&options.source)
        .map_err(|source| TablesError::Unreadable { name: name.clone(), source })?;
    let tables = mvd::read(&bytes)
        .map_err(|source| TablesError::Recording { name: name.clone(), source })?;
    let ids = options.ids();
    let mut written = vec![
        WholeFile::write(&places.poses, |to| tables.write_poses(to, ids))?,
        WholeFile::write(&places.shots, |to| tables.write_shots(to, ids))?,
    ];
    if let Some(meta) = &places.meta {
        written.push(WholeFile::write(meta, |to| tables.write_meta(to))?);
    }
    for file in written {
        file.keep()?;
    }
    Ok(summary(&name, &tables))
}

/// Reads a file or standard input, up to one byte beyond the limit of recordings.
fn read(source: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    recordings::open(source)?.take(INPUT_BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Where the tables go, with links followed.
struct Places {
    poses: PathBuf,
    shots: PathBuf,
    meta: Option<PathBuf>,
}

/// Checks where the tables go: to different files, none of which is the recording.
fn places(options: &cli::Tables) -> Result<Places, TablesError> {
    let cli::Tables { source, poses, shots, meta, .. } = options;
    let recording = fs::canonicalize(source).ok().filter(|path| path.is_file());
    let poses = place(poses)?;
    let shots = place(shots)?;
    let meta = meta.as_deref().map(place).transpose()?;
    let mut named = vec![("--poses", &poses), ("--shots", &shots)];
    named.extend(recording.iter().map(|path| ("MATCH", path)));
    named.extend(meta.iter().map(|path| ("--meta", path)));
    for (n, (second, path)) in named.iter().enumerate() {
        if let Some((first, _)) = named[..n].iter().find(|(_, before)| before == path) {
            let path = path.to_path_buf();
            return Err(TablesError::SameFile { first, second, path });
        }
    }
    Ok(Places { poses, shots, meta })
}

/// What was written and what was skipped, a fact a line.
fn summary(name: &str, tables: &mvd::Tables) -> String {
    let mvd::Tables { poses, shots, notes, .. } = tables;
    let minutes = f64::from(notes.duration_ms) / 60_000.0;
    let map = tables.meta.map.as_deref().map(|map| format!(" on {map}")).unwrap_or_default();
    let mut lines = vec![
        format!("{name}: {} players, {minutes:.1} minutes{map}", tables.n_players()),
        format!("poses: {}", poses.len()),
        format!("shots: {}, of which {} hit", shots.len(), tables.hits()),
    ];
    if !notes.has_damage {
        lines.push("the server recorded no damage: whom shots hit is unknown (?)".into());
    }
    if !notes.is_complete {
        lines.push("the recording ends before the server closed it".into());
    }
    if notes.n_maps > 1 {
        lines.push(format!("maps: {}, one after the other in both tables", notes.n_maps));
    }
    for (n, what) in [
        (notes.n_poses_replaced, "poses with a later one at the same time, as in a pause"),
        (notes.n_beams_of_others, "beams that no player shot"),
        (notes.n_damage_to_others, "hits on what is no player"),
        (notes.n_damage_without_beam, "hits without a beam in their frame"),
        (notes.n_seatings_skipped, "changes of names and teams"),
        (notes.n_hidden_skipped, "hidden records of other kinds"),
    ] {
        if n > 0 {
            lines.push(format!("skipped {what}: {n}"));
        }
    }
    if notes.n_shots_ambiguous > 0 {
        let n = notes.n_shots_ambiguous;
        lines.push(format!("unknown (?), of several shots at one time, which hit: {n}"));
    }
    lines.join("\n")
}
