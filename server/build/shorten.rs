//! Shortens the names by which the two sides of a bundle call each other, which hold hashes and are
//! a tenth of what is loaded, and leaves out of the JavaScript what only people read. The generated
//! text goes in with the names that stand in it, and comes out.
use std::collections::HashMap;

/// The short names of long ones, in the order in which they were asked for.
#[derive(Default)]
pub struct Names(HashMap<String, String>);

impl Names {
    /// The short name of one, always the same.
    pub fn shorten(&mut self, name: &mut String) {
        let n = self.0.len();
        // No generated name begins like this.
        let short = self.0.entry(name.clone()).or_insert_with(|| format!("${}", number(n)));
        name.clone_from(short);
    }

    /// The text with the short names in place of the long ones, without comments and indentation.
    pub fn shortened(&self, js: &str) -> String {
        let mut text = String::with_capacity(js.len());
        let mut in_comment = false;
        for line in js.lines().map(str::trim) {
            in_comment |= line.starts_with("/**");
            if !in_comment && !line.is_empty() && !line.starts_with("//") {
                self.append(&mut text, line);
                text.push('\n');
            }
            in_comment &= !line.ends_with("*/");
        }
        text
    }

    fn append(&self, text: &mut String, line: &str) {
        let part_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
        let mut rest = line;
        while !rest.is_empty() {
            let name_ends = rest.find(|c| !part_of_name(c)).unwrap_or(rest.len());
            let (name, after) = rest.split_at(name_ends);
            text.push_str(self.0.get(name).map_or(name, String::as_str));
            let next = after.find(part_of_name).unwrap_or(after.len());
            text.push_str(&after[..next]);
            rest = &after[next..];
        }
    }
}

/// A number in few letters.
fn number(mut n: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut text = String::new();
    loop {
        text.push(char::from(DIGITS[n % DIGITS.len()]));
        n /= DIGITS.len();
        if n == 0 {
            return text;
        }
    }
}
