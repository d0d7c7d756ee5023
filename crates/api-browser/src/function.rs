//! The name of a function of the page.

use crate::error::{InvalidValue, SnippetError};
use crate::identifier::is_identifier;

/// The name of a function that the page defines: `closed`, or `handlers.closed`.
///
/// It is written into the page unescaped, so anything but a name is rejected.
///
/// ```
/// use api_browser::Function;
///
/// assert!(Function::new("handlers.closed").is_ok());
/// assert!(Function::new("() => alert(1)").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function(String);

impl Function {
    /// A function by its name.
    ///
    /// # Errors
    ///
    /// The name is not a JavaScript identifier, or several joined by dots.
    pub fn new(name: &str) -> Result<Self, SnippetError> {
        if name.split('.').all(is_identifier) {
            return Ok(Self(name.to_owned()));
        }
        let reason = "expected a JavaScript identifier, or several joined by `.`";
        let invalid_value = InvalidValue::new("function", reason);
        Err(SnippetError::new(vec![invalid_value]))
    }

    /// The name, such as `handlers.closed`.
    pub fn name(&self) -> &str {
        &self.0
    }
}
