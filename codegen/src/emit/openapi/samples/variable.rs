//! Names of variables.

use crate::names;

/// A variable's name: `VENUE_TOKEN` for `venue_token`.
pub(super) fn variable(name: &str) -> String {
    names::kebab(name).replace('-', "_").to_ascii_uppercase()
}
