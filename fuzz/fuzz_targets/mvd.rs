//! See `shared_fuzz::mvd`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared_fuzz::mvd::check(bytes);
});
