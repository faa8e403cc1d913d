//! The part `wire`: the size of snapshots. The benchmark compares with its own golden file; its
//! table goes into the readings, as `wire/battle-64/20/Replay/payload_B_ship`.
use anyhow::Result;

use super::{Readings, echo, peers};
use crate::command;

/// Columns that name a line of the table.
const KEYS: usize = 3;

/// Runs it; false if a line changed, or a workload is not what its name says.
pub(crate) fn run(readings: &mut Readings) -> Result<bool> {
    let mut cargo = command("cargo");
    let said = echo::run(cargo.args(["bench", "--package=integration-tests", "--bench=wire"]))?;
    read(&said.text, readings);
    let bytes_per_s = |readings: &Readings, hz| {
        readings.get(&format!("wire/curve-64/{hz}/Replay/body_B_s")).copied()
    };
    if let Some((fast, slow)) = bytes_per_s(readings, 60).zip(bytes_per_s(readings, 20)) {
        readings.insert("wire/60 to 20".into(), fast / slow);
    }
    if let Some(bytes) = readings.get(peers::OURS).copied() {
        readings.insert("wire/of Colyseus".into(), 100.0 * bytes / peers::COLYSEUS.bytes);
    }
    Ok(said.success)
}

fn read(text: &str, readings: &mut Readings) {
    let mut columns: Vec<&str> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && line.contains('\t')) {
        let cells: Vec<&str> = line.split('\t').collect();
        if columns.is_empty() {
            columns = cells;
            continue;
        }
        let name = cells.get(..KEYS).unwrap_or_default().join("/");
        for (column, cell) in columns.iter().zip(&cells).skip(KEYS) {
            if let Ok(value) = cell.parse() {
                readings.insert(format!("wire/{name}/{column}"), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_their_line_and_column() {
        let text = "w\tHz\tcodec\tbytes\thow\n# curve-64\ttrace 1\na\t20\tReplay\t1.5\tlinear\n";
        let mut readings = Readings::new();
        read(text, &mut readings);
        assert_eq!(readings, Readings::from([("wire/a/20/Replay/bytes".to_string(), 1.5)]));
    }
}
