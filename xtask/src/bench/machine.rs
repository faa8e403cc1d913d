//! Describes the machine and the tools behind the measurements, in lines for the end of a report.
use std::path::Path;
use std::{fs, thread};

use crate::{command, tools};

/// The programs that the figures depend on.
const PROGRAMS: [&str; 3] = ["rustc", "chromedriver", "valgrind"];

/// Cores and processor, and the programs' versions.
pub(crate) fn lines() -> Vec<String> {
    let cores = thread::available_parallelism().map_or(0, usize::from);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let mut lines = vec![format!("{cores} cores of {}", processor(&info))];
    for name in PROGRAMS {
        let said = tools::find(name).map_or_else(|| format!("no {name}"), |path| version(&path));
        lines.push(said);
    }
    lines
}

/// The name of the processor, from `/proc/cpuinfo`.
fn processor(info: &str) -> &str {
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or("unknown processor", |(_, name)| name.trim())
}

/// A program's answer to `--version`, without the part in brackets.
pub(crate) fn version(program: &Path) -> String {
    let output = command(program).arg("--version").output();
    let said = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let said = said.unwrap_or_else(|error| error.to_string());
    said.split('(').next().unwrap_or_default().trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_name_is_parsed() {
        assert_eq!(processor("flags\t: a\nmodel name\t: Some CPU @ 2 GHz\n"), "Some CPU @ 2 GHz");
        assert_eq!(processor(""), "unknown processor");
    }
}
