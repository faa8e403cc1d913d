//! Splits a wasm in two: what begins with the page, and what lies behind one function, the *door*,
//! and is loaded later into the same memory. A module as wasm-bindgen made it goes in, the bytes of
//! two modules come out.
//!
//! Code and data that can be reached without the door are the first part's; what can be reached
//! through it only is the second's; what can be reached by no way is left out. In the first part
//! the door itself is a call through a place of the table of functions that the second part fills:
//! whoever opens it before that gets an error of the browser's, so only what knows that the second
//! part was loaded may. All else of it is called through what the door gives back (a `dyn` value,
//! whose table of methods is data of the second part).
//!
//! The second part takes memory, tables and functions of the first one as imports of the module
//! [`FIRST`], and those of the page as the first one does.
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use anyhow::Result;
use walrus::{FunctionId, Module};

use crate::addresses::Addresses;
use crate::half::{Half, Owner, Side};
use crate::reach::{Graph, Reached, doors, roots};

/// What the second part calls the first one in its imports.
pub const FIRST: &str = "first";

/// The two parts; the second is there where there is a door.
pub struct Parts {
    pub first: Piece,
    pub second: Option<Piece>,
}

/// A module.
pub struct Piece {
    pub bytes: Vec<u8>,
    /// The names of what it imports of the page.
    pub imports: HashSet<String>,
}

/// Splits a module at its door, a function by its path; without one, only what nothing reaches is
/// left out.
pub fn split(module: &mut Module, addresses: &Addresses, door: Option<&str>) -> Result<Parts> {
    for custom in ["linking", "reloc.CODE", "reloc.DATA"] {
        module.customs.remove_raw(custom);
    }
    let roots = roots(module);
    let graph = Graph::of(module, addresses);
    let doors = doors(module, door, &roots)?;
    let first = graph.reach(&roots, &doors);
    let opened: Vec<FunctionId> = first.barred.iter().copied().collect();
    let beyond = graph.reach(&opened, &HashSet::new());
    // Names carry what is known of each function over to the two copies.
    let mut names = HashMap::new();
    for (n, function) in module.funcs.iter_mut().enumerate() {
        let id = function.id();
        let side = if first.barred.contains(&id) {
            Side::Door
        } else if first.functions.contains(&id) {
            Side::First
        } else if beyond.functions.contains(&id) {
            Side::Second
        } else {
            Side::None
        };
        let name = format!("{n}");
        names.insert(name.clone(), side);
        function.name = Some(name);
    }
    let whole = module.emit_wasm();
    let covered = |reached: &Reached| -> Vec<Range<u64>> {
        reached.data.iter().map(|idx| addresses.data[*idx].clone()).collect()
    };
    let (firsts, seconds) = (covered(&first), covered(&beyond));
    let all = &addresses.data;
    let mut one = Half::of(&whole, &names)?;
    let mut other = Half::of(&whole, &names)?;
    let is_in = |pieces: &[Range<u64>], at| pieces.iter().any(|piece| piece.contains(&at));
    // What no name stands for is the first part's, as is what both parts point at. The second part
    // is put over the first.
    one.keep_data(|at| match is_in(&firsts, at) || !is_in(all, at) {
        true => Owner::This,
        false => Owner::Nobody,
    })?;
    if opened.is_empty() {
        one.fill_table(&[Side::First])?;
        return Ok(Parts { first: one.finish(), second: None });
    }
    other.keep_data(|at| match (is_in(&firsts, at), is_in(&seconds, at)) {
        (false, true) => Owner::This,
        (true, _) => Owner::Other,
        (false, false) => match is_in(all, at) {
            true => Owner::Nobody,
            false => Owner::Other,
        },
    })?;
    one.open_door()?;
    other.take_from(&mut one)?;
    one.fill_table(&[Side::First, Side::Door])?;
    Ok(Parts { first: one.finish(), second: Some(other.finish()) })
}
