//! Error responses.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::error::holds(bytes));
