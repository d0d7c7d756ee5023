//! Reading the records that callbacks are about.

pub(crate) mod pace;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod worker;
