//! Calls over sockets, over a scripted transport, and the texts of their errors.

mod error_texts;
mod loopback;
mod policy;
