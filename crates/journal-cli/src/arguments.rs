//! The arguments of the program.

use std::collections::BTreeMap;
use std::env;

use api_journal::PageQuery;
use lexopt::prelude::*;

use crate::database::is_postgres;

/// The help is also the rule: a command takes the words and options that a line of it has, and no others.
pub(crate) const HELP: &str = "\
Lists and resolves the entries of a journal of writes.

  journal list [--list for_people|due|never_sent|all] [--account ACCOUNT] [--text TEXT] [--limit 50] [--after CURSOR]
  journal show ID
  journal resolve ID --took-effect [--record-id ID] --why TEXT
  journal resolve ID --did-not [--sure] --why TEXT
  journal record API ENVIRONMENT ACCOUNT OPERATION KEY [--record-id ID] [--new] --why TEXT
  journal withdraw ID --why TEXT
  journal erase ID --why TEXT
  journal erase --account ACCOUNT --text TEXT --why TEXT [--yes]
  journal restored --why TEXT
  journal reconcile API ENVIRONMENT ACCOUNT OPERATION FILE
  journal reconcile API ENVIRONMENT ACCOUNT OPERATION FILE --record [--new] --why TEXT
  journal reconciled [--sure] --why TEXT

`list` prints the entries that wait for a person, or another list. A text is the beginning of a key, a name or an id.
`resolve` sets the outcome of a write that is unknown, or corrects an outcome that a person has set. After
`--did-not`, the same key can be sent again: say it a day after the last send, or be sure.
`record` adds a write that took effect and is not in the journal. From then on, its key sends nothing. Write
the five words as `list` prints them for other writes. If no other entry has the first four, say `--new`.
`withdraw` takes a mistake of `record` or `resolve` back: the outcome is unknown again, or if no call has sent the write,
its key can be sent.
`erase` deletes the key, names, ids and history of entries. The entries stay, so that
a write that took effect is not sent again. Of an account and a text, it prints the entries, and erases them with `--yes` alone.
`restored` stops all sends after a restore of a backup, and `reconciled` allows them again, an hour later or if you
are sure that no request is executed any more.
`reconcile` reads the provider's list of writes of one operation that took effect: in each line of the file a key,
and after a tab the id of the record, if it is known. It prints each that is not done in the journal, also if it is
rejected or unknown there, and records it with `--record`. The exit status is 1 if any is left.

  --database FILE-OR-URL  or JOURNAL_DATABASE: a file of SQLite, or the URL of a PostgreSQL server
  --schema NAME           the schema in PostgreSQL, if it is not `api_store`
  --by NAME               or JOURNAL_BY: who you are, for the history
";

/// What the program is to do.
#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) command: String,
    /// What follows the command: an id, or the words of an entry.
    pub(crate) words: Vec<String>,
    options: BTreeMap<String, String>,
}

impl Arguments {
    /// `None`: the help is asked for.
    pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Option<Self>, lexopt::Error> {
        let usages: Vec<_> = HELP.lines().filter_map(Usage::new).collect();
        let mut parsed = Self::default();
        while let Some(argument) = parser.next()? {
            match argument {
                Short('h') | Long("help") => return Ok(None),
                Long(name) => {
                    let option = usages.iter().find_map(|usage| usage.options.get(name));
                    let name = name.to_owned();
                    let value = match option {
                        Some(option) if option.has_value => parser.value()?.string()?,
                        Some(_) => String::new(),
                        None => return Err(Long(&name).unexpected()),
                    };
                    if parsed.options.insert(name.clone(), value).is_some() {
                        return Err(format!("`--{name}` twice").into());
                    }
                }
                Value(word) if parsed.command.is_empty() => parsed.command = word.string()?,
                Value(word) => parsed.words.push(word.string()?),
                other @ Short(_) => return Err(other.unexpected()),
            }
        }
        if parsed.command.is_empty() {
            return Ok(None);
        }
        let (everywhere, usages): (Vec<_>, Vec<_>) =
            usages.iter().partition(|usage| usage.command.is_empty());
        let is_everywhere = |name: &String| {
            let mut usages = everywhere.iter();
            usages.any(|usage| usage.options.contains_key(name.as_str()))
        };
        let own: Vec<_> = parsed
            .options
            .keys()
            .filter(|name| !is_everywhere(name))
            .collect();
        let command = parsed.command.as_str();
        let usages = usages.into_iter().filter(|usage| usage.command == command);
        let usages: Vec<_> = usages.collect();
        if !usages
            .iter()
            .any(|usage| usage.takes(parsed.words.len(), &own))
        {
            let lines: Vec<_> = usages
                .iter()
                .map(|usage| format!("`{}`", usage.line))
                .collect();
            return Err(match lines.as_slice() {
                [] => format!("unknown command `{command}`").into(),
                lines => format!("expected {}", lines.join(" or ")).into(),
            });
        }
        for (name, variable) in [("database", "JOURNAL_DATABASE"), ("by", "JOURNAL_BY")] {
            let value = parsed
                .option(name)
                .map_or_else(|| env::var(variable), |it| Ok(it.to_owned()));
            match value {
                Ok(value) if !value.is_empty() => parsed.options.insert(name.to_owned(), value),
                _ => return Err(format!("expected `--{name}` or {variable}").into()),
            };
        }
        if parsed.has("schema") && !is_postgres(parsed.text("database")) {
            return Err("`--schema` of a file".into());
        }
        Ok(Some(parsed))
    }

    /// The value of an option; of one without a value an empty text.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    /// Whether an option without a value is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.options.contains_key(name)
    }

    /// The value of an option that the command or the program needs.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.option(name).unwrap_or_default()
    }

    /// The page of a list.
    pub(crate) fn page(&self) -> Result<PageQuery, api_journal::JournalError> {
        let mut page = PageQuery::default();
        for name in ["list", "account", "text", "limit", "after"] {
            if let Some(value) = self.option(name) {
                page.set(name, value)?;
            }
        }
        Ok(page)
    }
}

/// A line of the help: a command, or an option of all commands.
struct Usage<'h> {
    line: &'h str,
    command: &'h str,
    words: usize,
    options: BTreeMap<&'h str, Taken>,
}

struct Taken {
    has_value: bool,
    is_required: bool,
}

impl<'h> Usage<'h> {
    fn new(line: &'h str) -> Option<Self> {
        let line = line.strip_prefix("  ")?;
        let mut words = line.split_whitespace().peekable();
        let command = match words.next_if_eq(&"journal") {
            Some(_) => words.next()?,
            None => "",
        };
        let mut usage = Self {
            line,
            command,
            words: 0,
            options: BTreeMap::new(),
        };
        while let Some(word) = words.next() {
            let name = word.trim_start_matches('[').strip_prefix("--");
            let Some(name) = name else {
                usage.words += 1;
                continue;
            };
            let is_value = |next: &&str| !word.ends_with(']') && !next.contains("--");
            let option = Taken {
                has_value: words.next_if(is_value).is_some(),
                is_required: !word.starts_with('['),
            };
            usage.options.insert(name.trim_end_matches(']'), option);
        }
        Some(usage)
    }

    fn takes(&self, words: usize, options: &[&String]) -> bool {
        let mut required = self.options.iter().filter(|(_, option)| option.is_required);
        self.words == words
            && options
                .iter()
                .all(|name| self.options.contains_key(name.as_str()))
            && required.all(|(name, _)| options.iter().any(|given| given == name))
    }
}
