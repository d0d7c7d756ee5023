//! The guide's pages, and the service that they show.

mod pages;
mod service;
