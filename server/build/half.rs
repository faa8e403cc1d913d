//! One of the two modules that a split makes: a copy of the whole goes in, with what is known of
//! each function, and loses what is the other's, or gets it from there.
use std::collections::{HashMap, HashSet};

use anyhow::{Context, Result, bail, ensure};
use walrus::ir::{CallIndirect, Const, Instr, LocalGet, Value};
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, FunctionId, FunctionKind, GlobalKind,
    ImportKind, ImportedFunction, Module, ModuleConfig, TableId,
};

use crate::reach::calls;
use crate::split::{FIRST, Piece};

/// A stretch of zeros in memory that is not worth a piece of data of its own, in bytes.
const GAP: u64 = 12;

/// Where a function belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    First,
    Door,
    Second,
    None,
}

/// Whose a byte of memory is, as one half sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    This,
    /// The other half's, which must not be written over.
    Other,
    /// One that may be anything.
    Nobody,
}

/// A copy of the module, on its way to be one of the two.
pub struct Half {
    module: Module,
    sides: HashMap<FunctionId, Side>,
}

impl Half {
    pub fn of(whole: &[u8], names: &HashMap<String, Side>) -> Result<Self> {
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

    pub fn finish(mut self) -> Piece {
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
    pub fn keep_data(&mut self, whose: impl Fn(u64) -> Owner) -> Result<()> {
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
    pub fn fill_table(&mut self, sides: &[Side]) -> Result<()> {
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
    pub fn open_door(&mut self) -> Result<()> {
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
    pub fn take_from(&mut self, first: &mut Self) -> Result<()> {
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
        let mut called: HashSet<FunctionId> = HashSet::new();
        for function in &own {
            if let FunctionKind::Local(function) = &self.module.funcs.get(*function).kind {
                called.extend(calls(function));
            }
        }
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

fn number(offset: &ConstExpr) -> Result<u64> {
    match offset {
        ConstExpr::Value(Value::I32(value)) => Ok(*value as u32 as u64),
        other => bail!("a place that is not a number: {other:?}"),
    }
}
