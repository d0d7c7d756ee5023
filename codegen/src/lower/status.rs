//! HTTP statuses: those of a package, and those of an operation.

use crate::ir;
use crate::language::{ApiFile, Entry, OperationStatus, Spanned, Status, StatusList, limit};
use crate::lower::context::{Context, OperationLowering};
use crate::source::Span;

pub(crate) fn statuses(context: &mut Context<'_>, index: usize) -> Vec<ir::Status> {
    let entries = context.files[index].facts.statuses.iter();
    entries
        .filter_map(|entry| status(context, index, entry))
        .collect()
}

/// A status with its number and body.
fn status(context: &mut Context<'_>, index: usize, entry: &Entry<Status>) -> Option<ir::Status> {
    let code = status_code(context, &entry.key)?;
    if entry.value.not_found {
        check_not_found(context, code, entry.span());
    }
    let body = status_body(context, index, &entry.value.body);
    Some(ir::Status {
        code,
        meaning: entry.value.meaning.clone(),
        body: body.unwrap_or(ir::StatusBody::Unknown),
        not_found: entry.value.not_found || code == 404,
    })
}

/// Reports `not_found` of a status that is no 204.
pub(crate) fn check_not_found(context: &mut Context<'_>, code: u16, span: &Span) {
    if code != 204 {
        context.error(
            span,
            format!("`not_found` has no effect on status {code}"),
            "only 204 can be either a success or a missing record",
            "remove `not_found`; 404 always says that the record was not found",
        );
    }
}

pub(crate) fn status_code(context: &mut Context<'_>, code: &Spanned<String>) -> Option<u16> {
    let number = code.parse().ok().filter(|code| (100..600).contains(code));
    if number.is_none() {
        context.error(
            &code.span,
            format!("invalid HTTP status `{code}`"),
            "expected 100 to 599",
            limit(code).map(str::to_owned),
        );
    }
    number
}

pub(crate) fn status_body(
    context: &mut Context<'_>,
    index: usize,
    body: &Spanned<String>,
) -> Option<ir::StatusBody> {
    let error_bodies = &context.files[index].facts.error_bodies;
    Some(match body.as_str() {
        "response" => ir::StatusBody::Response,
        "none" => ir::StatusBody::None,
        "unknown" => ir::StatusBody::Unknown,
        name if error_bodies.get(name).is_some() => ir::StatusBody::Error(name.to_owned()),
        name => {
            let words = ["response", "none", "unknown"];
            let help = match context.symbols.find(index, name) {
                Some(_) => Some(
                    "a type per status cannot be described: `response` is that of each success, and error bodies have \
                     no types"
                        .to_owned(),
                ),
                None if is_inherited(context, index, name) => {
                    Some(format!("add `{name}: ~` to `error_bodies`, to inherit it"))
                }
                None => crate::suggest::did_you_mean(name, error_bodies.names().chain(words)),
            };
            context.error(
                &body.span,
                format!("unknown error body `{name}`"),
                "not in `error_bodies` of `api.yaml`",
                help,
            );
            return None;
        }
    })
}

/// Whether the package that an API extends has an error body of this name.
fn is_inherited(context: &Context<'_>, index: usize, name: &str) -> bool {
    let Some(extends) = &context.files[index].api.extends else {
        return false;
    };
    let mut packages = context.files.iter().map(|files| &files.api);
    let is_base = |api: &&Spanned<ApiFile>| {
        let shared = api.shared.as_ref();
        shared.is_some_and(|shared| shared.value == extends.value.value)
    };
    let base = packages.find(is_base).and_then(|api| api.base_api.as_ref());
    base.is_some_and(|base| base.value.error_bodies.get(name).is_some())
}

impl OperationLowering<'_, '_> {
    /// The documented statuses; empty if the documents list none.
    pub(crate) fn statuses(&mut self) -> Vec<ir::Status> {
        let statuses = &self.decl().statuses;
        if let StatusList::Word(word) = &**statuses {
            if word.as_str() != "unknown" {
                self.context.error(
                    &word.span,
                    format!("unknown word `{}` for `statuses`", word.as_str()),
                    "neither statuses nor `unknown`",
                    "write `unknown` if the documents list none",
                );
            }
            return Vec::new();
        }
        let listed = listed_statuses(statuses);
        let is_success = |listed: &ListedStatus<'_>| listed.code.starts_with('2');
        if listed.is_empty() {
            self.context.error(
                statuses.span_or(self.entry.span()),
                "missing `statuses`",
                "in this operation",
                "list the documented statuses: `statuses: [200]`, or `statuses: unknown` if there are none",
            );
        } else if !listed.iter().any(is_success) {
            self.context.error(
                statuses.span_or(self.entry.span()),
                "missing status of a success in `statuses`",
                "errors alone",
                "list the documented statuses from 200 to 299, too",
            );
        }
        let mut list: Vec<ir::Status> = Vec::new();
        for listed in listed {
            let Some(code) = status_code(self.context, &listed.code) else {
                continue;
            };
            if list.iter().any(|known| known.code == code) {
                self.context.error(
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
            check_not_found(self.context, status.code, span);
            status.not_found = true;
        }
        let body = differences.body.as_ref();
        if let Some(body) =
            body.and_then(|body| status_body(self.context, self.scope.package, body))
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
        self.context.error(
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
        StatusList::Word(_) => Vec::new(),
    }
}
