//! The browser SDK of a package.

use crate::ir::Package;
use crate::lower::Context;

/// A client crate has one file of typings, and a module is either the script's or that of operations.
pub(crate) fn scripts(context: &mut Context<'_>, package: &Package) {
    let mut earlier: Option<&str> = None;
    for resource in &package.resources {
        let Some(sdk) = &resource.browser_sdk else {
            continue;
        };
        if let Some(earlier) = earlier {
            context.diagnostics.error(
                &sdk.span,
                format!("`{earlier}` describes the browser SDK of this set already"),
                "a second one",
                "describe one script a set".to_owned(),
            );
        }
        if !resource.operations.is_empty() {
            context.diagnostics.error(
                &sdk.span,
                "the browser SDK stands in a file without operations",
                "beside operations",
                "move it into a file of its own".to_owned(),
            );
        }
        if !package.is_api {
            context.diagnostics.error(
                &sdk.span,
                "a set of shapes has no browser SDK",
                "in this set",
                "move it to the API that it belongs to".to_owned(),
            );
        }
        earlier = Some(&resource.name);
    }
}
