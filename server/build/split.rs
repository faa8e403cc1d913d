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

use anyhow::{Context, Result, bail, ensure};
use rustc_demangle::demangle;
use walrus::ir::{
    CallIndirect, Const, Instr, InstrLocId, InstrSeqId, LocalGet, Value, Visitor, dfs_in_order,
};
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, ExportItem, FunctionId, FunctionKind,
    GlobalKind, ImportKind, ImportedFunction, LocalFunction, Module, ModuleConfig, TableId,
};

use crate::addresses::{Addresses, Target};

/// What the second part calls the first one in its imports.
pub const FIRST: &str = "first";

/// A stretch of zeros in memory that is not worth a piece of data of its own, in bytes.
const GAP: u64 = 12;

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

/// Cuts a piece of memory where there are many zeros.
fn without_zeros((start, bytes): (u64, Vec<u8>)) -> Vec<(u64, Vec<u8>)> {
    let mut pieces: Vec<(u64, Vec<u8>)> = Vec::new();
    for (at, byte) in (start..).zip(bytes).filter(|(_, byte)| *byte != 0) {
        match pieces.last_mut() {
            Some((start, piece)) if at - (*start + piece.len() as u64) < GAP => {
                piece.resize((at - *start) as usize, 0);
                piece.push(byte);
            }
            _ => pieces.push((at, vec![byte])),
        }
    }
    pieces
}

/// Whose a byte of memory is, as one half sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    This,
    /// The other half's, which must not be written over.
    Other,
    /// One that may be anything.
    Nobody,
}

/// Where a function belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    First,
    Door,
    Second,
    None,
}

/// The functions that may be doors: the one of a path, and, where there is one, all that never
/// return. Those only tell of an error of the program's own, and what it takes to put that into
/// words is more than 2 KB of gzip. Before the second part is there, such an error is the
/// browser's: a call of nothing.
fn doors(module: &Module, door: Option<&str>, roots: &[FunctionId]) -> Result<HashSet<FunctionId>> {
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
fn roots(module: &Module) -> Vec<FunctionId> {
    let exported = module.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(function) => Some(function),
        _ => None,
    });
    exported.chain(module.start).collect()
}

/// Who calls, or points at, whom.
struct Graph<'a> {
    addresses: &'a Addresses,
    calls: HashMap<FunctionId, Vec<FunctionId>>,
    ends: HashMap<FunctionId, usize>,
    by_end: HashMap<usize, FunctionId>,
}

/// What can be reached.
#[derive(Default)]
struct Reached {
    functions: HashSet<FunctionId>,
    /// Doors that it ended at.
    barred: HashSet<FunctionId>,
    data: HashSet<usize>,
}

struct Calls(Vec<FunctionId>);

impl Visitor<'_> for Calls {
    fn visit_function_id(&mut self, function: &FunctionId) {
        self.0.push(*function);
    }
}

impl<'a> Graph<'a> {
    fn of(module: &Module, addresses: &'a Addresses) -> Self {
        let (mut calls, mut ends) = (HashMap::new(), HashMap::new());
        for (id, function) in module.funcs.iter_local() {
            let mut called = Calls(Vec::new());
            dfs_in_order(&mut called, function, function.entry_block());
            calls.insert(id, called.0);
            if let Some(range) = &function.original_range {
                ends.insert(id, range.end);
            }
        }
        let by_end = ends.iter().map(|(id, end)| (*end, *id)).collect();
        Self { addresses, calls, ends, by_end }
    }

