//! The arguments of the program.

use std::env;

use api_journal::PageQuery;
use lexopt::prelude::*;

pub(crate) const HELP: &str = "\
Lists and resolves the entries of a journal of writes.

  journal list [--list for_people|due|never_sent|all] [--account ACCOUNT]
               [--text BEGINNING-OF-KEY-NAME-OR-ID] [--limit 50] [--after CURSOR]
  journal show ID
  journal resolve ID --took-effect [--record-id ID] --why TEXT
  journal resolve ID --did-not [--sure] --why TEXT
  journal record API ENVIRONMENT ACCOUNT OPERATION KEY [--record-id ID] --why TEXT
  journal erase ID --why TEXT
  journal erase --text KEY-NAME-OR-ID --why TEXT
  journal restored --why TEXT
  journal reconciled --why TEXT

`list` prints the entries that wait for a person, or another list.
`resolve` sets the outcome of a write that is unknown, or corrects an outcome that a person has set. After
`--did-not`, the same key can be sent again: say it a day after the last send, or be sure.
`record` adds a write that took effect and is not in the journal. From then on, its key sends nothing. Write
the five words as `list` prints them for other writes.
`erase` deletes the key, names, ids and history of entries. The entries stay, so that
a write that took effect is not sent again.
`restored` stops all sends after a restore of a backup, and `reconciled` allows them again.

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
    pub(crate) database: String,
    pub(crate) schema: Option<String>,
    pub(crate) by: String,
    pub(crate) why: String,
    pub(crate) took_effect: Option<bool>,
    pub(crate) is_sure: bool,
    pub(crate) record_id: Option<String>,
    pub(crate) page: PageQuery,
}

impl Arguments {
    /// `None`: the help is asked for.
    pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Option<Self>, lexopt::Error> {
        let variable = |name| env::var(name).unwrap_or_default();
        let mut parsed = Self {
            database: variable("JOURNAL_DATABASE"),
            by: variable("JOURNAL_BY"),
            ..Self::default()
        };
        while let Some(argument) = parser.next()? {
            match argument {
                Short('h') | Long("help") => return Ok(None),
                Long("database") => parsed.database = parser.value()?.string()?,
                Long("schema") => parsed.schema = Some(parser.value()?.string()?),
                Long("by") => parsed.by = parser.value()?.string()?,
                Long("why") => parsed.why = parser.value()?.string()?,
                Long("record-id") => parsed.record_id = Some(parser.value()?.string()?),
                Long("took-effect") => parsed.says(true)?,
                Long("did-not") => parsed.says(false)?,
                Long("sure") => parsed.is_sure = true,
                Long(name) => {
                    let name = name.to_owned();
                    let value = parser.value()?.string()?;
                    let set = parsed.page.set(&name, &value);
                    set.map_err(|error| error.to_string())?;
                }
                Value(word) if parsed.command.is_empty() => parsed.command = word.string()?,
                Value(word) => parsed.words.push(word.string()?),
                other => return Err(other.unexpected()),
            }
        }
        match &parsed {
            Self { command, .. } if command.is_empty() => Ok(None),
            Self { database, .. } if database.is_empty() => {
                Err("expected `--database` or JOURNAL_DATABASE".into())
            }
            Self { by, .. } if by.is_empty() => Err("expected `--by` or JOURNAL_BY".into()),
            Self {
                command,
                record_id: Some(_),
                took_effect,
                ..
            } if command != "record" && *took_effect != Some(true) => {
                Err("`--record-id` without `--took-effect`".into())
            }
            Self {
                is_sure: true,
                took_effect,
                ..
            } if *took_effect != Some(false) => Err("`--sure` without `--did-not`".into()),
            _ => Ok(Some(parsed)),
        }
    }

    fn says(&mut self, took_effect: bool) -> Result<(), lexopt::Error> {
        match self.took_effect.replace(took_effect) {
            Some(other) if other != took_effect => Err("`--took-effect` and `--did-not`".into()),
            _ => Ok(()),
        }
    }
}
