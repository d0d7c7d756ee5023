//! The browser SDK of a package.

use crate::ir::Set;
use crate::lower::Context;

/// A client crate has one file of typings, and a module is either the script's or that of operations.
pub(crate) fn scripts(context: &mut Context<'_>, set: &Set) {
    let mut earlier: Option<&str> = None;
    for resource in &set.resources {
        let Some(sdk) = &resource.browser_sdk else {
            continue;
        };
        if let Some(earlier) = earlier {
            context.mistakes.add(
                &sdk.place,
                format!("`{earlier}` describes the browser SDK of this set already"),
                "a second one",
                "describe one script a set".to_owned(),
            );
        }
        if !resource.operations.is_empty() {
            context.mistakes.add(
                &sdk.place,
                "the browser SDK stands in a file without operations",
                "beside operations",
                "move it into a file of its own".to_owned(),
            );
        }
        if !set.is_api {
            context.mistakes.add(
                &sdk.place,
                "a set of shapes has no browser SDK",
                "in this set",
                "move it to the API that it belongs to".to_owned(),
            );
        }
        earlier = Some(&resource.name);
    }
}
