//! Journaled writes, and their recovery after crashes.

mod failing_journal;
mod memory_journal;
mod recovery;
mod resending;
mod sending;
mod shop_server;
mod simulation;
