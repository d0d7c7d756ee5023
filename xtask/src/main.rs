//! The project's commands. Only this crate reads and writes files.

mod dependents;
mod diff;
mod disk;
mod generate;
mod imports;
mod learn;
mod mutate;
mod release;
mod rustfmt;

use std::error::Error;
use std::process::ExitCode;

use codegen::{Diagnostics, Located, Sources};
use lexopt::prelude::*;

const USAGE: &str = "\
cargo xtask generate           generate the crates from the spec
cargo xtask generate --check   print what would change, and fail if anything would; writes nothing
cargo xtask locate NAME        lines of spec and generated code of a name: a field (`points`, `Customer.points`), type, value, operation,
                               path, auth scheme and so on; or of what is declared at `FILE:LINE`
cargo xtask unknowns [API]     what the documents leave open, and where they contradict each other; with `--observed FILE`, what is observed of
                               each field without a documented type
cargo xtask counts [API]       numbers of operations, fields and open questions, by package
cargo xtask diff OLD [NEW]     what changes of the spec mean for the version: each fact with its lines and levels; OLD and NEW are revisions
                               of git or folders, NEW is the spec on disk by default; `--format` is text, markdown or changelog
cargo xtask facts              what the spec and the hand-written fact lists in `tests/facts` do not have in common
cargo xtask mutate             changes one fact of the spec at a time, and lists the changes that the fact lists do not notice;
                               `--count 400` with an effect, `--seed 1`
cargo xtask learn FILE…        write what files of observations or HAR files (`.har`; `--base-url` is that of their API) show into the spec:
                               types that the documents do not show, values of enums, contradictions; one line each, with its evidence
cargo xtask check-release      fail unless version and CHANGELOG.md agree with what changed since the last release
cargo xtask crates             generated crates by name and kind; scripts read it, so that no list of APIs is written by hand
cargo xtask imports            files of the hand-written crates that import each other in a circle; `--crate NAME` shows the layers of one
";

enum Command {
    Generate {
        check: bool,
    },
    Locate(String),
    Unknowns {
        package: Option<String>,
        observed: learn::Files,
    },
    Counts {
        package: Option<String>,
    },
    Diff(diff::Options),
    Facts,
    Mutate(mutate::Options),
    Learn(learn::Files),
    CheckRelease,
    Crates,
    Imports {
        selected: Option<String>,
    },
    Help,
}

