//! The project's commands. Only this crate reads and writes files.

mod accept;
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
        Command::Accept => accept::run(),
        Command::Unknowns { package } => unknowns(package.as_deref()).map(|()| true),
        Command::Diff(options) => diff::run(&options).map(|()| true),
        Command::Learn { files, write } => learn::run(&files, write).map(|()| true),
        Command::Release => release::check(),
        Command::Help(text) => {
            anstream::print!("{text}");
            Ok(true)
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            match error.downcast_ref::<Diagnostics>() {
                Some(diagnostics) => anstream::eprint!("{}", diagnostics.render(true)),
                None => anstream::eprintln!("error: {error}"),
            }
            ExitCode::FAILURE
        }
    }
}

/// Prints the open questions of the spec, or of one of its packages.
fn unknowns(package: Option<&str>) -> Result<(), Box<dyn Error>> {
    let sources = disk::sources(&disk::root()?)?;
    let text = codegen::unknowns(&sources, package)?;
    if text.is_empty() {
        let known = codegen::packages(&sources)?.join("`, `");
        let package = package.unwrap_or_default();
        return Err(format!("unknown package `{package}`; known: `{known}`").into());
    }
    anstream::print!("{text}");
    Ok(())
}
