//! The examples of the READMEs that are no crate's docs, compiled with the tests.

#[cfg(doctest)]
mod readmes {
    #[doc = include_str!("../../crates/api-wire/README.md")]
    pub struct Wire;
}
