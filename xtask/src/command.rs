//! Commands: their rows in the table, how they are parsed, and their help.

use std::fmt::Write;

use codegen::nearest;

use crate::arguments::{Arguments, OptionRow};
use crate::diff;

/// What to run.
pub(crate) enum Command {
    Generate {
        check: bool,
    },
    Unknowns {
        package: Option<String>,
    },
    Diff(diff::Options),
    Learn {
        files: Vec<String>,
        write: bool,
    },
    CheckRelease,
    /// With its text.
    Help(String),
}

/// A command of the table.
pub(crate) struct CommandRow {
    pub(crate) name: &'static str,
    /// Its words: names, as in `OLD`, `[NEW]` and `FILE…`, and nouns.
    pub(crate) words: &'static [(&'static str, &'static str)],
    pub(crate) options: &'static [OptionRow],
    pub(crate) summary: &'static str,
    /// The rest of the help; may be empty.
    pub(crate) details: &'static str,
    /// The command, of valid words and options.
    pub(crate) parse: fn(&[String], &Arguments) -> Result<Command, lexopt::Error>,
}

/// Column of summaries.
const SUMMARY_COLUMN: usize = 33;

/// The command of a command line. The error has the usage of the command, or of all.
pub(crate) fn parse(
    rows: &'static [CommandRow],
    parser: lexopt::Parser,
) -> Result<Command, String> {
    let mut words = parser.clone();
    let name = match words.next() {
        Ok(Some(lexopt::Arg::Value(name))) => name.into_string().ok(),
        _ => None,
    };
    let row = rows.iter().find(|row| Some(row.name) == name.as_deref());
    let usage = || row.map_or_else(|| usage(rows), CommandRow::help);
    parse_arguments(rows, parser).map_err(|error| format!("error: {error}\n\n{}", usage()))
}

fn parse_arguments(
    rows: &'static [CommandRow],
    parser: lexopt::Parser,
) -> Result<Command, lexopt::Error> {
    let known: Vec<&OptionRow> = rows.iter().flat_map(|row| row.options).collect();
    let arguments = Arguments::read(parser, &known)?;
    let words = arguments.words.as_slice();
    let (name, words, help) = match words {
        [help, name, rest @ ..] if help == "help" => (Some(name), rest, true),
        [help] if help == "help" => (None, words, true),
        [name, rest @ ..] => (Some(name), rest, arguments.help),
        [] => (None, words, true),
    };
    let row = name.map(|name| find(rows, name)).transpose()?;
    check_options(rows, row, &arguments)?;
    match row {
        None => Ok(Command::Help(usage(rows))),
        Some(row) if help => Ok(Command::Help(row.help())),
        Some(row) => {
            row.check_words(words)?;
            (row.parse)(words, &arguments)
        }
    }
}

fn find(rows: &'static [CommandRow], name: &str) -> Result<&'static CommandRow, lexopt::Error> {
    if let Some(row) = rows.iter().find(|row| row.name == name) {
        return Ok(row);
    }
    let suggestion = nearest(name, rows.iter().map(|row| row.name));
    let suggestion = suggestion.map(|row| format!("; did you mean `{row}`?"));
    Err(format!("unknown command `{name}`{}", suggestion.unwrap_or_default()).into())
}

/// Options belong to the command.
fn check_options(
    rows: &[CommandRow],
    row: Option<&CommandRow>,
    arguments: &Arguments,
) -> Result<(), lexopt::Error> {
    let has = |row: &CommandRow, name: &str| row.options.iter().any(|option| option.name == name);
    for name in arguments.options() {
        if row.is_some_and(|row| has(row, name)) {
            continue;
        }
        let owners = rows.iter().filter(|row| has(row, name));
        let owners: Vec<String> = owners.map(|row| format!("`{}`", row.name)).collect();
        let owners = owners.join(" and ");
        return Err(format!("unexpected `--{name}`; it is an option of {owners}").into());
    }
    Ok(())
}

/// One line for each command.
pub(crate) fn usage(rows: &[CommandRow]) -> String {
    let mut text = String::new();
    for row in rows {
        let _ = writeln!(text, "{:SUMMARY_COLUMN$}{}", row.synopsis(), row.summary);
    }
    text + "\n`cargo xtask help COMMAND` has its options\n"
}

impl CommandRow {
    fn check_words(&self, words: &[String]) -> Result<(), lexopt::Error> {
        let is_required = |name: &str| !name.starts_with('[');
        if let Some((name, noun)) = self.words.get(words.len())
            && is_required(name)
        {
            return Err(format!("expected {noun}").into());
        }
        let repeats = self
            .words
            .last()
            .is_some_and(|(name, _)| name.ends_with('…'));
        match words.get(self.words.len()) {
            Some(word) if !repeats => Err(format!("unexpected `{word}`").into()),
            _ => Ok(()),
        }
    }

    fn synopsis(&self) -> String {
        let mut text = format!("cargo xtask {}", self.name);
        for (name, _) in self.words {
            let _ = write!(text, " {name}");
        }
        text
    }

    fn help(&self) -> String {
        let mut text = self.synopsis();
        if !self.options.is_empty() {
            text.push_str(" [OPTIONS]");
        }
        let _ = write!(text, "\n\n{}\n", self.summary);
        if !self.details.is_empty() {
            let _ = write!(text, "\n{}\n", self.details);
        }
        if !self.words.is_empty() {
            text.push('\n');
        }
        for (name, noun) in self.words {
            let name = name.trim_matches(['[', ']', '…']);
            let _ = writeln!(text, "    {name:20}{noun}");
        }
        if !self.options.is_empty() {
            text.push('\n');
        }
        for option in self.options {
            let value = option.value.map(|value| format!(" {value}"));
            let name = format!("--{}{}", option.name, value.unwrap_or_default());
            let _ = writeln!(text, "    {name:20}{}", option.help);
        }
        text
    }
}
