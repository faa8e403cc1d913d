//! Splits the cores that this process may use between the server and the bots.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{command, tools};

/// A core for the server, and the others for the load generator.
pub(super) struct Cores {
    taskset: PathBuf,
    pub(super) server: u16,
    others: String,
}

impl Cores {
    /// `None` if there is only one core, or no tool to pin processes.
    pub(super) fn apart() -> Option<Self> {
        let taskset = tools::find("taskset")?;
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let (server, others) = split(&allowed(&status)?)?;
        Some(Self { taskset, server, others })
    }

    /// A command pinned to the cores of its role, or unpinned if the cores are not split.
    pub(super) fn pinned(cores: Option<&Self>, program: &Path, role: Role) -> Command {
        let Some(cores) = cores else { return command(program) };
        let mut pinned = command(&cores.taskset);
        let list = match role {
            Role::Server => cores.server.to_string(),
            Role::Bots => cores.others.clone(),
        };
        pinned.args(["--cpu-list", &list]).arg(program);
        pinned
    }
}

/// The role of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Server,
    Bots,
}

/// The cores that Linux lets this process use, ascending: `0-3,7`.
fn allowed(status: &str) -> Option<Vec<u16>> {
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    let mut cores = Vec::new();
    for range in list.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (u16, u16) = (first.parse().ok()?, last.parse().ok()?);
        cores.extend(first..=last);
    }
    Some(cores)
}

/// The first for the server, the rest for the bots.
fn split(cores: &[u16]) -> Option<(u16, String)> {
    let (server, others) = cores.split_first()?;
    let others: Vec<String> = others.iter().map(u16::to_string).collect();
    (!others.is_empty()).then(|| (*server, others.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_gets_its_own_core_if_possible() {
        for (list, want) in [
            ("0-1", Some((0, "1".to_string()))),
            ("2,4-6", Some((2, "4,5,6".to_string()))),
            ("3", None),
        ] {
            let status = format!("Name:\tx\nCpus_allowed_list:\t{list}\nMems_allowed:\t1\n");
            assert_eq!(split(&allowed(&status).unwrap()), want, "{list}");
        }
        assert_eq!(allowed("Name:\tx\n"), None);
    }
}
