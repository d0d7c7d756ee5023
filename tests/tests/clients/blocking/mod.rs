//! Blocking clients: the same operations, callable from anywhere, over a socket.

mod calls;
mod contexts;
mod lifecycle;
mod server;
