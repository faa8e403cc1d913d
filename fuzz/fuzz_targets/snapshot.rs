//! See `shared_fuzz::snapshot`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared_fuzz::snapshot::check(bytes);
});
