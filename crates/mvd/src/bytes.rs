//! A cursor over the recording: little-endian values, and the offset of each in the file.

use crate::error::MvdError;

/// The unread bytes of the file or of a part of it.
#[derive(Clone, Debug)]
pub(crate) struct Bytes<'a> {
    rest: &'a [u8],
    /// Offset in the file, of the next byte.
    at: usize,
    /// What is being read, for errors.
    within: &'static str,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(rest: &'a [u8], at: usize, within: &'static str) -> Self {
        Self { rest, at, within }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Names what follows, for errors.
    pub(crate) fn enter(&mut self, within: &'static str) {
        self.within = within;
    }

    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8], MvdError> {
        let Some((taken, rest)) = self.rest.split_at_checked(n) else {
            let needs = n - self.rest.len();
            return Err(MvdError::Cut { at: self.at, within: self.within, needs });
        };
        self.rest = rest;
        self.at += n;
        Ok(taken)
    }

    pub(crate) fn skip(&mut self, n: usize) -> Result<(), MvdError> {
        self.take(n).map(drop)
    }

    /// The next `n` bytes as a part of their own.
    pub(crate) fn part(&mut self, n: usize, within: &'static str) -> Result<Self, MvdError> {
        let at = self.at;
        Ok(Self::new(self.take(n)?, at, within))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], MvdError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, MvdError> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, MvdError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn i16(&mut self) -> Result<i16, MvdError> {
        self.array().map(i16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, MvdError> {
        self.array().map(u32::from_le_bytes)
    }

    /// A finite number.
    pub(crate) fn f32(&mut self) -> Result<f32, MvdError> {
        let at = self.at;
        let value = self.array().map(f32::from_le_bytes)?;
        if value.is_finite() { Ok(value) } else { Err(MvdError::NotFinite { at }) }
    }

    /// A text up to its NUL, without it.
    pub(crate) fn text(&mut self) -> Result<&'a [u8], MvdError> {
        let end = self.rest.iter().position(|byte| *byte == 0);
        // Without a NUL, reading to one byte beyond the end is the error that it is.
        let n = end.unwrap_or(self.rest.len());
        let text = &self.rest[..n];
        self.skip(n + 1)?;
        Ok(text)
    }
}
