//! The browser SDK of a package, and what its configuration can hold.

use crate::ir::{BrowserSdk, Field, Mark, Package, Presence, Scalar, Type};
use crate::lower::Context;

/// A client crate has one `PageConfiguration`, and a module is either the SDK's or that of operations.
pub(crate) fn scripts(context: &mut Context<'_>, package: &Package) {
    let mut earlier: Option<&str> = None;
    for resource in &package.resources {
        let Some(sdk) = &resource.browser_sdk else {
            continue;
        };
        if let Some(earlier) = earlier {
            context.error(
                &sdk.span,
                format!("more than one browser SDK; `{earlier}` declares one"),
                "second browser SDK",
                "declare at most one browser SDK per package",
            );
        }
        if !resource.operations.is_empty() {
            context.error(
                &sdk.span,
                "browser SDK and operations in one file",
                "declared beside operations",
                "move it to a file of its own",
            );
        }
        if !package.is_api {
            context.error(
                &sdk.span,
                "browser SDK in a shared package",
                "not allowed in a shared package",
                "move it to the API that it belongs to",
            );
        }
        page_configuration(context, package, sdk);
        earlier = Some(&resource.name);
    }
}

const SUPPORTED: &str = "only `string` and `boolean` are supported";

fn page_configuration(context: &mut Context<'_>, package: &Package, sdk: &BrowserSdk) {
    for field in &sdk.configuration {
        if let Some((message, help)) = fault(package, field) {
            let is_unread = field.ty == Type::Scalar(Scalar::Json)
                && context.diagnostics.has_errors_in(&field.span.file);
            if !is_unread {
                let message = format!("{message} `{}`", field.wire);
                let label = "in the configuration of a browser SDK";
                context.error(&field.span, message, label, help);
            }
        }
    }
}

/// What is wrong with a field, and how to correct it.
fn fault(package: &Package, field: &Field) -> Option<(&'static str, &'static str)> {
    let is_text = matches!(field.ty, Type::Scalar(Scalar::Text | Scalar::Time));
    if field.has(Mark::Secret) {
        // Whoever opens the page reads its source.
        return Some((
            "unexpected mark `secret` on",
            "remove it; a page is not secret",
        ));
    }
    match &field.presence {
        Presence::Environment if !has_sdk_names(package) => Some((
            "missing `sdk_name` of the environments for",
            "add `sdk_name` to all environments in `api.yaml`",
        )),
        presence if presence.is_idempotency_key() => Some((
            "unsupported mark `from_client(idempotency_key)` on",
            "remove it; the client makes a key for each write",
        )),
        Presence::Nullable => Some((
            "unsupported mark `nullable` on",
            "remove it; an optional key that is unset is left out",
        )),
        Presence::Required | Presence::Optional
            if !is_text && field.ty != Type::Scalar(Scalar::Boolean) =>
        {
            Some(("unsupported type of", SUPPORTED))
        }
        _ => None,
    }
}

fn has_sdk_names(package: &Package) -> bool {
    let mut environments = package.environments.iter();
    environments.any(|environment| environment.sdk_name.is_some())
}
