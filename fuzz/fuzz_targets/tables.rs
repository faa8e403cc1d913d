//! See `shared_fuzz::tables`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared_fuzz::tables::check(bytes);
});
