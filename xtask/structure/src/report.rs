//! The tables of `cargo xtask structure`, in Markdown: a workspace goes in, a text comes out whose
//! order does not change between runs. What each number means stands above its table.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use crate::{
    doubled::doubled,
    edges::{Edges, edges, graph_of},
    graph::{Graph, cycles, longest_chain},
    layers::{self, LAYERS},
    modules::Forest,
    one_shot::{self, OneShot, Part, STAGES},
    source::LineCounts,
    workspace::{TargetKind, Workspace},
};

/// The package whose layers, folders and names are looked at.
const CORE: &str = "shared";

/// Measures everything and writes it down.
///
/// # Errors
/// When a file cannot be read, or the list of one shot names what is nowhere.
pub fn report(workspace: &Workspace) -> Result<String> {
    let forest = Forest::read(workspace)?;
    let edges = edges(&forest);
    let shot = one_shot::measure(workspace, &forest)?;
    let parts = [
        "# How the code is built\n".to_string(),
        one_shot_tables(&shot),
        outcomes(&shot),
        packages(workspace, &forest),
        folders(&forest),
        cycles_of_packages(workspace, &edges),
        layer_tables(&edges),
        doubled_names(&forest),
        test_binaries(workspace),
    ];
    Ok(parts.join("\n"))
}

fn one_shot_tables(shot: &OneShot) -> String {
    let mut text = "## One shot, from the trigger to the sheet\n\n\
        The files of `xtask/structure/one-shot.txt`. Types are structs, enums, unions, traits and \
        type aliases, private ones too; lines are code, comments and blank ones; neither counts \
        tests.\n\n\
        | stage | types | lines | of tests |\n|---|---:|---:|---:|\n"
        .to_string();
    for part in [Part::Core, Part::Pages] {
        let mut sum = Sum::default();
        for (stage, _) in STAGES.iter().filter(|(_, of)| *of == part) {
            let stage_sum = sum_of(shot, |share| share == *stage);
            text += &stage_sum.row(stage);
            sum.add(&stage_sum);
        }
        let name = if part == Part::Core { "**in `shared`**" } else { "**on the pages**" };
        text += &sum.row(name);
    }
    text += &sum_of(shot, |_| true).row("**in all**");
    text += "\n| stage | file | types | lines | of tests | which types |\n\
        |---|---|---:|---:|---:|---|\n";
    for share in &shot.shares {
        let (n, lines) = (share.types.len(), share.lines.without_tests());
        let (stage, what, tests) = (share.stage, &share.what, share.lines.tests);
        let types = share.types.join(", ");
        text += &format!("| {stage} | {what} | {n} | {lines} | {tests} | {types} |\n");
    }
    text
}

/// Types and lines of some stages.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    types: usize,
    lines: LineCounts,
}

impl Sum {
    fn add(&mut self, other: &Self) {
        self.types += other.types;
        self.lines.add(other.lines);
    }

    fn row(&self, name: &str) -> String {
        let (lines, tests) = (self.lines.without_tests(), self.lines.tests);
        format!("| {name} | {} | {lines} | {tests} |\n", self.types)
    }
}

fn sum_of(shot: &OneShot, counts: impl Fn(&str) -> bool) -> Sum {
    let mut sum = Sum::default();
    for share in shot.shares.iter().filter(|share| counts(share.stage)) {
        sum.add(&Sum { types: share.types.len(), lines: share.lines });
    }
    sum
}

fn outcomes(shot: &OneShot) -> String {
    let mut text = format!(
        "## Enums that say what became of a shot: {}\n\n\
        | enum | file | variants |\n|---|---|---:|\n",
        shot.outcomes.len()
    );
    for found in &shot.outcomes {
        text += &format!("| `{}` | {} | {} |\n", found.name, found.file, found.n_variants);
    }
    text
}

/// Files and lines of some files.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    files: usize,
    lines: LineCounts,
}

impl Size {
    fn add(&mut self, lines: LineCounts) {
        self.files += 1;
        self.lines.add(lines);
    }

    fn cells(&self) -> String {
        let LineCounts { code, comments, blank, tests } = self.lines;
        let all = code + comments + blank + tests;
        format!("{} | {code} | {comments} | {blank} | {tests} | {all} |\n", self.files)
    }
}

const SIZE_COLUMNS: &str = "files | code | comments | blank | tests | in all |";

