//! Exact numbers in JSON: read, compared and written without a float in between.

mod decimal;
mod read;
mod value;

pub(crate) use decimal::Decimal;
pub(crate) use read::parse_json;
pub(crate) use value::{Exact, approximate, decimal, exact_json, number_text};
