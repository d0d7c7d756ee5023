//! The error of a file that is no file of observations.

use std::fmt;

/// A line of a file that cannot be read.
///
/// ```
/// use api_observations::Observations;
///
/// let file = "observations 1\nrun 5f3c\nshop get_order 200\n/points nulls=many\n";
/// let error = Observations::parse("shop.observations", file).unwrap_err();
/// assert_eq!(error.to_string(), "shop.observations:4: invalid number `many` of `nulls`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl ParseError {
    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for ParseError {}
