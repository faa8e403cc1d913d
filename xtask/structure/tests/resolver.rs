//! Made-up crates of a few lines are written into a scratch directory and measured: which file
//! uses what of which, which names stand twice, which lines are tests, and what a list of files
//! may name. And this repository is what its measure takes it for.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{collections::BTreeSet, fs, path::Path};

use structure::{
    causes::causes_told_twice,
    doubled::doubled,
    edges::{edges, graph_of},
    graph::cycles,
    layers::{LAYERS, upward},
    modules::Forest,
    one_shot::{measure, measure_list, parse},
    source::{LineCounts, Source},
    types::types_of,
    workspace::{Package, Target, TargetKind, Workspace},
};
use tempfile::TempDir;

/// A workspace of one package, `shared`, with these files of its `src/`.
fn made_up(files: &[(&str, &str)]) -> (TempDir, Forest) {
    let dir = TempDir::new().unwrap();
    for (path, text) in files {
        let path = dir.path().join("shared/src").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let library = Target {
        name: "shared".into(),
        kind: TargetKind::Library,
        file: "shared/src/lib.rs".into(),
        tested: true,
    };
    let package = Package {
        name: "shared".into(),
        folder: "shared".into(),
        targets: vec![library],
        depends_on: BTreeSet::new(),
    };
    let workspace = Workspace { root: dir.path().to_path_buf(), packages: vec![package] };
    let forest = Forest::read(&workspace).unwrap();
    (dir, forest)
}

fn short(path: &str) -> &str {
    path.trim_start_matches("shared/src/").trim_end_matches(".rs")
}

/// Asserts what files use of each other: `a > b: By, Use (by, path)`.
fn check_edges(files: &[(&str, &str)], want: &[&str]) {
    let (_dir, forest) = made_up(files);
    let found: Vec<String> = edges(&forest)
        .into_iter()
        .map(|((from, to), edge)| {
            let by_use: Vec<String> = edge.by_use.into_iter().collect();
            let by_path: Vec<String> = edge.by_path.into_iter().collect();
            let mut text = format!("{} > {}: {}", short(&from), short(&to), by_use.join(", "));
            if !by_path.is_empty() {
                text = format!("{text} ({})", by_path.join(", "));
            }
            text.replace(":  (", ": (")
        })
        .collect();
    assert_eq!(found, want, "{files:#?}");
}

/// The same for a file `a` beside `b` and `c/mod.rs` with `c/d.rs` in it.
fn check_uses(a: &str, want: &[&str]) {
    let files = [
        ("lib.rs", "pub mod a;\npub mod b;\npub mod c;\npub use b::Plain as Again;\n"),
        ("a.rs", a),
        (
            "b.rs",
            "pub struct Plain;\npub struct Other;\npub enum Kind { One, Two }\npub fn made() {}\n\
             pub const LIMIT: u32 = 1;\n",
        ),
        (
            "c/mod.rs",
            "pub mod d;\npub use d::{Deep, Deep as Renamed};\npub use super::b::*;\n\
             pub struct Own;\n",
        ),
        ("c/d.rs", "pub struct Deep;\npub mod within { pub struct Inner; }\n"),
    ];
    check_edges(&files, want);
}

#[test]
fn use_declarations_lead_to_where_an_item_is_defined() {
    for (a, want) in [
        ("use crate::b::Plain;", &["a > b: Plain"][..]),
        ("use crate::{b::{Kind, Plain as P}, c};", &["a > b: Kind, Plain", "a > c/mod: c::"]),
        ("use super::b::{self, Plain};", &["a > b: Plain, b::"]),
        ("use super::super::b::Plain;", &[]),
        ("use self::own::X;\nmod own { pub struct X; }", &[]),
        ("mod own { use super::super::b::Plain; }", &["a > b: Plain"]),
        ("use crate::c::Own;", &["a > c/mod: Own"]),
        ("use crate::c::Deep;", &["a > c/d: Deep"]),
        ("use crate::c::Renamed;", &["a > c/d: Deep"]),
        ("use crate::c::Kind;", &["a > b: Kind"]),
        ("use crate::Again;", &["a > b: Plain"]),
        ("use shared::b::Plain;", &["a > b: Plain"]),
        ("use crate::b::Kind::{One, Two};", &["a > b: Kind"]),
        ("use crate::c::d::within::Inner;", &["a > c/d: Inner"]),
        ("use std::fmt;\nuse ::b::Plain;\nuse glam::Vec2;", &[]),
        ("use crate::b::Missing;", &[]),
        ("fn f() { use crate::b::made; made(); }", &["a > b: made"]),
        ("use crate::b::LIMIT as _;", &["a > b: LIMIT"]),
    ] {
        check_uses(a, want);
    }
}

#[test]
fn a_glob_leads_to_what_is_used_of_it() {
    for (a, want) in [
        ("use crate::b::*;", &["a > b: b::*"][..]),
        ("use crate::b::*;\nfn f(_: Plain) {}", &["a > b: Plain, b::*"]),
        ("use crate::c::*;\nfn f(_: Plain) {}", &["a > b: Plain", "a > c/mod: c::*"]),
        ("use crate::b::Kind::*;", &["a > b: Kind*"]),
    ] {
        check_uses(a, want);
    }
}

#[test]
fn paths_in_code_are_edges_of_their_own_kind() {
    for (a, want) in [
        ("fn f(_: crate::b::Plain) {}", &["a > b: (Plain)"][..]),
        ("fn f() { super::b::made() }", &["a > b: (made)"]),
        ("fn f() -> u32 { crate::b::LIMIT }", &["a > b: (LIMIT)"]),
        ("use crate::b;\nfn f() { b::made() }", &["a > b: b:: (made)"]),
        ("use crate::b as other;\nfn f(_: other::Plain) {}", &["a > b: b:: (Plain)"]),
        ("impl Drop for crate::c::Deep { fn drop(&mut self) {} }", &["a > c/d: (Deep)"]),
        ("fn f() { assert!(matches!(1, crate::b::Kind::One)); }", &["a > b: (Kind)"]),
        ("fn f() { vec![crate::b::LIMIT, x.b, 2] }", &["a > b: (LIMIT)"]),
        ("macro_rules! m { () => { $crate::b::made() } }", &["a > b: (made)"]),
        ("fn f(b: u32) -> u32 { b }", &[]),
        ("fn f() { use crate::c as b; b::Own; }", &["a > c/mod: c:: (Own)"]),
        ("fn f() { struct Plain; let _: Plain; }\nuse crate::b::*;", &["a > b: b::*"]),
        ("#[doc = \"crate::b::Plain\"] fn f() {}\npub(in crate::b) fn g() {}", &[]),
    ] {
        check_uses(a, want);
    }
}

#[test]
fn tests_modules_and_reexports_are_no_edges() {
    for (a, want) in [
        ("pub use crate::b::Plain;", &[][..]),
        ("pub(crate) use crate::b::Plain;", &[]),
        ("#[cfg(test)] mod tests { use crate::b::Plain; }", &[]),
        ("#[cfg(all(test, unix))] use crate::b::Plain;", &[]),
        ("#[cfg(not(test))] use crate::b::Plain;", &["a > b: Plain"]),
        ("struct S;\nimpl S { #[cfg(test)] fn f() { crate::b::made() } }", &[]),
        ("#[test] fn f() { crate::b::made() }", &[]),
    ] {
        check_uses(a, want);
    }
    check_edges(
        &[
            ("lib.rs", "mod a;\n#[cfg(test)] mod check;\n"),
            ("a.rs", "pub fn f() {}"),
            ("check.rs", "use crate::a::f;"),
        ],
        &[],
    );
}

#[test]
fn a_reexport_in_a_circle_ends() {
    check_edges(
        &[
            ("lib.rs", "pub mod a;\npub mod b;"),
            ("a.rs", "pub use crate::b::*;\npub use crate::b::X;"),
            ("b.rs", "pub use crate::a::*;\nuse crate::a::X;\nuse crate::a::Y;"),
        ],
        &[],
    );
}

#[test]
fn modules_are_found_where_rust_looks_for_them() {
    check_edges(
        &[
            ("lib.rs", "mod a;\n#[path = \"elsewhere/e.rs\"]\nmod other;\nmod inline { mod f; }"),
            ("a.rs", "mod b;\nuse b::X;\nuse crate::other::Y;\nuse c::Z;\nmod c { pub struct Z; }"),
            ("a/b.rs", "pub struct X;\nuse super::super::other::beside::W;"),
            ("elsewhere/e.rs", "pub struct Y;\npub mod beside;"),
            ("elsewhere/beside.rs", "pub struct W;"),
            ("inline/f.rs", "use crate::a::f;"),
        ],
        &["a > a/b: X", "a > elsewhere/e: Y", "a/b > elsewhere/beside: W"],
    );
}

#[test]
fn a_cycle_by_paths_shows_only_where_paths_count() {
    let (_dir, forest) = made_up(&[
        ("lib.rs", "mod a;\nmod b;\nmod m;\npub use m::n::N;"),
        ("a.rs", "use crate::b::B;\npub struct A;"),
        ("b.rs", "pub struct B;\nfn f(_: crate::a::A) {}"),
        ("m/mod.rs", "pub mod n;\nuse n::N;\npub struct M;"),
        ("m/n.rs", "pub struct N;\nuse super::M;"),
    ]);
    let edges = edges(&forest);
    let by_use = cycles(&graph_of(&edges, false));
    assert_eq!(by_use, [["shared/src/m/mod.rs", "shared/src/m/n.rs"]]);
    assert_eq!(cycles(&graph_of(&edges, true)).len(), 2);
}

#[test]
fn layers_look_up_only() {
    let (_dir, forest) = made_up(&[
        ("lib.rs", "mod base;\nmod sim;\nmod room;\nmod client;\nmod tools;"),
        ("base.rs", "use crate::sim::S;\npub struct B;"),
        ("sim.rs", "use crate::base::B;\npub struct S;"),
        ("room.rs", "use crate::sim::S;\npub struct R;"),
        ("client.rs", "fn f(_: crate::room::R) {}"),
        ("tools.rs", "use crate::base::B;"),
    ]);
    assert_eq!(
        upward(&edges(&forest)),
        [
            "`shared/src/base.rs` uses `shared/src/sim.rs`: S",
            "`shared/src/client.rs` uses `shared/src/room.rs`: R",
            "`shared/src/tools.rs` uses `shared/src/base.rs`: B",
        ]
    );
}

#[test]
fn types_are_counted_but_for_those_of_tests() {
    let text = "pub struct A;\nenum B { X, Y }\npub(crate) trait C { type T; }\ntype D = u8;\n\
        union E { a: u8 }\nfn f() { struct F; }\nimpl C for A { type T = u8; }\n\
        #[cfg(test)] struct G;\n#[cfg(test)] mod tests { struct H; }\n\
        macro_rules! choice { ($name:ident { $v:ident }) => { enum $name { $v } } }\n\
        choice! { /// Of it.\n I { J } }\nmod k { pub struct L; }\n\
        macro_rules! fixed { () => { pub enum M {} } }\nfixed!();\n";
    let source = Source::parse("a.rs", text).unwrap();
    let found: Vec<String> = types_of(&source)
        .into_iter()
        .map(|found| format!("{}{}", if found.is_shared { "+" } else { "" }, found.name))
        .collect();
    assert_eq!(found, ["+A", "B", "+C", "D", "E", "F", "+I", "+L", "+M"]);
    assert_eq!(types_of(&source)[1].n_variants, 2);
}

#[test]
fn a_name_stands_twice_where_others_see_it_twice() {
    let (_dir, forest) = made_up(&[
        ("lib.rs", "mod a;\nmod b;"),
        ("a.rs", "pub struct X;\nstruct Y;\npub(super) type Z = u8;"),
        ("b.rs", "pub enum X {}\nstruct Y;\npub(crate) trait Z {}\n#[cfg(test)] pub struct W;"),
    ]);
    let found: Vec<String> = doubled(&forest, "shared/src").into_keys().collect();
    assert_eq!(found, ["X", "Z"]);
}

#[test]
fn every_line_is_one_kind() {
    for (text, want) in [
        ("//! Header.\n\n/// Doc.\nfn f() {} // Why.\n", (1, 2, 1, 0)),
        ("/* One\n\ntwo */\nfn f() {}\n", (1, 2, 1, 0)),
        ("const A: &str = \"\n// no comment\n\n\";\n", (4, 0, 0, 0)),
        ("/** Doc\n * of it. */\nstruct A; /* é */ struct B;\n", (1, 2, 0, 0)),
        ("fn f() {}\n\n/// Doc.\n#[cfg(test)]\nmod tests {\n\n    // Why.\n}\n", (1, 0, 1, 6)),
        ("struct A;\nimpl A {\n    #[cfg(test)]\n    fn f() {}\n}\n", (3, 0, 0, 2)),
    ] {
        let lines = Source::parse("a.rs", text).unwrap().lines;
        let (code, comments, blank, tests) = want;
        assert_eq!(LineCounts::of(&lines), LineCounts { code, comments, blank, tests }, "{text}");
    }
}

const SHOT: &str = "/// A shot.\npub struct Shot;\n\nimpl Shot {\n    fn f() {}\n}\n\n\
    pub enum Fate {\n    Hit,\n    Missed,\n}\n#[cfg(test)]\nmod tests {}\n";

/// What a list says of two files, or why it cannot.
fn measured(list: &str) -> Result<Vec<String>, String> {
    let (_dir, forest) =
        made_up(&[("lib.rs", "mod a;\nmod b;"), ("a.rs", SHOT), ("b.rs", "pub struct Tape;\n")]);
    let entries = parse(list).map_err(|error| error.to_string())?;
    let shot = measure_list(&entries, &forest).map_err(|error| error.to_string())?;
    let shares = shot.shares.iter().map(|share| {
        let (types, lines) = (share.types.join(" "), share.lines);
        format!("{} {types}: {} + {}", share.stage, lines.without_tests(), lines.tests)
    });
    let outcomes = shot.outcomes.iter().map(|found| format!("{} {}", found.name, found.n_variants));
    Ok(shares.chain(outcomes).collect())
}

#[test]
fn a_list_of_files_is_measured_by_stage() {
    for (list, want) in [
        (
            "kept shared/src/b.rs # tape\nshot shared/src/a.rs # shot\n",
            &["shot Shot Fate: 11 + 2", "kept Tape: 1 + 0"][..],
        ),
        ("# Heading\n\nshot shared/src/a.rs: Shot # it\n", &["shot Shot: 5 + 0"]),
        ("outcome shared/src/a.rs: Fate # it\n", &["Fate 2"]),
        (
            "kept shared/src/*.rs # all\n",
            &["kept Shot Fate: 11 + 2", "kept Tape: 1 + 0", "kept : 2 + 0"],
        ),
    ] {
        assert_eq!(measured(list).unwrap(), want, "{list}");
    }
}

#[test]
fn a_list_that_names_what_is_nowhere_says_so() {
    for (list, want) in [
        ("shot shared/src/gone.rs # it", "shared/src/gone.rs does not exist"),
        ("shot shared/src/x*.rs # it", "shared/src/x*.rs does not exist"),
        ("shot shared/src/a.rs: Gone # it", "shared/src/a.rs has no type `Gone`"),
        ("outcome shared/src/a.rs: Shot # it", "shared/src/a.rs: `Shot` is no enum"),
        ("outcome shared/src/a.rs # it", "line 1: which enum?"),
        ("shot shared/src/a.rs", "line 1: nothing after # says what it is"),
        ("\nshots shared/src/a.rs # it", "line 2: `shots` is no stage"),
        ("shot # it", "line 1: no stage and path"),
        (
            "shot shared/src/a.rs # it\nkept shared/src/a.rs: Shot # again",
            "shared/src/a.rs: `Shot` is counted twice",
        ),
    ] {
        assert_eq!(measured(list).unwrap_err(), want, "{list}");
    }
}

#[test]
fn the_list_of_this_repository_names_what_there_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let workspace = Workspace::read(root).unwrap();
    let forest = Forest::read(&workspace).unwrap();
    let shot = measure(&workspace, &forest);
    assert!(shot.is_ok(), "{:#}", shot.unwrap_err());
    let own = |path: &str| path.starts_with("xtask/structure/src/");
    let mut graph = graph_of(&edges(&forest), false);
    graph.retain(|path, _| own(path));
    assert!(graph.len() > 5 && cycles(&graph).is_empty(), "{graph:#?}");
}

