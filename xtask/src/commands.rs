//! The table of commands.

use crate::arguments::{Arguments, OptionRow};
use crate::command::{Command, CommandRow};
use crate::{diff, learn, mutate};

const API: (&str, &str) = ("[API]", "name or folder of an API");

const BASE_URL: OptionRow = OptionRow {
    name: "base-url",
    value: Some("URL"),
    help: "base URL of the API in HAR files",
};

/// In the order of the help.
pub(crate) const COMMANDS: &[CommandRow] = &[
    CommandRow {
        name: "generate",
        words: &[],
        options: &[OptionRow {
            name: "check",
            value: None,
            help: "print what would change, and fail if anything would; writes nothing",
        }],
        summary: "generate the crates from the spec",
        details: "",
        parse: |_, arguments| {
            let check = arguments.flag("check");
            Ok(Command::Generate { check })
        },
    },
    CommandRow {
        name: "locate",
        words: &[("NAME", "a name or `FILE:LINE`")],
        options: &[],
        summary: "lines of spec and generated code of a name, or of what is declared at `FILE:LINE`",
        details: "A name is that of a field (`points`, `Customer.points`), type, value, operation, path, auth scheme and so on, alone or after that of its package (`pos-v2.Customer`). `FILE:LINE:COLUMN` is accepted, too.",
        parse: |words, _| Ok(Command::Locate(words.concat())),
    },
    CommandRow {
        name: "unknowns",
        words: &[API],
        options: &[
            OptionRow {
                name: "observed",
                value: Some("FILE"),
                help: "adds what is observed of each field without a documented type, or why nothing can be observed; repeatable",
            },
            BASE_URL,
        ],
        summary: "what the documents leave open, and where they contradict each other",
        details: "The last lines count the fields without a documented type, by API. Observers see responses only.",
        parse: |words, arguments| {
            let observed: Vec<String> = arguments.values("observed").collect();
            if observed.is_empty() && arguments.flag(BASE_URL.name) {
                return Err("missing `--observed` beside `--base-url`".into());
            }
            Ok(Command::Unknowns {
                package: words.first().cloned(),
                observed: files(observed, arguments),
            })
        },
    },
    CommandRow {
        name: "counts",
        words: &[API],
        options: &[],
        summary: "numbers of operations, fields and open questions, by package",
        details: "",
        parse: |words, _| {
            let package = words.first().cloned();
            Ok(Command::Counts { package })
        },
    },
    CommandRow {
        name: "diff",
        words: &[
            ("OLD", "a revision of git or a folder"),
            ("[NEW]", "another one; by default the spec on disk"),
        ],
        options: &[OptionRow {
            name: "format",
            value: Some("FORMAT"),
            help: "text, markdown or changelog",
        }],
        summary: "what changes of the spec mean for the version: each fact with its lines and levels",
        details: "",
        parse: |words, arguments| {
            let new = words.get(1).map(String::as_str);
            diff::Options::new(&words[0], new, arguments.value("format")).map(Command::Diff)
        },
    },
    CommandRow {
        name: "facts",
        words: &[],
        options: &[],
        summary: "what the spec and the hand-written fact lists in `tests/facts` do not have in common",
        details: "",
        parse: |_, _| Ok(Command::Facts),
    },
    CommandRow {
        name: "mutate",
        words: &[],
        options: &[
            OptionRow {
                name: "count",
                value: Some("N"),
                help: "number of changes with an effect; 400 by default",
            },
            OptionRow {
                name: "seed",
                value: Some("N"),
                help: "which changes; 1 by default",
            },
        ],
        summary: "changes of the spec, one fact each, that the fact lists do not notice",
        details: "",
        parse: |_, arguments| {
            let mut options = mutate::Options::default();
            options.count = arguments.number("count")?.unwrap_or(options.count);
            if options.count == 0 {
                return Err("expected at least 1 as `--count`, found `0`".into());
            }
            options.seed = arguments.number("seed")?.unwrap_or(options.seed);
            Ok(Command::Mutate(options))
        },
    },
    CommandRow {
        name: "learn",
        words: &[("FILE…", "a file of observations or a HAR file")],
        options: &[BASE_URL],
        summary: "write what observed responses show into the spec; one line per fact, with its evidence",
        details: "Learns types that the documents do not show, values of enums, and contradictions.",
        parse: |words, arguments| Ok(Command::Learn(files(words.to_vec(), arguments))),
    },
    CommandRow {
        name: "check-release",
        words: &[],
        options: &[],
        summary: "fail unless version and CHANGELOG.md agree with what changed since the last release",
        details: "",
        parse: |_, _| Ok(Command::CheckRelease),
    },
    CommandRow {
        name: "crates",
        words: &[],
        options: &[],
        summary: "generated crates by name and kind",
        details: "Scripts read it, so that no list of APIs is written by hand.",
        parse: |_, _| Ok(Command::Crates),
    },
    CommandRow {
        name: "imports",
        words: &[],
        options: &[OptionRow {
            name: "crate",
            value: Some("NAME"),
            help: "only this crate, with its layers",
        }],
        summary: "files of the hand-written crates that import each other in a circle",
        details: "",
        parse: |_, arguments| {
            let selected = arguments.value("crate");
            Ok(Command::Imports { selected })
        },
    },
];

fn files(paths: Vec<String>, arguments: &Arguments) -> learn::Files {
    let base_url = arguments.value(BASE_URL.name);
    learn::Files { paths, base_url }
}
