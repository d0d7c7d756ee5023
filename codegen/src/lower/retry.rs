//! Retry rules.

use crate::ir;
use crate::language::FindBy;
use crate::lower::context::OperationLowering;

impl OperationLowering<'_, '_> {
    pub(crate) fn retry(&mut self, method: &str) -> Option<ir::Retry> {
        let Some(retry) = &self.decl().retry else {
            if method == "GET" {
                return Some(ir::Retry::Safe);
            }
            self.context.error(
                self.entry.span(),
                format!("missing `retry` on a {method}"),
                "in this operation",
                "write `retry: { never: why }` unless a second request does no harm",
            );
            return None;
        };
        match (
            &retry.never,
            &retry.harmless,
            &retry.unique_key,
            &retry.why,
            &retry.find_by,
            retry.duplicate_statuses.is_empty(),
        ) {
            (Some(why), None, None, None, None, true) => {
                Some(ir::Retry::Never { why: why.clone() })
            }
            (None, Some(why), None, None, None, true) => {
                Some(ir::Retry::Harmless { why: why.clone() })
            }
            (None, None, Some(field), Some(why), _, _) => {
                let (field, why) = (field.to_string(), why.clone());
                Some(ir::Retry::UniqueKey { field, why })
            }
            _ => {
                self.context.error(
                    &retry.span,
                    "expected one of `never`, `harmless`, and `unique_key` with `why`",
                    "none, or several",
                    "write it like `retry: { never: why }`",
                );
                None
            }
        }
    }

    /// How the created record is found; `check` resolves the names.
    pub(crate) fn find_by(&self) -> Option<ir::FindBy> {
        let retry = self.decl().retry.as_ref()?;
        let find_by: &FindBy = retry.find_by.as_ref()?;
        let statuses = retry.duplicate_statuses.iter();
        Some(ir::FindBy {
            operation: find_by.operation.to_string(),
            record: find_by.response_field.as_ref().map(ToString::to_string),
            parameter: find_by.parameter.as_ref().map(ToString::to_string),
            renamed: find_by.renamed.pairs(),
            duplicate_statuses: statuses.map(|status| **status).collect(),
            not_compared: find_by.not_compared.pairs(),
        })
    }
}
