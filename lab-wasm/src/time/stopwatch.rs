//! What pictures cost: how long the parts of each took goes in, the mean of the newest comes out.
//! Runs once a picture.

use shared::base::time::Micros;
use web_ui::text::figures::push_whole;

/// Pictures that a mean is of: a second of them.
pub const PICTURES: i64 = 60;
/// The parts of a picture: the match advances, everybody looks, all of it is drawn.
pub const PARTS: usize = 3;

/// Times the parts of pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stopwatch {
    sums: [Micros; PARTS],
    n: i64,
    means: Option<[Micros; PARTS]>,
}

impl Stopwatch {
    /// A picture is drawn; its parts took so long.
    pub fn count(&mut self, parts: [Micros; PARTS]) {
        for (sum, part) in self.sums.iter_mut().zip(parts) {
            *sum += part;
        }
        self.n += 1;
        if self.n == PICTURES {
            let means = self.sums.map(|sum| Micros(sum.0 / PICTURES));
            *self = Self { means: Some(means), ..Self::default() };
        }
    }

    /// The means of the newest [`PICTURES`], in µs with commas between them; empty before that.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for mean in self.means.iter().flatten() {
            if !text.is_empty() {
                text.push(',');
            }
            push_whole(&mut text, mean.0);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_of_the_newest_second_of_pictures() {
        let mut watch = Stopwatch::default();
        for n in 0..PICTURES {
            assert_eq!(watch.text(), "");
            watch.count([Micros(n % 2 * 1000), Micros(300), Micros(0)]);
        }
        assert_eq!(watch.text(), "500,300,0");
        for _ in 0..PICTURES {
            assert_eq!(watch.text(), "500,300,0");
            watch.count([Micros(7), Micros(8), Micros(9)]);
        }
        assert_eq!(watch.text(), "7,8,9");
    }
}
