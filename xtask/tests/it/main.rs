//! The project's commands, as a person runs them.

mod generate;
mod learn;
