//! Records, read and written again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::record::holds(bytes));
