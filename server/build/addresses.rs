//! Reads who refers to whom by address in a linked wasm: the bytes go in as the linker leaves them
//! with `--emit-relocs`, the functions and data that each function's code and each piece of data
//! point at come out. Only the linker knows: in the code an address is a number like any other.
//!
//! The format: <https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md>.
use std::collections::HashMap;
use std::ops::Range;

use anyhow::{Context, Result};
use wasmparser::{
    DataKind, KnownCustom, Linking, Operator, Parser, Payload, RelocationEntry, RelocationType,
    SymbolInfo, TypeRef,
};

/// What an address is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A function, by the end of its body: an offset in the section of code, as walrus keeps it.
    Function(usize),
    /// A piece of [`Addresses::data`].
    Data(usize),
}

/// Who refers to whom.
#[derive(Default)]
pub struct Addresses {
    /// Where each piece of data lies in memory. Pieces may overlap: equal ends are shared.
    pub data: Vec<Range<u64>>,
    of_functions: HashMap<usize, Vec<Target>>,
    of_data: HashMap<usize, Vec<Target>>,
}

impl Addresses {
    /// Reads them.
    pub fn read(wasm: &[u8]) -> Result<Self> {
        let sections = Sections::read(wasm)?;
        let mut addresses = Self::default();
        let symbols = sections.symbols(&mut addresses.data);
        for relocation in &sections.of_code {
            let Some(target) = target(relocation, &symbols) else { continue };
            let at = relocation.offset as usize;
            let holder = sections.bodies.partition_point(|body| body.end <= at);
            let holder = sections.bodies.get(holder).context("an address outside all functions")?;
            addresses.of_functions.entry(holder.end).or_default().push(target);
        }
        for relocation in &sections.of_data {
            let Some(target) = target(relocation, &symbols) else { continue };
            let at = sections.place(relocation.offset as usize)?;
            for (idx, _) in addresses.data.iter().enumerate().filter(|(_, d)| d.contains(&at)) {
                addresses.of_data.entry(idx).or_default().push(target);
            }
        }
        Ok(addresses)
    }

    /// What a function, or a piece of data, points at.
    pub fn of(&self, holder: Target) -> &[Target] {
        let targets = match holder {
            Target::Function(end) => self.of_functions.get(&end),
            Target::Data(idx) => self.of_data.get(&idx),
        };
        targets.map_or(&[], Vec::as_slice)
    }
}

/// What an address is of; `None` for what is no address, or of nothing that is in the module.
fn target(relocation: &RelocationEntry, symbols: &[Option<Target>]) -> Option<Target> {
    use RelocationType as Type;
    let address = matches!(
        relocation.ty,
        Type::TableIndexSleb
            | Type::TableIndexI32
            | Type::MemoryAddrLeb
            | Type::MemoryAddrSleb
            | Type::MemoryAddrI32
    );
    address.then(|| symbols.get(relocation.index as usize).copied().flatten()).flatten()
}

/// The parts of the file that matter here.
#[derive(Default)]
struct Sections<'a> {
    imported: usize,
    /// The bodies of functions, as offsets in the section of code, ascending.
    bodies: Vec<Range<usize>>,
    /// Where the bytes of each piece of memory are: as offsets in the section of data, and the
    /// address of the first.
    segments: Vec<(Range<usize>, u64)>,
    symbols: Vec<SymbolInfo<'a>>,
    of_code: Vec<RelocationEntry>,
    of_data: Vec<RelocationEntry>,
}

impl<'a> Sections<'a> {
    fn read(wasm: &'a [u8]) -> Result<Self> {
        let mut sections = Self::default();
        let mut code = 0;
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        let function = matches!(import?.ty, TypeRef::Func(_));
                        sections.imported += usize::from(function);
                    }
                }
                Payload::CodeSectionStart { range, .. } => code = range.start,
                Payload::CodeSectionEntry(body) => {
                    let body = body.range();
                    sections.bodies.push(body.start - code..body.end - code);
                }
                Payload::DataSection(all) => {
                    let start = all.range().start;
                    for data in all {
                        let data = data?;
                        let end = data.range.end - start;
                        let bytes = end - data.data.len()..end;
                        sections.segments.push((bytes, address(&data.kind)?));
                    }
                }
                Payload::CustomSection(custom) => match custom.as_known() {
                    KnownCustom::Linking(linking) => {
                        for part in linking.subsections() {
                            if let Linking::SymbolTable(symbols) = part? {
                                sections.symbols = symbols.into_iter().collect::<Result<_, _>>()?;
                            }
                        }
                    }
                    KnownCustom::Reloc(relocations) => {
                        let entries = relocations.entries().into_iter();
                        let entries = entries.collect::<Result<Vec<_>, _>>()?;
                        match custom.name() {
                            "reloc.CODE" => sections.of_code = entries,
                            "reloc.DATA" => sections.of_data = entries,
                            _ => {}
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        Ok(sections)
    }

    /// What each symbol stands for; pieces of data are added to those there are.
    fn symbols(&self, data: &mut Vec<Range<u64>>) -> Vec<Option<Target>> {
        let mut target = |symbol: &SymbolInfo| match symbol {
            SymbolInfo::Func { index, .. } => {
                let body = (*index as usize).checked_sub(self.imported)?;
                self.bodies.get(body).map(|body| Target::Function(body.end))
            }
            SymbolInfo::Data { symbol: Some(defined), .. } => {
                let (_, address) = self.segments.get(defined.index as usize)?;
                let start = address + u64::from(defined.offset);
                data.push(start..start + u64::from(defined.size));
                Some(Target::Data(data.len() - 1))
            }
            _ => None,
        };
        self.symbols.iter().map(&mut target).collect()
    }

    /// The address of a byte of the section of data.
    fn place(&self, offset: usize) -> Result<u64> {
        let segment = self.segments.iter().find(|(bytes, _)| bytes.contains(&offset));
        let (bytes, address) = segment.context("an address outside all data")?;
        Ok(address + (offset - bytes.start) as u64)
    }
}

/// Where a piece of memory begins.
fn address(kind: &DataKind) -> Result<u64> {
    let DataKind::Active { offset_expr, .. } = kind else { return Ok(0) };
    match offset_expr.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value as u32 as u64),
        other => anyhow::bail!("data at {other:?}"),
    }
}
