//! Random crashes.
