//! Retry rules.

use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::{ir, language};

pub(crate) fn retry(
    context: &mut Context<'_>,
    method: &str,
    decl: &language::Operation,
    entry: &Entry,
) -> Option<ir::Retry> {
    let Some(repeat) = &decl.retry else {
        if method == "GET" {
            return Some(ir::Retry::Safe);
        }
        context.diagnostics.error(
            &entry.span,
            format!("missing `retry` on a {method}"),
            "in this operation",
            "write `retry: { never: why }` unless the documents say that it is idempotent"
                .to_owned(),
        );
        return None;
    };
    match (
        &repeat.never,
        &repeat.idempotent,
        &repeat.unique_key,
        &repeat.why,
        &repeat.find_by,
    ) {
        (Some(why), None, None, None, None) => Some(ir::Retry::Never(why.clone())),
        (None, Some(why), None, None, None) => Some(ir::Retry::Idempotent(why.clone())),
        (None, None, Some(field), Some(why), _) => {
            Some(ir::Retry::UniqueKey(field.clone(), why.clone()))
        }
        _ => {
            context.diagnostics.error(
                entry.value.span_of("retry"),
                "expected one of `never`, `idempotent`, and `unique_key` with `why`",
                "none, or several",
                "write it like `retry: { never: why }`".to_owned(),
            );
            None
        }
    }
}

/// How what the operation makes is read, as it is written.
pub(crate) fn find_by(decl: &language::Operation) -> Option<ir::FindBy> {
    let find_by = decl.retry.as_ref()?.find_by.as_ref()?;
    Some(ir::FindBy {
        operation: find_by.operation.clone(),
        record: find_by.response_field.clone(),
        parameter: find_by.parameter.clone(),
        renamed: find_by.renamed.0.clone(),
        not_compared: find_by.not_compared.0.clone(),
    })
}
