//! The table that divan prints: text goes in, the fastest and the median time of each
//! benchmark come out, in ns.
//!
//! ```text
//! judge               fastest       │ slowest       │ median        │ mean …
//! ├─ judge_beam                     │               │               │
//! │  ├─ 64            140.9 ns      │ 285.1 ns      │ 141.6 ns      │ 145.5 ns …
//! ```

use super::Readings;

/// Columns of the drawing for each level of names.
const LEVEL: usize = 3;
/// The cell of the median, after those of the fastest and the slowest.
const MEDIAN: usize = 2;

/// Puts every time under the names that lead to it: `judge/judge_beam/64` the fastest, as other
/// programs can only add to a time; `judge/judge_beam/64 median` where each sample is other work.
pub(crate) fn read(text: &str, readings: &mut Readings) {
    let mut path: Vec<&str> = Vec::new();
    for line in text.lines() {
        let mark = line.find(['├', '╰']);
        let level = match mark {
            Some(at) => 1 + line[..at].chars().count() / LEVEL,
            None if line.contains("fastest") => 0,
            None => continue,
        };
        let rest = mark.map_or(line, |at| &line[at..]).trim_start_matches(['├', '╰', '─', ' ']);
        let cells: Vec<&str> = rest.split('│').collect();
        let Some((name, fastest)) = cells[0].split_once(' ') else { continue };
        path.truncate(level);
        path.push(name);
        if let Some(ns) = ns_of(fastest) {
            readings.insert(path.join("/"), ns);
        }
        if let Some(ns) = cells.get(MEDIAN).and_then(|cell| ns_of(cell)) {
            readings.insert(format!("{} median", path.join("/")), ns);
        }
    }
}

/// A time such as `1.5 µs`, in ns.
fn ns_of(time: &str) -> Option<f64> {
    let (n, unit) = time.trim().split_once(' ')?;
    let ns = match unit {
        "ps" => 1e-3,
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    Some(n.parse::<f64>().ok()? * ns)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
Timer precision: 17 ns
judge               fastest       │ slowest       │ median        │ mean
├─ history_row                    │               │               │
│  ├─ 64            730.8 ns      │ 5.721 µs      │ 844.3 ns      │ 890.8 ns
│  ╰─ 1024          22.05 µs      │ 66.88 µs      │ 24.04 µs      │ 24.86 µs
│                   max alloc:    │               │               │
│                     0           │ 0             │ 0             │ 0.001
│                     0 B         │ 0 B           │ 0 B           │ 0.14 B
╰─ encode                         │               │               │
   ├─ 0                           │               │               │
   │  ╰─ curve-64   3.009 µs      │ 11.13 µs      │ 3.224 µs      │ 3.366 µs
   │                21.26 Mitem/s │ 5.746 Mitem/s │ 19.84 Mitem/s │ 19.01 Mitem/s
   ╰─ 1                           │               │               │
      ╰─ curve-64   2 ms          │ 11.13 ms      │ 3.224 ms      │ 3.366 ms
";

    #[test]
    fn every_time_is_found_under_its_names() {
        let mut readings = Readings::new();
        read(TEXT, &mut readings);
        let found: Vec<(&str, i64)> =
            readings.iter().map(|(key, ns)| (key.as_str(), (ns * 10.0).round() as i64)).collect();
        let want = [
            ("judge/encode/0/curve-64", 30_090),
            ("judge/encode/0/curve-64 median", 32_240),
            ("judge/encode/1/curve-64", 20_000_000),
            ("judge/encode/1/curve-64 median", 32_240_000),
            ("judge/history_row/1024", 220_500),
            ("judge/history_row/1024 median", 240_400),
            ("judge/history_row/64", 7_308),
            ("judge/history_row/64 median", 8_443),
        ];
        assert_eq!(found, want);
    }
}
