//! Statements about operations.

use super::Scope;
use super::field::Fields;
use super::package::{page_style, status_text};
use crate::fact_list::statement::FieldStatement;
use crate::ir::{
    CallbackConfirmation, FindBy, Operation, Pagination, RequestBody, Response, Retry, Sync,
};

impl Scope<'_> {
    pub(super) fn operation(&mut self, operation: &Operation) {
        let Operation {
            name,
            // It follows from the name.
            rust: _,
            doc: _,
            deprecated,
            source: _,
            method,
            routes,
            auth,
            path,
            from_client,
            query,
            headers,
            response_headers,
            constructors,
            body,
            response,
            statuses,
            retry,
            echoes,
            distinct,
            essential,
            reconcile_by,
            confirms_callback,
            find_by,
            // A decision of the spec, not a fact of the documents.
            in_later_versions: _,
            notes: _,
            open_questions,
            span,
        } = operation;
        let mut about = self.about(span);
        let place = about.place.clone();
        self.open_questions(open_questions, &mut about);
        let mut add = |row: &str, text: String| about.add(row, &text, &place);
        if deprecated.is_some() {
            add("deprecated", "yes".to_owned());
        }
        for (index, route) in routes.iter().enumerate() {
            let row = if index == 0 { "http" } else { "also" };
            let variant = match route.name.as_str() {
                "" => String::new(),
                name => format!(" as {name}"),
            };
            add(row, format!("{method} {}{variant}", route.template));
        }
        let package = &self.spec.packages[self.package];
        if *auth != [0] {
            let names: Vec<&str> = auth
                .iter()
                .map(|index| package.auth[*index].name.as_str())
                .collect();
            add("auth", names.join(", "));
        }
        for (parameter, value) in from_client {
            add("from client", format!("{parameter} = {value}"));
        }
        for constructor in constructors {
            let filter = constructor
                .filter
                .as_ref()
                .map(|filter| format!(" {filter}"));
            add(
                "constructor",
                format!("{}{}", constructor.name, filter.unwrap_or_default()),
            );
        }
        if let Some(RequestBody { key, body }) = body {
            let body = body
                .as_ref()
                .map_or("unknown".to_owned(), |named| self.type_name(named));
            add("body", wrapped(key.as_deref(), &body));
        }
        self.response(response, &mut add);
        for status in statuses {
            let is_general = package
                .statuses
                .iter()
                .any(|general| status_text(general) == status_text(status));
            let text = match is_general {
                true => status.code.to_string(),
                false => status_text(status),
            };
            add("status", text);
        }
        match retry {
            Retry::Safe => {}
            Retry::Never(_) => add("retry", "never".to_owned()),
            Retry::Idempotent(_) => add("retry", "idempotent".to_owned()),
            Retry::UniqueKey(field, _) => add("retry", format!("unique key {field}")),
        }
        for (row, echoes) in [("echo", echoes), ("distinct", distinct)] {
            for echo in echoes {
                let fields = echo.response.iter().map(|field| field.dotted());
                let fields: Vec<String> = fields.collect();
                add(row, format!("{} in {}", echo.request, fields.join(" or ")));
            }
        }
        for field in essential {
            add("essential", field.dotted());
        }
        for field in reconcile_by {
            add("reconcile by", field.clone());
        }
        if let Some(confirmation) = confirms_callback {
            for (row, text) in self.confirmation(confirmation) {
                add(row, text);
            }
        }
        find_by.iter().for_each(|find_by| lookup(find_by, &mut add));
        for field in self.fields(path, Fields::OfRequest) {
            // All of them are required.
            let field = FieldStatement {
                words: without_required(field.words),
                ..field
            };
            about.add("path", &field.text(), &field.place);
        }
        let query = self.fields(query, Fields::OfRequest);
        // The parameters of pages are those of the API.
        let query = query
            .into_iter()
            .filter(|field| !field.ty.starts_with("count"));
        for field in query {
            about.add("query", &field.text(), &field.place);
        }
        for (row, headers) in [("header", headers), ("response header", response_headers)] {
            for field in self.fields(headers, Fields::OfRequest) {
                about.add(row, &field.text(), &field.place);
            }
        }
        self.insert(format!("operation {name}"), about);
    }

    fn response(&self, response: &Response, add: &mut dyn FnMut(&str, String)) {
        let page = match response {
            Response::Record(named) => return add("response", self.type_name(named)),
            Response::Wrapped(key, named) => {
                return add("response", wrapped(Some(key), &self.type_name(named)));
            }
            Response::Unknown => return add("response", "unknown".to_owned()),
            Response::Accepted => return add("response", "status only".to_owned()),
            Response::Payload(ty) => {
                return add("response", format!("payload {}", self.type_text(ty)));
            }
            Response::Page(page) => page,
        };
        let Pagination {
            style,
            item,
            items_key,
            item_wrapper,
            per_page,
            max_per_page,
            metadata,
            sync,
        } = &**page;
        let package = &self.spec.packages[self.package];
        let general = package.pagination.as_ref().map(page_style);
        if general.as_ref() != Some(&page_style(style)) {
            add("pages", page_style(style));
        }
        let key = items_key.as_deref().unwrap_or("unknown");
        let item = wrapped(item_wrapper.as_deref(), &self.type_name(item));
        add("response", format!("list {key} of {item}"));
        if let Some(size) = per_page {
            add("page size", size.to_string());
        }
        if let Some(size) = max_per_page {
            add("maximum page size", size.to_string());
        }
        if let Some(named) = metadata {
            add("metadata", self.type_name(named));
        }
        if let Some(Sync {
            watermark,
            filter,
            id,
            misses,
        }) = sync
        {
            let misses = if misses.is_some() {
                "; misses changes"
            } else {
                ""
            };
            add("sync", format!("{watermark} by {filter}, id {id}{misses}"));
        }
    }

    fn confirmation(&self, confirmation: &CallbackConfirmation) -> Vec<(&'static str, String)> {
        let CallbackConfirmation {
            callback,
            callback_record: _,
            by,
            record,
            reference,
            state,
            updated_at,
        } = confirmation;
        let record = record.as_deref().unwrap_or("response");
        let updated_at = updated_at.as_deref().unwrap_or("none");
        vec![
            ("confirms", format!("{callback} by {by} in {record}")),
            ("confirmed reference", reference.clone()),
            ("confirmed state", state.clone()),
            ("confirmed time", updated_at.to_owned()),
        ]
    }
}

fn wrapped(key: Option<&str>, name: &str) -> String {
    key.map_or(name.to_owned(), |key| format!("{{{key}: {name}}}"))
}

fn lookup(find_by: &FindBy, add: &mut dyn FnMut(&str, String)) {
    let FindBy {
        operation,
        record,
        parameter,
        renamed,
        duplicate_statuses,
        not_compared,
    } = find_by;
    let record = record.as_deref().unwrap_or("response");
    let parameter = parameter.as_deref().unwrap_or("none");
    add("lookup", format!("{operation} by {parameter} in {record}"));
    for (from, to) in renamed {
        add("lookup renamed", format!("{from} = {to}"));
    }
    for code in duplicate_statuses {
        add("duplicate status", code.to_string());
    }
    for (path, _) in not_compared {
        add("lookup not compared", path.clone());
    }
}

fn without_required(words: Vec<String>) -> Vec<String> {
    words
        .into_iter()
        .filter(|word| word != "required")
        .collect()
}
