//! A table in a file of the browser, read in slices by a worker: little of it is in memory at once.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

use js_sys::Uint8Array;
use referee::tables::{Format, TableInput};
use web_sys::{File, FileReaderSync};

use crate::judgement::Table;

/// Bytes of a slice.
const SLICE_BYTES: f64 = 1_048_576.0;

/// Told of the bytes of each slice that was read.
pub type OnBytes = Rc<RefCell<dyn FnMut(f64)>>;

/// A file that somebody dropped on the page.
pub struct FileTable {
    pub file: File,
    pub on_bytes: OnBytes,
}

impl Table for FileTable {
    type Input = Slices;

    fn open(&self) -> TableInput<Slices> {
        let name = self.file.name();
        let input = Slices {
            file: self.file.clone(),
            on_bytes: self.on_bytes.clone(),
            at: 0.0,
            slice: Vec::new(),
            read: 0,
        };
        TableInput { format: Format::of_name(&name), name, input }
    }
}

/// The bytes of a file, from its begin.
pub struct Slices {
    file: File,
    on_bytes: OnBytes,
    /// Where the next slice begins, in bytes.
    at: f64,
    slice: Vec<u8>,
    /// Bytes of the slice that were passed on.
    read: usize,
}

impl Read for Slices {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.slice.len() {
            self.load()?;
        }
        let rest = &self.slice[self.read..];
        let n = rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&rest[..n]);
        self.read += n;
        Ok(n)
    }
}

impl Slices {
    fn load(&mut self) -> io::Result<()> {
        let end = (self.at + SLICE_BYTES).min(self.file.size());
        let failed = |_| io::Error::other("the browser could not read the file; was it changed?");
        let slice = self.file.slice_with_f64_and_f64(self.at, end).map_err(failed)?;
        let reader = FileReaderSync::new().map_err(failed)?;
        let bytes = reader.read_as_array_buffer(&slice).map_err(failed)?;
        self.slice = Uint8Array::new(&bytes).to_vec();
        self.read = 0;
        (self.on_bytes.borrow_mut())(end - self.at);
        self.at = end;
        Ok(())
    }
}
