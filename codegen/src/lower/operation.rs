//! Operations.

use crate::ir::{Binding, Deprecation, Echo, Place, Presence, ResponseField};
use crate::language::{self, Echoed, Spanned, limit};
use crate::lower::context::OperationLowering;
use crate::lower::field;
use crate::lower::field_context::FieldContext;
use crate::lower::parameters::paging;
use crate::{ir, names};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// One operation; `None` when too little of it is understood.
pub(crate) fn operation(mut lowering: OperationLowering<'_, '_>) -> Option<ir::Operation> {
    let (decl, entry) = (lowering.decl(), lowering.entry);
    let (method, path) = lowering.method_and_path()?;
    let auth = lowering.accepted_schemes();
    let path_parameters = lowering.path_parameters();
    let mut query = lowering.query_parameters();
    let filters = lowering.filters();
    let headers = lowering.headers();
    query.extend(filters);
    let places = [
        (Place::Path, path_parameters),
        (Place::Query, query),
        (Place::Header, headers),
    ];
    let bindings = places.into_iter().flat_map(|(place, fields)| {
        let fields = fields.into_iter();
        fields.map(move |field| Binding { place, field })
    });
    let operation = ir::Operation {
        name: entry.name().to_owned(),
        rust: names::type_of(entry.name()),
        doc: decl.doc.clone(),
        deprecated: Deprecation::from_key(decl.deprecated.as_ref()),
        source: lowering.scope.source(decl.source.as_ref()),
        method: method.to_owned(),
        routes: lowering.routes(path),
        auth,
        bindings: bindings.collect(),
        body: lowering.request_body(method),
        response: lowering.response()?,
        statuses: lowering.statuses(),
        retry: lowering.retry(method)?,
        echoes: echoes(&decl.echoes),
        distinct: distinct(&decl.distinct),
        essential: fields(&decl.essential),
        reconcile_by: decl.reconcile_by.iter().map(ToString::to_string).collect(),
        journal_id: (method != "GET").then(|| {
            let stated = decl.journal_id.as_ref().map(ToString::to_string);
            stated.unwrap_or_else(|| entry.name().to_owned())
        }),
        confirms_callback: lowering.confirmation(),
        find_by: lowering.find_by(),
        was: field::earlier_names(lowering.context, entry.name(), &decl.was),
        notes: decl.notes.clone(),
        open_questions: ir::OpenQuestions::new(&decl.unknowns, &decl.conflicts),
        span: entry.span().clone(),
    };
    lowering.check_routes(&operation);
    lowering.check_parameters(&operation);
    Some(operation)
}

impl<'a> OperationLowering<'_, 'a> {
    fn method_and_path(&mut self) -> Option<(&'a str, &'a str)> {
        let http = &self.decl().http;
        match http.split_once(' ') {
            Some((method, path)) if METHODS.contains(&method) => Some((method, path.trim())),
            written => {
                let limit = written.and_then(|(method, _)| limit(method));
                let form = format!(
                    "write it like `GET /v2/venue/customers`; methods: {}",
                    METHODS.join(", ")
                );
                self.context.error(
                    &http.span,
                    format!("expected a method and a path, found `{http}`"),
                    "invalid",
                    limit.map_or(form, str::to_owned),
                );
                None
            }
        }
    }

    fn path_parameters(&mut self) -> Vec<ir::Field> {
        let scope = FieldContext::Parameter.in_package(self.scope.package);
        let mut parameters = field::list(self.context, scope, &self.entry.value.path);
        for parameter in &mut parameters {
            if parameter.default.is_some() {
                self.context.error(
                    &parameter.span,
                    format!("default of the path parameter `{}`", parameter.wire),
                    "a path parameter is always sent",
                    "remove it",
                );
            }
            match parameter.presence {
                Presence::Optional => parameter.presence = Presence::Required,
                Presence::Required => self.context.error(
                    &parameter.span,
                    "mark `required` has no effect here",
                    "path parameters are required",
                    "remove it",
                ),
                // Set by the client, or reported with those of the other parameters.
                _ => {}
            }
        }
        parameters
    }

    /// The parameters of pagination, then those of `query`.
    fn query_parameters(&mut self) -> Vec<ir::Field> {
        let decl = self.decl();
        let scope = FieldContext::Parameter.in_package(self.scope.package);
        let mut query = Vec::new();
        if let (Some(convention), Some(pagination)) = (&self.package.pagination, &decl.pagination) {
            query.extend(paging(convention, pagination));
        }
        query.extend(field::list(self.context, scope, &decl.query));
        query
    }
}

fn echoes(entries: &language::Entries<Spanned<Echoed>>) -> Vec<Echo> {
    let echo = |entry: &language::Entry<Spanned<Echoed>>| Echo {
        request: entry.name().to_owned(),
        response: ResponseField::from_dotted(entry.value.field()),
        string: entry
            .value
            .string_field()
            .map(|dotted| ResponseField::from_dotted(dotted)),
    };
    entries.iter().map(echo).collect()
}

fn distinct(entries: &language::Entries<Spanned<String>>) -> Vec<Echo> {
    let echo = |entry: &language::Entry<Spanned<String>>| Echo {
        request: entry.name().to_owned(),
        response: ResponseField::from_dotted(&entry.value),
        string: None,
    };
    entries.iter().map(echo).collect()
}

fn fields(dotted: &[Spanned<String>]) -> Vec<ResponseField> {
    dotted
        .iter()
        .map(|dotted| ResponseField::from_dotted(dotted))
        .collect()
}
