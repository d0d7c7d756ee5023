//! The guide's pages, and the service that they show.

mod outbox;
mod pages;
mod partner;
mod service;
