//! The browser SDK of a package.

use crate::check::page_configuration::page_configuration;
use crate::ir::Package;
use crate::lower::Context;

/// A client crate has one typings file, and a module is either the SDK's or that of operations.
pub(crate) fn scripts(context: &mut Context<'_>, package: &Package) {
    let mut earlier: Option<&str> = None;
    for resource in &package.resources {
        let Some(sdk) = &resource.browser_sdk else {
            continue;
        };
        if let Some(earlier) = earlier {
            context.diagnostics.error(
                &sdk.span,
                format!("more than one browser SDK; `{earlier}` declares one"),
                "second browser SDK",
                "declare at most one browser SDK per package".to_owned(),
            );
        }
        if !resource.operations.is_empty() {
            context.diagnostics.error(
                &sdk.span,
                "browser SDK and operations in one file",
                "declared beside operations",
                "move it to a file of its own".to_owned(),
            );
        }
        if !package.is_api {
            context.diagnostics.error(
                &sdk.span,
                "browser SDK in a shared package",
                "not allowed in a shared package",
                "move it to the API that it belongs to".to_owned(),
            );
        }
        page_configuration(context, package, sdk);
        earlier = Some(&resource.name);
    }
}
