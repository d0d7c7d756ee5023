//! Statements about packages.

use super::Scope;
use crate::ir::{
    Auth, ClientValue, Cursor, Environment, ErrorBody, FilterConvention, Package, PageNumber,
    PaginationStyle, Predicate, Scheme, Status, StatusBody, TokenEndpoint,
};

impl Scope<'_> {
    pub(super) fn package(&mut self, package: &Package) {
        let Package {
            dir: _,
            name: _,
            is_api,
            title: _,
            source: _,
            doc: _,
            deprecated,
            imports: _,
            // A decision of the spec, not a fact of the documents.
            later_versions: _,
            client_values,
            base_path,
            environments,
            auth,
            envelope,
            pagination,
            filters,
            error_bodies,
            statuses,
            notes: _,
            open_questions,
            resources,
            span,
        } = package;
        if *is_api {
            let mut api = self.about(span);
            let place = api.place.clone();
            let mut add = |row: &str, text: String| api.add(row, &text, &place);
            if deprecated.is_some() {
                add("deprecated", "yes".to_owned());
            }
            for value in client_values {
                let ClientValue {
                    name,
                    doc: _,
                    default,
                    span: _,
                } = value;
                let default = default.as_ref().map(|default| format!(" ={default}"));
                add(
                    "client value",
                    format!("{name}{}", default.unwrap_or_default()),
                );
            }
            if let Some(base_path) = base_path {
                add("base path", base_path.clone());
            }
            for environment in environments {
                let Environment {
                    name,
                    doc: _,
                    base_url,
                    sdk_name,
                    span: _,
                } = environment;
                let sdk_name = sdk_name.as_ref().map(|name| format!(" {name}"));
                add(
                    "environment",
                    format!("{name} {base_url}{}", sdk_name.unwrap_or_default()),
                );
            }
            for scheme in auth {
                add("auth", auth_text(scheme));
            }
            if let Some(first) = auth.first() {
                add("default auth", first.name.clone());
            }
            if let Some(keys) = envelope {
                add(
                    "envelope",
                    format!("{} {} {}", keys.success, keys.payload, keys.message),
                );
            }
            pagination
                .as_ref()
                .into_iter()
                .for_each(|style| add("pages", page_style(style)));
            if let Some(FilterConvention {
                parameter,
                predicates,
                greater_than,
            }) = filters
            {
                add("filters", parameter.clone());
                for predicate in predicates {
                    let Predicate {
                        name,
                        meaning,
                        parameter,
                    } = predicate;
                    let parameter = parameter.as_ref().map(|own| format!(" as {own}"));
                    let parameter = parameter.unwrap_or_default();
                    add("predicate", format!("{name} {meaning}{parameter}"));
                }
                if let Some(predicate) = greater_than {
                    add("predicate of changes", predicate.clone());
                }
            }
            for body in error_bodies {
                let ErrorBody {
                    name,
                    doc: _,
                    example,
                    span: _,
                } = body;
                add("error body", format!("{name} {example}"));
            }
            for status in statuses {
                add("status", status_text(status));
            }
            self.open_questions(open_questions, &mut api);
            self.insert("api".to_owned(), api);
        } else {
            let mut package = self.about(span);
            self.open_questions(open_questions, &mut package);
            if !package.statements.is_empty() {
                self.insert("shared package".to_owned(), package);
            }
        }
        for resource in resources {
            self.resource(resource);
        }
    }
}

fn auth_text(auth: &Auth) -> String {
    let Auth {
        name,
        doc: _,
        scheme,
        path,
        span: _,
    } = auth;
    let scheme = match scheme {
        Scheme::Basic { user, password } => {
            format!("basic {user}:{}", password.as_deref().unwrap_or_default())
        }
        Scheme::Bearer(credential) => format!("bearer {credential}"),
        Scheme::ApiKey { header, credential } => format!("key {header} {credential}"),
        Scheme::OAuth2 {
            client_id,
            client_secret,
            endpoint,
            scopes,
        } => {
            let endpoint = match endpoint {
                TokenEndpoint::Path(path) => path.clone(),
                TokenEndpoint::Url { origin, path } => format!("{origin}{path}"),
            };
            format!(
                "oauth2 {client_id}:{client_secret} {endpoint} {}",
                scopes.join(" ")
            )
        }
    };
    let path = path
        .as_ref()
        .map(|parameter| format!(", in paths {{{parameter}}}"));
    format!("{name} {scheme}{}", path.unwrap_or_default())
}

pub(super) fn status_text(status: &Status) -> String {
    let Status {
        code,
        meaning,
        body,
        not_found,
    } = status;
    let body = match body {
        StatusBody::Resource => "response",
        StatusBody::None => "none",
        StatusBody::Unknown => "unknown",
        StatusBody::Error(name) => name,
    };
    let not_found = if *not_found { "; not found" } else { "" };
    format!("{code} {meaning}; body {body}{not_found}")
}

pub(super) fn page_style(style: &PaginationStyle) -> String {
    match style {
        PaginationStyle::PageNumber(PageNumber {
            page_parameter,
            per_page_parameter,
            first_page,
            totals,
            span: _,
        }) => {
            let totals = totals.named_keys().filter_map(|(_, key)| key);
            let totals: Vec<&str> = totals.collect();
            format!(
                "{page_parameter} from {first_page}, {per_page_parameter}; {}",
                totals.join(" ")
            )
        }
        PaginationStyle::Cursor(Cursor {
            cursor_parameter,
            per_page_parameter,
            next_cursor,
            has_more,
            span: _,
        }) => {
            let per_page = per_page_parameter.as_deref().unwrap_or("none");
            let has_more = has_more.as_deref().unwrap_or("none");
            format!("{cursor_parameter} by cursor, {per_page}; {next_cursor} {has_more}")
        }
    }
}
