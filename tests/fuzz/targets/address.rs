//! Hand-written. Values in the path and the query of an address.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::address::holds(bytes));
