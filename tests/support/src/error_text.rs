//! What an error shows.

use api_runtime::Error;

/// All texts of an error and of its sources, by `Display` and `Debug`.
pub fn whole_text(error: &Error) -> String {
    let mut text = format!(
        "{error}\n{error:?}\n{error:#?}\n{}\n{:?}\n{:?}\n{:?}\n{:?}",
        error.messages().join("\n"),
        error.invalid_fields(),
        error.mismatches(),
        error.path_template(),
        error.response(),
    );
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text += &format!("\n{cause}\n{cause:?}\n{cause:#?}");
        source = cause.source();
    }
    text
}
