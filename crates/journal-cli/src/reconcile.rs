//! The provider's list, compared with the journal after a restore.

use std::error::Error;
use std::fs;

use api_journal::{Entry, EntryId, Evidence, Operator, ResolveError, Scope, State};

use crate::arguments::Arguments;
use crate::line;
use crate::print::print;

/// A write that took effect, as the provider lists it.
struct Write<'l> {
    key: &'l str,
    record_id: Option<&'l str>,
}

impl<'l> Write<'l> {
    /// A key, and after a tab the id of the record, if it is known.
    fn new(line: &'l str) -> Option<Self> {
        let mut words = line.split('\t').map(str::trim);
        let key = words.next().filter(|key| !key.is_empty())?;
        let record_id = words.next().filter(|id| !id.is_empty());
        words.next().is_none().then_some(Self { key, record_id })
    }

    /// The writes of a file, one in each line.
    fn list(text: &'l str) -> Result<Vec<Self>, String> {
        let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
        let lines = lines.filter(|(_, line)| !line.trim().is_empty());
        let write = |(number, line): (u32, &'l str)| {
            let expected = || format!("line {number}: expected a key, a tab and an id");
            Self::new(line).ok_or_else(expected)
        };
        lines.map(write).collect()
    }
}

/// Whether a person has had the last word: the list may know more.
fn is_of_person(entry: &Entry) -> bool {
    let end = entry.details.end.as_ref();
    end.is_some_and(|end| end.evidence == Evidence::Person)
}

/// Prints the writes that are not done in the journal, and records them if asked to.
pub(crate) async fn reconcile(
    operator: &Operator,
    scope: &Scope,
    operation: &str,
    file: &str,
    arguments: &Arguments,
) -> Result<(), Box<dyn Error>> {
    let list = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let writes = Write::list(&list).map_err(|error| format!("{file}: {error}"))?;
    // `known`: how many have an entry. If none has, the operation may have none.
    let (mut known, mut left, mut recorded) = (0, 0, 0);
    for Write { key, record_id } in &writes {
        let shown = key.escape_debug();
        let entry = operator.show(&EntryId::new(scope, operation, key)).await;
        known += i32::from(entry.is_ok());
        let state = match entry {
            Ok(entry) if entry.entry.state == State::Done => {
                match (entry.entry.record_id(), *record_id) {
                    (None, Some(_)) if is_of_person(&entry.entry) => {
                        "done without its id".to_owned()
                    }
                    (Some(other), Some(id)) if other != id => {
                        left += 1;
                        let (other, id) = (other.escape_debug(), id.escape_debug());
                        print(format_args!(
                            "{shown}  done with the id {other}, listed with {id}: one may be a second effect"
                        ));
                        continue;
                    }
                    _ => continue,
                }
            }
            Ok(entry) => entry.entry.state.to_string(),
            Err(ResolveError::NotFound) => "not in the journal".to_owned(),
            Err(error) => return Err(error.into()),
        };
        print(format_args!("{shown}  {state}"));
        if !arguments.has("record") {
            left += 1;
            continue;
        }
        let (why, is_new) = (arguments.text("why"), arguments.has("new"));
        let record = operator.record(scope.clone(), operation, key, *record_id, why, is_new);
        match record.await {
            Ok(entry) => {
                recorded += 1;
                print(line(&entry, entry.updated_at));
            }
            Err(ResolveError::Journal(error)) => return Err(error.into()),
            Err(error) => {
                left += 1;
                print(format_args!("{shown}  {error}"));
            }
        }
    }
    let count = writes.len();
    print(format_args!(
        "{count} listed, {recorded} recorded, {left} left"
    ));
    let hint = match (arguments.has("record"), known) {
        (true, _) => "",
        (false, 0) => {
            "; `--record` records them, with `--new`, if these are the first writes of the operation"
        }
        (false, _) => "; `--record` records those that are not done",
    };
    match left {
        0 => Ok(()),
        _ => Err(format!("{left} writes are not as the list says{hint}").into()),
    }
}
