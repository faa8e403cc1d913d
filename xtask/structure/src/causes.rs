//! Errors whose message holds their cause and which give it as `source` besides: the files of a
//! workspace go in, the messages come out with their places. Whoever prints an error with its
//! causes, as every program here does, would tell such a cause twice.

use syn::{
    Attribute, Fields, ItemEnum, ItemStruct, LitStr, parse::ParseStream, spanned::Spanned,
    visit::Visit,
};

use crate::{modules::Forest, source::Source};

/// Every such message as `file:line: Type`, tests included, sorted.
#[must_use]
pub fn causes_told_twice(forest: &Forest) -> Vec<String> {
    let mut found = Vec::new();
    for source in forest.sources.values() {
        let mut finder = Finder { source, found: &mut found };
        source.items.iter().for_each(|item| finder.visit_item(item));
    }
    found
}

struct Finder<'a> {
    source: &'a Source,
    found: &'a mut Vec<String>,
}

impl Finder<'_> {
    fn check(&mut self, name: &str, attributes: &[Attribute], fields: &Fields) {
        let Some(message) = attributes.iter().find(|of| of.path().is_ident("error")) else {
            return;
        };
        let shown = shown_fields(message);
        let mut named = fields.iter().enumerate().map(|(n, field)| {
            let name = field.ident.as_ref().map_or_else(|| n.to_string(), ToString::to_string);
            let has = |word: &str| field.attrs.iter().any(|of| of.path().is_ident(word));
            (has("from") || has("source") || name == "source", name)
        });
        if named.any(|(is_source, name)| is_source && shown.contains(&name)) {
            let line = message.span().start().line;
            self.found.push(format!("{}:{line}: {name}", self.source.path));
        }
    }
}

impl Visit<'_> for Finder<'_> {
    fn visit_item_enum(&mut self, item: &ItemEnum) {
        for variant in &item.variants {
            self.check(&item.ident.to_string(), &variant.attrs, &variant.fields);
        }
    }

    fn visit_item_struct(&mut self, item: &ItemStruct) {
        self.check(&item.ident.to_string(), &item.attrs, &item.fields);
    }
}

/// The fields that a message shows: `a` and `0` of `"{a:?} {0}"`, and of `"{}", .0`.
fn shown_fields(message: &Attribute) -> Vec<String> {
    let parsed = message.parse_args_with(|input: ParseStream| {
        let text: Option<LitStr> = input.parse()?;
        let rest: proc_macro2::TokenStream = input.parse()?;
        Ok((text.map(|text| text.value()).unwrap_or_default(), rest.to_string()))
    });
    let (text, arguments) = parsed.unwrap_or_default();
    let text = text.replace("{{", "");
    let named = text.split('{').skip(1).map(identifier);
    // A field among the arguments begins with a dot of its own: `.0`, not that of `self.x`.
    let arguments = arguments.replace(' ', "");
    let fields = arguments.split([',', '(', '=', '&', '*']);
    let fields = fields.filter_map(|argument| argument.strip_prefix('.')).map(identifier);
    named.chain(fields).collect()
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}
