//! Bodies of order status callbacks.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::callback::holds(bytes));
