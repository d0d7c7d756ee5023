//! Writes the list of all generated records, the READMEs of the model crates, and the examples of the clients as functions: those of operations, and the
//! first call and the callbacks of each README.
//!
//! The examples of clients are no doctests, which would be compiled without a server. Their text is unchanged, except for placeholders such as
//! `"<id>"`, which become values of the sandbox.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const CLIENTS: &[&str] = &[
    "payments-client",
    "pos-v1-client",
    "pos-v2-client",
    "pos-v3-client",
    "vendor-client",
];

/// The lines of all blocks of code whose first line has the prefix, with the number of the line after them.
fn blocks(lines: &[&str], fence: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut rest = lines.iter().enumerate();
    while rest.any(|(_, line)| *line == fence) {
        let mut code = String::new();
        let end = rest.by_ref().find(|(_, line)| {
            let is_end = line.starts_with("```");
            if !is_end {
                // A hidden line.
                let line = line.strip_prefix("# ").unwrap_or(line);
                code.push_str(line);
                code.push('\n');
            }
            is_end
        });
        found.push((code, end.expect("the end of a block").0 + 1));
    }
    found
}

/// The code with expressions in place of placeholders.
fn fill(code: &str, operation: &str) -> String {
    let mut filled = String::new();
    let mut rest = code;
    while let Some((before, after)) = rest.split_once("\"<") {
        let (name, after) = after.split_once(">\"").expect("the end of a placeholder");
        write!(filled, "{before}values.text({name:?})").expect("a string");
        rest = after;
    }
    filled.push_str(rest);
    for url in ["\"https://api.example/api\"", "\"https://api.example\""] {
        filled = filled.replace(url, "values.text(\"base_url\")");
    }
    // A parameter of two types does not say which integer it takes.
    let id = match operation {
        "GetIncomingQuoteById" => "values.id::<i32>()",
        _ => "values.id::<i64>()",
    };
    for end in [')', ','] {
        for before in ["client.send(", "operation = "] {
            filled = filled.replace(
                &format!("{before}{operation}::new(1{end}"),
                &format!("{before}{operation}::new({id}{end}"),
            );
        }
    }
    filled
}

struct Examples {
    modules: String,
    arms: String,
    names: String,
    operations: String,
}

impl Examples {
    fn add(&mut self, client: &str, name: &str, code: &str, function: &str) {
        let crate_name = client.replace('-', "_");
        let module = format!("{crate_name}_{}", name.to_lowercase());
        let name_of_api = crate_name.trim_end_matches("_client");
        let config = format!("config::{name_of_api}(values.text(\"base_url\"))");
        let client_argument = format!("{crate_name}::Client::new({config})?, ");
        let journal = format!("{crate_name}::journal::MemoryStore");
        let journaled = format!("config: {crate_name}::Config, journal: {journal}");
        let (parameters, arguments) = match name {
            "README" => (String::new(), String::new()),
            _ if code.contains("body: Json") => (
                format!("{journaled}, body: Json"),
                format!("{config}, {journal}::new(), values.text(\"body\").parse()?, "),
            ),
            _ if code.contains("journal") => (journaled, format!("{config}, {journal}::new(), ")),
            _ => ("client: Client".to_owned(), client_argument),
        };
        let signature = &format!("{function}({parameters})");
        assert!(
            code.contains(signature),
            "{client}: {name}: expected `{signature}`"
        );
        let parameters = match &*parameters {
            "" => String::new(),
            parameters => format!("{parameters}, "),
        };
        let function = format!("pub(crate) async fn run({parameters}values: &super::Values)");
        let code = fill(code, name).replace(signature, &function);
        writeln!(
            self.modules,
            "#[allow(unused, clippy::all)]\nmod {module} {{\n{code}}}"
        )
        .expect("a string");
        writeln!(
            self.arms,
            "({client:?}, {name:?}) => {module}::run({arguments}values).await?,"
        )
        .expect("a string");
        writeln!(self.names, "({client:?}, {name:?}),").expect("a string");
    }

