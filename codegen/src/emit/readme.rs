//! READMEs of the model crates and of the crate of the OpenAPI documents.

use crate::file_tree::{header, header_of};
use crate::ir::{Declared, Package, Spec};
use crate::markdown::escape_markdown;

const RECORDS: &str = "Every field of a record is an `Option`, a list or a map, except the record in the envelope of a response. Unknown \
                       fields, and values of another type, are in `extra`. The docs of `api_wire` have the rules.";
/// What the docs of fields and operations refer to.
pub(crate) const DOCUMENTS: &str =
    "In these docs, “the documents” are the provider's documentation of the API.";

/// The README of a model crate.
pub(crate) fn model(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = format!(
        "<!-- {} -->\n\n# {}\n\n{}: {}.\n\n{} {DOCUMENTS}\n{}",
        header([&*package.dir]),
        package.model_package(),
        escape_markdown(&package.title),
        kinds(package),
        escape_markdown(&package.doc),
        deprecation(package)
    );
    if package
        .resources
        .iter()
        .any(|resource| !resource.records.is_empty())
    {
        out.push_str(&format!("\n{RECORDS}\n"));
    }
    out
}

/// The paragraph of a package that the documents deprecate.
pub(crate) fn deprecation(package: &Package) -> String {
    let deprecated = package.deprecated.as_ref();
    let instead = deprecated.and_then(|deprecated| deprecated.instead.as_ref());
    instead.map_or(String::new(), |instead| {
        format!("\n**Deprecated.** {}\n", escape_markdown(instead.trim()))
    })
}

/// The kinds of types of a package.
pub(crate) fn kinds(package: &Package) -> String {
    let has = |matches: fn(&Declared<'_>) -> bool| package.declared().any(|item| matches(&item));
    let kinds = [
        ("records", has(|item| matches!(item, Declared::Record(_)))),
        (
            "request bodies",
            has(|item| matches!(item, Declared::Body(_))),
        ),
        ("enums", has(|item| matches!(item, Declared::Enum(_)))),
        ("ids", has(|item| matches!(item, Declared::Id(_)))),
    ];
    let kinds = kinds.into_iter().filter(|(_, is_there)| *is_there);
    let kinds: Vec<&str> = kinds.map(|(kind, _)| kind).collect();
    match kinds.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => kinds.concat(),
    }
}

/// The README of the crate of the OpenAPI documents.
pub(crate) fn description(apis: &[(usize, &Package)]) -> String {
    let mut out = format!(
        "<!-- {} -->\n\n# api-description\n\nOpenAPI 3.1 documents of the APIs, generated from the same spec as the clients: for generators \
         of clients, documentation\ntools, validators and fuzzers. The sandbox uses them, too.\n\n\
         | API | document |\n|---|---|\n",
        header_of("spec")
    );
    for (_, package) in apis {
        out.push_str(&format!(
            "| {1} | [`{0}.json`](openapi/{0}.json) |\n",
            package.name,
            escape_markdown(&package.title)
        ));
    }
    out.push_str(FORM);
    out
}

/// What the documents have, and how.
const FORM: &str = "
* A value has its documented type. Where the documents show two types, or where the type of a number is inferred, it has both, the
  documented one first. A field that is read may be null. An exact number, or its text, has the format `decimal`.
* A field that the documents spell in two ways is two properties.
* `required` are what the documents mark so in requests, keys around a record, and constants. What only these crates require has
  `x-required-here`.
* Bodies, wrappers, envelopes and pages are named schemas. A page whose list has an undocumented key has additional properties.
* An operation lists the statuses that the documents list for it, or `2XX` if they list none. `default` is any other status. An error
  whose body the documents do not show accepts any body.
* Descriptions say what OpenAPI has no words for: units, personal and secret values, notes, retry rules, gaps in the documents,
  and contradictions in them. General rules are tags.
* Callbacks are `webhooks`. Each is a form with keys in brackets, without `security`.
* OpenAPI demands what the documents do not have: the `default` of an address leads nowhere (`.invalid`), and an API without a version has
  `1.0`. `int64` is how the crates read a documented integer.

Members for programs, with their readers; the fuzzer is that of `tests/outside`:

| member | of | meaning | read by |
|---|---|---|---|
| `x-generated` | document | that the file is generated, and from what | people |
| `x-displayName`, `x-traitTag` | tag | its title; that it is a page of general rules | documentation tools |
| `x-codeSamples` | operation | a call in Rust | documentation tools |
| `x-operation` | operation | the name of the operation, if this is its second path, and the operation id has the name of the path in it | the sandbox |
| `x-pagination` | operation | the key of the list, the page size, incremental sync | the sandbox |
| `x-documented-name` | parameter of a path | its name in the documents: OpenAPI has one path for all templates that differ only in such names | tests |
| `x-credential-of` | parameter | the auth scheme whose credential it is | the sandbox, the fuzzer |
| `x-secret`, `x-pii` | field, parameter | a credential or one-time code; personal data | the sandbox, tests |
| `x-strict` | field | an amount: a value of another type is always an error | tests |
| `x-alias-of` | field | the property of which it is another spelling, which is not in the documents' examples: a response has one of them | tests |
| `x-required-here` | field, parameter | required by the crates and the sandbox, not by the documents | the sandbox, the fuzzer |
| `x-accepts-1` | field | a boolean that may be sent as 1: a second type would be one for clients to choose, without need | the sandbox, the fuzzer |
| `x-formats` | field | the formats of a date with two formats | tests |
| `x-extensible-enum` | enum | the known values; there may be others | documentation tools, tests |
| `x-credentials` | auth scheme | the parts of the header; a part without a name is empty | the sandbox |
| `x-environment`, `x-sdk-name` | server | the environment, and its name in the browser SDK | the sandbox |
| `x-envelope` | document | the keys of the envelope | the sandbox |
| `x-statuses` | document | the documents' general table of statuses | the sandbox, the fuzzer |
| `x-browser-sdks` | document | the browser SDKs, for which OpenAPI has no place | the sandbox |

`tests/outside/clients.sh` makes clients with openapi-python-client and openapi-generator (Python, TypeScript), and runs them against
the sandbox. For openapi-generator, it removes `webhooks`, and renames one of `customerId` and `customer_id` by `nameMappings`. If a
response differs from the document, such as a number in place of a string, most of these clients return an error or a wrong value.
";
