//! See `shared_fuzz::room`. Reports from time to time how many messages rooms received.
#![no_main]

use std::sync::atomic::{AtomicU64, Ordering};

use libfuzzer_sys::fuzz_target;

/// Messages between two reports.
const EVERY: u64 = 1000;

static MESSAGES: AtomicU64 = AtomicU64::new(0);

fuzz_target!(|bytes: &[u8]| {
    let more = shared_fuzz::room::check(bytes).read.into();
    let before = MESSAGES.fetch_add(more, Ordering::Relaxed);
    if before / EVERY < (before + more) / EVERY {
        eprintln!("messages: {}", before + more);
    }
});
