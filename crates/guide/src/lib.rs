//! Programs that show how services use the clients, in `examples`. Each runs as a test, against a
//! sandbox.
