//! Written by hand. The project's commands, and the only place that reads and writes files.

mod disk;
mod generate;
mod imports;

use std::process::ExitCode;

use lexopt::prelude::*;

const USAGE: &str = "\
cargo xtask generate           make the crates from the description
cargo xtask generate --check   write nothing; show what would change, and fail if anything would
cargo xtask locate NAME        the lines of spec and of generated code for a wire name, record, operation or Rust name
cargo xtask unknowns           what the documents do not show, and what they say in two ways, with places
cargo xtask counts             what is described, by API
cargo xtask imports          files of the hand-written crates that import each other in a circle; `--crate NAME` shows the layers of one
";

enum Command {
    Generate { check: bool },
    Locate(String),
    Unknowns,
    Counts,
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
    let done = match command {
        Command::Generate { check } => generate::run(check),
        Command::Locate(name) => report(|sources| codegen::locate(sources, &name)),
        Command::Unknowns => report(codegen::unknowns),
        Command::Counts => report(codegen::counts),
        Command::Imports { selected } => imports::run(selected.as_deref()),
        Command::Help => {
            anstream::print!("{USAGE}");
            Ok(true)
        }
    };
    match done {
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
        (_, true) => Err("`--check` belongs to `generate`".into()),
        (["imports"], _) => Ok(Command::Imports { selected }),
        _ if selected.is_some() => Err("`--crate` belongs to `imports`".into()),
        (["locate", name], _) => Ok(Command::Locate((*name).to_owned())),
        (["unknowns"], _) => Ok(Command::Unknowns),
        (["counts"], _) => Ok(Command::Counts),
        ([], _) => Ok(Command::Help),
        (other, _) => Err(format!("there is no command `{}`", other.join(" ")).into()),
    }
}

/// Prints a report about the description, or its mistakes.
fn report(
    make: impl Fn(&codegen::Sources) -> Result<String, codegen::Diagnostics>,
) -> Result<bool, Box<dyn std::error::Error>> {
    let sources = disk::sources(&disk::root()?)?;
    match make(&sources) {
        Ok(text) if text.is_empty() => {
            anstream::eprintln!("nothing in the description has this name");
            Ok(false)
        }
        Ok(text) => {
            anstream::print!("{text}");
            Ok(true)
        }
        Err(mistakes) => {
            anstream::eprint!("{}", mistakes.render(true));
            Ok(false)
        }
    }
}
