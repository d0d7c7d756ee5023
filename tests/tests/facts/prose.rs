//! What the docs of operations say of retries and of an unknown outcome is what the runtime does and advises.

use std::fs;
use std::path::Path;

use api_runtime::__generated::{FATES, OperationInfo, Retry};
use api_runtime::{ErrorKind, NextStep, Outcome};
use test_support::files::files_below;

use crate::{facts, list};

/// The docs of an operation, as one line.
fn docs(package: &facts::Facts, info: &OperationInfo, sources: &str) -> String {
    let line = format!(": name {}", info.name);
    let mut lines = package.lines.iter();
    let name = lines.find_map(|other| other.strip_suffix(&line)).unwrap();
    let start = format!("pub struct {name} {{");
    let (before, _) = sources.split_once(&start).unwrap();
    let above = before.lines().rev();
    let above = above.take_while(|line| line.starts_with('#') || line.starts_with("///"));
    let mut docs: Vec<&str> = above.filter_map(|line| line.strip_prefix("///")).collect();
    docs.reverse();
    docs.concat()
}

/// What the table of fates advises after an unknown outcome of such an operation, unless the journal is to blame.
fn advised(retry: Retry) -> Vec<NextStep> {
    let of_journal = [ErrorKind::KeyReused, ErrorKind::Restored];
    let unknown = FATES.iter().filter(|fate| {
        let is_of_journal = fate.kinds.iter().any(|kind| of_journal.contains(kind));
        fate.outcome == Outcome::Unknown && !is_of_journal
    });
    let steps = unknown.filter_map(|fate| match retry {
        Retry::Never => fate.next_steps.write,
        Retry::UniqueKey(_) => fate.next_steps.found_write,
        Retry::Harmless => fate.next_steps.harmless_write,
        Retry::Safe => fate.next_steps.read,
        _ => panic!("{retry:?}"),
    });
    steps.collect()
}

#[test]
fn docs_of_operations_say_what_the_table_of_fates_advises() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for package in list::packages() {
        if package.operations.is_empty() {
            continue;
        }
        let folder = root.join(format!("crates/{}-client/src", package.name));
        let sources = String::from_iter(files_below(&folder, "rs").into_values());
        let readme = fs::read_to_string(folder.join("../README.md")).unwrap();
        let of_reads = "retried after a transient failure";
        assert!(readme.contains(of_reads), "{}: {of_reads}", package.name);
        for info in &package.operations {
            let (docs, advised) = (docs(&package, info, &sources), advised(info.retry));
            let is_again =
                |step: &NextStep| matches!(step, NextStep::Again { .. } | NextStep::Access);
            // The table of the runtime's tests has the failures behind these two. The README says it of reads.
            let is_read = info.retry == Retry::Safe;
            let is_repeated = info.retry == Retry::Harmless;
            for (sentence, is_true) in [
                ("retries this call after a transient failure: ", is_repeated),
                (
                    "retries this call only if it was [not sent]",
                    !is_read && !is_repeated,
                ),
                (
                    "stays unknown, make the call again.",
                    advised.iter().all(is_again),
                ),
                (
                    "stays unknown, a person has to",
                    advised.contains(&NextStep::Person),
                ),
                (
                    "is still unknown, make the same call with the same key again:",
                    advised.contains(&NextStep::Wait),
                ),
            ] {
                let name = info.name;
                assert_eq!(
                    docs.contains(sentence),
                    is_true,
                    "{name}: {sentence}\n{docs}"
                );
            }
        }
    }
}
