//! See `shared_fuzz::link`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared_fuzz::link::check(bytes);
});