fn packages(workspace: &Workspace, forest: &Forest) -> String {
    let mut sizes: BTreeMap<(String, String), Size> = BTreeMap::new();
    let mut whole = Size::default();
    for source in forest.sources.values() {
        let Some(package) = workspace.package_of(&source.path) else { continue };
        let inside = source.path.strip_prefix(&format!("{}/", package.folder));
        let part =
            inside.and_then(|path| path.split_once('/')).map_or("build.rs", |(part, _)| part);
        let lines = lines_of(forest, &source.path);
        sizes.entry((package.folder.clone(), part.to_string())).or_default().add(lines);
        whole.add(lines);
    }
    let mut text = format!(
        "## Files and lines of each crate\n\n\
        Rust only. *Tests* are lines that only `cargo test` compiles; what lies in `tests/` is \
        nothing else.\n\n\
        | crate | part | {SIZE_COLUMNS}\n|---|---|---:|---:|---:|---:|---:|---:|\n"
    );
    for ((package, part), size) in &sizes {
        text += &format!("| {package} | {part} | {}", size.cells());
    }
    text + &format!("| **in all** | | {}", whole.cells())
}

/// What the lines of a file are, all of them a test's where only tests compile it.
fn lines_of(forest: &Forest, path: &str) -> LineCounts {
    let Some(source) = forest.sources.get(path) else { return LineCounts::default() };
    if forest.is_test_file(path) {
        return LineCounts { tests: source.lines.len(), ..LineCounts::default() };
    }
    LineCounts::of(&source.lines)
}

fn folders(forest: &Forest) -> String {
    let mut sizes: BTreeMap<&str, Size> = BTreeMap::new();
    let inside = format!("{CORE}/src/");
    for path in forest.sources.keys().filter(|path| path.starts_with(&inside)) {
        let folder = path.rsplit_once('/').map_or(path.as_str(), |(folder, _)| folder);
        sizes.entry(folder).or_default().add(lines_of(forest, path));
    }
    let mut text = format!(
        "## Files and lines of each folder of `{inside}`\n\n\
        Without the folders within it.\n\n\
        | folder | {SIZE_COLUMNS}\n|---|---:|---:|---:|---:|---:|---:|\n"
    );
    for (folder, size) in sizes {
        text += &format!("| {folder} | {}", size.cells());
    }
    text
}

fn cycles_of_packages(workspace: &Workspace, edges: &Edges) -> String {
    let mut text = "## Cycles between the files of a crate\n\n\
        Strongly connected components of what files use of each other, outside tests: each path is \
        led to the file that *defines* the item, through re-exports, renames and globs; `mod` and \
        `pub use` lines are no edges. By `use` declarations; those that remain of them without the \
        files `mod.rs`, `lib.rs` and `main.rs`; and with every path that is written out in code, \
        macros included. A method that is called names no path, and is no edge.\n\n\
        | crate | by `use` | without `mod.rs` | with every path |\n|---|---:|---:|---:|\n"
        .to_string();
    let (mut details, mut sums) = (String::new(), [0; 3]);
    for package in &workspace.packages {
        let own =
            |path: &str| workspace.package_of(path).is_some_and(|of| of.folder == package.folder);
        let inner = |path: &str| own(path) && !is_head(path);
        let by_use = cycles(&within(&graph_of(edges, false), own));
        let without_heads = cycles(&within(&graph_of(edges, false), inner));
        let with_paths = cycles(&within(&graph_of(edges, true), own));
        let counts = [by_use.len(), without_heads.len(), with_paths.len()];
        sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
        text +=
            &format!("| {} | {} |\n", package.folder, counts.map(|n| n.to_string()).join(" | "));
        for (kind, cycles) in [
            ("by `use`", &by_use),
            ("by `use`, without `mod.rs`", &without_heads),
            ("with every path", &with_paths),
        ] {
            let known = |cycle: &&Vec<String>| kind == "by `use`" || !by_use.contains(cycle);
            for cycle in cycles.iter().filter(known) {
                let title = format!("{}, {kind}", package.folder);
                details += &detail(&title, cycle, edges, kind == "with every path");
            }
        }
    }
    text += &format!("| **in all** | {} |\n", sums.map(|n| n.to_string()).join(" | "));
    text + &details
}

/// Whether a file stands for its folder, and declares what is in it.
fn is_head(path: &str) -> bool {
    ["/mod.rs", "/lib.rs", "/main.rs"].iter().any(|head| path.ends_with(head))
}

/// The part of a graph that lies in one package.
fn within(graph: &Graph, own: impl Fn(&str) -> bool) -> Graph {
    let nodes = graph.iter().filter(|(path, _)| own(path));
    nodes
        .map(|(path, next)| (path.clone(), next.iter().filter(|to| own(to)).cloned().collect()))
        .collect()
}

