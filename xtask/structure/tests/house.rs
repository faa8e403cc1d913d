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
    let doubled = doubled(&repository(), "shared/src");
    assert!(doubled.is_empty(), "one word is one thing: {doubled:#?}");
}
