//! The types that a workspace defines, each with its place: structs, enums, unions, traits and
//! type aliases, those within functions and those that macros make among them; never those of
//! tests.

use std::ops::RangeInclusive;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Item, ItemEnum, ItemImpl, Type, Visibility, visit::Visit};

use crate::source::{Source, attributes, line_range, only_tests};

/// A type's definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeFound {
    pub name: String,
    /// `struct`, `enum`, `union`, `trait` or `type`.
    pub keyword: &'static str,
    /// Whether anybody outside its module may use it.
    pub is_shared: bool,
    /// Of an enum, how many variants it has, where no macro makes it.
    pub n_variants: usize,
    /// The lines of its definition, from 1.
    pub lines: RangeInclusive<usize>,
}

/// The types of a file, in the order of their lines.
#[must_use]
pub fn types_of(source: &Source) -> Vec<TypeFound> {
    let mut finder = Finder { generators: generators(&source.items), found: Vec::new() };
    source.items.iter().for_each(|item| finder.visit_item(item));
    finder.found
}

/// The lines of the `impl` blocks of a type in a file.
#[must_use]
pub fn impl_lines(source: &Source, name: &str) -> Vec<RangeInclusive<usize>> {
    let of_type = |item: &ItemImpl| match &*item.self_ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == name),
        _ => false,
    };
    let blocks = source.items.iter().filter(|item| matches!(item, Item::Impl(i) if of_type(i)));
    blocks.filter(|item| !only_tests(attributes(item))).map(line_range).collect()
}

/// Looks for types in items and in the bodies of functions.
struct Finder {
    /// The macros that make types of names.
    generators: Vec<String>,
    found: Vec<TypeFound>,
}

impl Visit<'_> for Finder {
    fn visit_item(&mut self, item: &Item) {
        if !only_tests(attributes(item)) {
            self.found.extend(types_of_item(item, &self.generators));
            syn::visit::visit_item(self, item);
        }
    }
}

/// The types that an item itself defines: one, or those that a macro makes.
pub(crate) fn types_of_item(item: &Item, generators: &[String]) -> Vec<TypeFound> {
    let lines = line_range(item);
    let one = |name: &syn::Ident, keyword, visibility: &Visibility, n_variants| {
        let is_shared = !matches!(visibility, Visibility::Inherited);
        vec![TypeFound { name: name.to_string(), keyword, is_shared, n_variants, lines }]
    };
    match item {
        Item::Enum(ItemEnum { ident, vis, variants, .. }) => {
            one(ident, "enum", vis, variants.len())
        }
        Item::Struct(item) => one(&item.ident, "struct", &item.vis, 0),
        Item::Union(item) => one(&item.ident, "union", &item.vis, 0),
        Item::Trait(item) => one(&item.ident, "trait", &item.vis, 0),
        Item::Type(item) => one(&item.ident, "type", &item.vis, 0),
        Item::Macro(item) => {
            let mut found = Vec::new();
            defined_in(item.mac.tokens.clone(), &mut found);
            let name = item.mac.path.segments.last().map(|last| last.ident.to_string());
            if name.is_some_and(|name| generators.contains(&name)) {
                named_for(item.mac.tokens.clone(), &mut found);
            }
            found
        }
        _ => Vec::new(),
    }
}

/// The macros of a file that make a type of the name they are given.
pub(crate) fn generators(items: &[Item]) -> Vec<String> {
    let makes = |tokens: &TokenStream| types_of_tokens_named_by_dollar(tokens.clone());
    items
        .iter()
        .filter_map(|item| match item {
            Item::Macro(item) if makes(&item.mac.tokens) => item.ident.as_ref(),
            _ => None,
        })
        .map(ToString::to_string)
        .collect()
}

/// Whether tokens hold `struct $…` or `enum $…`.
fn types_of_tokens_named_by_dollar(tokens: TokenStream) -> bool {
    let mut after_keyword = false;
    for token in tokens {
        let found = match &token {
            TokenTree::Group(group) => types_of_tokens_named_by_dollar(group.stream()),
            TokenTree::Punct(mark) => after_keyword && mark.as_char() == '$',
            _ => false,
        };
        if found {
            return true;
        }
        after_keyword =
            matches!(&token, TokenTree::Ident(word) if *word == "struct" || *word == "enum");
    }
    false
}

/// The types whose keyword and name stand in a macro's tokens. They count as used outside.
fn defined_in(tokens: TokenStream, found: &mut Vec<TypeFound>) {
    let mut keyword = None;
    for token in tokens {
        match token {
            TokenTree::Ident(word) => {
                if let Some(keyword) = keyword {
                    found.push(made_by_macro(&word, keyword));
                }
                // `type` may be the one of an `impl` block.
                let known = ["struct", "enum", "union", "trait"];
                keyword = known.into_iter().find(|known| word == *known);
            }
            TokenTree::Group(group) => {
                keyword = None;
                defined_in(group.stream(), found);
            }
            _ => keyword = None,
        }
    }
}

/// The names before braces in the call of a macro that makes an enum of each.
fn named_for(tokens: TokenStream, found: &mut Vec<TypeFound>) {
    let mut name = None;
    for token in tokens {
        match token {
            TokenTree::Ident(word) => name = Some(word),
            TokenTree::Group(group) => {
                if let Some(name) = name.take().filter(|_| group.delimiter() == Delimiter::Brace) {
                    found.push(made_by_macro(&name, "enum"));
                }
            }
            _ => name = None,
        }
    }
}

fn made_by_macro(name: &proc_macro2::Ident, keyword: &'static str) -> TypeFound {
    let line = name.span().start().line;
    TypeFound {
        name: name.to_string(),
        keyword,
        is_shared: true,
        n_variants: 0,
        lines: line..=line,
    }
}
