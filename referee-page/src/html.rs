//! Writes text into HTML: names from tables are somebody's, so every text is escaped.

use std::fmt::{self, Display, Write as _};

/// A text that HTML shows as it is, between tags and in quoted attributes.
pub struct Escaped<T>(pub T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.to_string().chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_a_tag_or_ends_an_attribute() {
        let text = Escaped("<b a='1' c=\"2\">&amp;").to_string();
        assert_eq!(text, "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;");
    }
}
