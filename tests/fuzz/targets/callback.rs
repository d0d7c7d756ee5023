//! Hand-written. The body of an order status callback.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::callback::holds(bytes));
