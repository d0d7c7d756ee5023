//! For any change to the spec, the generator returns files or errors, and never panics.

use codegen::Sources;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::support::fixture;

/// A change to a text.
#[derive(Clone, Debug)]
enum Change {
    RemoveLine(Index),
    RepeatLine(Index, Index),
    SwapLines(Index, Index),
    Indent(Index, usize),
    Put(Index, &'static str),
    RemoveCharacter(Index),
    Cut(Index),
    /// A word replaced by a word from elsewhere: valid words at wrong places.
    MoveWord(Index, Index),
}

const PIECES: &[&str] = &[
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    ":",
    ": ",
    "- ",
    "#",
    "&a ",
    "*a",
    "!!x ",
    "|",
    ">",
    "\t",
    "\n",
    "\r",
    "\0",
    "é",
    "🦀",
    "\u{202e}",
    "\u{feff}",
    "%",
    "@",
    "`",
    "---\n",
    "...\n",
    "<<: *a\n",
    "~",
    "=",
    "(",
    ")",
    "unknown",
    "999999999999",
    "list(",
    "string",
    "../",
    "rename()",
    "type: ",
    "Order",
    " ",
    "  ",
    "extends: ",
    "\\",
    "\\u0000",
];

fn change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    prop_oneof![
        index().prop_map(Change::RemoveLine),
        (index(), index()).prop_map(|(line, to)| Change::RepeatLine(line, to)),
        (index(), index()).prop_map(|(first, second)| Change::SwapLines(first, second)),
        (index(), 0_usize..6).prop_map(|(line, by)| Change::Indent(line, by)),
        (index(), proptest::sample::select(PIECES))
            .prop_map(|(place, piece)| Change::Put(place, piece)),
        index().prop_map(Change::RemoveCharacter),
        index().prop_map(Change::Cut),
        (index(), index()).prop_map(|(from, to)| Change::MoveWord(from, to)),
    ]
}

fn apply(text: &str, change: &Change) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if text.is_empty() || lines.is_empty() {
        return text.to_owned();
    }
    let count = lines.len();
    let bytes: Vec<usize> = text.char_indices().map(|(offset, _)| offset).collect();
    let offset_of = |index: &Index| bytes[index.index(bytes.len())];
    match change {
        Change::RemoveLine(index) => {
            lines.remove(index.index(count));
        }
        Change::RepeatLine(index, to) => {
            let line = lines[index.index(count)].clone();
            lines.insert(to.index(count), line);
        }
        Change::SwapLines(first, second) => lines.swap(first.index(count), second.index(count)),
        Change::Indent(index, by) => {
            let line = &mut lines[index.index(count)];
            *line = format!("{}{}", " ".repeat(*by), line.trim_start());
        }
        Change::Put(index, piece) => {
            let offset = offset_of(index);
            return format!("{}{piece}{}", &text[..offset], &text[offset..]);
        }
        Change::RemoveCharacter(index) => {
            let offset = offset_of(index);
            let rest = &text[offset..];
            let next = rest.chars().next().map_or(0, char::len_utf8);
            return format!("{}{}", &text[..offset], &rest[next..]);
        }
        Change::Cut(index) => return text[..offset_of(index)].to_owned(),
        Change::MoveWord(from, to) => {
            let words: Vec<(usize, &str)> = text
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|word| !word.is_empty())
                .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
                .collect();
            if words.is_empty() {
                return text.to_owned();
            }
            let (_, word) = words[from.index(words.len())];
            let (offset, old) = words[to.index(words.len())];
            return format!("{}{word}{}", &text[..offset], &text[offset + old.len()..]);
        }
    }
    lines.join("\n") + "\n"
}

/// 5,000 cases with `LONG_TESTS`.
fn cases() -> u32 {
    match std::env::var_os("LONG_TESTS") {
        Some(_) => 5_000,
        None => 20,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_specs_never_panic(
        changes in prop::collection::vec((any::<Index>(), change()), 1..6),
    ) {
        thread_local!(static WHOLE: Sources = fixture("whole"));
        let mut sources = WHOLE.with(Clone::clone);
        let paths: Vec<String> = sources.0.keys().cloned().collect();
        for (file, change) in &changes {
            let path = &paths[file.index(paths.len())];
            let changed = apply(&sources.0[path], change);
            sources.0.insert(path.clone(), changed);
        }
        match codegen::generate(&sources) {
            // A valid spec generates valid Rust.
            Ok(tree) => {
                for (path, text) in tree.0.iter().filter(|(path, _)| path.ends_with(".rs")) {
                    prop_assert!(syn::parse_file(text).is_ok(), "{path} does not parse:\n{text}");
                }
            }
            Err(diagnostics) => prop_assert!(diagnostics.render(false).contains("in the spec")),
        }
    }

    #[test]
    fn arbitrary_files_never_panic(text in "\\PC{0,200}", api in any::<bool>()) {
        let path = if api { "shop/api.yaml" } else { "shop/order.yaml" };
        let mut sources = crate::support::shop("");
        sources.0.insert(path.to_owned(), text);
        let _ = codegen::generate(&sources).map_err(|diagnostics| diagnostics.render(false));
    }
}
