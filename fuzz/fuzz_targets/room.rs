//! See `shared_fuzz::room`. Says now and then how many messages came to rooms.
#![no_main]

use std::sync::atomic::{AtomicU64, Ordering};

use libfuzzer_sys::fuzz_target;

/// Messages from one report to the next.
const EVERY: u64 = 1000;

static MESSAGES: AtomicU64 = AtomicU64::new(0);

fuzz_target!(|bytes: &[u8]| {
    let more = shared_fuzz::room::check(bytes).read.into();
    let before = MESSAGES.fetch_add(more, Ordering::Relaxed);
    if before / EVERY < (before + more) / EVERY {
        eprintln!("messages: {}", before + more);
    }
});
