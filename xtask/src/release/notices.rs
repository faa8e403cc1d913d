//! The licences of all packages as text, which most of them require of whoever passes on a program:
//! each text once, under the packages that it is of.
use std::collections::BTreeMap;
use std::fs;

use anyhow::Result;

use super::bill::Package;
use crate::root;

/// How the files of licences and notices begin.
const BEGINNINGS: [&str; 5] = ["COPYING", "COPYRIGHT", "LICENCE", "LICENSE", "NOTICE"];

/// The texts of all packages but the project's own.
pub(super) fn of(packages: &[Package]) -> Result<String> {
    let mut packages_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut without_text = Vec::new();
    for package in packages.iter().filter(|package| !package.folder.starts_with(root())) {
        let name = format!("{} {}", package.name, package.version);
        let texts = texts(package)?;
        if texts.is_empty() {
            without_text.push(format!("{name}: {}\n", package.licence));
        }
        for text in texts {
            packages_of.entry(text).or_default().push(name.clone());
        }
    }
    let mut all =
        "Lagrange is made of these packages, too. They are used under their own licences.\n"
            .to_string();
    if !without_text.is_empty() {
        all += "\nThese packages name a licence without its text:\n\n";
        all.extend(without_text);
    }
    for (text, packages) in packages_of {
        let line = "-".repeat(80);
        all += &format!("\n{line}\n{}\n{line}\n\n{}\n", packages.join(", "), text.trim_end());
    }
    Ok(all)
}

/// The licences of a package, as they lie in its folder.
fn texts(package: &Package) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(&package.folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let begins = BEGINNINGS.iter().any(|beginning| name.starts_with(beginning));
        if begins && entry.file_type()?.is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    // Line ends differ, and make no other licence.
    let read = files.into_iter().map(|file| Ok(fs::read_to_string(file)?.replace('\r', "")));
    read.collect()
}
