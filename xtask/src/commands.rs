//! The table of commands.

use crate::arguments::{Arguments, OptionRow};
use crate::command::{Command, CommandRow};
use crate::{diff, learn};

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
];

fn files(paths: Vec<String>, arguments: &Arguments) -> learn::Files {
    let base_url = arguments.value(BASE_URL.name);
    learn::Files { paths, base_url }
}
