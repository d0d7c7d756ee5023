//! Pages of lists.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::page::holds(bytes));