fn main() -> ExitCode {
    let command = match arguments() {
        Ok(command) => command,
        Err(error) => {
            anstream::eprint!("error: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let outcome = match command {
        Command::Generate { check } => generate::run(check),
        Command::Locate(name) => locate(&name),
        Command::Unknowns { package, observed } => unknowns(package.as_deref(), &observed),
        Command::Counts { package } => report(codegen::counts, package.as_deref()),
        Command::Diff(options) => diff::run(&options),
        Command::Facts => mutate::facts(),
        Command::Mutate(options) => mutate::run(options),
        Command::Learn(files) => learn::run(&files),
        Command::CheckRelease => release::check(),
        Command::Crates => report(|sources, _| codegen::crates(sources), None),
        Command::Imports { selected } => imports::run(selected.as_deref()),
        Command::Help => {
            anstream::print!("{USAGE}");
            Ok(true)
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            anstream::eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Result<Command, lexopt::Error> {
    let mut parser = lexopt::Parser::from_env();
    let mut words: Vec<String> = Vec::new();
    let mut check = false;
    let mut selected = None;
    let mut format = None;
    let mut base_url = None;
    let mut observed: Vec<String> = Vec::new();
    let mut mutants: Option<mutate::Options> = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("check") => check = true,
            Long("crate") => selected = Some(parser.value()?.string()?),
            Long("base-url") => base_url = Some(parser.value()?.string()?),
            Long("observed") => observed.push(parser.value()?.string()?),
            Long("format") => format = Some(parser.value()?.string()?),
            Long("count") => {
                mutants.get_or_insert_default().count = parser.value()?.parse()?;
            }
            Long("seed") => mutants.get_or_insert_default().seed = parser.value()?.parse()?,
            Short('h') | Long("help") => return Ok(Command::Help),
            Value(word) => words.push(word.string()?),
            other => return Err(other.unexpected()),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let command = words.first().copied();
    if !observed.is_empty() && command != Some("unknowns") {
        return Err("unexpected `--observed`; it is an option of `unknowns`".into());
    }
    if base_url.is_some() && !matches!(command, Some("learn" | "unknowns")) {
        return Err("unexpected `--base-url`; it is an option of `learn` and `unknowns`".into());
    }
    match (words.as_slice(), check) {
        (["generate"], check) => Ok(Command::Generate { check }),
        (_, true) => Err("unexpected `--check`; it is an option of `generate`".into()),
        (["diff", old], _) => diff::Options::new(old, None, format).map(Command::Diff),
        (["diff", old, new], _) => diff::Options::new(old, Some(new), format).map(Command::Diff),
        _ if format.is_some() => Err("unexpected `--format`; it is an option of `diff`".into()),
        (["mutate"], _) => Ok(Command::Mutate(mutants.unwrap_or_default())),
        _ if mutants.is_some() => {
            Err("unexpected `--count` or `--seed`; they are options of `mutate`".into())
        }
        (["facts"], _) => Ok(Command::Facts),
        (["imports"], _) => Ok(Command::Imports { selected }),
        _ if selected.is_some() => Err("unexpected `--crate`; it is an option of `imports`".into()),
        (["locate", name], _) => Ok(Command::Locate((*name).to_owned())),
        (["unknowns", names @ ..], _) if names.len() < 2 => Ok(Command::Unknowns {
            package: names.first().map(|name| (*name).to_owned()),
            observed: learn::Files {
                paths: observed,
                base_url,
            },
        }),
        (["counts"], _) => Ok(Command::Counts { package: None }),
        (["counts", name], _) => Ok(Command::Counts {
            package: Some((*name).to_owned()),
        }),
        (["learn"], _) => Err("expected a file of observations".into()),
        (["learn", files @ ..], _) => Ok(Command::Learn(learn::Files {
            paths: files.iter().map(|file| (*file).to_owned()).collect(),
            base_url,
        })),
        (["check-release"], _) => Ok(Command::CheckRelease),
        (["crates"], _) => Ok(Command::Crates),
        ([], _) => Ok(Command::Help),
        (other, _) => Err(format!("unknown command `{}`", other.join(" ")).into()),
    }
}

/// Prints the lines of a name or place. Lines of code are those of the formatted files.
fn locate(query: &str) -> Result<bool, Box<dyn Error>> {
    let root = disk::root()?;
    let sources = disk::sources(&root)?;
    let mut tree = codegen::generate(&sources).unwrap_or_default();
    rustfmt::format(&root, &mut tree)?;
    match codegen::locate(&sources, &tree, query) {
        Ok(Located::Lines(lines)) => Ok(print(&lines)),
        Ok(Located::Unknown(similar)) => {
            let suggestion = similar.map(|similar| format!("; did you mean `{similar}`?"));
            Err(format!("unknown name `{query}`{}", suggestion.unwrap_or_default()).into())
        }
        Err(diagnostics) => Ok(print_errors(&diagnostics)),
    }
}

/// Prints open questions; with files, also what is observed of fields without documented types.
fn unknowns(package: Option<&str>, observed: &learn::Files) -> Result<bool, Box<dyn Error>> {
    let is_valid = report(codegen::unknowns, package)?;
    if !is_valid || observed.paths.is_empty() {
        return Ok(is_valid);
    }
    let sources = disk::sources(&disk::root()?)?;
    let untyped = match observed.read(&sources)? {
        Ok(observations) => codegen::untyped(&sources, package, &observations),
        Err(diagnostics) => Err(diagnostics),
    };
    match untyped {
        Ok(text) => Ok(print(&format!("\n{text}"))),
        Err(diagnostics) => Ok(print_errors(&diagnostics)),
    }
}

/// Prints a report about the spec, or about one of its packages.
fn report(
    make: fn(&Sources, Option<&str>) -> Result<String, Diagnostics>,
    package: Option<&str>,
) -> Result<bool, Box<dyn Error>> {
    let sources = disk::sources(&disk::root()?)?;
    match make(&sources, package) {
        Ok(text) if text.is_empty() => {
            let names = codegen::packages(&sources).unwrap_or_default().join("`, `");
            let package = package.unwrap_or_default();
            Err(format!("unknown package `{package}`; known: `{names}`").into())
        }
        Ok(text) => Ok(print(&text)),
        Err(diagnostics) => Ok(print_errors(&diagnostics)),
    }
}

fn print(text: &str) -> bool {
    anstream::print!("{text}");
    true
}

fn print_errors(diagnostics: &Diagnostics) -> bool {
    anstream::eprint!("{}", diagnostics.render(true));
    false
}
