//! What rooms held goes back to the system: a room's end comes in, and a while later the allocator
//! is asked to give back what is free. By itself glibc's keeps it: it only gives back what lies at
//! the end of its memory, and there is always something that is still used.
use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::limits::TRIM_AFTER;

/// Asks the allocator to give back what ended rooms held.
#[derive(Debug, Default)]
pub(crate) struct HeapTrim {
    ended: Notify,
}

impl HeapTrim {
    /// A room has ended.
    pub(crate) fn note_end(&self) {
        self.ended.notify_one();
    }

    /// Trims as long as the server runs: once for all rooms that end within [`TRIM_AFTER`].
    pub(crate) async fn run(&self) {
        loop {
            self.ended.notified().await;
            sleep(TRIM_AFTER).await;
            // It cannot fail; and a server that ends needs none.
            let _ = spawn_blocking(trim).await;
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the C library has no other way to ask")]
fn trim() {
    // SAFETY: it takes any number, and gives back only pages in which nothing is allocated.
    let _gave_any_back = unsafe { libc::malloc_trim(0) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}
