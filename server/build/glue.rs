//! Takes the JavaScript of a bundle apart: what wasm-bindgen made goes in, with what each part of
//! the wasm imports; comes out what the page loads first, and what the second part needs besides.
//!
//! Of the ways to load a wasm one is left, that of every browser that has what the page needs.
use std::collections::HashSet;

use anyhow::{Context, Result};

/// Where the functions that the wasm imports begin, and end.
const IMPORTS: &str = "const import0 = {\n__proto__: null,\n";
const IMPORTS_END: &str = "\n};\n";
/// Where the ways to load the wasm begin, which are the rest.
const LOADING: &str = "async function __wbg_load(";

/// The JavaScript of a bundle.
pub struct Glue {
    /// What is loaded with the page.
    pub first: String,
    /// What the second part of the wasm calls, and the first does not.
    pub second: String,
}

/// Takes it apart. The wasm is the file of this name; its parts import these functions.
pub fn part(
    js: &str,
    wasm_name: &str,
    first: &HashSet<String>,
    second: Option<&HashSet<String>>,
) -> Result<Glue> {
    let (before, rest) = js.split_once(IMPORTS).context("the glue has no list of imports")?;
    let (list, rest) = rest.split_once(IMPORTS_END).context("the list of imports has no end")?;
    let (helpers, _) = rest.split_once(LOADING).context("the glue does not load the wasm")?;
    let (mut kept, mut later) = (String::new(), String::new());
    for entry in entries(list) {
        let name = entry.split(':').next().unwrap_or_default();
        if first.contains(name) {
            kept.push_str(&entry);
        } else if second.is_some_and(|names| names.contains(name)) {
            later.push_str(&entry);
        }
    }
    let mut text = format!("{before}{IMPORTS}{kept}{}{helpers}", IMPORTS_END.trim_start());
    text.push_str(&format!(
        "export default async () => {{
const wasm = fetch(new URL(\"{wasm_name}\", import.meta.url));
const {{ instance, module }} = await WebAssembly.instantiateStreaming(wasm, __wbg_get_imports());
__wbg_finalize_init(instance, module);
}};
"
    ));
    if second.is_none() {
        return Ok(Glue { first: text, second: later });
    }
    let names = declared(before.lines().chain(helpers.lines()));
    let used: HashSet<&str> = words(&later).collect();
    let used: Vec<&str> = names.into_iter().filter(|name| used.contains(name)).collect();
    let used = used.join(", ");
    text.push_str(&format!("export {{ __wbg_get_imports as imports, wasm, {used} }};\n"));
    let second =
        format!("import {{ wasm, {used} }} from \"./client.js\";\nexport default {{\n{later}}};\n");
    Ok(Glue { first: text, second })
}

/// The functions of the list, each with its name, its text and the comma after it.
fn entries(list: &str) -> Vec<String> {
    let mut entries = vec![String::new()];
    for line in list.lines() {
        if let Some(entry) = entries.last_mut() {
            entry.push_str(line);
            entry.push('\n');
        }
        if line == "}," || line == "}, arguments); }," {
            entries.push(String::new());
        }
    }
    entries
}

/// What lines declare for all of their text: outside all braces.
fn declared<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let (mut names, mut depth) = (Vec::new(), 0);
    for line in lines {
        let kinds = ["function ", "const ", "let "];
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind));
        names.extend(rest.filter(|_| depth == 0).and_then(|rest| words(rest).next()));
        depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
    }
    names
}

/// The names in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let part_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    text.split(move |c| !part_of_name(c)).filter(|word| !word.is_empty())
}
