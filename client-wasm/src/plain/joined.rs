//! Pieces of text, one after the other. The standard library's `concat` is for all that can be
//! joined, and a kilobyte of the page.

/// Joins pieces of text.
pub trait Joined {
    /// The pieces, one after the other.
    fn joined(&self) -> String;
}

impl Joined for [&str] {
    fn joined(&self) -> String {
        let mut text = String::new();
        for piece in self {
            text.push_str(piece);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_one_after_the_other() {
        assert_eq!(["", "a", "", "b c"].joined(), "ab c");
    }
}
