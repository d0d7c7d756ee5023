//! Single values.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::scalar::holds(bytes));
