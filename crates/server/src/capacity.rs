//! Computes the maximum number of rooms from the cores and memory of this machine, at startup and
//! unless `--rooms` is given.
use std::fs;
use std::path::Path;
use std::thread;

use crate::limits::{ROOM_BYTES, ROOMS_MAX, ROOMS_MIN, ROOMS_PER_CORE};

/// The resources that rooms share.
#[derive(Clone, Copy, Debug)]
struct Machine {
    /// Cores available to this process.
    cores: usize,
    /// Memory available to this process, in bytes; `None` if unknown.
    memory_bytes: Option<u64>,
}

/// How many rooms with a few players each this machine can hold: a fixed number a core, but no more
/// than fit in half of the memory.
#[must_use]
pub fn default_rooms_max() -> usize {
    rooms_for(Machine {
        cores: thread::available_parallelism().map_or(1, usize::from),
        memory_bytes: memory_bytes(),
    })
}

fn rooms_for(machine: Machine) -> usize {
    let by_cores = machine.cores.saturating_mul(ROOMS_PER_CORE);
    let fit = |bytes: u64| usize::try_from(bytes / 2 / ROOM_BYTES).unwrap_or(usize::MAX);
    let by_memory = machine.memory_bytes.map_or(usize::MAX, fit);
    by_cores.min(by_memory).clamp(ROOMS_MIN, ROOMS_MAX)
}

/// The machine's memory, or the smaller limit of the process's control groups.
fn memory_bytes() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| parse_mem_total(&text));
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    // A group is also bound by the limits of its parents.
    let group = Path::new(parse_cgroup_path(&groups).trim_start_matches('/'));
    let bounds = group.ancestors().filter_map(|group| {
        let bound = Path::new("/sys/fs/cgroup").join(group).join("memory.max");
        fs::read_to_string(bound).ok()?.trim().parse().ok()
    });
    machine.into_iter().chain(bounds).min()
}

/// The total memory in `/proc/meminfo`, in bytes.
fn parse_mem_total(meminfo: &str) -> Option<u64> {
    let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    total.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The cgroup v2 path, from the line `0::/path`.
fn parse_cgroup_path(groups: &str) -> &str {
    groups.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn rooms_share_cores_and_memory() {
        for (cores, memory_bytes, rooms) in [
            (1, Some(4 * GIB), 256),
            (2, Some(4 * GIB), 512),
            (2, None, 512),
            (2, Some(GIB / 2), 256),
            (1, Some(GIB / 16), ROOMS_MIN),
            (128, Some(512 * GIB), ROOMS_MAX),
            (0, Some(u64::MAX), ROOMS_MIN),
        ] {
            assert_eq!(
                rooms_for(Machine { cores, memory_bytes }),
                rooms,
                "{cores} {memory_bytes:?}"
            );
        }
        assert!((ROOMS_MIN..=ROOMS_MAX).contains(&default_rooms_max()));
    }

    #[test]
    fn system_files_are_parsed() {
        let meminfo = "MemTotal:       24684084 kB\nMemFree:        23774840 kB\n";
        assert_eq!(parse_mem_total(meminfo), Some(24_684_084 * 1024));
        assert_eq!(parse_mem_total("MemFree: 1 kB"), None);
        assert_eq!(parse_mem_total("MemTotal: many kB"), None);
        assert_eq!(
            parse_cgroup_path("4:memory:/a\n0::/system.slice/b.service\n"),
            "/system.slice/b.service"
        );
        assert_eq!(parse_cgroup_path(""), "/");
        if cfg!(target_os = "linux") {
            assert!(memory_bytes().is_some_and(|bytes| bytes > 1 << 20));
        }
    }
}
