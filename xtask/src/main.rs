//! The project's commands. Only this crate reads and writes files.

mod dependents;
mod disk;
mod generate;
mod imports;
mod rustfmt;

use std::process::ExitCode;

use lexopt::prelude::*;

const USAGE: &str = "\
cargo xtask generate           generate the crates from the spec
cargo xtask generate --check   print what would change, and fail if anything would; writes nothing
cargo xtask locate NAME        lines of spec and generated code of a wire name, type, operation or Rust name
cargo xtask unknowns           what the documents leave open, and where they contradict each other
cargo xtask counts             numbers of operations, fields and open questions, by package
cargo xtask crates             generated crates by name and kind; scripts read it, so that no list of APIs is written by hand
cargo xtask imports            files of the hand-written crates that import each other in a circle; `--crate NAME` shows the layers of one
";

enum Command {
    Generate { check: bool },
    Locate(String),
    Unknowns,
    Counts,
    Crates,
    Imports { selected: Option<String> },
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
        Command::Unknowns => report(codegen::unknowns),
        Command::Counts => report(codegen::counts),
        Command::Crates => report(codegen::crates),
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
    while let Some(argument) = parser.next()? {
        match argument {
            Long("check") => check = true,
            Long("crate") => selected = Some(parser.value()?.string()?),
            Short('h') | Long("help") => return Ok(Command::Help),
            Value(word) => words.push(word.string()?),
            other => return Err(other.unexpected()),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match (words.as_slice(), check) {
        (["generate"], check) => Ok(Command::Generate { check }),
        (_, true) => Err("unexpected `--check`; it is an option of `generate`".into()),
        (["imports"], _) => Ok(Command::Imports { selected }),
        _ if selected.is_some() => Err("unexpected `--crate`; it is an option of `imports`".into()),
        (["locate", name], _) => Ok(Command::Locate((*name).to_owned())),
        (["unknowns"], _) => Ok(Command::Unknowns),
        (["counts"], _) => Ok(Command::Counts),
        (["crates"], _) => Ok(Command::Crates),
        ([], _) => Ok(Command::Help),
        (other, _) => Err(format!("unknown command `{}`", other.join(" ")).into()),
    }
}

/// Prints the lines of a name. Lines of code are those of the formatted files.
fn locate(name: &str) -> Result<bool, Box<dyn std::error::Error>> {
    let root = disk::root()?;
    let mut tree = codegen::generate(&disk::sources(&root)?).unwrap_or_default();
    rustfmt::format(&root, &mut tree)?;
    report(|sources| codegen::locate(sources, &tree, name))
}

/// Prints a report about the spec, or its errors.
fn report(
    make: impl Fn(&codegen::Sources) -> Result<String, codegen::Diagnostics>,
) -> Result<bool, Box<dyn std::error::Error>> {
    let sources = disk::sources(&disk::root()?)?;
    match make(&sources) {
        Ok(text) if text.is_empty() => {
            anstream::eprintln!("unknown name");
            Ok(false)
        }
        Ok(text) => {
            anstream::print!("{text}");
            Ok(true)
        }
        Err(diagnostics) => {
            anstream::eprint!("{}", diagnostics.render(true));
            Ok(false)
        }
    }
}
