//! The QR code of a link, as a path of squares.

use qrcodegen::{QrCode, QrCodeEcc};
use web_ui::text::figures::push_whole;

/// Light modules around the code, as its standard asks for (ISO/IEC 18004, 5.3.8).
const QUIET: i32 = 4;

/// A code: its modules along a side with the quiet zone, and the path of its dark ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrPath {
    pub side: i32,
    pub path: String,
}

impl QrPath {
    /// `None` if the text is too long for a code.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
        let mut path = String::new();
        for y in 0..code.size() {
            let mut x = 0;
            while x < code.size() {
                let begin = x;
                while x < code.size() && code.get_module(x, y) {
                    x += 1;
                }
                if x > begin {
                    push_run(&mut path, begin, y, x - begin);
                } else {
                    x += 1;
                }
            }
        }
        Some(Self { side: code.size() + 2 * QUIET, path })
    }
}

/// Adds a row of dark modules.
fn push_run(path: &mut String, x: i32, y: i32, width: i32) {
    for (command, value) in [("M", x + QUIET), (" ", y + QUIET), ("h", width)] {
        path.push_str(command);
        push_whole(path, value.into());
    }
    // The minus of a path is a hyphen.
    path.push_str("v1h-");
    push_whole(path, width.into());
    path.push('z');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dark modules that a path covers.
    fn dark(path: &QrPath) -> Vec<(i32, i32)> {
        let mut modules = Vec::new();
        for run in path.path.split('z').filter(|run| !run.is_empty()) {
            let run = run.strip_prefix('M').unwrap();
            let (x, rest) = run.split_once(' ').unwrap();
            let (y, rest) = rest.split_once('h').unwrap();
            let (width, _) = rest.split_once('v').unwrap();
            let [x, y, width]: [i32; 3] = [x, y, width].map(|n| n.parse().unwrap());
            modules.extend((x..x + width).map(|x| (x, y)));
        }
        modules
    }

    #[test]
    fn the_path_has_every_dark_module_and_a_quiet_zone() {
        let text = "https://play.example/#room=abcdefghijklmnop&rounds=10/180/2&bots=2";
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).unwrap();
        let path = QrPath::of(text).unwrap();
        assert_eq!(path.side, code.size() + 8);
        let known = dark(&path);
        let module = |n: i32| (n % code.size(), n / code.size());
        let modules = (0..code.size() * code.size()).map(module);
        let dark = modules.filter(|(x, y)| code.get_module(*x, *y));
        assert_eq!(known, dark.map(|(x, y)| (x + QUIET, y + QUIET)).collect::<Vec<_>>());
    }

    #[test]
    fn a_text_that_fits_no_code_has_none() {
        assert_eq!(QrPath::of(&"x".repeat(4_000)), None);
    }
}
