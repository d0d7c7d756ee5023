//! What the configuration of the browser SDK can hold.

use crate::ir::{BrowserSdk, Field, Mark, Package, Presence, Scalar, Type};
use crate::lower::Context;

const SUPPORTED: &str = "only `string` and `boolean` are supported";

pub(crate) fn page_configuration(context: &mut Context<'_>, package: &Package, sdk: &BrowserSdk) {
    for field in &sdk.configuration {
        if let Some((message, help)) = fault(package, field) {
            let is_unread = field.ty == Type::Scalar(Scalar::Json)
                && context.diagnostics.has_errors_in(&field.span.file);
            if !is_unread {
                let message = format!("{message} `{}`", field.wire);
                let label = "in the configuration of a browser SDK";
                context
                    .diagnostics
                    .error(&field.span, message, label, help.to_owned());
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
