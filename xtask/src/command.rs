//! The command line: the commands with their words and options, and the help.

use std::fmt::Write;

use codegen::nearest;
use lexopt::prelude::*;

use crate::diff;

/// What to run.
pub(crate) enum Command {
    Generate {
        check: bool,
    },
    Accept,
    Unknowns {
        package: Option<String>,
    },
    Diff(diff::Options),
    Learn {
        files: Vec<String>,
        write: bool,
    },
    Release,
    /// With its text.
    Help(String),
}

struct Row {
    name: &'static str,
    /// Its words: names, as in `OLD`, `[NEW]` and `FILE…`, and nouns.
    words: &'static [(&'static str, &'static str)],
    options: &'static [Opt],
    summary: &'static str,
    /// The rest of the help; may be empty.
    details: &'static str,
    /// The command, of valid words and options.
    make: fn(Vec<String>, &Given) -> Result<Command, lexopt::Error>,
}

struct Opt {
    name: &'static str,
    /// The name of its value; a flag has none.
    value: Option<&'static str>,
    help: &'static str,
}

/// The options of a command line, with their values; that of a flag is empty.
struct Given(Vec<(&'static str, String)>);

/// In the order of the help.
static ROWS: [Row; 6] = [
    Row {
        name: "generate",
        words: &[],
        options: &[Opt {
            name: "check",
            value: None,
            help: "print what would change, and fail if anything would; writes nothing",
        }],
        summary: "generate the crates from the spec",
        details: "",
        make: |_, given| {
            let check = given.has("check");
            Ok(Command::Generate { check })
        },
    },
    Row {
        name: "accept",
        words: &[],
        options: &[],
        summary: "generate, then accept the changed facts of the compiled crates; prints their lines",
        details: "The facts are in tests/tests/facts, a file for each package. After `generate` alone, their test fails until the changes are accepted. \
                  If CI is set, or INSTA_UPDATE, the test decides itself whether it writes.",
        make: |_, _| Ok(Command::Accept),
    },
    Row {
        name: "unknowns",
        words: &[("[API]", "name or folder of an API")],
        options: &[],
        summary: "what the documents leave open, and where they contradict each other",
        details: "The last lines count the fields without a documented type, by API.",
        make: |words, _| {
            let package = words.into_iter().next();
            Ok(Command::Unknowns { package })
        },
    },
    Row {
        name: "diff",
        words: &[
            ("OLD", "a revision of git or a folder"),
            ("[NEW]", "another one; by default the spec on disk"),
        ],
        options: &[
            Opt {
                name: "format",
                value: Some("FORMAT"),
                help: "text, markdown or changelog",
            },
            Opt {
                name: "deny-lowered",
                value: None,
                help: "fail if a change lowers protection of money or privacy",
            },
        ],
        summary: "the changed facts of the spec, with their lines and what they mean for the version",
        details: "",
        make: |words, given| {
            let new = words.get(1).map(String::as_str);
            let deny_lowered = given.has("deny-lowered");
            diff::Options::new(&words[0], new, given.value("format"), deny_lowered)
                .map(Command::Diff)
        },
    },
    Row {
        name: "learn",
        words: &[("FILE…", "a HAR file, as a browser or a proxy saves it")],
        options: &[Opt {
            name: "write",
            value: None,
            help: "edit the spec; without it, the lines are only printed",
        }],
        summary: "what recorded responses show: new fields, types and values, as lines of the spec",
        details: "Each line has its counts. Lines with documented facts never change: where responses differ, the command prints the counts.",
        make: |files, given| {
            let write = given.has("write");
            Ok(Command::Learn { files, write })
        },
    },
    Row {
        name: "release",
        words: &[],
        options: &[],
        summary: "the changes since the last release; fails unless version and CHANGELOG.md agree with them",
        details: "Compares the spec and the public API (tests/public-api) with those of the highest tag vX.Y.Z in the history. Only the forge publishes a release.",
        make: |_, _| Ok(Command::Release),
    },
];

const SUMMARY_COLUMN: usize = 33;

/// The command of a command line. The error has the usage of the command, or of all.
pub(crate) fn parse(parser: lexopt::Parser) -> Result<Command, String> {
    let mut row = None;
    read(parser, &mut row).map_err(|error| {
        let usage = row.map_or_else(usage, Row::help);
        format!("error: {error}\n\n{usage}")
    })
}

fn read(
    mut parser: lexopt::Parser,
    row: &mut Option<&'static Row>,
) -> Result<Command, lexopt::Error> {
    let (mut words, mut given, mut is_help) = (Vec::new(), Given(Vec::new()), false);
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => is_help = true,
            Value(word) => match (word.string()?, &row) {
                (word, Some(_)) => words.push(word),
                (word, None) if word == "help" => is_help = true,
                (word, None) => *row = Some(find(&word)?),
            },
            Long(name) => {
                let option = option(*row, name)?;
                let value = match option.value {
                    Some(_) => parser.value()?.string()?,
                    None => String::new(),
                };
                given.0.push((option.name, value));
            }
            other @ Short(_) => return Err(other.unexpected()),
        }
    }
    match *row {
        None => Ok(Command::Help(usage())),
        Some(row) if is_help => Ok(Command::Help(row.help())),
        Some(row) => {
            row.check_words(&words)?;
            (row.make)(words, &given)
        }
    }
}

