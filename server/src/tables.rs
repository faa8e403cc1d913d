//! `lagrange tables`: reads the recording of a QuakeWorld server and writes its poses and shots.
//!
//! Each table is written beside its place and then renamed, all of them at the end: what stands in
//! an output is whole, and nothing changes if the recording cannot be read.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use mvd::{INPUT_BYTES_MAX, MvdError};

use crate::cli;

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
    /// A place that holds something else, such as a folder or a device.
    #[error("cannot write {}: it is not a file", .path.display())]
    NotAFile { path: PathBuf },
    #[error("cannot write {}", .path.display())]
    Io { path: PathBuf, source: io::Error },
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
        Written::new(&places.poses, |to| tables.write_poses(to, ids))?,
        Written::new(&places.shots, |to| tables.write_shots(to, ids))?,
    ];
    if let Some(meta) = &places.meta {
        written.push(Written::new(meta, |to| tables.write_meta(to))?);
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

/// An output with links followed, as far as its folder exists.
fn place(path: &Path) -> Result<PathBuf, TablesError> {
    let failed = |source| TablesError::Io { path: path.to_path_buf(), source };
    match fs::metadata(path) {
        Ok(found) if found.is_file() => fs::canonicalize(path).map_err(failed),
        Ok(_) => Err(TablesError::NotAFile { path: path.to_path_buf() }),
        Err(_) => {
            let Some(name) = path.file_name() else {
                return Err(TablesError::NotAFile { path: path.to_path_buf() });
            };
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
            Ok(folder.map_err(failed)?.join(name))
        }
    }
}

/// A file that was written beside its place. It is removed unless it is kept.
struct Written<'a> {
    beside: PathBuf,
    place: &'a Path,
}

impl<'a> Written<'a> {
    fn new(
        place: &'a Path,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<Self, TablesError> {
        let mut name = place.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.partial", process::id()));
        let failed = |source| TablesError::Io { path: place.to_path_buf(), source };
        let beside = place.with_file_name(name);
        let file = File::create_new(&beside).map_err(failed)?;
        let written = Self { beside, place };
        let mut to = BufWriter::new(file);
        write(&mut to).and_then(|()| to.flush()).map_err(failed)?;
        to.get_ref().sync_all().map_err(failed)?;
        Ok(written)
    }

    /// Moves it to its place.
    fn keep(self) -> Result<(), TablesError> {
        fs::rename(&self.beside, self.place)
            .map_err(|source| TablesError::Io { path: self.place.to_path_buf(), source })
    }
}

impl Drop for Written<'_> {
    fn drop(&mut self) {
        // After it was moved, there is none. One that cannot be removed was named in an error.
        let _ = fs::remove_file(&self.beside);
    }
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
