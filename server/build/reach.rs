//! What can be reached in a module, by calls and by addresses; and the functions behind which a
//! part of it may lie. A module and its addresses go in, sets of functions and data come out.
use std::collections::{HashMap, HashSet};

use anyhow::{Result, ensure};
use rustc_demangle::demangle;
use walrus::ir::{Instr, InstrLocId, InstrSeqId, Visitor, dfs_in_order};
use walrus::{ExportItem, FunctionId, LocalFunction, Module};

use crate::addresses::{Addresses, Target};

/// The functions that may be doors: the one of a path, and, where there is one, all that never
/// return. Those only tell of an error of the program's own, and what it takes to put that into
/// words is more than 2 KB of gzip. Before the second part is there, such an error is the
/// browser's: a call of nothing.
pub fn doors(
    module: &Module,
    door: Option<&str>,
    roots: &[FunctionId],
) -> Result<HashSet<FunctionId>> {
    let Some(path) = door else { return Ok(HashSet::new()) };
    let named = |f: &&walrus::Function| {
        f.name.as_deref().is_some_and(|name| format!("{:#}", demangle(name)) == path)
    };
    let ids: Vec<FunctionId> = module.funcs.iter().filter(named).map(|f| f.id()).collect();
    ensure!(ids.len() == 1, "{} functions are {path}", ids.len());
    let never_returns = |(id, function): (FunctionId, &LocalFunction)| {
        let ends = function.block(function.entry_block()).instrs.last();
        let ends = matches!(ends, Some((Instr::Unreachable(_), _)));
        let mut ways = WaysOut { of: function.entry_block(), found: false };
        dfs_in_order(&mut ways, function, function.entry_block());
        (ends && !ways.found && !roots.contains(&id)).then_some(id)
    };
    Ok(ids.into_iter().chain(module.funcs.iter_local().filter_map(never_returns)).collect())
}

/// Looks for ways out of a function but its end.
struct WaysOut {
    of: InstrSeqId,
    found: bool,
}

impl Visitor<'_> for WaysOut {
    fn visit_instr(&mut self, instr: &Instr, _: &InstrLocId) {
        self.found |=
            matches!(instr, Instr::Return(_) | Instr::ReturnCall(_) | Instr::ReturnCallIndirect(_));
    }

    fn visit_instr_seq_id(&mut self, target: &InstrSeqId) {
        self.found |= *target == self.of;
    }
}

/// What is called from outside.
pub fn roots(module: &Module) -> Vec<FunctionId> {
    let exported = module.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(function) => Some(function),
        _ => None,
    });
    exported.chain(module.start).collect()
}

/// Who calls, or points at, whom.
pub struct Graph<'a> {
    addresses: &'a Addresses,
    calls: HashMap<FunctionId, Vec<FunctionId>>,
    ends: HashMap<FunctionId, usize>,
    by_end: HashMap<usize, FunctionId>,
}

/// What can be reached.
#[derive(Default)]
pub struct Reached {
    pub functions: HashSet<FunctionId>,
    /// Doors that it ended at.
    pub barred: HashSet<FunctionId>,
    pub data: HashSet<usize>,
}

struct Calls(Vec<FunctionId>);

impl Visitor<'_> for Calls {
    fn visit_function_id(&mut self, function: &FunctionId) {
        self.0.push(*function);
    }
}

impl<'a> Graph<'a> {
    pub fn of(module: &Module, addresses: &'a Addresses) -> Self {
        let (mut called, mut ends) = (HashMap::new(), HashMap::new());
        for (id, function) in module.funcs.iter_local() {
            called.insert(id, calls(function));
            if let Some(range) = &function.original_range {
                ends.insert(id, range.end);
            }
        }
        let by_end = ends.iter().map(|(id, end)| (*end, *id)).collect();
        Self { addresses, calls: called, ends, by_end }
    }

    /// What can be reached from some functions without entering others.
    pub fn reach(&self, from: &[FunctionId], barred: &HashSet<FunctionId>) -> Reached {
        let mut reached = Reached::default();
        let mut functions: Vec<FunctionId> = from.to_vec();
        let mut data: Vec<usize> = Vec::new();
        loop {
            let pointed = if let Some(function) = functions.pop() {
                if barred.contains(&function) {
                    reached.barred.insert(function);
                    continue;
                }
                if !reached.functions.insert(function) {
                    continue;
                }
                functions.extend(self.calls.get(&function).into_iter().flatten());
                let end = self.ends.get(&function);
                end.map_or(&[][..], |end| self.addresses.of(Target::Function(*end)))
            } else if let Some(idx) = data.pop() {
                if !reached.data.insert(idx) {
                    continue;
                }
                self.addresses.of(Target::Data(idx))
            } else {
                return reached;
            };
            for target in pointed {
                match target {
                    Target::Function(end) => functions.extend(self.by_end.get(end)),
                    Target::Data(idx) => data.push(*idx),
                }
            }
        }
    }
}

/// The functions that a function calls.
pub fn calls(function: &LocalFunction) -> Vec<FunctionId> {
    let mut called = Calls(Vec::new());
    dfs_in_order(&mut called, function, function.entry_block());
    called.0
}