#[test]
fn the_layers_are_those_of_the_house_rules() {
    let plain = |text: &str| text.replace(char::is_whitespace, "").replace(",]", "]");
    let rules = plain(include_str!("../../tests/tidy.rs"));
    assert!(rules.contains(&plain(&format!("{LAYERS:?}"))), "xtask/tests/tidy.rs: {LAYERS:?}");
}

#[test]
fn a_cause_in_a_message_and_as_a_source_is_found() {
    let found = |fields: &str| {
        let text = format!("#[derive(thiserror::Error)]\nenum Bad {{\n{fields}\n}}");
        causes_told_twice(&made_up(&[("lib.rs", &text)]).1)
    };
    for twice in [
        r#"#[error("a: {0}")] A(#[from] B)"#,
        r#"#[error("a: {0:?}")] A(#[source] B)"#,
        r#"#[error("a {n}: {1}")] A(u8, #[source] B)"#,
        r#"#[error("a: {source}")] A { source: B }"#,
        r#"#[error("a: {why}")] A { #[from] why: B }"#,
        r#"#[error("a: {}", .0)] A(#[from] B)"#,
        r#"#[error("a: {b}", b = u8::from(*.why))] A { #[source] why: B }"#,
    ] {
        assert_eq!(found(twice), ["shared/src/lib.rs:3: Bad"], "{twice}");
    }
    for once in [
        r#"#[error("a: {0}")] A(B)"#,
        r#"#[error(transparent)] A(#[from] B)"#,
        r#"#[error("a")] A(#[from] B)"#,
        r#"#[error("a {0}")] A(u8, #[source] B)"#,
        r#"#[error("{{0}}")] A(#[from] B)"#,
        r#"#[error("a {name}")] A { name: String, source: B }"#,
        r#"#[error("a {n}", n = self.0)] A(#[from] B)"#,
    ] {
        assert_eq!(found(once), [""; 0], "{once}");
    }
}
