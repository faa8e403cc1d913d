//! See `shared_fuzz::cluster_message`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared_fuzz::cluster_message::check(bytes);
});
