//! Files that are written whole or not at all: beside their place first, then renamed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WriteError {
    /// A place that holds something else, such as a folder or a device.
    #[error("cannot write {}: it is not a file", .path.display())]
    NotAFile { path: PathBuf },
    #[error("cannot write {}", .path.display())]
    Io { path: PathBuf, source: io::Error },
}

/// An output with links followed, as far as its folder exists.
pub(crate) fn place(path: &Path) -> Result<PathBuf, WriteError> {
    let failed = |source| WriteError::Io { path: path.to_path_buf(), source };
    match fs::metadata(path) {
        Ok(found) if found.is_file() => fs::canonicalize(path).map_err(failed),
        Ok(_) => Err(WriteError::NotAFile { path: path.to_path_buf() }),
        Err(_) => {
            let Some(name) = path.file_name() else {
                return Err(WriteError::NotAFile { path: path.to_path_buf() });
            };
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
            Ok(folder.map_err(failed)?.join(name))
        }
    }
}

/// A file that was written beside its place. It is removed unless it is kept.
pub(crate) struct WholeFile<'a> {
    beside: PathBuf,
    place: &'a Path,
}

impl<'a> WholeFile<'a> {
    pub(crate) fn write(
        place: &'a Path,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<Self, WriteError> {
        let mut name = place.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.partial", process::id()));
        let failed = |source| WriteError::Io { path: place.to_path_buf(), source };
        let beside = place.with_file_name(name);
        let file = File::create_new(&beside).map_err(failed)?;
        let written = Self { beside, place };
        let mut to = BufWriter::new(file);
        write(&mut to).and_then(|()| to.flush()).map_err(failed)?;
        to.get_ref().sync_all().map_err(failed)?;
        Ok(written)
    }

    /// Moves it to its place.
    pub(crate) fn keep(self) -> Result<(), WriteError> {
        fs::rename(&self.beside, self.place)
            .map_err(|source| WriteError::Io { path: self.place.to_path_buf(), source })
    }
}

impl Drop for WholeFile<'_> {
    fn drop(&mut self) {
        // After it was moved, there is none. One that cannot be removed was named in an error.
        let _ = fs::remove_file(&self.beside);
    }
}
