//! The layers of `shared`: which uses which, and whether one uses another below it. Edges between
//! files go in.

use std::collections::{BTreeMap, BTreeSet};

use crate::{edges::Edges, graph::Graph};

/// The layers of `shared`, each of which uses only those before it, as `xtask/tests/tidy.rs` has
/// them.
pub const LAYERS: [&str; 12] = [
    "base", "sim", "pilot", "netcode", "history", "schemes", "judge", "report", "wire", "room",
    "client", "lab",
];

/// The two ends of a game, which never use each other.
const APART: [&str; 2] = ["room", "client"];

/// The folder that the layers are in.
const FOLDER: &str = "shared/src/";

/// The layer of a file, if it is in one.
#[must_use]
pub fn layer_of(path: &str) -> Option<&str> {
    let inside = path.strip_prefix(FOLDER)?;
    let layer = inside.split('/').next()?.trim_end_matches(".rs");
    (layer != "lib").then_some(layer)
}

/// From a layer to another: the files of the first that use something of the second.
#[must_use]
pub fn uses(edges: &Edges) -> BTreeMap<(String, String), BTreeSet<String>> {
    let mut uses: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (from, to) in edges.keys() {
        if let (Some(user), Some(used)) = (layer_of(from), layer_of(to))
            && user != used
        {
            let key = (user.to_string(), used.to_string());
            uses.entry(key).or_default().insert(from.clone());
        }
    }
    uses
}

/// The edges that no layer may have: to a layer below, between the two ends, and of folders that
/// are no layer.
#[must_use]
pub fn upward(edges: &Edges) -> Vec<String> {
    let rank = |layer: &str| LAYERS.iter().position(|known| *known == layer);
    let mut found = Vec::new();
    for ((from, to), edge) in edges {
        let (Some(user), Some(used)) = (layer_of(from), layer_of(to)) else { continue };
        let apart = user != used && APART.contains(&user) && APART.contains(&used);
        let known = rank(user).zip(rank(used));
        if apart || known.is_none_or(|(own, other)| other > own) {
            let names = edge.by_use.union(&edge.by_path).cloned().collect::<Vec<_>>().join(", ");
            found.push(format!("`{from}` uses `{to}`: {names}"));
        }
    }
    found
}

/// The files of a layer and what they use of each other.
#[must_use]
pub fn inside(graph: &Graph, layer: &str) -> Graph {
    let within = |path: &String| layer_of(path) == Some(layer);
    let nodes = graph.iter().filter(|(path, _)| within(path));
    nodes
        .map(|(path, next)| (path.clone(), next.iter().filter(|to| within(to)).cloned().collect()))
        .collect()
}
