//! Path and query values.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::address::holds(bytes));
