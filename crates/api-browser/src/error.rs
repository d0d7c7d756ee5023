//! The errors of a snippet.

use std::error::Error;
use std::fmt;

/// A snippet could not be written; all invalid values are reported together.
///
/// ```
/// use api_browser::Function;
///
/// let error = Function::new("() => alert(1)").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid page: `function`: expected a JavaScript identifier, or several joined by `.`"
/// );
/// assert_eq!(error.invalid_values()[0].name(), "function");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnippetError {
    invalid_values: Vec<InvalidValue>,
}

/// A value that cannot be written into a page. It is not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidValue {
    name: String,
    reason: &'static str,
}

impl SnippetError {
    pub(crate) fn new(invalid_values: Vec<InvalidValue>) -> Self {
        Self { invalid_values }
    }

    /// The invalid values, in the order of the page.
    pub fn invalid_values(&self) -> &[InvalidValue] {
        &self.invalid_values
    }
}

impl InvalidValue {
    pub(crate) fn new(name: &str, reason: &'static str) -> Self {
        let name = name.to_owned();
        Self { name, reason }
    }

    /// The key of the configuration, or the parameter of the function.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is wrong, or expected.
    pub fn reason(&self) -> &str {
        self.reason
    }
}

impl fmt::Display for SnippetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid page: ")?;
        for (index, invalid_value) in self.invalid_values.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{invalid_value}")?;
        }
        Ok(())
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.name, self.reason)
    }
}

impl Error for SnippetError {}
