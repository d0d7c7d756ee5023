//! What only generated clients can show.

mod believed;
mod blocking;
mod callbacks;
mod config;
mod crashes;
mod examples;
mod exports;
mod formats;
mod hostile;
mod journal;
mod memory;
mod recording;
mod round_trip;
mod secrets;
mod snippet;
mod version_1;
mod wire;