    fn read(&mut self, client: &str, text: &str) {
        let lines = text.lines().map(|line| {
            let line = line.trim_start();
            line.strip_prefix("/// ")
                .or(line.strip_prefix("///"))
                .unwrap_or(line)
        });
        let lines = Vec::from_iter(lines);
        let examples = blocks(&lines, "```no_run");
        let fences = lines.iter().filter(|line| line.starts_with("```"));
        assert_eq!(
            fences.count(),
            2 * examples.len(),
            "{client}: code that does not run"
        );
        for (code, end) in examples {
            let mut structs = lines[end..]
                .iter()
                .filter_map(|line| line.strip_prefix("pub struct "));
            let name = structs.next().expect("an operation");
            let end = name
                .find(|c: char| !c.is_alphanumeric())
                .unwrap_or(name.len());
            self.add(client, &name[..end], &code, "async fn run");
        }
        for line in &lines {
            if let Some((_, name)) = line
                .split_once("Operation for ")
                .filter(|_| line.starts_with("impl"))
            {
                let end = name
                    .find(|c: char| !c.is_alphanumeric())
                    .unwrap_or(name.len());
                writeln!(self.operations, "({client:?}, {:?}),", &name[..end]).expect("a string");
            }
        }
    }
}

/// The texts of the sources of a crate.
fn sources(package: &str) -> Vec<String> {
    let folder = Path::new("../crates").join(package);
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(folder.join("src")).expect("a folder");
    let mut files = Vec::from_iter(files.map(|entry| entry.expect("an entry").path()));
    files.sort();
    let texts = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("a file"));
    texts.collect()
}

/// The names of the model crates.
fn models() -> Vec<String> {
    let packages = fs::read_dir("../crates").expect("the crates");
    let packages = packages.map(|package| package.expect("a crate").file_name());
    let mut packages = Vec::from_iter(packages.filter_map(|name| name.into_string().ok()));
    packages.retain(|name| name.ends_with("-model"));
    packages.sort();
    packages
}

/// All generated records, as `entry!` takes them.
fn records(models: &[String]) -> String {
    let mut entries = String::new();
    for package in models {
        let crate_name = package.replace('-', "_");
        for text in sources(package) {
            for rest in text
                .split("\n#[derive(Clone, Default, PartialEq, Record")
                .skip(1)
            {
                let (_, rest) = rest.split_once("pub struct ").expect("a struct");
                let name = rest.split_whitespace().next().expect("a name");
                writeln!(
                    entries,
                    "entry!({package:?}, {crate_name}::{name}, {name:?}),"
                )
                .expect("a string");
            }
        }
    }
    format!("/// All generated records.\npub(crate) const ALL: &[Entry] = &[\n{entries}];\n")
}

fn main() {
    let out = env::var_os("OUT_DIR").expect("OUT_DIR");
    let models = models();
    fs::write(Path::new(&out).join("records.rs"), records(&models)).expect("a file");
    let mut examples = Examples {
        modules: String::new(),
        arms: String::new(),
        names: String::new(),
        operations: String::new(),
    };
    for client in CLIENTS {
        for text in sources(client) {
            examples.read(client, &text);
        }
        let readme = Path::new("../crates").join(client).join("README.md");
        let readme = fs::read_to_string(readme).expect("a README");
        let lines = Vec::from_iter(readme.lines());
        let programs = blocks(&lines, "```rust,no_run");
        let fences = lines.iter().filter(|line| line.starts_with("```rust"));
        assert_eq!(
            fences.count(),
            programs.len(),
            "{client}: code that does not run"
        );
        for (code, _) in programs {
            examples.add(client, "README", &code, "#[tokio::main]\nasync fn main");
        }
    }
    let Examples {
        modules,
        arms,
        names,
        operations,
    } = examples;
    let text = format!(
        "{modules}
        /// The examples: crate, and operation or `README`.
        const EXAMPLES: &[(&str, &str)] = &[{names}];
        /// The operations: crate and name.
        const OPERATIONS: &[(&str, &str)] = &[{operations}];
        async fn run_example(
            example: (&str, &str), values: &Values,
        ) -> Result<(), Box<dyn std::error::Error>> {{
            match example {{
                {arms}
                _ => return Err(\"unknown example\".into()),
            }}
            Ok(())
        }}"
    );
    fs::write(Path::new(&out).join("examples.rs"), text).expect("a file");
}
