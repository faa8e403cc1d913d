//! Splits a paragraph with braces into pieces.
//!
//! | written | is |
//! |---|---|
//! | `{you\|your ship}` | words in the colour of what they name; see [`Named`] |
//! | `{term\|latency}` | a term where it is explained |
//! | `{value}`, `{value-b}` | the outcome of the first column, of the second |
//! | `{control}`, `{control-b}`, `{control-c}` | the number of a control |

use alloc::vec::Vec;

/// What a piece's words name, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    You,
    Server,
    Other,
    /// What the shooter saw when firing.
    Saw,
    /// What the server judged.
    Judged,
    /// A term that is explained here.
    Term,
}

/// A number of the section's figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// The outcome of a column, by its index.
    Value { column: usize },
    /// The value of a control, by its index.
    Control { at: usize },
}

/// The numbers, by their names in braces.
pub const NUMBERS: [(&str, Number); 5] = [
    ("value", Number::Value { column: 0 }),
    ("value-b", Number::Value { column: 1 }),
    ("control", Number::Control { at: 0 }),
    ("control-b", Number::Control { at: 1 }),
    ("control-c", Number::Control { at: 2 }),
];

/// A piece of a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    Text(&'a str),
    Named(Named, &'a str),
    Number(Number),
}

/// The pieces of a paragraph, in order; `None` if a brace is not closed or its name is unknown.
#[must_use]
pub fn pieces(paragraph: &str) -> Option<Vec<Piece<'_>>> {
    let mut found = Vec::new();
    let mut rest = paragraph;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, after) = after.split_once('}')?;
        found.push(Piece::Text(before));
        found.push(piece(inside)?);
        rest = after;
    }
    found.push(Piece::Text(rest));
    found.retain(|piece| *piece != Piece::Text(""));
    Some(found)
}

fn piece(inside: &str) -> Option<Piece<'_>> {
    if let Some((named, words)) = inside.split_once('|') {
        return Some(Piece::Named(named_of(named)?, words));
    }
    NUMBERS.into_iter().find(|(name, _)| *name == inside).map(|(_, number)| Piece::Number(number))
}

fn named_of(name: &str) -> Option<Named> {
    Some(match name {
        "you" => Named::You,
        "server" => Named::Server,
        "other" => Named::Other,
        "saw" => Named::Saw,
        "judged" => Named::Judged,
        "term" => Named::Term,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_stand_for_names_and_numbers() {
        let found = pieces("At {control} {you|your bolt} misses by {value}.").unwrap();
        let expected = [
            Piece::Text("At "),
            Piece::Number(Number::Control { at: 0 }),
            Piece::Text(" "),
            Piece::Named(Named::You, "your bolt"),
            Piece::Text(" misses by "),
            Piece::Number(Number::Value { column: 0 }),
            Piece::Text("."),
        ];
        assert_eq!(found, expected);
        for wrong in ["{", "{}", "{nobody|x}", "{value", "{control-z}"] {
            assert_eq!(pieces(wrong), None, "{wrong}");
        }
        assert_eq!(pieces("plain").unwrap(), [Piece::Text("plain")]);
    }
}
