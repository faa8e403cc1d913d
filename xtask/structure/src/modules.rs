//! The modules of every target of a workspace, each with the names that stand in it: parsed files
//! go in, a forest of modules comes out. Built once, before paths are resolved.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use syn::{Expr, ExprLit, Item, ItemMod, ItemUse, Lit, Meta, UseTree, Visibility};

use crate::{
    source::{Source, attributes, only_tests, read_all},
    types::{generators, types_of_item},
    workspace::{TargetKind, Workspace},
};

/// The number of a module within a [`Forest`].
pub type ModuleIdx = usize;

/// The modules of every target.
pub struct Forest {
    /// Every Rust file of the packages, by path from the root of the workspace.
    pub sources: BTreeMap<String, Source>,
    /// In the order in which they were found.
    pub modules: Vec<Module>,
    /// The outermost module of each library, by the library's name in paths.
    pub libraries: BTreeMap<String, ModuleIdx>,
}

/// A module of a target.
pub struct Module {
    /// Where it stands, from the root of the workspace.
    pub file: String,
    /// The module around it; none for a target's outermost.
    pub parent: Option<ModuleIdx>,
    /// The outermost module of its target.
    pub outermost: ModuleIdx,
    /// Whether only tests compile it.
    pub is_test: bool,
    /// What stands in it; unless it is a test itself, without what only tests compile.
    pub items: Vec<Item>,
    /// The names in it: a name may mean a module and a function at once.
    pub(crate) names: BTreeMap<String, Vec<Meaning>>,
    /// The paths whose every name is in it too, by `use …::*`.
    pub(crate) globs: Vec<Vec<String>>,
}

/// What a name in a module means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Module(ModuleIdx),
    /// Defined in this module: a type, function, constant …
    Item,
    /// What this path means here.
    Alias(Vec<String>),
}

/// A leaf of a `use` declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    pub(crate) path: Vec<String>,
    /// The name that it has from then on; none for `_`, and for every name of a path.
    pub(crate) name: Option<String>,
    pub(crate) is_glob: bool,
}

impl Forest {
    /// Reads and parses a workspace, and follows the modules of every target.
    ///
    /// # Errors
    /// When a file is missing, or is no Rust.
    pub fn read(workspace: &Workspace) -> Result<Self> {
        let sources = read_all(workspace)?;
        let mut forest = Self { sources, modules: Vec::new(), libraries: BTreeMap::new() };
        for package in &workspace.packages {
            for target in &package.targets {
                let outermost = forest.modules.len();
                let dir = folder_of(&target.file);
                let place =
                    Place { file: &target.file, dir, is_test: target.kind == TargetKind::Test };
                let items = forest.items_of(&target.file)?;
                forest.enter(items, place, None, outermost)?;
                if target.kind == TargetKind::Library {
                    forest.libraries.insert(target.name.clone(), outermost);
                }
            }
        }
        Ok(forest)
    }

    /// Whether only tests compile a file: it lies in `tests/`, or test modules alone lead to it.
    #[must_use]
    pub fn is_test_file(&self, path: &str) -> bool {
        if path.split('/').any(|folder| folder == "tests") {
            return true;
        }
        let mut modules = self.modules.iter().filter(|module| module.file == path).peekable();
        modules.peek().is_some() && modules.all(|module| module.is_test)
    }

    fn items_of(&self, path: &str) -> Result<Vec<Item>> {
        let source = self.sources.get(path).with_context(|| format!("{path} does not exist"))?;
        Ok(source.items.clone())
    }

    /// Adds a module and those within it.
    fn enter(
        &mut self,
        items: Vec<Item>,
        place: Place,
        parent: Option<ModuleIdx>,
        outermost: ModuleIdx,
    ) -> Result<ModuleIdx> {
        let idx = self.modules.len();
        let (tests, items): (Vec<Item>, Vec<Item>) =
            items.into_iter().partition(|item| !place.is_test && only_tests(attributes(item)));
        let (names, globs) = names_of(&items);
        let within = modules_among(&items);
        self.modules.push(Module {
            file: place.file.to_string(),
            parent,
            outermost,
            is_test: place.is_test,
            items,
            names,
            globs,
        });
        for item in within {
            let name = item.ident.to_string();
            let inner = self.enter_within(item, place, idx, outermost)?;
            let names = &mut self.modules[idx].names;
            names.entry(name).or_default().push(Meaning::Module(inner));
        }
        // Test modules are no names for others, but their files are known as what they are.
        for item in modules_among(&tests) {
            self.enter_within(item, Place { is_test: true, ..place }, idx, outermost)?;
        }
        Ok(idx)
    }

