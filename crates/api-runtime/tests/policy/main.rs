//! What the runtime does after each kind of failure, tried over a transport that follows a script, in time that is paused:
//! nothing is really waited for, and waits are exact.

mod budget;
mod errors;
mod guarded;
mod hooks;
mod limits;
mod options;
mod rows;
mod script;
mod shop;
mod waits;
mod watch;