/// A cycle with what its files use of each other.
fn detail(title: &str, cycle: &[String], edges: &Edges, with_paths: bool) -> String {
    let files: BTreeSet<&String> = cycle.iter().collect();
    let mut text = format!("\n**{title}** ({} files)\n\n", cycle.len());
    for ((from, to), edge) in edges {
        let counts = with_paths || !edge.by_use.is_empty();
        if counts && files.contains(from) && files.contains(to) {
            let by_use = edge.by_use.iter().cloned();
            let by_path =
                edge.by_path.iter().filter(|_| with_paths).map(|name| format!("({name})"));
            let names = by_use.chain(by_path).collect::<Vec<_>>().join(", ");
            text += &format!("- {from} → {to}: {names}\n");
        }
    }
    text
}

fn layer_tables(edges: &Edges) -> String {
    let uses = layers::uses(edges);
    let mut text = "## Layers of `shared`\n\n\
        In each row the number of the layer's files that use something of another layer. The chain \
        is the longest from file to file within the layer, by `use`, with a cycle as one link.\n\n"
        .to_string();
    text += &format!("| layer | {} | chain |\n", LAYERS.join(" | "));
    text += &format!("|---|{}---:|\n", "---:|".repeat(LAYERS.len()));
    let graph = graph_of(edges, false);
    let mut chains = String::new();
    for layer in LAYERS {
        text += &format!("| {layer} |");
        for used in LAYERS {
            let files = uses.get(&(layer.to_string(), used.to_string())).map(BTreeSet::len);
            text += &files.map_or(" |".to_string(), |n| format!(" {n} |"));
        }
        let chain = longest_chain(&layers::inside(&graph, layer));
        text += &format!(" {} |\n", chain.len());
        let links: Vec<String> = chain.iter().map(|files| link(files, layer)).collect();
        chains += &format!("- {layer}: {}\n", links.join(" → "));
    }
    let upward = layers::upward(edges);
    text += &format!("\n{chains}\nEdges upward, or between the two ends: {}\n", upward.len());
    for edge in upward {
        text += &format!("- {edge}\n");
    }
    text
}

/// A link of a chain: a file, or the files of a cycle.
fn link(files: &[String], layer: &str) -> String {
    let folder = format!("{CORE}/src/{layer}/");
    let name = |path: &String| path.trim_start_matches(&folder).trim_end_matches(".rs").to_string();
    let names: Vec<String> = files.iter().map(name).collect();
    if names.len() > 1 { format!("({})", names.join(" ")) } else { names.concat() }
}

fn doubled_names(forest: &Forest) -> String {
    let doubled = doubled(forest, &format!("{CORE}/src"));
    let mut text = format!(
        "## Names of types that stand more than once in `{CORE}`: {}\n\n\
        Structs, enums, unions, traits and type aliases that are `pub`, `pub(crate)` or \
        `pub(super)`.\n\n\
        | name | files |\n|---|---|\n",
        doubled.len()
    );
    for (name, files) in &doubled {
        text += &format!("| `{name}` | {} |\n", files.join(", "));
    }
    text
}

fn test_binaries(workspace: &Workspace) -> String {
    let mut text = format!(
        "## Test binaries\n\n\
        What `cargo test` links and runs for each package, without doctests; on the right those \
        that are linked with `{CORE}`.\n\n\
        | crate | of `tests/` | of libraries and programs | others | in all | of `tests/`, with \
        `{CORE}` | in all, with `{CORE}` |\n|---|---:|---:|---:|---:|---:|---:|\n"
    );
    let mut sums = [0; 6];
    for package in &workspace.packages {
        let linked = package.name == CORE || workspace.linked_with(package).contains(CORE);
        let mut counts = [0; 6];
        for target in package.targets.iter().filter(|target| target.tested) {
            let column = match target.kind {
                TargetKind::Test => 0,
                TargetKind::Library | TargetKind::Program => 1,
                TargetKind::Benchmark | TargetKind::Example | TargetKind::BuildScript => 2,
            };
            counts[column] += 1;
            counts[3] += 1;
            counts[4] += usize::from(linked && column == 0);
            counts[5] += usize::from(linked);
        }
        text +=
            &format!("| {} | {} |\n", package.folder, counts.map(|n| n.to_string()).join(" | "));
        sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }
    text + &format!("| **in all** | {} |\n", sums.map(|n| n.to_string()).join(" | "))
}
