//! House rules that take knowing what each path in the code leads to: no files that use each other
//! in a circle, and no name of a type twice in `shared`. Run over this repository with `tidy`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use structure::{
    doubled::doubled,
    edges::{edges, graph_of},
    graph::cycles,
    modules::Forest,
    workspace::Workspace,
};

/// Names of types of `shared` that still stand twice. A name that stands once leaves this list, and
/// none is added.
const DOUBLED: &[&str] = &[
    "Chance",
    "Claim",
    "Column",
    "Ghosts",
    "Hands",
    "Link",
    "Look",
    "Moment",
    "Outlook",
    "Recorder",
    "Run",
    "Sample",
    "Scene",
    "Step",
    "Surroundings",
    "Undone",
    "Unit",
];

fn repository() -> Forest {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    Forest::read(&Workspace::read(root).unwrap()).unwrap()
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let circles = cycles(&graph_of(&edges(&repository()), false));
    assert!(circles.is_empty(), "a type that two files need stands in a third: {circles:#?}");
}

#[test]
fn no_name_of_a_type_stands_twice_in_shared() {
    let mut doubled = doubled(&repository(), "shared/src");
    let gone: Vec<&&str> = DOUBLED.iter().filter(|name| !doubled.contains_key(**name)).collect();
    doubled.retain(|name, _| !DOUBLED.contains(&name.as_str()));
    assert!(doubled.is_empty(), "one word is one thing: {doubled:#?}");
    assert!(gone.is_empty(), "they stand once now, and leave the list: {gone:?}");
}
