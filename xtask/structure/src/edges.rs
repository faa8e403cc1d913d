//! Which file uses what another file defines: modules go in, edges with the names of the items
//! come out. Outside tests, every path counts: those of `use` declarations, those written out in
//! code, and those within the tokens of macros; `mod` declarations and re-exports do not. What is
//! reached without a path, as a method is, leaves no edge.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Block, ImplItem, Item, ItemMod, ItemUse, Macro, Path, Stmt, visit::Visit};

use crate::{
    modules::{Forest, ModuleIdx, imports, is_reexport},
    resolve::Resolved,
    source::{attributes, impl_attributes, only_tests},
};

/// From each file to each other file what it uses of it; paths from the root of the workspace.
pub type Edges = BTreeMap<(String, String), Edge>;

/// What a file uses of another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// The items that `use` declarations name; a module has `::` behind its name.
    pub by_use: BTreeSet<String>,
    /// The items that only paths in code lead to.
    pub by_path: BTreeSet<String>,
}

/// Every edge of a workspace.
#[must_use]
pub fn edges(forest: &Forest) -> Edges {
    let mut edges = Edges::new();
    for (idx, module) in forest.modules.iter().enumerate() {
        if !module.is_test && !forest.is_test_file(&module.file) {
            let mut walk = Walk { forest, module: idx, scopes: Vec::new(), edges: &mut edges };
            module.items.iter().for_each(|item| walk.visit_item(item));
        }
    }
    for edge in edges.values_mut() {
        let by_use = &edge.by_use;
        edge.by_path.retain(|name| !by_use.contains(name));
    }
    edges
}

/// The paths of one kind, or of both, as a graph.
#[must_use]
pub fn graph_of(edges: &Edges, with_paths: bool) -> BTreeMap<String, BTreeSet<String>> {
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for ((from, to), edge) in edges {
        if with_paths || !edge.by_use.is_empty() {
            graph.entry(from.clone()).or_default().insert(to.clone());
            graph.entry(to.clone()).or_default();
        }
    }
    graph
}

/// The names that are known in a block and not around it: what each stands for, or nothing where
/// it is defined in the block.
type Scope = BTreeMap<String, Option<Vec<String>>>;

/// Goes through the items of a module.
struct Walk<'a> {
    forest: &'a Forest,
    module: ModuleIdx,
    /// Of the blocks around, outermost first.
    scopes: Vec<Scope>,
    edges: &'a mut Edges,
}

impl Visit<'_> for Walk<'_> {
    fn visit_item(&mut self, item: &Item) {
        if !only_tests(attributes(item)) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &ImplItem) {
        if !only_tests(impl_attributes(item)) {
            syn::visit::visit_impl_item(self, item);
        }
    }

    /// A module within this one is gone through by itself.
    fn visit_item_mod(&mut self, _: &ItemMod) {}

    /// Attributes name derives and lints.
    fn visit_attribute(&mut self, _: &Attribute) {}

    fn visit_item_use(&mut self, item: &ItemUse) {
        if is_reexport(item) {
            return;
        }
        for import in imports(item) {
            for resolved in self.forest.resolve(self.module, &import.path) {
                let (file, name) = self.place(resolved);
                let name = if import.is_glob { format!("{name}*") } else { name };
                self.note(file, name, true);
            }
        }
    }

    fn visit_block(&mut self, block: &Block) {
        self.scopes.push(scope_of(block));
        syn::visit::visit_block(self, block);
        self.scopes.pop();
    }

    fn visit_path(&mut self, path: &Path) {
        if path.leading_colon.is_none() {
            self.take(path.segments.iter().map(|part| part.ident.to_string()).collect());
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &Macro) {
        self.take_tokens(item.tokens.clone());
    }
}

impl Walk<'_> {
    /// A path in code. One that leads to a module is a variable of the same name, or the head of
    /// a path that is gone through by itself.
    fn take(&mut self, mut path: Vec<String>) {
        let Some(first) = path.first() else { return };
        let by_glob =
            path.len() == 1 && self.forest.is_by_glob(self.module, first) && first != "Self";
        if let Some(known) = self.scopes.iter().rev().find_map(|scope| scope.get(first)) {
            let Some(stands_for) = known.clone() else { return };
            path.splice(..1, stands_for);
        }
        for resolved in self.forest.resolve(self.module, &path) {
            if let Resolved::Item { .. } = resolved {
                let (file, name) = self.place(resolved);
                self.note(file, name, by_glob);
            }
        }
    }

    /// The paths within the tokens of a macro. A name by itself may be a variable's, unless it
    /// begins as a type's does.
    fn take_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let (mut colons, mut is_field) = (0, false);
        for token in tokens {
            match token {
                TokenTree::Ident(word) if colons == 2 && !path.is_empty() => {
                    path.push(word.to_string());
                    colons = 0;
                }
                TokenTree::Ident(word) => {
                    self.take_from_macro(&mut path);
                    if !is_field {
                        path.push(word.to_string());
                    }
                    (colons, is_field) = (0, false);
                }
                TokenTree::Punct(mark) => {
                    if mark.as_char() == ':' {
                        colons += 1;
                    } else {
                        self.take_from_macro(&mut path);
                        (colons, is_field) = (0, mark.as_char() == '.');
                    }
                }
                TokenTree::Group(group) => {
                    self.take_from_macro(&mut path);
                    self.take_tokens(group.stream());
                    (colons, is_field) = (0, false);
                }
                TokenTree::Literal(_) => {
                    self.take_from_macro(&mut path);
                    (colons, is_field) = (0, false);
                }
            }
        }
        self.take_from_macro(&mut path);
    }

    fn take_from_macro(&mut self, path: &mut Vec<String>) {
        let path = std::mem::take(path);
        let is_type = path.first().is_some_and(|first| first.starts_with(char::is_uppercase));
        if path.len() > 1 || is_type {
            self.take(path);
        }
    }

    /// Where something is defined, and how it is named in reports.
    fn place(&self, resolved: Resolved) -> (String, String) {
        match resolved {
            Resolved::Item { within, name } => (self.forest.modules[within].file.clone(), name),
            Resolved::Module(idx) => {
                let file = self.forest.modules[idx].file.clone();
                let stem = file.trim_end_matches(".rs").trim_end_matches("/mod");
                let name = format!("{}::", stem.rsplit('/').next().unwrap_or(stem));
                (file, name)
            }
        }
    }

    fn note(&mut self, file: String, name: String, is_use: bool) {
        let own = &self.forest.modules[self.module].file;
        if *own != file {
            let edge = self.edges.entry((own.clone(), file)).or_default();
            let names = if is_use { &mut edge.by_use } else { &mut edge.by_path };
            names.insert(name);
        }
    }
}

/// What a block names by declarations of its own.
fn scope_of(block: &Block) -> Scope {
    let mut scope = Scope::new();
    for statement in &block.stmts {
        match statement {
            Stmt::Item(Item::Use(item)) => {
                for import in imports(item) {
                    scope.extend(import.name.map(|name| (name, Some(import.path))));
                }
            }
            Stmt::Item(Item::Fn(item)) => drop(scope.insert(item.sig.ident.to_string(), None)),
            Stmt::Item(Item::Struct(item)) => drop(scope.insert(item.ident.to_string(), None)),
            Stmt::Item(Item::Enum(item)) => drop(scope.insert(item.ident.to_string(), None)),
            Stmt::Item(Item::Const(item)) => drop(scope.insert(item.ident.to_string(), None)),
            _ => {}
        }
    }
    scope
}
