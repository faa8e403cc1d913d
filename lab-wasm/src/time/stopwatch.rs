//! Measures the cost of pictures: the mean duration of each part over the newest pictures. Runs
//! once per picture.

use shared::base::time::Micros;
use web_ui::text::figures::push_whole;

/// Number of pictures per mean: one second.
pub const PICTURES: i64 = 60;
/// The parts of a picture: simulating the match, building the views, drawing.
pub const PARTS: usize = 3;

/// Times the parts of pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stopwatch {
    sums: [Micros; PARTS],
    n: i64,
    means: Option<[Micros; PARTS]>,
}

impl Stopwatch {
    /// Adds the durations of a picture's parts.
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

    /// The means over the newest [`PICTURES`], in µs, separated by commas; empty until there are
    /// enough.
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