fn find(name: &str) -> Result<&'static Row, lexopt::Error> {
    if let Some(row) = ROWS.iter().find(|row| row.name == name) {
        return Ok(row);
    }
    let near = nearest(name, ROWS.iter().map(|row| row.name));
    let near = near.map(|row| format!("; did you mean `{row}`?"));
    Err(format!("unknown command `{name}`{}", near.unwrap_or_default()).into())
}

/// An option of a command; the error names the command that has it, or an option that is meant.
fn option(row: Option<&'static Row>, name: &str) -> Result<&'static Opt, lexopt::Error> {
    let mut own = row.iter().flat_map(|row| row.options);
    if let Some(option) = own.find(|option| option.name == name) {
        return Ok(option);
    }
    let has = |row: &&Row| row.options.iter().any(|option| option.name == name);
    let all = ROWS.iter().flat_map(|row| row.options);
    let near = || nearest(name, all.map(|option| option.name));
    let help = match ROWS.iter().find(has) {
        Some(owner) => format!("; it is an option of `{}`", owner.name),
        None => near().map_or_else(String::new, |near| format!("; did you mean `--{near}`?")),
    };
    Err(format!("unexpected `--{name}`{help}").into())
}

/// One line for each command.
fn usage() -> String {
    let mut text = String::new();
    for row in &ROWS {
        let _ = writeln!(text, "{:SUMMARY_COLUMN$}{}", row.synopsis(), row.summary);
    }
    text + "\n`cargo xtask help COMMAND` has its options\n"
}

impl Row {
    fn check_words(&self, words: &[String]) -> Result<(), lexopt::Error> {
        if let Some((name, noun)) = self.words.get(words.len())
            && !name.starts_with('[')
        {
            return Err(format!("expected {noun}").into());
        }
        let last = self.words.last();
        let repeats = last.is_some_and(|(name, _)| name.ends_with('…'));
        match words.get(self.words.len()) {
            Some(word) if !repeats => Err(format!("unexpected `{word}`").into()),
            _ => Ok(()),
        }
    }

    fn synopsis(&self) -> String {
        let words = self.words.iter().map(|(name, _)| format!(" {name}"));
        format!("cargo xtask {}{}", self.name, words.collect::<String>())
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
        if !(self.words.is_empty() && self.options.is_empty()) {
            text.push('\n');
        }
        for (name, noun) in self.words {
            let name = name.trim_matches(['[', ']', '…']);
            let _ = writeln!(text, "    {name:20}{noun}");
        }
        for option in self.options {
            let value = option.value.map(|value| format!(" {value}"));
            let name = format!("--{}{}", option.name, value.unwrap_or_default());
            let _ = writeln!(text, "    {name:20}{}", option.help);
        }
        text
    }
}

impl Given {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(given, _)| *given == name)
    }

    /// The last value of an option.
    fn value(&self, name: &str) -> Option<String> {
        let mut given = self.0.iter().rev();
        let (_, value) = given.find(|(given, _)| *given == name)?;
        Some(value.clone())
    }
}
