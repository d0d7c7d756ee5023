//! What the runtime does after each kind of failure, tried over a transport that follows a script, in time that is paused:
//! nothing is really waited for, and waits are exact.

mod budget;
mod callbacks;
mod create_once;
mod errors;
mod hooks;
mod limits;
mod options;
mod outcomes;
mod script;
mod shop;
mod waits;
mod watch;
