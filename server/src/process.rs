//! What this process costs: nothing goes in, processor time and memory as the system counts them
//! come out, whenever somebody asks.
use std::time::Duration;

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Usage {
    /// Processor time of all its threads, in s.
    pub(crate) cpu_s: f64,
    /// Memory that it holds now, in bytes; 0 where the system does not tell.
    pub(crate) resident_bytes: u64,
}

impl Usage {
    /// Of this process, now.
    pub(crate) fn now() -> Self {
        Self { cpu_s: cpu_s(), resident_bytes: resident_bytes().unwrap_or(0) }
    }
}

/// Processor time of this thread so far; nothing where the system does not tell.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Processor time of this thread so far; nothing where the system does not tell.
#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    Duration::ZERO
}

#[cfg(unix)]
fn cpu_s() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(not(unix))]
fn cpu_s() -> f64 {
    0.0
}

/// The second number of `statm` counts pages that are in memory.
#[cfg(target_os = "linux")]
fn resident_bytes() -> Option<u64> {
    let pages: u64 =
        std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

#[cfg(not(target_os = "linux"))]
fn resident_bytes() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_uses_more_and_more_time() {
        let (before, thread_before) = (Usage::now(), thread_time());
        while cfg!(unix) && Usage::now().cpu_s <= before.cpu_s {}
        assert!(thread_time() > thread_before || !cfg!(unix));
        if cfg!(target_os = "linux") {
            assert!(before.resident_bytes > 100_000, "{before:?}");
        }
    }
}
