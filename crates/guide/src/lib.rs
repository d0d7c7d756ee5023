//! The samples of the guide in `book`, and programs that show how services use the clients in
//! `examples`. Each runs as a test, against a sandbox.

pub mod samples;
