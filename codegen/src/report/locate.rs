//! From a name to its lines of spec and of generated code, and back: a wire name, a record, an operation or a Rust name.

use crate::file_tree::FileTree;
use crate::ir::{Field, Package, Resource, Spec};
use crate::names;
use crate::report::line_of;
use crate::source::{Sources, Span};

/// Something that has the name.
struct Hit<'a> {
    description: String,
    span: &'a Span,
    code: Vec<Code>,
}

/// Lines of a generated file.
struct Code {
    file: String,
    part: Part,
    /// What a line has to hold: one of these.
    needles: Vec<String>,
}

/// The part of a file in which lines count.
enum Part {
    File,
    /// The blocks of a Rust item.
    Item(String),
    /// An operation of an OpenAPI document.
    Operation(String),
}

/// The lines, a block for each thing of that name; nothing when there is none.
pub(crate) fn locate(spec: &Spec, tree: &FileTree, sources: &Sources, name: &str) -> String {
    let mut out = String::new();
    for hit in hits(spec, name) {
        out.push_str(&format!(
            "{}\n  {}\n",
            hit.description,
            line_of(sources, hit.span)
        ));
        for code in &hit.code {
            let Some(text) = tree.0.get(&code.file) else {
                continue;
            };
            for (line, found) in lines(text, code) {
                out.push_str(&format!("  {}:{line}: {}\n", code.file, found.trim()));
            }
        }
    }
    out
}

fn lines<'a>(text: &'a str, code: &Code) -> Vec<(usize, &'a str)> {
    let mut inside = matches!(code.part, Part::File);
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match &code.part {
            Part::File => {}
            Part::Item(item) => {
                let opens = line.ends_with('{') && !line.trim_start().starts_with("//");
                if opens && has_word(line, item) {
                    inside = true;
                } else if line == "}" || (opens && !line.starts_with(' ')) {
                    inside = false;
                }
            }
            Part::Operation(name) => {
                if let Some(id) = line.trim_start().strip_prefix("\"operationId\": \"") {
                    inside = id.split(['"', '.']).next() == Some(name);
                }
            }
        }
        let comment = line.trim_start().starts_with("//");
        if inside && !comment && code.needles.iter().any(|needle| line.contains(needle)) {
            found.push((index + 1, line));
        }
    }
    found
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|found| found == word)
}

fn hits<'a>(spec: &'a Spec, name: &str) -> Vec<Hit<'a>> {
    let mut hits = Vec::new();
    for package in &spec.packages {
        for resource in &package.resources {
            let files = Files::of(package, resource);
            types(&mut hits, package, resource, &files, name);
            fields(&mut hits, package, resource, &files, name);
            operations(&mut hits, package, resource, &files, name);
        }
    }
    hits
}

/// The generated files of a resource.
struct Files {
    model: String,
    client: String,
    openapi: String,
}

impl Files {
    fn of(package: &Package, resource: &Resource) -> Self {
        let source = |package: String| format!("crates/{package}/src/{}.rs", resource.name);
        Self {
            model: source(package.model_package()),
            client: source(package.client_package()),
            openapi: format!("crates/api-description/openapi/{}.json", package.name),
        }
    }
}

fn types<'a>(
    hits: &mut Vec<Hit<'a>>,
    package: &Package,
    resource: &'a Resource,
    files: &Files,
    name: &str,
) {
    let records = resource
        .records
        .iter()
        .map(|declared| ("record", &declared.name, &declared.span));
    let bodies = resource
        .bodies
        .iter()
        .map(|declared| ("body", &declared.name, &declared.span));
    let enums = resource
        .enums
        .iter()
        .map(|declared| ("enum", &declared.name, &declared.span));
    let ids = resource
        .ids
        .iter()
        .map(|declared| ("id", &declared.name, &declared.span));
    for (kind, found, span) in records.chain(bodies).chain(enums).chain(ids) {
        if same(found, name) {
            let declares =
                ["struct {} ", "enum {} ", "struct {};"].map(|form| form.replace("{}", found));
            hits.push(Hit {
                description: format!("{kind} {found} of {}", package.name),
                span,
                code: vec![
                    Code {
                        file: files.model.clone(),
                        part: Part::File,
                        needles: declares.to_vec(),
                    },
                    Code {
                        file: files.openapi.clone(),
                        part: Part::File,
                        needles: vec![format!("      \"{found}\": {{")],
                    },
                ],
            });
        }
    }
}

fn fields<'a>(
    hits: &mut Vec<Hit<'a>>,
    package: &Package,
    resource: &'a Resource,
    files: &Files,
    name: &str,
) {
    let records = resource
        .records
        .iter()
        .map(|declared| (&declared.name, &declared.fields));
    let bodies = resource
        .bodies
        .iter()
        .map(|declared| (&declared.name, &declared.fields));
    for (owner, fields) in records.chain(bodies) {
        for field in fields.iter().filter(|field| has_name(field, name)) {
            hits.push(Hit {
                description: format!("field {} of {owner}, {}", field.wire, package.name),
                span: &field.span,
                code: vec![Code {
                    file: files.model.clone(),
                    part: Part::Item(owner.clone()),
                    needles: vec![
                        format!("pub {}:", field.rust),
                        format!("    {}: \"", field.rust),
                    ],
                }],
            });
        }
    }
}

fn operations<'a>(
    hits: &mut Vec<Hit<'a>>,
    package: &Package,
    resource: &'a Resource,
    files: &Files,
    name: &str,
) {
    for operation in &resource.operations {
        let rust = &operation.rust;
        let code = |needles: Vec<String>| Code {
            file: files.client.clone(),
            part: Part::Item(rust.clone()),
            needles,
        };
        let openapi = |needle: String| Code {
            file: files.openapi.clone(),
            part: Part::Operation(operation.name.clone()),
            needles: vec![needle],
        };
        if same(&operation.name, name) {
            let mut declares = code(vec![format!("struct {rust} "), format!("struct {rust};")]);
            declares.part = Part::File;
            hits.push(Hit {
                description: format!("operation {} of {}", operation.name, package.name),
                span: &operation.span,
                code: vec![
                    declares,
                    code(vec!["OperationInfo::new(".to_owned()]),
                    openapi("\"operationId\":".to_owned()),
                ],
            });
        }
        let parameters = operation.path.iter().chain(&operation.query);
        for field in parameters.filter(|field| has_name(field, name)) {
            hits.push(Hit {
                description: format!(
                    "parameter {} of {}, {}",
                    field.wire, operation.name, package.name
                ),
                span: &field.span,
                code: vec![
                    code(vec![
                        format!("pub {}:", field.rust),
                        format!("    {} =", field.rust),
                        format!("\"{}\"", field.wire),
                    ]),
                    openapi(format!("\"name\": \"{}\"", field.wire)),
                ],
            });
        }
    }
}

/// Whether a name of the spec, or its Rust type, is the one searched for.
fn same(found: &str, name: &str) -> bool {
    found == name || names::type_of(found) == name
}

fn has_name(field: &Field, name: &str) -> bool {
    field.wire == name || field.rust == name || field.aliases.iter().any(|also| also == name)
}
