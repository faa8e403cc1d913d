//! Reads the files of the repository for the tests of its rules.

use std::{fs, io, path::Path};

/// Third-party code used by the tests, which follows its own rules.
const VENDORED: &str = "e2e/vendor";

/// Reads the files with these extensions, in all folders except hidden ones, cargo's, and
/// third-party code.
pub(crate) fn collect(
    dir: &Path,
    prefix: &str,
    extensions: &[&str],
    files: &mut Vec<(String, String)>,
) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let cargos = name == "target" || entry.path().join("CACHEDIR.TAG").exists();
        if name.starts_with('.') || cargos || path == VENDORED {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), extensions, files)?;
        } else if extensions.iter().any(|end| path.ends_with(&format!(".{end}"))) {
            files.push((path, fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}
