//! Words and options of a command line.

use codegen::nearest;
use lexopt::prelude::*;

/// An option of a command.
pub(crate) struct OptionRow {
    pub(crate) name: &'static str,
    /// The name of its value; a flag has none.
    pub(crate) value: Option<&'static str>,
    pub(crate) help: &'static str,
}

/// The words and options of a command line.
#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) words: Vec<String>,
    /// Names and values, in order; the value of a flag is empty.
    options: Vec<(&'static str, String)>,
    pub(crate) help: bool,
}

impl Arguments {
    /// Reads all arguments; `known` are the options of all commands.
    pub(crate) fn read(
        mut parser: lexopt::Parser,
        known: &[&'static OptionRow],
    ) -> Result<Self, lexopt::Error> {
        let mut arguments = Self::default();
        while let Some(argument) = parser.next()? {
            match argument {
                Short('h') | Long("help") => arguments.help = true,
                Value(word) => arguments.words.push(word.string()?),
                Long(name) => {
                    let Some(option) = known.iter().find(|option| option.name == name) else {
                        return Err(unknown_option(name, known));
                    };
                    let value = match option.value {
                        Some(_) => parser.value()?.string()?,
                        None => String::new(),
                    };
                    arguments.options.push((option.name, value));
                }
                other @ Short(_) => return Err(other.unexpected()),
            }
        }
        Ok(arguments)
    }

    /// The names of the options.
    pub(crate) fn options(&self) -> impl Iterator<Item = &'static str> {
        self.options.iter().map(|(name, _)| *name)
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.options().any(|option| option == name)
    }

    /// All values of an option.
    pub(crate) fn values(&self, name: &str) -> impl Iterator<Item = String> {
        let options = self.options.iter();
        options
            .filter(move |(option, _)| *option == name)
            .map(|(_, value)| value.clone())
    }

    /// The last value of an option.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        self.values(name).last()
    }
}

fn unknown_option(name: &str, known: &[&OptionRow]) -> lexopt::Error {
    let suggestion = nearest(name, known.iter().map(|option| option.name));
    let suggestion = suggestion.map(|option| format!("; did you mean `--{option}`?"));
    format!("unexpected `--{name}`{}", suggestion.unwrap_or_default()).into()
}
