//! Blocking clients: the same operations, callable from anywhere, over a socket.

mod calls;
mod ends;
mod places;
mod server;
