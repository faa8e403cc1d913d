//! Leaves out of a bundle what nothing can call: a module as wasm-bindgen made it goes in, with the
//! names of its functions, and comes out smaller.
//!
//! Of every kind of closure that any import of `js-sys` takes, used or not, wasm-bindgen keeps the
//! function by which JavaScript would call it. It looks those up in the table of functions, and
//! leaves them there; only exports are called from outside, so one that is not exported is dead.
use std::collections::HashSet;

use walrus::{ElementItems, ExportItem, FunctionId, Module};

/// Takes them out of the table, and all that only they need.
pub fn trim(module: &mut Module) {
    let exported = module.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(function) => Some(function),
        _ => None,
    });
    let exported: HashSet<FunctionId> = exported.collect();
    let calls_closure = |name: &str| name.contains("closures") && name.contains("invoke");
    let dead: HashSet<FunctionId> = module
        .funcs
        .iter()
        .filter(|function| function.name.as_deref().is_some_and(calls_closure))
        .map(|function| function.id())
        .filter(|id| !exported.contains(id))
        .collect();
    for element in module.elements.iter_mut() {
        let ElementItems::Functions(functions) = &mut element.items else { continue };
        // The others keep their places: a place is a pointer to a function.
        let Some(other) = functions.iter().copied().find(|id| !dead.contains(id)) else { continue };
        for function in functions.iter_mut().filter(|id| dead.contains(id)) {
            *function = other;
        }
    }
    walrus::passes::gc::run(module);
}
