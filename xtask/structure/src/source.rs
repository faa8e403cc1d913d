//! The Rust files of a workspace, parsed, with each line classified as code, comment, blank or
//! test. Read once, before modules and types are looked for.

use std::{collections::BTreeMap, fs, ops::RangeInclusive, path::Path};

use anyhow::{Context, Result};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::{
    Attribute, ImplItem, Item, Meta, Token, punctuated::Punctuated, spanned::Spanned, visit::Visit,
};

use crate::workspace::Workspace;

/// A parsed file.
pub struct Source {
    /// From the root of the workspace, with `/`.
    pub path: String,
    /// What stands in it.
    pub items: Vec<Item>,
    /// Of every line what it is.
    pub lines: Vec<LineKind>,
}

/// What a line of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Something that is compiled stands on it.
    Code,
    /// Nothing but a comment or documentation.
    Comment,
    /// Nothing.
    Blank,
    /// It belongs to something that only `cargo test` compiles, whatever stands on it.
    Test,
}

/// How many lines there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Lines with code.
    pub code: usize,
    /// Lines with nothing but a comment or documentation.
    pub comments: usize,
    /// Empty lines.
    pub blank: usize,
    /// Lines of tests, of any of the other kinds.
    pub tests: usize,
}

impl LineCounts {
    /// Counts lines.
    #[must_use]
    pub fn of(lines: &[LineKind]) -> Self {
        let mut counts = Self::default();
        for line in lines {
            match line {
                LineKind::Code => counts.code += 1,
                LineKind::Comment => counts.comments += 1,
                LineKind::Blank => counts.blank += 1,
                LineKind::Test => counts.tests += 1,
            }
        }
        counts
    }

    /// All lines but those of tests.
    #[must_use]
    pub fn without_tests(&self) -> usize {
        self.code + self.comments + self.blank
    }

    /// Adds other counts.
    pub fn add(&mut self, other: Self) {
        self.code += other.code;
        self.comments += other.comments;
        self.blank += other.blank;
        self.tests += other.tests;
    }
}

/// Reads every Rust file of a workspace's packages, by path from the root.
///
/// # Errors
/// When a file cannot be read or is no Rust.
pub fn read_all(workspace: &Workspace) -> Result<BTreeMap<String, Source>> {
    let mut sources = BTreeMap::new();
    for package in &workspace.packages {
        collect(&workspace.root, &package.folder, &mut sources)?;
    }
    Ok(sources)
}

/// Reads the Rust files of a folder and of those within, but for hidden ones and cargo's.
fn collect(root: &Path, folder: &str, sources: &mut BTreeMap<String, Source>) -> Result<()> {
    let dir = root.join(folder);
    for entry in fs::read_dir(&dir).with_context(|| dir.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if name.starts_with('.') || name == "target" || sources.contains_key(&path) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(root, &path, sources)?;
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(entry.path())?;
            let source = Source::parse(&path, &text).with_context(|| path.clone())?;
            sources.insert(path, source);
        }
    }
    Ok(())
}

impl Source {
    /// Parses a file.
    ///
    /// # Errors
    /// When its text is no Rust.
    pub fn parse(path: &str, text: &str) -> Result<Self> {
        let tokens: TokenStream = text.parse().map_err(|error| anyhow::anyhow!("{error}"))?;
        let rows: Vec<&str> = text.lines().collect();
        let mut lines: Vec<LineKind> = rows
            .iter()
            .map(|row| if row.trim().is_empty() { LineKind::Blank } else { LineKind::Comment })
            .collect();
        mark_code(tokens.clone(), &rows, &mut lines);
        let items = syn::parse2::<syn::File>(tokens)?.items;
        let mut tests = TestLines { lines: &mut lines };
        items.iter().for_each(|item| tests.visit_item(item));
        Ok(Self { path: path.to_string(), items, lines })
    }

    /// Counts the lines of a part of it, numbered from 1.
    #[must_use]
    pub fn count(&self, range: RangeInclusive<usize>) -> LineCounts {
        let (first, last) = (range.start().saturating_sub(1), *range.end());
        LineCounts::of(self.lines.get(first..last).unwrap_or_default())
    }
}

/// Every line that a token touches is code, but for the tokens that documentation becomes.
fn mark_code(tokens: TokenStream, rows: &[&str], lines: &mut [LineKind]) {
    for token in tokens {
        if begins_a_comment(token.span(), rows) {
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                if group.delimiter() != Delimiter::None {
                    mark_span(group.span_open(), lines);
                    mark_span(group.span_close(), lines);
                }
                mark_code(group.stream(), rows, lines);
            }
            leaf => mark_span(leaf.span(), lines),
        }
    }
}

/// Whether a comment stands where a token is said to be: no token begins as one does.
fn begins_a_comment(span: Span, rows: &[&str]) -> bool {
    let start = span.start();
    let row = rows.get(start.line.saturating_sub(1)).copied().unwrap_or_default();
    let rest: String = row.chars().skip(start.column).take(2).collect();
    rest == "//" || rest == "/*"
}

fn mark_span(span: Span, lines: &mut [LineKind]) {
    mark(span.start().line..=span.end().line, LineKind::Code, lines);
}

fn mark(range: RangeInclusive<usize>, kind: LineKind, lines: &mut [LineKind]) {
    let (first, last) = (range.start().saturating_sub(1), *range.end());
    for line in lines.iter_mut().take(last).skip(first) {
        *line = kind;
    }
}

/// Marks what only tests compile.
struct TestLines<'a> {
    lines: &'a mut [LineKind],
}

impl Visit<'_> for TestLines<'_> {
    fn visit_item(&mut self, item: &Item) {
        if only_tests(attributes(item)) {
            mark(line_range(item), LineKind::Test, self.lines);
        } else {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &ImplItem) {
        if only_tests(impl_attributes(item)) {
            mark(line_range(item), LineKind::Test, self.lines);
        } else {
            syn::visit::visit_impl_item(self, item);
        }
    }
}

/// The lines that something stands on, its documentation included.
pub(crate) fn line_range(spanned: &impl Spanned) -> RangeInclusive<usize> {
    let span = spanned.span();
    span.start().line..=span.end().line
}

/// Whether what has these attributes is compiled for tests only.
pub(crate) fn only_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let condition = || attribute.parse_args::<Meta>().is_ok_and(|meta| asks_for_tests(&meta));
        path.is_ident("test") || (path.is_ident("cfg") && condition())
    })
}

/// `test`, or `all(…)` with it.
fn asks_for_tests(meta: &Meta) -> bool {
    match meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => {
            let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            parts.is_ok_and(|parts| parts.iter().any(asks_for_tests))
        }
        _ => false,
    }
}

/// The attributes of an item.
pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The attributes of something in an `impl` block.
pub(crate) fn impl_attributes(item: &ImplItem) -> &[Attribute] {
    match item {
        ImplItem::Const(item) => &item.attrs,
        ImplItem::Fn(item) => &item.attrs,
        ImplItem::Type(item) => &item.attrs,
        ImplItem::Macro(item) => &item.attrs,
        _ => &[],
    }
}
