//! For any change to the spec, the generator returns files or errors, and never panics.

use codegen::Sources;
use fastrand::Rng;

use crate::support::{fixture, shop};

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

/// The text with a random change.
fn changed(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let (line, other) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
    let offsets: Vec<usize> = text.char_indices().map(|(offset, _)| offset).collect();
    let (before, after) = text.split_at(offsets[rng.usize(..offsets.len())]);
    match rng.u8(..8) {
        0 => drop(lines.remove(line)),
        1 => lines.insert(other, lines[line].clone()),
        2 => lines.swap(line, other),
        3 => lines[line] = " ".repeat(rng.usize(..6)) + lines[line].trim_start(),
        4 => return format!("{before}{}{after}", PIECES[rng.usize(..PIECES.len())]),
        5 => return before.to_owned() + after.trim_start_matches(|_| rng.bool()),
        6 => return before.to_owned(),
        // Valid words at wrong places.
        _ => {
            let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
            let words = text.split(|c| !is_of_word(c));
            let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
            let Some(word) = rng.choice(words) else {
                return text.to_owned();
            };
            let (before, after) = (
                before.trim_end_matches(is_of_word),
                after.trim_start_matches(is_of_word),
            );
            return format!("{before}{word}{after}");
        }
    }
    lines.join("\n") + "\n"
}

/// A random number generator for each case; 5,000 with `LONG_TESTS`.
fn cases(few: usize) -> impl Iterator<Item = Rng> {
    let count = match std::env::var_os("LONG_TESTS") {
        Some(_) => 5_000,
        None => few,
    };
    (0..count).map(|_| {
        let seed = fastrand::u64(..);
        // The last one that is printed failed.
        println!("seed {seed}");
        Rng::with_seed(seed)
    })
}

#[test]
fn mutated_specs_never_panic() {
    let whole = fixture("whole");
    let paths: Vec<&String> = whole.0.keys().collect();
    for mut rng in cases(20) {
        let mut sources = whole.clone();
        for _ in 0..rng.usize(1..6) {
            let path = paths[rng.usize(..paths.len())];
            let text = changed(&sources.0[path], &mut rng);
            sources.0.insert(path.clone(), text);
        }
        match codegen::generate(&sources) {
            // A valid spec generates valid Rust.
            Ok(tree) => {
                for (path, text) in tree.0.iter().filter(|(path, _)| path.ends_with(".rs")) {
                    assert!(
                        syn::parse_file(text).is_ok(),
                        "{path} does not parse:\n{text}"
                    );
                }
            }
            Err(diagnostics) => assert!(diagnostics.render(false).contains("in the spec")),
        }
    }
}

#[test]
fn arbitrary_files_never_panic() {
    for mut rng in cases(20) {
        let mut sources: Sources = shop("");
        let text = (0..rng.usize(..200)).map(|_| match rng.bool() {
            true => rng.char(' '..='~'),
            false => rng.char(..),
        });
        let text = text.collect();
        let path = ["shop/api.yaml", "shop/order.yaml"][rng.usize(..2)];
        sources.0.insert(path.to_owned(), text);
        let _ = codegen::generate(&sources).map_err(|diagnostics| diagnostics.render(false));
    }
}
