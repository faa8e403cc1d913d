//! See `shared_fuzz::client_message`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared_fuzz::client_message::check(bytes);
});
