//! Texts of QuakeWorld: lists of keys with values, and names in the game's own characters.

/// The longest name of a player or team in the tables, in characters; in the game, each is a byte.
pub(crate) const NAME_CHARS_MAX: usize = 64;

/// What precedes everything about the server, in a command for the console of clients.
const FULL_SERVER_INFO: &[u8] = b"fullserverinfo ";

/// The value of a key in `\key\value\key\value…`; the last if there are several.
pub(crate) fn value<'a>(info: &'a [u8], key: &str) -> Option<&'a [u8]> {
    let mut parts = info.strip_prefix(b"\\").unwrap_or(info).split(|byte| *byte == b'\\');
    let mut found = None;
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        if name == key.as_bytes() {
            found = Some(value);
        }
    }
    found
}

/// The list of keys and values in a command that holds everything about the server.
pub(crate) fn full_server_info(command: &[u8]) -> Option<&[u8]> {
    let rest = command.strip_prefix(FULL_SERVER_INFO)?;
    let rest = rest.strip_suffix(b"\n").unwrap_or(rest);
    rest.strip_prefix(b"\"")?.strip_suffix(b"\"")
}

/// A number above 0, such as a setting that is on.
pub(crate) fn is_positive(value: &[u8]) -> bool {
    std::str::from_utf8(value).ok().and_then(|text| text.trim().parse::<i32>().ok()).unwrap_or(0)
        > 0
}

/// A name in ASCII without control characters.
///
/// The game's font has 256 characters: the upper half repeats the lower in another colour, and the
/// control characters are golden digits, brackets, dots and parts of frames.
pub(crate) fn plain_text(text: &[u8]) -> String {
    let plain: String = text.iter().take(NAME_CHARS_MAX).map(|byte| plain_char(*byte)).collect();
    plain.trim().to_string()
}

fn plain_char(byte: u8) -> char {
    char::from(match byte & 0x7F {
        digit @ 0x12..=0x1B => digit - 0x12 + b'0',
        0x10 => b'[',
        0x11 => b']',
        0x05 | 0x0E | 0x0F | 0x1C => b'.',
        0x00..=0x1F | 0x7F => b'_',
        printable => printable,
    })
}
