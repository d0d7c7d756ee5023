//! The table of what became of a call, as the page on calls shows it.

use std::{env, fs};

use payments_client::api_runtime::__generated::{FATES, Fate};
use payments_client::{NextStep, Reply};

use super::markdown::root;

const PAGE: &str = "crates/guide/book/calls.md";
const START: &str = "<!-- table of fates -->\n";
const END: &str = "<!-- end of the table -->\n";

fn table() -> String {
    let rows = FATES.iter().map(row);
    let head = "| what happened | kind | outcome | other write | order | quote | read | reply |\n\
                |---|---|---|---|---|---|---|---|\n";
    head.to_owned() + &rows.collect::<String>()
}

fn row(fate: &Fate) -> String {
    let kinds = fate.kinds.iter().map(|kind| format!("`{kind:?}`"));
    let kinds = Vec::from_iter(kinds).join(", ");
    let steps = fate.next_steps;
    let steps = [
        steps.write,
        steps.found_write,
        steps.harmless_write,
        steps.read,
    ];
    let steps = steps.map(|step| match step {
        None => "–".to_owned(),
        Some(NextStep::Again { .. }) => "`Again`".to_owned(),
        Some(step) => format!("`{step:?}`"),
    });
    let (what, outcome, steps) = (fate.what, fate.outcome, steps.join(" | "));
    let reply = match fate.reply {
        Reply::Busy { .. } => "`Busy`".to_owned(),
        reply => format!("`{reply:?}`"),
    };
    format!("| {what} | {kinds} | `{outcome:?}` | {steps} | {reply} |\n")
}

/// `UPDATE_GUIDE=1` writes the table into the page.
#[test]
fn the_page_on_calls_has_the_table_of_the_code() {
    let path = root().join(PAGE);
    let page = fs::read_to_string(&path).expect("a page");
    let (before, rest) = page.split_once(START).expect("the start of the table");
    let (shown, after) = rest.split_once(END).expect("the end of the table");
    let table = table();
    if env::var_os("UPDATE_GUIDE").is_some() {
        fs::write(&path, format!("{before}{START}{table}{END}{after}")).expect("a page");
    }
    assert_eq!(shown, table);
}
