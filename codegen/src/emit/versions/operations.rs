//! How the requests of two versions of an operation differ.

use crate::emit::field_type;
use crate::emit::rust::markdown::{code, escape_markdown};
use crate::emit::versions::records::{ComparedField, differences};
use crate::emit::versions::table::table;
use crate::ir::{
    Field, FindBy, Named, Operation, Package, PaginationStyle, RequestBody, Response, Retry,
    VersionPair,
};

/// A table for each operation whose successor differs in more than its path.
pub(crate) fn requests(pair: VersionPair<'_>) -> String {
    let mut out = String::new();
    for operation in pair.operations() {
        let Some(new) = operation.new else {
            continue;
        };
        let rows = rows(pair, operation.old, new);
        let columns = [&pair.old_package().name, &pair.new_package().name].map(|name| code(name));
        let [old_column, new_column] = &columns;
        let table = table(&["", old_column, new_column], &rows);
        if !table.is_empty() {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&format!("### {}\n\n{table}", code(&operation.old.rust)));
        }
    }
    out
}

fn rows(pair: VersionPair<'_>, old: &Operation, new: &Operation) -> Vec<Vec<String>> {
    let (old_package, new_package) = (pair.old_package(), pair.new_package());
    let mut rows = Vec::new();
    let mut compare = |name: &str, old: String, new: String| {
        if old != new {
            let or_none = |text: String| match text.is_empty() {
                true => "none".to_owned(),
                false => text,
            };
            rows.push(vec![name.to_owned(), or_none(old), or_none(new)]);
        }
    };
    compare(
        "credentials",
        credentials(old_package, old),
        credentials(new_package, new),
    );
    compare("other documented paths", other_paths(old), other_paths(new));
    for (name, old, new) in [
        ("path parameters", &old.path, &new.path),
        ("query", &old.query, &new.query),
        ("headers", &old.headers, &new.headers),
    ] {
        compare(
            name,
            parameters(pair, pair.old, old),
            parameters(pair, pair.new, new),
        );
    }
    compare("request body", body(pair, old), body(pair, new));
    compare("response", response(pair, old), response(pair, new));
    for (name, old, new) in page_rows(&old.response, &new.response) {
        compare(name, old, new);
    }
    compare("retry rule", retry(old), retry(new));
    compare("lookup", lookup(old), lookup(new));
    rows.extend(body_fields(pair, old, new));
    rows
}

fn credentials(package: &Package, operation: &Operation) -> String {
    let schemes = operation
        .auth
        .iter()
        .filter_map(|index| package.auth.get(*index));
    let names: Vec<String> = schemes
        .map(|auth| code(&crate::names::type_of(&auth.name)))
        .collect();
    names.join(" or ")
}

/// The paths besides the default.
fn other_paths(operation: &Operation) -> String {
    let others = operation.routes.iter().skip(1);
    let others: Vec<String> = others
        .map(|route| code(&route.template.to_string()))
        .collect();
    others.join(", ")
}

/// Parameters with their types. Those of pagination have the same Rust names in all APIs.
fn parameters(pair: VersionPair<'_>, package: usize, parameters: &[Field]) -> String {
    let parameters = parameters.iter().map(|field| {
        let ty = field_type(pair.spec, package, "", field, false);
        format!("{} {}", code(&field.wire), code(&ty))
    });
    parameters.collect::<Vec<_>>().join(", ")
}

fn type_name(pair: VersionPair<'_>, named: &Named) -> String {
    let package = &pair.spec.packages[named.package];
    let krate = crate::names::crate_ident(&package.model_package());
    code(&format!("{krate}::{}", named.name))
}

fn body(pair: VersionPair<'_>, operation: &Operation) -> String {
    match &operation.body {
        None => String::new(),
        Some(RequestBody { key, body }) => {
            let body = body.as_ref();
            let body = body.map_or("any JSON".to_owned(), |named| type_name(pair, named));
            in_key(key.as_deref(), body)
        }
    }
}

fn in_key(key: Option<&str>, value: String) -> String {
    match key {
        Some(key) => format!("{value} in {}", code(key)),
        None => value,
    }
}

fn response(pair: VersionPair<'_>, operation: &Operation) -> String {
    match &operation.response {
        Response::Record(named) => type_name(pair, named),
        Response::Wrapped(key, named) => in_key(Some(key), type_name(pair, named)),
        Response::Unknown => "any JSON".to_owned(),
        Response::Accepted => "the status only".to_owned(),
        Response::Payload(_) => "the payload of the envelope".to_owned(),
        Response::Page(page) => format!("pages of {}", type_name(pair, &page.item)),
    }
}

