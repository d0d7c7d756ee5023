//! The project's commands. Only this crate reads and writes files.

mod command;
mod dependents;
mod diff;
mod disk;
mod generate;
mod learn;
mod release;
mod rustfmt;
mod stamp;

use std::error::Error;
use std::process::ExitCode;

use codegen::Diagnostics;

use command::Command;

fn main() -> ExitCode {
    let command = match command::parse(lexopt::Parser::from_env()) {
        Ok(command) => command,
        Err(error) => {
            anstream::eprint!("{error}");
            return ExitCode::from(2);
        }
    };
    let outcome = match command {
        Command::Generate { check } => generate::run(check),
        Command::Unknowns { package } => unknowns(package.as_deref()),
        Command::Diff(options) => diff::run(&options),
        Command::Learn { files, write } => learn::run(&files, write),
        Command::Release => release::check(),
        Command::Help(text) => Ok(print(&text)),
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

/// Prints the open questions of the spec, or of one of its packages.
fn unknowns(package: Option<&str>) -> Result<bool, Box<dyn Error>> {
    let sources = disk::sources(&disk::root()?)?;
    match codegen::unknowns(&sources, package) {
        Ok(text) if text.is_empty() => {
            let names = codegen::packages(&sources).unwrap_or_default();
            let known = names.join("`, `");
            Err(format!(
                "unknown package `{}`; known: `{known}`",
                package.unwrap_or_default()
            )
            .into())
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