    /// What can be reached from some functions without entering others.
    fn reach(&self, from: &[FunctionId], barred: &HashSet<FunctionId>) -> Reached {
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

/// A copy of the module, on its way to be one of the two.
struct Half {
    module: Module,
    sides: HashMap<FunctionId, Side>,
}

impl Half {
    fn of(whole: &[u8], names: &HashMap<String, Side>) -> Result<Self> {
        let mut config = ModuleConfig::new();
        config.generate_producers_section(false);
        let module = config.parse(whole)?;
        let mut sides = HashMap::new();
        for function in module.funcs.iter() {
            let side = function.name.as_ref().and_then(|name| names.get(name));
            sides.insert(function.id(), *side.context("a function without a name")?);
        }
        Ok(Self { module, sides })
    }

    fn finish(mut self) -> Piece {
        walrus::passes::gc::run(&mut self.module);
        for function in self.module.funcs.iter_mut() {
            function.name = None;
        }
        let imports = self.module.imports.iter().filter(|import| import.module != FIRST);
        let imports = imports.map(|import| import.name.clone()).collect();
        Piece { bytes: self.module.emit_wasm(), imports }
    }

    fn side(&self, function: FunctionId) -> Side {
        self.sides.get(&function).copied().unwrap_or(Side::None)
    }

    /// Leaves out the bytes of memory that are not this half's, and zeros, which are there anyway.
    fn keep_data(&mut self, whose: impl Fn(u64) -> Owner) -> Result<()> {
        let ids: Vec<_> = self.module.data.iter().map(|data| data.id()).collect();
        for id in ids {
            let data = self.module.data.get(id);
            let DataKind::Active { memory, offset } = &data.kind else {
                bail!("data that is not put into memory at the start")
            };
            let (memory, start) = (*memory, number(offset)?);
            let value = data.value.clone();
            let mut runs: Vec<(u64, Vec<u8>)> = Vec::new();
            for (at, byte) in (start..).zip(value) {
                let owner = whose(at);
                let open = runs.last_mut().filter(|(start, run)| at == start + run.len() as u64);
                match (open, owner) {
                    (Some((_, run)), Owner::This) => run.push(byte),
                    (Some((_, run)), Owner::Nobody) => run.push(0),
                    (None, Owner::This) if byte != 0 => runs.push((at, vec![byte])),
                    _ => {}
                }
            }
            self.module.data.delete(id);
            self.module.memories.get_mut(memory).data_segments.remove(&id);
            for (start, bytes) in runs.into_iter().flat_map(without_zeros) {
                let offset = ConstExpr::Value(Value::I32(start as u32 as i32));
                let id = self.module.data.add(DataKind::Active { memory, offset }, bytes);
                self.module.memories.get_mut(memory).data_segments.insert(id);
            }
        }
        Ok(())
    }

    /// The table of functions.
    fn table(&self) -> Result<TableId> {
        self.module.tables.main_function_table()?.context("no table of functions")
    }

    /// Puts another function where one would be that is not of these sides: a place in the table
    /// is an address, and stays.
    fn fill_table(&mut self, sides: &[Side]) -> Result<()> {
        let kept = |f: &FunctionId| self.sides.get(f).is_some_and(|side| sides.contains(side));
        for element in self.module.elements.iter_mut() {
            let ElementItems::Functions(functions) = &mut element.items else {
                bail!("a table of expressions");
            };
            let Some(other) = functions.iter().copied().find(kept) else { continue };
            for function in functions.iter_mut().filter(|f| !kept(f)) {
                *function = other;
            }
        }
        Ok(())
    }

    /// Makes a door a call through a new place in the table.
    fn open_door(&mut self) -> Result<()> {
        let table = self.table()?;
        let doors: Vec<FunctionId> = self.doors();
        for door in doors {
            let entry = self.module.tables.get_mut(table);
            let place = entry.initial as i32;
            entry.initial += 1;
            entry.maximum = entry.maximum.map(|maximum| maximum + 1);
            let function = self.module.funcs.get_mut(door).kind.unwrap_local_mut();
            let ty = function.ty();
            let mut call: Vec<Instr> =
                function.args.iter().map(|local| LocalGet { local: *local }.into()).collect();
            call.push(Const { value: Value::I32(place) }.into());
            call.push(CallIndirect { ty, table }.into());
            let entry = function.entry_block();
            let instrs = &mut function.block_mut(entry).instrs;
            *instrs = call.into_iter().map(|instr| (instr, Default::default())).collect();
        }
        Ok(())
    }

    fn doors(&self) -> Vec<FunctionId> {
        self.module.funcs.iter().map(|f| f.id()).filter(|f| self.side(*f) == Side::Door).collect()
    }

    /// Becomes the second half: takes all that is the first one's as imports from there.
    fn take_from(&mut self, first: &mut Self) -> Result<()> {
        let table = self.table()?;
        self.fill_own_places(table)?;
        let exports: Vec<_> = self.module.exports.iter().map(|export| export.id()).collect();
        for export in exports {
            self.module.exports.delete(export);
        }
        self.module.start = None;
        let mut imports = Imports { n: 0 };
        // What fills a table of another's is wanted, whatever else is.
        self.take_table_from(first, table, &mut imports)?;
        let firsts: HashMap<String, FunctionId> = first
            .module
            .funcs
            .iter()
            .filter_map(|f| f.name.clone().map(|name| (name, f.id())))
            .collect();
        let own: Vec<FunctionId> = self
            .module
            .funcs
            .iter()
            .map(|f| f.id())
            .filter(|f| matches!(self.side(*f), Side::Second | Side::Door))
            .collect();
        let mut called = Calls(Vec::new());
        for function in &own {
            if let FunctionKind::Local(function) = &self.module.funcs.get(*function).kind {
                visit(&mut called, function);
            }
        }
        let called: HashSet<FunctionId> = called.0.into_iter().collect();
        // In the order of the module, so that equal sources make equal bytes.
        let wanted: Vec<FunctionId> = self
            .module
            .funcs
            .iter()
            .map(|f| f.id())
            .filter(|f| called.contains(f) && self.side(*f) == Side::First)
            .collect();
        for id in wanted {
            let function = self.module.funcs.get(id);
            if matches!(function.kind, FunctionKind::Import(_)) {
                continue;
            }
            let ty = function.ty();
            let name = imports.name();
            let there = function.name.as_ref().and_then(|name| firsts.get(name));
            let there = *there.context("a function that only one half has")?;
            first.module.exports.add(&name, there);
            let import = self.module.imports.add(FIRST, &name, ImportKind::Function(id));
            self.module.funcs.get_mut(id).kind =
                FunctionKind::Import(ImportedFunction { import, ty });
        }
        walrus::passes::gc::run(&mut self.module);
        self.take_state_from(first, &mut imports)
    }

    /// Fills the places of the table that are its own, and the door's.
    fn fill_own_places(&mut self, table: TableId) -> Result<()> {
        let mut places: Vec<(u64, FunctionId)> = Vec::new();
        let ids: Vec<_> = self.module.elements.iter().map(|element| element.id()).collect();
        for id in ids {
            let element = self.module.elements.get(id);
            let ElementKind::Active { offset, .. } = &element.kind else {
                bail!("a table that is not filled at the start")
            };
            let ElementItems::Functions(functions) = &element.items else {
                bail!("a table of expressions")
            };
            let start = number(offset)?;
            places.extend((start..).zip(functions.iter().copied()));
            self.module.elements.delete(id);
            self.module.tables.get_mut(table).elem_segments.remove(&id);
        }
        places.retain(|(_, function)| self.side(*function) == Side::Second);
        let doors = self.doors();
        let entry = self.module.tables.get_mut(table);
        let end = entry.initial;
        entry.initial += doors.len() as u64;
        places.extend((end..).zip(doors));
        entry.maximum = None;
        let mut runs: Vec<(u64, Vec<FunctionId>)> = Vec::new();
        for (place, function) in places {
            match runs.last_mut() {
                Some((start, run)) if *start + run.len() as u64 == place => run.push(function),
                _ => runs.push((place, vec![function])),
            }
        }
        for (start, run) in runs {
            let offset = ConstExpr::Value(Value::I32(start as i32));
            let kind = ElementKind::Active { table, offset };
            let id = self.module.elements.add(kind, ElementItems::Functions(run));
            self.module.tables.get_mut(table).elem_segments.insert(id);
        }
        Ok(())
    }

    /// Takes a table from the first half, unless that was done.
    fn take_table_from(
        &mut self,
        first: &mut Self,
        table: TableId,
        imports: &mut Imports,
    ) -> Result<()> {
        let own = self.module.tables.get_mut(table);
        if own.import.is_some() {
            return Ok(());
        }
        // There is one of functions, and one of what JavaScript handed over.
        let there = first.module.tables.iter().find(|there| there.element_ty == own.element_ty);
        let there = there.context("a table that only one half has")?.id();
        let name = imports.name();
        first.module.exports.add(&name, there);
        own.import = Some(self.module.imports.add(FIRST, &name, ImportKind::Table(table)));
        Ok(())
    }

    /// Takes memory, tables and global values from the first half.
    fn take_state_from(&mut self, first: &mut Self, imports: &mut Imports) -> Result<()> {
        let memory = self.module.get_memory_id()?;
        let there = first.module.get_memory_id()?;
        let name = imports.name();
        first.module.exports.add(&name, there);
        let import = self.module.imports.add(FIRST, &name, ImportKind::Memory(memory));
        self.module.memories.get_mut(memory).import = Some(import);

        let tables: Vec<_> = self.module.tables.iter().map(|table| table.id()).collect();
        for table in tables {
            self.take_table_from(first, table, imports)?;
        }
        let globals: Vec<_> = self.module.globals.iter().map(|global| global.id()).collect();
        let there: HashMap<Option<String>, _> =
            first.module.globals.iter().map(|global| (global.name.clone(), global.id())).collect();
        for global in globals {
            let own = self.module.globals.get(global);
            ensure!(own.name.is_some(), "a global value without a name");
            let there = there.get(&own.name).context("a global value of one half only")?;
            let name = imports.name();
            first.module.exports.add(&name, *there);
            let import = self.module.imports.add(FIRST, &name, ImportKind::Global(global));
            self.module.globals.get_mut(global).kind = GlobalKind::Import(import);
        }
        Ok(())
    }
}

/// The names under which the first part hands out what is its own: no other export begins so.
struct Imports {
    n: usize,
}

impl Imports {
    fn name(&mut self) -> String {
        self.n += 1;
        format!("_{}", self.n)
    }
}

fn visit(called: &mut Calls, function: &LocalFunction) {
    dfs_in_order(called, function, function.entry_block());
}

fn number(offset: &ConstExpr) -> Result<u64> {
    match offset {
        ConstExpr::Value(Value::I32(value)) => Ok(*value as u32 as u64),
        other => bail!("a place that is not a number: {other:?}"),
    }
}
