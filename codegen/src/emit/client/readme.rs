//! The README of a client crate: a first call, its operations in a table, how they are sent.

use crate::emit::prose;
use crate::emit::readme::{DOCUMENTS, deprecation};
use crate::emit::rust::manifest;
use crate::example::first_call;
use crate::file_tree::header;
use crate::ir::{Operation, Package, Response, Spec};
use crate::markdown::{code, escape_markdown};
use crate::names;

pub(super) fn readme(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let name = package.client_package();
    let mut out = format!(
        "<!-- {} -->\n\n# {name}\n\nA Rust client of “{}”. {} {DOCUMENTS}\n{}\n\
         ```sh\ncargo add {name} --git URL_OF_THIS_REPOSITORY\ncargo add tokio --features macros,rt-multi-thread\n```\n",
        header([&*package.dir]),
        escape_markdown(&package.title),
        escape_markdown(&package.doc),
        deprecation(package)
    );
    if let Some(example) = first_call(spec, index) {
        out.push_str(&format!(
            "\n## First call\n\n```rust,no_run\n{example}```\n"
        ));
    }
    out.push_str(&operation_table(package));
    out.push_str(&calls(package));
    out.push_str(&callbacks(spec, index));
    out.push_str(&features());
    out.push_str(&links(package));
    out
}

/// Where the links of the table of operations lead on a forge. In rustdoc, the crate root defines them before.
fn links(package: &Package) -> String {
    let mut out = String::from("\n");
    for resource in &package.resources {
        for operation in &resource.operations {
            out.push_str(&format!(
                "[`{}`]: src/{}.rs\n",
                operation.rust, resource.name
            ));
        }
    }
    out
}

/// The operations in a table, in the order of their resources, with their credentials where they differ.
fn operation_table(package: &Package) -> String {
    let credentials = |auth: &[usize]| {
        let names = auth.iter().map(|index| &package.auth[*index].name);
        prose::or(names.map(|name| code(&names::type_of(name))))
    };
    let mut out = String::from("\n## Operations\n\n");
    let mut all = package.operations().map(|operation| &operation.auth);
    let first = all.next();
    let is_same = all.all(|auth| Some(auth) == first);
    match first {
        Some(first) if is_same && !first.is_empty() => {
            let credentials = credentials(first);
            out.push_str(&format!("The credentials are {credentials}.\n\n"));
        }
        _ => {}
    }
    out.push_str(match is_same {
        true => "| operation | |\n|---|---|\n",
        false => "| operation | | credentials |\n|---|---|---|\n",
    });
    for operation in package.operations() {
        let deprecated = match operation.deprecated {
            Some(_) => "**Deprecated.** ",
            None => "",
        };
        let (first_sentence, _) = prose::first_sentence(&operation.doc);
        let text = escape_markdown(first_sentence);
        out.push_str(&format!("| [`{}`] | {deprecated}{text} |", operation.rust));
        if !is_same {
            out.push_str(&match operation.auth.as_slice() {
                [] => " none |".to_owned(),
                auth => format!(" {} |", credentials(auth)),
            });
        }
        out.push('\n');
    }
    out.push_str(
        "\nThe docs of an operation (`cargo doc --open`) have its path, its response, an example and its errors.\n",
    );
    out
}

/// The methods that send the operations.
fn calls(package: &Package) -> String {
    let has = |matches: fn(&Operation) -> bool| package.operations().any(matches);
    let send = match package.has_writes() {
        true => {
            "a read, or a write that may be repeated: retried after a transient failure; returns the response, decoded if it is documented"
        }
        false => {
            "retried after a transient failure; returns the response, decoded if it is documented"
        }
    };
    let once = "a write: under `key`, your own id of the write, it takes effect at most once, until 90 days after the last change, \
                or the worker's `keep_days`. It needs a journal, and an `account`, which must never change: under another one, \
                the key is sent again";
    let rows = [
        (true, "`client.send(operation)`", send),
        (
            has(|operation| matches!(operation.response, Response::Page(_))),
            "`client.items(operation)`",
            "the items of all pages",
        ),
        (
            has(Operation::supports_sync),
            "`client.sync(operation, checkpoint)`",
            "the records that changed since the last run",
        ),
        (
            package.has_writes(),
            "`client.once(key).send(operation)`",
            once,
        ),
        (
            true,
            "`client.call()`",
            "sets timeouts, headers, parameters and labels of one call",
        ),
    ];
    let rows = rows.into_iter().filter(|(is_there, ..)| *is_there);
    let rows: String = rows
        .map(|(_, call, what)| format!("| {call} | {what} |\n"))
        .collect();
    let journal = match package.has_writes() {
        true => {
            "`MemoryStore` is for tests: a service uses a journal in a database, `store-sqlite` or `store-postgres`. "
        }
        false => "",
    };
    let found_by_id = package.operations().filter(|operation| {
        let mut find_by = operation.find_by.iter();
        find_by.any(|find_by| find_by.parameter.is_none())
    });
    let found_by_id: Vec<String> = found_by_id
        .map(|operation| format!("`{}`", operation.rust))
        .collect();
    let by_id = match found_by_id.is_empty() {
        true => String::new(),
        false => format!(
            "Of {}, the client finds an unknown outcome out only by the id that a callback has named. ",
            found_by_id.join(" and ")
        ),
    };
    format!(
        "\n## Calls\n\n| call | |\n|---|---|\n{rows}\n\
         {journal}{by_id}`.await` needs a Tokio runtime; code without `async` writes `.wait()`, with the trait `Wait`. The guide, `crates/guide/book/index.md` in the \
         repository, has a page per task.\n"
    )
}

fn features() -> String {
    let names = manifest::FEATURES.map(code).join(", ");
    format!(
        "\n## Cargo features\n\n{names}; by default, {}. The docs of `api_runtime` say what each adds.\n",
        code(manifest::DEFAULT_FEATURE)
    )
}

/// The callbacks that the package receives.
fn callbacks(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = String::new();
    for callback in spec.callbacks_of(index) {
        out.push_str(&format!(
            "\n## Callbacks\n\n{} `model::{}::from_form` parses the body of a callback.\n",
            escape_markdown(&callback.doc),
            callback.record.name
        ));
        let confirms = |operation: &&Operation| {
            let confirmation = operation.confirms_callback.as_ref();
            confirmation.is_some_and(|confirmation| {
                confirmation.callback == callback.name
                    && confirmation.callback_record == callback.record
            })
        };
        for operation in package.operations().filter(confirms) {
            out.push_str(&format!(
                "\nThe client checks no signature, so a callback is only a hint: `callback::Handler` reads the record with `{}`. The \
                 docs of `callback` and the guide have the code.\n",
                operation.rust
            ));
        }
    }
    out
}
