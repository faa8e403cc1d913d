//! Splits a stream into chunks of whole lines. A line is passed on as soon as it is complete, so
//! that a caller may wait for its answer before it writes the next one.

use std::{
    io::{self, BufRead, BufReader, ErrorKind, Read},
    mem,
};

use super::limits::{CHUNK_BYTES, INPUT_BYTES_MAX};

/// Consecutive lines.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    /// Number of the first line, from 1.
    pub(super) first: u64,
    pub(super) lines: Lines,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// One or more lines, each ending in a line feed, except perhaps the last of the stream.
    Whole(Vec<u8>),
    /// A line longer than [`INPUT_BYTES_MAX`], which was discarded.
    TooLong,
}

/// Iterates over the chunks of a stream, buffering up to [`INPUT_BYTES_MAX`] plus [`CHUNK_BYTES`].
#[derive(Debug)]
pub(super) struct Chunks<R> {
    input: BufReader<R>,
    /// The start of an incomplete line.
    buffer: Vec<u8>,
    /// Number of lines returned so far.
    n_returned: u64,
}

impl<R: Read> Chunks<R> {
    pub(super) fn new(input: R) -> Self {
        let input = BufReader::with_capacity(CHUNK_BYTES, input);
        Self { input, buffer: Vec::new(), n_returned: 0 }
    }

    /// The next chunk, as soon as a whole line is available; `None` at the end of the stream.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub(super) fn next(&mut self) -> io::Result<Option<Chunk>> {
        while self.buffer.len() <= INPUT_BYTES_MAX {
            let available = read_available(&mut self.input)?;
            let n = available.len();
            let whole = available.iter().rposition(|byte| *byte == b'\n').map(|last| last + 1);
            self.buffer.extend_from_slice(&available[..whole.unwrap_or(n)]);
            let rest = available[whole.unwrap_or(n)..].to_vec();
            self.input.consume(n);
            if whole.is_some() || n == 0 {
                let text = mem::replace(&mut self.buffer, rest);
                return Ok((!text.is_empty()).then(|| self.chunk(Lines::Whole(text))));
            }
        }
        self.buffer = Vec::new();
        self.input.skip_until(b'\n')?;
        Ok(Some(self.chunk(Lines::TooLong)))
    }

    /// Attaches line numbers to a chunk.
    fn chunk(&mut self, lines: Lines) -> Chunk {
        let first = self.n_returned + 1;
        self.n_returned += match &lines {
            Lines::Whole(text) => text.split_inclusive(|byte| *byte == b'\n').count() as u64,
            Lines::TooLong => 1,
        };
        Chunk { first, lines }
    }
}

/// Blocks until unread bytes are available and returns them; empty at the end of the stream.
fn read_available<R: Read>(input: &mut BufReader<R>) -> io::Result<&[u8]> {
    // This call may block; the one below returns what it buffered.
    while let Err(error) = input.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(error);
        }
    }
    input.fill_buf()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that yields this many bytes per read.
    struct PartialReader<'a>(&'a [u8], usize);

    impl Read for PartialReader<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(into.len()).min(self.0.len());
            let (read, rest) = self.0.split_at(n);
            into[..n].copy_from_slice(read);
            self.0 = rest;
            Ok(n)
        }
    }

    fn all(text: &[u8], drop: usize) -> Vec<Chunk> {
        let mut chunks = Chunks::new(PartialReader(text, drop));
        std::iter::from_fn(|| chunks.next().unwrap()).collect()
    }

    #[test]
    fn chunks_join_to_the_input() {
        for text in ["", "\n", "a", "a\n", "a\nbb\n\nccc", "\n\n\n", "abcdef\n"] {
            for drop in 1..=text.len().max(1) {
                let chunks = all(text.as_bytes(), drop);
                let (mut joined, mut lines) = (Vec::new(), 0);
                for Chunk { first, lines: of } in &chunks {
                    let Lines::Whole(of) = of else { panic!("{text:?} has no long lines") };
                    assert_eq!(*first, lines + 1, "{text:?} by {drop}");
                    lines += of.split_inclusive(|byte| *byte == b'\n').count() as u64;
                    joined.extend_from_slice(of);
                }
                assert_eq!(String::from_utf8(joined).unwrap(), text, "by {drop}");
                assert_eq!(lines, text.lines().count() as u64, "{text:?} by {drop}");
            }
        }
        let one_by_one = all(b"a\nb\n", 2);
        assert_eq!(one_by_one.len(), 2, "a line does not wait for the next");
    }

    #[test]
    fn overlong_line_is_discarded() {
        let long = vec![b'x'; INPUT_BYTES_MAX + CHUNK_BYTES + 1];
        let text = [b"a\n", &long[..], b"\nb\n"].concat();
        let chunks = all(&text, CHUNK_BYTES);
        let [a, long, b] = chunks.as_slice() else { panic!("{} chunks", chunks.len()) };
        assert_eq!((a.first, long.first, b.first), (1, 2, 3));
        assert_eq!(long.lines, Lines::TooLong);
        assert_eq!(b.lines, Lines::Whole(b"b\n".to_vec()));
    }
}
