//! Reads the processor time and memory of this process from the operating system.
use std::time::Duration;

use tokio::time::Instant;

/// Resources that a process has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Usage {
    /// Processor time of all its threads, in s.
    pub(crate) cpu_s: f64,
    /// Resident memory, in bytes; 0 where the system does not report it.
    pub(crate) resident_bytes: u64,
}

/// Measures work of this thread, from its start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    started: Instant,
    thread_started: Duration,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self { started: Instant::now(), thread_started: thread_time() }
    }

    /// Wall-clock time since the start.
    pub(crate) fn elapsed(self) -> Duration {
        self.started.elapsed()
    }

    /// Processor time since the start; zero where the system does not report it, and in simulated
    /// time. There no wall-clock time passes during work, and the speed of the simulating machine
    /// must not affect the simulation.
    pub(crate) fn cpu_time(self) -> Duration {
        let cpu_time = thread_time().saturating_sub(self.thread_started);
        cpu_time.min(self.elapsed())
    }
}

impl Usage {
    /// The usage of this process now.
    pub(crate) fn now() -> Self {
        Self { cpu_s: cpu_s(), resident_bytes: resident_bytes().unwrap_or(0) }
    }
}

/// Processor time of this thread so far; zero where the system does not report it.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Processor time of this thread so far; zero where the system does not report it.
#[cfg(not(unix))]
fn thread_time() -> Duration {
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

/// The second field of `statm` is the number of resident pages.
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
    fn cpu_time_of_the_process_increases() {
        let (before, thread_before) = (Usage::now(), thread_time());
        while cfg!(unix) && Usage::now().cpu_s <= before.cpu_s {}
        assert!(thread_time() > thread_before || !cfg!(unix));
        if cfg!(target_os = "linux") {
            assert!(before.resident_bytes > 100_000, "{before:?}");
        }
    }

    const WORK: Duration = Duration::from_millis(1);

    #[test]
    fn cpu_time_is_at_most_wall_time() {
        let stopwatch = Stopwatch::start();
        while cfg!(unix) && stopwatch.cpu_time() < WORK {}
        let cpu_time = stopwatch.cpu_time();
        assert!(cpu_time <= stopwatch.elapsed(), "{cpu_time:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn cpu_time_is_zero_in_simulated_time() {
        let stopwatch = Stopwatch::start();
        let started = thread_time();
        while cfg!(unix) && thread_time() - started < WORK {}
        assert_eq!(stopwatch.cpu_time(), Duration::ZERO);
        tokio::time::advance(WORK / 2).await;
        assert!(stopwatch.cpu_time() <= WORK / 2);
    }
}
