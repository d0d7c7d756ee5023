//! The statuses of an operation.

use crate::ir;
use crate::language::{OperationStatus, Spanned, StatusList};
use crate::lower::operation_lowering::OperationLowering;
use crate::lower::status;
use crate::source::Span;

impl OperationLowering<'_, '_> {
    pub(crate) fn statuses(&mut self) -> Vec<ir::Status> {
        let statuses = &self.decl().statuses;
        let listed = listed_statuses(statuses);
        let is_success = |listed: &ListedStatus<'_>| listed.code.starts_with('2');
        if listed.is_empty() {
            self.error(
                statuses.span_or(self.entry.span()),
                "missing `statuses`",
                "in this operation",
                "list the documented statuses: `statuses: [200]`".to_owned(),
            );
        } else if !listed.iter().any(is_success) {
            self.error(
                statuses.span_or(self.entry.span()),
                "missing status of a success in `statuses`",
                "errors alone",
                "list the documented statuses from 200 to 299, too".to_owned(),
            );
        }
        let mut list: Vec<ir::Status> = Vec::new();
        for listed in listed {
            let Some(code) = status::status_code(self.context, &listed.code) else {
                continue;
            };
            if list.iter().any(|known| known.code == code) {
                self.error(
                    &listed.code.span,
                    format!("duplicate status {code}"),
                    "duplicate",
                    None,
                );
                continue;
            }
            let known = self.package.statuses.iter();
            match known.clone().find(|known| known.code == code) {
                Some(known) => {
                    let span = &listed.code.span;
                    list.push(self.status_of_operation(known, span, listed.differences));
                }
                None => self.report_unknown_status(code, &listed.code.span),
            }
        }
        list
    }

    /// The status of the package, with the operation's own meaning and body.
    fn status_of_operation(
        &mut self,
        known: &ir::Status,
        span: &Span,
        differences: Option<&OperationStatus>,
    ) -> ir::Status {
        let mut status = known.clone();
        let Some(differences) = differences else {
            return status;
        };
        if let Some(meaning) = &differences.meaning {
            status.meaning.clone_from(meaning);
            status.not_found = status.code == 404;
        }
        if differences.not_found {
            status::check_not_found(self.context, status.code, span);
            status.not_found = true;
        }
        let body = differences.body.as_ref();
        if let Some(body) =
            body.and_then(|body| status::status_body(self.context, self.scope.package, body))
        {
            status.body = body;
        }
        status
    }

    fn report_unknown_status(&mut self, code: u16, span: &Span) {
        let statuses = self.package.statuses.iter();
        let codes: Vec<String> = statuses.map(|status| status.code.to_string()).collect();
        let api = &self.context.files[self.scope.package].api;
        let help = match (&api.extends, codes.is_empty()) {
            (_, true) => "add it to `statuses` of `api.yaml`".to_owned(),
            (Some(base), false) if api.statuses.is_default() => format!(
                "the statuses are those of `{}`: {}; describe it there, or write `statuses` of this API, with `200: ~` for \
                 each that is inherited",
                base.value.value,
                codes.join(", ")
            ),
            (_, false) => format!("describe it there; known: {}", codes.join(", ")),
        };
        self.error(
            span,
            format!("unknown status {code}"),
            "not in `statuses` of `api.yaml`",
            help,
        );
    }
}

/// A status of an operation, as written.
struct ListedStatus<'a> {
    code: Spanned<String>,
    /// Its differences from the status of the package.
    differences: Option<&'a OperationStatus>,
}

fn listed_statuses(statuses: &StatusList) -> Vec<ListedStatus<'_>> {
    match statuses {
        StatusList::Codes(codes) => codes
            .iter()
            .map(|code| ListedStatus {
                code: Spanned::new(code.to_string(), code.span.clone()),
                differences: None,
            })
            .collect(),
        StatusList::Map(map) => map
            .iter()
            .map(|entry| ListedStatus {
                code: entry.key.clone(),
                differences: entry.value.as_ref(),
            })
            .collect(),
    }
}
