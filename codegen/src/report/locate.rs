//! From a name to its lines of spec and of generated code, and back: a wire name, a record, an operation or a Rust name.

use super::line_of;
use crate::diagnostics::Place;
use crate::files::{FileTree, Sources};
use crate::ir::{Field, House};
use crate::names;

/// Something that has the name.
struct Hit<'a> {
    what: String,
    place: &'a Place,
    /// The generated file, and what its lines have to hold: inside which item, and what.
    code: Vec<(String, Option<String>, Vec<String>)>,
}

/// The lines, a block for each thing of that name; the nearest names when there is none.
pub(crate) fn locate(house: &House, tree: &FileTree, sources: &Sources, name: &str) -> String {
    let mut out = String::new();
    for hit in hits(house, name) {
        out.push_str(&format!(
            "{}\n  {}\n",
            hit.what,
            line_of(sources, hit.place)
        ));
        for (file, item, needles) in &hit.code {
            let Some(text) = tree.0.get(file) else {
                continue;
            };
            for (line, code) in lines(text, item.as_deref(), needles) {
                out.push_str(&format!("  {file}:{line}: {}\n", code.trim()));
            }
        }
    }
    out
}

/// The lines of a file that hold one of the needles, inside the item's blocks if one is named.
fn lines<'a>(text: &'a str, item: Option<&str>, needles: &[String]) -> Vec<(usize, &'a str)> {
    let mut inside = item.is_none();
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if let Some(item) = item {
            let word = |text: &str| {
                text.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .any(|word| word == item)
            };
            let opens = line.ends_with('{') && !line.trim_start().starts_with("//");
            if opens && word(line) {
                inside = true;
            } else if line == "}" || (opens && !line.starts_with(' ')) {
                inside = false;
            }
        }
        if inside
            && !line.trim_start().starts_with("//")
            && needles.iter().any(|needle| line.contains(needle))
        {
            found.push((at + 1, line));
        }
    }
    found
}

fn hits<'a>(house: &'a House, name: &str) -> Vec<Hit<'a>> {
    let mut hits = Vec::new();
    for set in &house.sets {
        let model = |resource: &str| format!("crates/{}/src/{resource}.rs", set.model_package());
        let client = |resource: &str| format!("crates/{}/src/{resource}.rs", set.client_package());
        let openapi = format!("crates/api-description/openapi/{}.json", set.name);
        for resource in &set.resources {
            let types = resource
                .records
                .iter()
                .map(|one| ("record", &one.name, &one.place))
                .chain(
                    resource
                        .bodies
                        .iter()
                        .map(|one| ("body", &one.name, &one.place)),
                )
                .chain(
                    resource
                        .enums
                        .iter()
                        .map(|one| ("enum", &one.name, &one.place)),
                )
                .chain(resource.ids.iter().map(|one| ("id", &one.name, &one.place)));
            for (kind, found, place) in types {
                if same(found, name) {
                    hits.push(Hit {
                        what: format!("{kind} {found} of {}", set.name),
                        place,
                        code: vec![
                            (
                                model(&resource.name),
                                None,
                                vec![
                                    format!("struct {found} "),
                                    format!("enum {found} "),
                                    format!("struct {found};"),
                                ],
                            ),
                            (openapi.clone(), None, vec![format!("    \"{found}\": {{")]),
                        ],
                    });
                }
            }
            let records = resource.records.iter().map(|one| (&one.name, &one.fields));
            let bodies = resource.bodies.iter().map(|one| (&one.name, &one.fields));
            for (owner, fields) in records.chain(bodies) {
                for field in fields.iter().filter(|field| has_name(field, name)) {
                    hits.push(Hit {
                        what: format!("field {} of {owner}, {}", field.wire, set.name),
                        place: &field.place,
                        code: vec![(
                            model(&resource.name),
                            Some(owner.clone()),
                            vec![
                                format!("pub {}:", field.rust),
                                format!("    {}: \"", field.rust),
                            ],
                        )],
                    });
                }
            }
            for operation in &resource.operations {
                let about = |what: String, place: &'a Place, needles: Vec<String>| Hit {
                    what,
                    place,
                    code: vec![(
                        client(&resource.name),
                        Some(operation.rust.clone()),
                        needles,
                    )],
                };
                if same(&operation.name, name) || operation.rust == name {
                    let mut hit = about(
                        format!("operation {} of {}", operation.name, set.name),
                        &operation.place,
                        vec![
                            format!("struct {} ", operation.rust),
                            format!("struct {};", operation.rust),
                            "About::new(".to_owned(),
                        ],
                    );
                    hit.code.push((
                        openapi.clone(),
                        None,
                        vec![format!("\"operationId\": \"{}\"", operation.name)],
                    ));
                    hits.push(hit);
                }
                for field in operation
                    .path
                    .iter()
                    .chain(&operation.query)
                    .filter(|field| has_name(field, name))
                {
                    let mut hit = about(
                        format!(
                            "parameter {} of {}, {}",
                            field.wire, operation.name, set.name
                        ),
                        &field.place,
                        vec![
                            format!("pub {}:", field.rust),
                            format!("\"{}\"", field.wire),
                            format!("    {} =>", field.rust),
                        ],
                    );
                    hit.code.push((
                        openapi.clone(),
                        None,
                        vec![format!("\"name\": \"{}\"", field.wire)],
                    ));
                    hits.push(hit);
                }
            }
        }
    }
    hits
}

/// Whether a name of the description is meant, as it stands or as its Rust type.
fn same(found: &str, name: &str) -> bool {
    found == name || names::type_of(found) == name
}

fn has_name(field: &Field, name: &str) -> bool {
    field.wire == name || field.rust == name || field.also.iter().any(|also| also == name)
}
