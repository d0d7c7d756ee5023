//! The table of commands.

use crate::arguments::OptionRow;
use crate::command::{Command, CommandRow};
use crate::diff;

const API: (&str, &str) = ("[API]", "name or folder of an API");

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
        options: &[],
        summary: "what the documents leave open, and where they contradict each other",
        details: "The last lines count the fields without a documented type, by API.",
        parse: |words, _| {
            let package = words.first().cloned();
            Ok(Command::Unknowns { package })
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
        words: &[("FILE…", "a HAR file, as a browser or a proxy saves it")],
        options: &[OptionRow {
            name: "write",
            value: None,
            help: "edit the spec; without it, the lines are only printed",
        }],
        summary: "what recorded responses show: new fields, types and values, as lines of the spec",
        details: "Each line has its counts. What the documents state never changes: where responses differ, it says so.",
        parse: |words, arguments| {
            Ok(Command::Learn {
                files: words.to_vec(),
                write: arguments.flag("write"),
            })
        },
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