fn page_rows(old: &Response, new: &Response) -> Vec<(&'static str, String, String)> {
    let (Response::Page(old), Response::Page(new)) = (old, new) else {
        return Vec::new();
    };
    let key = |key: Option<&String>| match key {
        Some(key) => code(key),
        None => "undocumented".to_owned(),
    };
    let wrapper = |key: Option<&String>| key.map(|key| code(key)).unwrap_or_default();
    let number = |number: Option<u32>| number.map(|number| number.to_string());
    let style = |style: &PaginationStyle| match style {
        PaginationStyle::PageNumber(_) => "pages by number".to_owned(),
        PaginationStyle::Cursor(_) => "pages by cursor".to_owned(),
    };
    let sync = |page: &crate::ir::Pagination| match &page.sync {
        None => String::new(),
        Some(sync) => {
            let (filter, watermark) = (code(&sync.filter), code(&sync.watermark));
            let misses = sync.misses.as_ref();
            let misses = misses.map(|misses| format!("; misses {}", escape_markdown(misses)));
            let id = code(&sync.id);
            format!(
                "by {filter}, from {watermark}; id {id}{}",
                misses.unwrap_or_default()
            )
        }
    };
    vec![
        ("pagination", style(&old.style), style(&new.style)),
        (
            "key of the list",
            key(old.items_key.as_ref()),
            key(new.items_key.as_ref()),
        ),
        (
            "wrapper of each element",
            wrapper(old.item_wrapper.as_ref()),
            wrapper(new.item_wrapper.as_ref()),
        ),
        (
            "default page size",
            number(old.per_page).unwrap_or_default(),
            number(new.per_page).unwrap_or_default(),
        ),
        (
            "maximum page size",
            number(old.max_per_page).unwrap_or_default(),
            number(new.max_per_page).unwrap_or_default(),
        ),
        ("incremental sync", sync(old), sync(new)),
    ]
}

fn retry(operation: &Operation) -> String {
    match &operation.retry {
        Retry::Safe => "safe".to_owned(),
        Retry::Never(_) => "never".to_owned(),
        Retry::Idempotent(_) => "idempotent".to_owned(),
        Retry::UniqueKey(field, _) => format!("unique key {}", code(field)),
    }
}

/// How the record with a unique key is found.
fn lookup(operation: &Operation) -> String {
    let Some(FindBy {
        operation,
        parameter,
        ..
    }) = &operation.find_by
    else {
        return String::new();
    };
    let by = match parameter {
        Some(parameter) => format!("by the unique key, as {}", code(parameter)),
        None => "not by the unique key".to_owned(),
    };
    format!("{}, {by}", code(&crate::names::operation(operation)))
}

/// The fields of the request bodies that differ.
fn body_fields(pair: VersionPair<'_>, old: &Operation, new: &Operation) -> Vec<Vec<String>> {
    let named = |operation: &Operation| operation.body.as_ref()?.body.clone();
    let (Some(old), Some(new)) = (named(old), named(new)) else {
        return Vec::new();
    };
    let (Some(old_body), Some(new_body)) = (pair.spec.body(&old), pair.spec.body(&new)) else {
        return Vec::new();
    };
    if old == new {
        return Vec::new();
    }
    let mut rows = Vec::new();
    for field in &old_body.fields {
        let name = format!("field {}", code(&field.wire));
        let same_name = |other: &&Field| other.wire == field.wire;
        match new_body.fields.iter().find(same_name) {
            None => rows.push(vec![name, "yes".to_owned(), "none".to_owned()]),
            Some(other) => {
                let fields = [(&old, field), (&new, other)];
                let [old, new] = fields.map(|(named, field)| ComparedField {
                    package: named.package,
                    owner: &named.name,
                    field,
                    is_record: false,
                });
                for (what, old, new) in differences(pair, old, new) {
                    rows.push(vec![format!("{name}, {what}"), old, new]);
                }
            }
        }
    }
    for field in &new_body.fields {
        if !old_body.fields.iter().any(|other| other.wire == field.wire) {
            let name = format!("field {}", code(&field.wire));
            rows.push(vec![name, "none".to_owned(), "yes".to_owned()]);
        }
    }
    rows
}
