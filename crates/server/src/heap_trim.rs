//! Returns freed memory to the system a while after a room ends. On its own, glibc only returns
//! memory at the top of its heap, where something is almost always still in use.
use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::limits::TRIM_AFTER;

/// Trims the heap after rooms end.
#[derive(Debug, Default)]
pub(crate) struct HeapTrim {
    ended: Notify,
}

impl HeapTrim {
    /// Notes that a room ended.
    pub(crate) fn note_end(&self) {
        self.ended.notify_one();
    }

    /// Runs as long as the server, and trims once for all rooms that end within [`TRIM_AFTER`].
    pub(crate) async fn run(&self) {
        loop {
            self.ended.notified().await;
            sleep(TRIM_AFTER).await;
            // This fails only when the runtime shuts down, and then no trim is needed.
            let _ = spawn_blocking(trim).await;
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the C library has no other way to ask")]
fn trim() {
    // SAFETY: `malloc_trim` accepts any padding and only releases pages without allocations.
    let _gave_any_back = unsafe { libc::malloc_trim(0) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}
