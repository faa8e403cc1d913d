//! Names that stand more than once: the types of a folder go in, the doubled ones come out with
//! their files.

use std::collections::BTreeMap;

use crate::{modules::Forest, types::types_of};

/// The names of a package's types that stand more than once, with their files, where they are not
/// private: `pub`, `pub(crate)` or `pub(super)`.
#[must_use]
pub fn doubled(forest: &Forest, folder: &str) -> BTreeMap<String, Vec<String>> {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let inside = format!("{folder}/");
    for source in forest.sources.values().filter(|source| source.path.starts_with(&inside)) {
        if forest.is_test_file(&source.path) {
            continue;
        }
        for found in types_of(source).into_iter().filter(|found| found.is_shared) {
            files.entry(found.name).or_default().push(source.path.clone());
        }
    }
    files.retain(|_, files| files.len() > 1);
    files
}
