//! APIs of several constructs of the language, taken from the fixtures of the generator: what it accepts, compiles.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use codegen::Sources;
use fastrand::Rng;

use crate::copy::Copy;

/// How many APIs are made, and with `LONG_TESTS=1`.
const APIS: usize = 4;
const MANY_APIS: usize = 100;

/// How many fields with random types and marks are tried for each API.
const TRIED_FIELDS: usize = 150;

/// Adds `spec/combined0` and so on; returns their names.
pub(crate) fn write(copy: &Copy) -> Vec<String> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/generator");
    let plain = fs::read_to_string(fixtures.join("api.yaml")).unwrap();
    let parts = parts(&fixtures.join("constructs"));
    let is_long = std::env::var_os("LONG_TESTS").is_some();
    let count = if is_long { MANY_APIS } else { APIS };
    let mut names = Vec::new();
    for index in 0..count {
        let name = format!("combined{index}");
        // Each construct is in some API, whatever the others are.
        let (from, to) = (
            index * parts.len() / count,
            (index + 1) * parts.len() / count,
        );
        let mut rng = Rng::with_seed(index as u64);
        let more: Vec<usize> = (0..3).map(|_| rng.usize(..parts.len())).collect();
        let chosen = (from..to).chain(more).map(|part| &parts[part]);
        let api = combined(&name, &plain, chosen, &mut rng);
        for (path, text) in api.0 {
            copy.put(&format!("spec/{path}"), text);
        }
        names.push(name);
    }
    names
}

/// A construct: its changes of `api.yaml`, by key, and its resource files.
struct Part {
    changes: BTreeMap<String, String>,
    resources: Vec<String>,
}

/// The constructs that are described in one package.
fn parts(folder: &Path) -> Vec<Part> {
    let mut folders: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    folders.sort();
    let mut parts = Vec::new();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        let mut part = Part {
            changes: BTreeMap::new(),
            resources: Vec::new(),
        };
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|it| it.unwrap().path())
            .collect();
        files.sort();
        for file in files.iter().filter(|file| file.is_file()) {
            let text = fs::read_to_string(file).unwrap();
            match file.ends_with("api_changes.yaml") {
                true => part.changes = keys(&text),
                false => part.resources.push(text),
            }
        }
        if !part.resources.is_empty() {
            parts.push(part);
        }
    }
    parts
}

/// The lines of each key of the top level.
fn keys(text: &str) -> BTreeMap<String, String> {
    let mut keys = BTreeMap::new();
    let mut key = String::new();
    for line in text.split_inclusive('\n') {
        if !line.starts_with([' ', '#', '\n']) {
            key = line.split(':').next().unwrap_or_default().to_owned();
        }
        *keys.entry(key.clone()).or_default() += line;
    }
    keys
}

/// An API of the parts that fit the earlier ones, with a use of each type, and with fields of random types and marks.
fn combined<'p>(
    name: &str,
    plain: &str,
    parts: impl Iterator<Item = &'p Part>,
    rng: &mut Rng,
) -> Sources {
    let mut api = Api {
        name: name.to_owned(),
        keys: keys(plain),
        ..Api::default()
    };
    api.keys.insert("api".to_owned(), format!("api: {name}\n"));
    for (number, part) in parts.enumerate() {
        let with_part = api.with(part, number);
        // Two parts may change one key in two ways, or the statuses that the other uses.
        if is_accepted(&with_part) {
            api = with_part;
        }
    }
    assert!(api.files.len() > 1, "{name}: parts are rejected");
    let lonely = Api {
        name: name.to_owned(),
        keys: keys(plain),
        ..Api::default()
    };
    for number in 0..TRIED_FIELDS {
        let tried = random_use(number, rng);
        let mut alone = lonely.clone();
        alone.uses.extend(&tried);
        if is_accepted(&alone) {
            api.uses.extend(&tried);
        }
    }
    api.sources()
}

fn is_accepted(api: &Api) -> bool {
    codegen::packages(&api.sources()).is_ok()
}

/// An API that grows.
#[derive(Clone, Default)]
struct Api {
    name: String,
    /// The keys of `api.yaml`.
    keys: BTreeMap<String, String>,
    changed: Vec<String>,
    files: BTreeMap<String, String>,
    uses: Uses,
}

impl Api {
    fn with(&self, part: &Part, number: usize) -> Self {
        let mut api = self.clone();
        for (key, lines) in &part.changes {
            if !api.changed.contains(key) {
                api.changed.push(key.clone());
                api.keys.insert(key.clone(), lines.clone());
            }
        }
        for (index, text) in part.resources.iter().enumerate() {
            let resource = format!("p{number}_{index}");
            let text = renamed(text, &resource);
            api.uses.extend(&uses_of(&text, &resource));
            api.files.insert(resource, text);
        }
        api
    }

    fn sources(&self) -> Sources {
        let name = &self.name;
        let keys: String = self.keys.values().cloned().collect();
        let mut files = vec![(format!("{name}/api.yaml"), keys)];
        for (resource, text) in &self.files {
            files.push((format!("{name}/{resource}.yaml"), text.clone()));
        }
        files.push((format!("{name}/uses.yaml"), self.uses.text()));
        Sources::new(files)
    }
}

/// Records, bodies and operations, each on a line.
#[derive(Clone, Default)]
struct Uses {
    records: String,
    bodies: String,
    operations: String,
}

impl Uses {
    fn extend(&mut self, more: &Self) {
        self.records += &more.records;
        self.bodies += &more.bodies;
        self.operations += &more.operations;
    }

