//! Hand-written. A page of a list.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::page::holds(bytes));
