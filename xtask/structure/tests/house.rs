//! House rules that take parsing the code: no files that use each other in a circle, no name of a
//! type twice in `shared`, no error that tells its cause twice. Run over this repository with
//! `tidy`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use structure::{
    causes::causes_told_twice,
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

#[test]
fn no_error_tells_its_cause_twice() {
    let twice = causes_told_twice(&repository());
    assert!(twice.is_empty(), "a message with its cause in it gives it as no source: {twice:#?}");
}
