//! Identifies files of the wrong kind by their first bytes. Called after parsing failed, so that
//! the error can say what to do instead.

use capture::capture_file::MAGIC;

/// What the bytes look like, worded to follow "cannot read …".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OtherKind {
    #[error("the input is empty")]
    Empty,
    #[error("compressed with {0}; unpack it first")]
    Compressed(&'static str),
    #[error("{0} pictures are not supported")]
    Picture(&'static str),
    #[error("encoded as UTF-16; save it as UTF-8")]
    Utf16,
    #[error("this is a recording; omit --verdicts")]
    Recording,
    #[error("this is a link; use `lagrange replay`")]
    Link,
    #[error("every line is a JSON document; use `lagrange judge --verdicts`")]
    JsonLines,
    #[error("this is JSON; use `lagrange judge`")]
    Json,
    #[error("this is JSON over several lines; omit --verdicts")]
    JsonOverLines,
    #[error("CSV is not supported; scenarios are JSON: see docs/judge.md")]
    Table,
}

/// Magic bytes of some kinds.
const BEGINNINGS: [(&[u8], OtherKind); 11] = [
    (b"\x1F\x8B", OtherKind::Compressed("gzip")),
    (b"PK\x03\x04", OtherKind::Compressed("zip")),
    (b"\x28\xB5\x2F\xFD", OtherKind::Compressed("zstd")),
    (b"\xFD7zXZ", OtherKind::Compressed("xz")),
    (b"BZh", OtherKind::Compressed("bzip2")),
    (b"\x89PNG", OtherKind::Picture("PNG")),
    (b"\xFF\xD8\xFF", OtherKind::Picture("JPEG")),
    (b"GIF8", OtherKind::Picture("GIF")),
    // Byte-order marks of either endianness.
    (b"\xFF\xFE", OtherKind::Utf16),
    (b"\xFE\xFF", OtherKind::Utf16),
    (&MAGIC, OtherKind::Recording),
];
/// Separators between the values of a row.
const SEPARATORS: [char; 3] = [',', ';', '\t'];
/// Separators required in a table of a single row, since a sentence may contain one.
const SINGLE_ROW_SEPARATORS: usize = 2;

impl OtherKind {
    /// Identifies bytes; `None` for no known kind.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let beginning = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning));
        if let Some((_, kind)) = beginning {
            return Some(*kind);
        }
        // Valid input starts with ASCII characters, which have a 0 byte in UTF-16.
        if bytes.iter().take(2).any(|byte| *byte == 0) {
            return Some(Self::Utf16);
        }
        Self::of_text(std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{FEFF}').trim())
    }

    /// Identifies the start of a stream that should have JSON on every line; `None` also if only
    /// this line may be invalid.
    pub fn of_lines(bytes: &[u8]) -> Option<Self> {
        match Self::of(bytes)? {
            Self::Json if is_over_lines(bytes) => Some(Self::JsonOverLines),
            Self::Table if lines(&String::from_utf8_lossy(bytes)).nth(1).is_some() => {
                Some(Self::Table)
            }
            other if !other.is_text() => Some(other),
            _ => None,
        }
    }

    /// Whether it is UTF-8 text.
    pub fn is_text(self) -> bool {
        !matches!(self, Self::Compressed(_) | Self::Picture(_) | Self::Utf16 | Self::Recording)
    }

    fn of_text(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::Empty);
        }
        if is_link(text) {
            return Some(Self::Link);
        }
        let mut lines = lines(text);
        let (first, second) = (lines.next()?, lines.next());
        if first.starts_with(['{', '[']) {
            let is_whole = first.ends_with('}') && second.is_some_and(|line| line.starts_with('{'));
            return Some(if is_whole { Self::JsonLines } else { Self::Json });
        }
        let is_table = SEPARATORS.into_iter().any(|separator| {
            let n = separators(first, separator);
            second.map_or(n >= SINGLE_ROW_SEPARATORS, |second| {
                n > 0 && separators(second, separator) == n
            })
        });
        is_table.then_some(Self::Table)
    }
}

/// The non-blank lines of a text.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// Whether a text is one JSON document spread over several lines: the first line opens a value that
/// the second continues.
fn is_over_lines(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = lines(text.trim_start_matches('\u{FEFF}'));
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    let ends_early = |error: serde_json::Error| error.is_eof();
    let is_open = serde_json::from_str::<serde::de::IgnoredAny>(first).is_err_and(ends_early);
    is_open && (first.starts_with('[') || !second.starts_with('{'))
}

/// Whether the source is a link rather than a file: a full URL or its fragment, on one line.
pub fn is_link(source: &str) -> bool {
    ["#", "http://", "https://"].iter().any(|start| source.starts_with(start))
        && source.lines().nth(1).is_none()
}

/// How many separators a row has outside quotes.
fn separators(row: &str, separator: char) -> usize {
    row.split('"').step_by(2).map(|plain| plain.matches(separator).count()).sum()
}
