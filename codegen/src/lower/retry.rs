//! Retry rules.

use crate::ir;
use crate::language::{FindBy, Retry};
use crate::lower::context::OperationLowering;

/// Ten years.
const MAX_KEPT_HOURS: u32 = 87_600;

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
        let is_alone = retry.find_by.is_none() && retry.duplicate_statuses.is_empty();
        let kept_hours = self.kept_hours(retry);
        let forms = (
            &retry.never,
            &retry.harmless,
            &retry.idempotent,
            &retry.unique_key,
        );
        match (forms, &retry.why) {
            ((Some(why), None, None, None), None) if is_alone => {
                Some(ir::Retry::Never { why: why.clone() })
            }
            ((None, Some(why), None, None), None) if is_alone => {
                Some(ir::Retry::Harmless { why: why.clone() })
            }
            ((None, None, Some(why), None), None) if is_alone => {
                let why = why.clone();
                Some(ir::Retry::Idempotent { why, kept_hours })
            }
            ((None, None, None, Some(field)), Some(why)) => {
                let (field, why) = (field.to_string(), why.clone());
                Some(ir::Retry::UniqueKey { field, why })
            }
            _ => {
                self.context.error(
                    &retry.span,
                    "expected one of `never`, `harmless`, `idempotent`, and `unique_key` with `why`",
                    "none, or several",
                    "write it like `retry: { never: why }`",
                );
                None
            }
        }
    }

    /// For how many hours the service keeps idempotency keys.
    fn kept_hours(&mut self, retry: &Retry) -> Option<u32> {
        let hours = retry.kept_hours.as_ref()?;
        if retry.idempotent.is_none() {
            self.context.error(
                &hours.span,
                "`kept_hours` without `idempotent`",
                "there is no idempotency key",
                "write it like `retry: { idempotent: why, kept_hours: 24 }`, or remove it",
            );
        } else if hours.get() > MAX_KEPT_HOURS {
            self.context.error(
                &hours.span,
                format!("expected at most {MAX_KEPT_HOURS} hours, found {hours}"),
                "not kept for so long",
                "remove it if it is not documented",
            );
        }
        Some(hours.get())
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
            callback_url: find_by.callback_url.as_ref().map(ToString::to_string),
            renamed: find_by.renamed.pairs(),
            duplicate_statuses: statuses.map(|status| **status).collect(),
            not_compared: find_by.not_compared.pairs(),
        })
    }
}