    /// An operation that returns a record.
    fn read(&mut self, record: &str) {
        let path = record.to_lowercase();
        self.operations += &format!(
            "  read_{path}: {{ doc: Reads it., http: GET /uses/{path}, response: {record}, statuses: [200] }}\n"
        );
    }

    /// An operation that sends a body.
    fn send(&mut self, body: &str) {
        let path = body.to_lowercase();
        self.operations += &format!(
            "  send_{path}: {{ doc: Sends it., http: PUT /uses/{path}, request_body: {body}, response: unknown, {REST} }}\n"
        );
    }

    fn text(&self) -> String {
        let mut text = "resource: uses\nsource: Uses\ndoc: What is used.\n".to_owned();
        for (key, entries) in [
            ("records", &self.records),
            ("bodies", &self.bodies),
            ("operations", &self.operations),
        ] {
            if !entries.is_empty() {
                text += &format!("{key}:\n{entries}");
            }
        }
        text
    }
}

/// What an operation has that is sent again.
const REST: &str = "statuses: [200], retry: { idempotent: It is sent again. }";

/// The names that a section of a resource file declares.
fn declared<'t>(text: &'t str, section: &str) -> Vec<&'t str> {
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with(&format!("{section}:")));
    let lines = lines
        .skip(1)
        .take_while(|line| line.is_empty() || line.starts_with([' ', '#']));
    let entries = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    entries
        .filter_map(|line| line.trim().split(':').next())
        .collect()
}

/// A resource file with names, types and paths that no other one has.
fn renamed(text: &str, resource: &str) -> String {
    let mut text = text.to_owned();
    let prefix = resource.to_uppercase().replace('_', "");
    for section in [
        "records",
        "bodies",
        "enums",
        "ids",
        "operations",
        "callbacks",
    ] {
        let names: Vec<String> = declared(&text, section)
            .into_iter()
            .map(str::to_owned)
            .collect();
        for name in names {
            let renamed = match name.starts_with(char::is_uppercase) {
                true => format!("{prefix}{name}"),
                false => format!("{resource}_{name}"),
            };
            text = replace_word(&text, &name, &renamed);
        }
    }
    for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
        text = text.replace(&format!("{method} /"), &format!("{method} /{resource}/"));
    }
    let lines = text
        .lines()
        .map(|line| match line.starts_with("resource:") {
            true => format!("resource: {resource}\n"),
            false => format!("{}\n", line.replace(": \"/", &format!(": \"/{resource}/"))),
        });
    lines.collect()
}

fn replace_word(text: &str, word: &str, with: &str) -> String {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(word) {
        let (before, after) = (&rest[..start], &rest[start + word.len()..]);
        let is_whole = !before.ends_with(is_of_word) && !after.starts_with(is_of_word);
        out += before;
        out += if is_whole { with } else { word };
        rest = after;
    }
    out + rest
}

/// An operation for each type of a resource file.
fn uses_of(text: &str, resource: &str) -> Uses {
    let mut uses = Uses::default();
    declared(text, "records")
        .iter()
        .for_each(|record| uses.read(record));
    declared(text, "bodies")
        .iter()
        .for_each(|body| uses.send(body));
    let scalars = [declared(text, "enums"), declared(text, "ids")].concat();
    if !scalars.is_empty() {
        let name = format!("Uses{}", resource.replace('_', ""));
        let fields = scalars
            .iter()
            .map(|ty| format!("{}: {ty}", ty.to_lowercase()));
        let fields = fields.collect::<Vec<_>>().join(", ");
        uses.records += &format!("  {name}: {{ doc: Types., fields: {{ {fields} }} }}\n");
        uses.read(&name);
    }
    uses
}

/// A field of a random type with random marks: in a record, a body or a parameter.
fn random_use(number: usize, rng: &mut Rng) -> Uses {
    let reference = codegen::reference_of_marks();
    let rows = reference.lines().skip(2);
    let forms = rows.filter_map(|row| row.split('|').nth(1));
    let marks: Vec<&str> = forms
        .flat_map(|forms| forms.split('`').skip(1).step_by(2))
        .filter(|form| !form.starts_with('='))
        .collect();
    let types = [
        "string",
        "string(12)",
        "text",
        "integer",
        "int32",
        "decimal",
        "boolean",
        "date",
        "datetime",
        "local_datetime",
        "time",
        "json",
        "integer|string",
    ];
    let mut notation = rng.choice(types).unwrap().to_owned();
    let names = [format!("Of{number}"), format!("NewOf{number}")];
    if rng.u8(..4) == 0 {
        // A type that holds the field itself.
        notation = rng.choice(&names).unwrap().clone();
    }
    for _ in 0..rng.usize(..3) {
        notation = match rng.u8(..4) {
            0 => format!("list({notation})"),
            1 => format!("map({notation})"),
            _ => notation,
        };
    }
    for _ in 0..rng.usize(..4) {
        notation += &format!(" {}", rng.choice(&marks).unwrap());
    }
    let mut uses = Uses::default();
    let field = format!(
        "{{ {}: \"{notation}\" }}",
        rng.choice(["type", "value", "id", "self"]).unwrap()
    );
    let (record, body) = (&names[0], &names[1]);
    match rng.u8(..4) {
        0 => {
            uses.records += &format!("  {record}: {{ doc: A record., fields: {field} }}\n");
            uses.read(record);
        }
        1 => {
            uses.bodies += &format!("  {body}: {{ doc: A body., fields: {field} }}\n");
            uses.send(body);
        }
        place => {
            let place = if place == 2 { "query" } else { "headers" };
            uses.operations += &format!(
                "  use_{number}: {{ doc: Uses it., http: PUT /uses/{number}, {place}: {field}, response: unknown, {REST} }}\n"
            );
        }
    }
    uses
}
