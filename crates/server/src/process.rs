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
    begun: Instant,
    thread_begun: Duration,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self { begun: Instant::now(), thread_begun: thread_time() }
    }

    /// Wall-clock time since the start.
    pub(crate) fn elapsed(self) -> Duration {
        self.begun.elapsed()
    }

    /// Processor time since the start; zero where the system does not report it, and in simulated
    /// time. There no wall-clock time passes during work, and the speed of the simulating machine
    /// must not affect the simulation.
    pub(crate) fn worked(self) -> Duration {
        let worked = thread_time().saturating_sub(self.thread_begun);
        worked.min(self.elapsed())
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
    fn a_process_uses_more_and_more_time() {
        let (before, thread_before) = (Usage::now(), thread_time());
        while cfg!(unix) && Usage::now().cpu_s <= before.cpu_s {}
        assert!(thread_time() > thread_before || !cfg!(unix));
        if cfg!(target_os = "linux") {
            assert!(before.resident_bytes > 100_000, "{before:?}");
        }
    }

    const WORK: Duration = Duration::from_millis(1);

    #[test]
    fn work_takes_no_longer_than_time_passes() {
        let stopwatch = Stopwatch::start();
        while cfg!(unix) && stopwatch.worked() < WORK {}
        let worked = stopwatch.worked();
        assert!(worked <= stopwatch.elapsed(), "{worked:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn where_time_is_simulated_work_takes_none() {
        let stopwatch = Stopwatch::start();
        let begun = thread_time();
        while cfg!(unix) && thread_time() - begun < WORK {}
        assert_eq!(stopwatch.worked(), Duration::ZERO);
        tokio::time::advance(WORK / 2).await;
        assert!(stopwatch.worked() <= WORK / 2);
    }
}