    fn enter_within(
        &mut self,
        item: ItemMod,
        place: Place,
        parent: ModuleIdx,
        outermost: ModuleIdx,
    ) -> Result<ModuleIdx> {
        let name = item.ident.to_string();
        let dir = format!("{}/{name}", place.dir);
        let said = path_attribute(&item);
        if let Some((_, items)) = item.content {
            return self.enter(items, Place { dir: &dir, ..place }, Some(parent), outermost);
        }
        let (file, dir) = if let Some(said) = said {
            let file = joined(folder_of(place.file), &said);
            let dir = folder_of(&file).to_string();
            (file, dir)
        } else {
            let beside = format!("{dir}.rs");
            let inside = format!("{dir}/mod.rs");
            (if self.sources.contains_key(&inside) { inside } else { beside }, dir)
        };
        let items = self.items_of(&file)?;
        let place = Place { file: &file, dir: &dir, ..place };
        self.enter(items, place, Some(parent), outermost)
    }
}

/// Where a module stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: &'a str,
    /// Where the files of the modules within it are looked for.
    dir: &'a str,
    is_test: bool,
}

fn modules_among(items: &[Item]) -> Vec<ItemMod> {
    let module = |item: &Item| if let Item::Mod(item) = item { Some(item.clone()) } else { None };
    items.iter().filter_map(module).collect()
}

type Names = BTreeMap<String, Vec<Meaning>>;

/// The names of items but modules, and the paths of globs.
fn names_of(items: &[Item]) -> (Names, Vec<Vec<String>>) {
    let (mut names, mut globs) = (Names::new(), Vec::new());
    let generators = generators(items);
    let mut add = |name: String, meaning| names.entry(name).or_default().push(meaning);
    for item in items {
        for found in types_of_item(item, &generators) {
            add(found.name, Meaning::Item);
        }
        match item {
            Item::Const(item) => add(item.ident.to_string(), Meaning::Item),
            Item::Fn(item) => add(item.sig.ident.to_string(), Meaning::Item),
            Item::Static(item) => add(item.ident.to_string(), Meaning::Item),
            Item::Use(item) => {
                for import in imports(item) {
                    if import.is_glob {
                        globs.push(import.path);
                    } else if let Some(name) = import.name {
                        add(name, Meaning::Alias(import.path));
                    }
                }
            }
            _ => {}
        }
    }
    (names, globs)
}

/// The leaves of a `use` declaration; none of one that begins with `::`, at another crate.
pub(crate) fn imports(item: &ItemUse) -> Vec<Import> {
    let mut found = Vec::new();
    if item.leading_colon.is_none() {
        flatten(&item.tree, &mut Vec::new(), &mut found);
    }
    found
}

/// Whether a `use` declaration tells others of what it names.
pub(crate) fn is_reexport(item: &ItemUse) -> bool {
    !matches!(item.vis, Visibility::Inherited)
}

fn flatten(tree: &UseTree, before: &mut Vec<String>, found: &mut Vec<Import>) {
    match tree {
        UseTree::Path(part) => {
            before.push(part.ident.to_string());
            flatten(&part.tree, before, found);
            before.pop();
        }
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| flatten(tree, before, found));
        }
        UseTree::Glob(_) => {
            found.push(Import { path: before.clone(), name: None, is_glob: true });
        }
        UseTree::Name(leaf) => {
            let path = with_leaf(before, &leaf.ident.to_string());
            let name = path.last().cloned();
            found.push(Import { path, name, is_glob: false });
        }
        UseTree::Rename(leaf) => {
            let path = with_leaf(before, &leaf.ident.to_string());
            let name = Some(leaf.rename.to_string()).filter(|name| name != "_");
            found.push(Import { path, name, is_glob: false });
        }
    }
}

/// The path of a leaf; `self` in a group is the path before the group.
fn with_leaf(before: &[String], leaf: &str) -> Vec<String> {
    let own = leaf == "self" && !before.is_empty();
    let leaf = (!own).then(|| leaf.to_string());
    before.iter().cloned().chain(leaf).collect()
}

/// What `#[path = "…"]` says.
fn path_attribute(item: &ItemMod) -> Option<String> {
    let said = item.attrs.iter().find(|attribute| attribute.path().is_ident("path"))?;
    let Meta::NameValue(pair) = &said.meta else { return None };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else { return None };
    Some(text.value())
}

/// The folder of a path.
fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path within a folder, `..` taken out.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
