//! What people do with a journal, in a terminal.

mod arguments;
mod database;
mod print;
mod reconcile;

use std::error::Error;
use std::process::ExitCode;

use api_journal::{Entry, Filter, Operator, Resolution, Scope, State, Timestamp, Unreadable};

use arguments::{Arguments, HELP};
use print::print;

/// What follows from `journal restored`.
const RESTORED: &str = "restored: nothing is sent until `journal reconciled`";

/// What follows from `journal reconciled`.
const RECONCILED: &str = "reconciled: calls send again";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments = match Arguments::parse(lexopt::Parser::from_env()) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print(HELP.trim_end());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("journal: {error}; `journal --help` lists the commands");
            return ExitCode::from(2);
        }
    };
    match run(&arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("journal: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let journal = database::open(arguments.text("database"), arguments.option("schema")).await?;
    let operator = Operator::new(journal, arguments.text("by"))?;
    let why = arguments.text("why");
    let record_id = arguments.option("record-id");
    let is_new = arguments.has("new");
    match (arguments.command.as_str(), arguments.words.as_slice()) {
        ("list", []) => list(&operator, arguments).await,
        ("show", [id]) => {
            let shown = operator.show(&id.parse()?).await?;
            print(format_args!("{:#}", shown.to_json()));
            Ok(())
        }
        ("resolve", [id]) => {
            let word = match arguments.has("took-effect") {
                true => Resolution::TookEffect {
                    record_id: record_id.map(str::to_owned),
                },
                false => Resolution::DidNot {
                    is_sure: arguments.has("sure"),
                },
            };
            settled(operator.resolve(&id.parse()?, word, why).await?)
        }
        ("record", [api, environment, account, operation, key]) => {
            let scope = Scope::new(api, environment, account);
            let recorded = operator.record(scope, operation, key, record_id, why, is_new);
            changed(recorded.await?)
        }
        ("withdraw", [id]) => settled(operator.withdraw(&id.parse()?, why).await?),
        ("erase", [id]) => changed(operator.erase(&id.parse()?, why).await?),
        ("erase", []) => erase_all(&operator, arguments).await,
        ("restored", []) => {
            operator.restored(why).await?;
            print(RESTORED);
            Ok(())
        }
        ("reconcile", [api, environment, account, operation, file]) => {
            let scope = Scope::new(api, environment, account);
            reconcile::reconcile(&operator, &scope, operation, file, arguments).await
        }
        ("reconciled", []) => {
            operator.reconciled(why, arguments.has("sure")).await?;
            print(RECONCILED);
            Ok(())
        }
        (command, _) => Err(format!("the help has `{command}`, and the program has not").into()),
    }
}

async fn list(operator: &Operator, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let page = arguments.page()?;
    let list = operator.list(&page.filter, page.after.as_ref(), page.limit);
    let listed = list.await?;
    print_all(&listed.entries, listed.now);
    if listed.is_restored {
        print(RESTORED);
    }
    print(format_args!("{} listed", listed.entries.len()));
    if let Some(next) = &listed.next {
        print(format_args!("more: --after {next}"));
    }
    Ok(())
}

fn print_all(entries: &[Result<Entry, Unreadable>], now: Timestamp) {
    for entry in entries {
        match entry {
            Ok(entry) => print(line(entry, now)),
            Err(row) => print(row),
        }
    }
}

/// An entry in one line. Names are those of requests: no control character gets to the terminal.
fn line(entry: &Entry, now: Timestamp) -> String {
    let names = entry.details.names.iter();
    let names: String = names
        .map(|(name, value)| format!("  {name}={}", value.escape_debug()))
        .collect();
    let key = match &*entry.key {
        "" => "(erased)".to_owned(),
        key => key.escape_debug().to_string(),
    };
    format!(
        "{}  {}  {:9}  waits for {:7}  {} {}  {key}{names}",
        entry.id,
        entry.updated_at,
        entry.state.to_string(),
        entry.waits_for(now),
        entry.scope,
        entry.operation,
    )
}

async fn erase_all(operator: &Operator, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let filter = Filter::all().account(arguments.text("account"));
    let filter = filter.text(arguments.text("text"));
    if !arguments.has("yes") {
        let (entries, now) = operator.list_all(&filter).await?;
        print_all(&entries, now);
        let count = entries.len();
        print(format_args!(
            "{count} to erase; nothing is erased without `--yes`"
        ));
        return Ok(());
    }
    let erased = operator.erase_all(&filter, arguments.text("why")).await?;
    let mut left = 0;
    for (id, erased) in &erased {
        match erased {
            Ok(_) => print(format_args!("{id}  erased")),
            Err(error) => {
                left += 1;
                print(format_args!("{id}  {error}"));
            }
        }
    }
    let count = erased.len();
    print(format_args!("{} of {count} erased", count - left));
    match left {
        0 => Ok(()),
        _ => Err(format!("{left} entries are not erased").into()),
    }
}

fn changed(entry: Entry) -> Result<(), Box<dyn Error>> {
    print(line(&entry, entry.updated_at));
    Ok(())
}

/// An entry after the word of a person, and what may follow from it.
fn settled(entry: Entry) -> Result<(), Box<dyn Error>> {
    let is_sendable = entry.state == State::NotSent;
    changed(entry)?;
    if is_sendable {
        print("its key can be sent again");
    }
    Ok(())
}
