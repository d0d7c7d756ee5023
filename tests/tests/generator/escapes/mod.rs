//! Texts of a spec cannot escape from a literal, a doc comment, a manifest, a JSON document or a
//! Markdown page. One spec uses every key of the language; its texts and names are replaced by
//! hostile ones, a different one at each place.

mod description;
mod keys;
mod markdown;
mod output;
mod texts;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::generated;

use description::{at_mut, full_description, is_prose, positions, rename, sources};
use markdown::{markdown, plain_links};
use output::{differences, doc_blocks, parses};
use texts::{HARMFUL, UNSEEN};

/// How often each place gets another text: all of them with `LONG_TESTS`.
fn rounds(short: usize) -> usize {
    match std::env::var_os("LONG_TESTS") {
        Some(_) => HARMFUL.len(),
        None => short,
    }
}

/// The text of a place in a round.
fn harmful(place: usize, round: usize) -> &'static str {
    HARMFUL[(place + round) % HARMFUL.len()]
}

/// The description with these texts as its prose. The same place has the same number.
fn with_prose(text: impl Fn(usize) -> String) -> Vec<(String, Value)> {
    let mut files = full_description();
    let mut place = 0;
    for (_, value) in &mut files {
        let (mut texts, mut keys) = (Vec::new(), Vec::new());
        positions(value, &mut Vec::new(), &mut texts, &mut keys);
        for steps in texts.iter().filter(|steps| is_prose(steps)) {
            *at_mut(value, steps) = text(place).into();
            place += 1;
        }
    }
    assert!(place > 80, "{place} places of prose");
    files
}

#[test]
fn prose_changes_docs_only() {
    // Texts that are the same are the same in both: contradictions are listed once.
    let plain = with_prose(|place| format!("Text {}.", place % HARMFUL.len()));
    let plain = generated(&sources(&plain));
    let mut wrong = Vec::new();
    for round in 0..rounds(2) {
        let hostile = with_prose(|place| harmful(place, round).to_owned());
        let tree = generated(&sources(&hostile));
        parses(&tree, &format!("round {round}"));
        wrong.extend(differences(&plain, &tree));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn line_breaks_start_no_markdown_block() {
    let words = [
        "-", "--", "---", "- - -", "+", "*", "***", "=", "==", "===", "#", "##", "######", "1.",
        "12)", "~~~", "```", "___", ">", "|", "|---|", "<b>", "[a]:", "[^1]:", "\t", ":", ":--",
        "<!--",
    ];
    let mut records = String::from("records:\n");
    for (index, word) in words.iter().enumerate() {
        // Wherever a line ends, the word is the next one half of the time.
        let others = (1..=60).map(|length| "w".repeat(length));
        let text = others.fold(String::new(), |text, other| {
            text + &other + " " + word + " "
        });
        let quoted = Value::String(text + "end");
        records.push_str(&format!(
            "  Order{index}: {{ doc: {quoted}, fields: {{ id: integer }}, notes: [{quoted}], conflicts: [{{ says: {quoted}, but: {quoted}, so: {quoted} }}] }}\n"
        ));
    }
    let tree = generated(&crate::support::shop(&records));
    let blocks = doc_blocks(&tree.0["crates/shop-model/src/order.rs"]);
    assert!(blocks.len() >= words.len(), "{}", blocks.len());
    let mut wrong = BTreeSet::new();
    for block in blocks {
        // Markup of our own.
        let shown = block.replace("# Not documented", "");
        for part in markdown(&shown, &plain_links).parts {
            let is_ours = part.starts_with("a link to crate::decisions#order");
            if !is_ours && !matches!(part.as_str(), "List(None)" | "Item") {
                wrong.insert(format!("{part} in {block}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn prose_renders_verbatim() {
    let texts = [
        "a \"quoted\" \\ back\\slash, *stars*, snake_case, [brackets], <angles>, #1 & co.",
        "# no heading",
        "1. no list",
        "- no list",
        "a | b",
        "> no quote",
        "~~no strike~~",
        "&lt; no entity",
        "https://example.com",
    ];
    let mut records = String::from("records:\n");
    for (index, text) in texts.into_iter().enumerate() {
        let text = Value::from(text);
        records += &format!("  Order{index}: {{ doc: {text}, fields: {{ id: integer }} }}\n");
    }
    let tree = generated(&crate::support::shop(&records));
    let docs = doc_blocks(&tree.0["crates/shop-model/src/order.rs"]);
    let docs = docs.iter().map(|block| markdown(block, &plain_links).text);
    let docs: Vec<String> = docs.collect();
    for text in texts {
        let is_shown = docs.iter().any(|shown| shown.contains(text));
        assert!(is_shown, "{text} is shown otherwise: {docs:#?}");
    }
}

#[test]
fn hostile_texts_are_rejected_or_escaped() {
    let description = full_description();
    for round in 0..rounds(1) {
        // The places that accept their text get it together: to generate takes longer than to reject.
        let mut together = description.clone();
        let (mut accepted, mut rejected) = (0, 0);
        // One place in sixteen, or each with `LONG_TESTS`.
        let mut places = (0..rounds(16)).cycle();
        for (file, (_, value)) in description.iter().enumerate() {
            let (mut texts, mut keys) = (Vec::new(), Vec::new());
            positions(value, &mut Vec::new(), &mut texts, &mut keys);
            // A key after what is in its map, which is found by the key's old name.
            keys.sort_by_key(|steps| std::cmp::Reverse(steps.len()));
            let texts = texts.iter().filter(|steps| !is_prose(steps));
            let cases = texts.map(|steps| (steps, false));
            for (steps, is_key) in cases.chain(keys.iter().map(|steps| (steps, true))) {
                if rounds(16) == 16 && places.next() != Some(0) {
                    continue;
                }
                let text = harmful(accepted + rejected, round);
                let mut files = together.clone();
                let value = &mut files[file].1;
                match is_key {
                    true => rename(value, steps, text),
                    false => *at_mut(value, steps) = text.into(),
                }
                match codegen::packages(&sources(&files)) {
                    Ok(_) => {
                        together = files;
                        accepted += 1;
                    }
                    Err(diagnostics) => {
                        assert!(!diagnostics.render(false).is_empty());
                        rejected += 1;
                    }
                }
            }
        }
        assert!(
            accepted > 0 && rejected > 20,
            "{accepted} accepted, {rejected} rejected"
        );
        parses(&generated(&sources(&together)), &format!("round {round}"));
    }
}

#[test]
fn invisible_characters_are_rejected_everywhere() {
    let description = full_description();
    // JSON escapes some of them; the others are found before the text is parsed.
    for escaped in [true, false] {
        for (file, (path, value)) in description.iter().enumerate() {
            let (mut texts, mut keys) = (Vec::new(), Vec::new());
            positions(value, &mut Vec::new(), &mut texts, &mut keys);
            // A key after what is in its map, which is found by the key's old name.
            keys.sort_by_key(|steps| std::cmp::Reverse(steps.len()));
            let mut files = description.clone();
            let changed = &mut files[file].1;
            let unseen = UNSEEN.iter().filter(|unseen| (**unseen < ' ') == escaped);
            let mut unseen = unseen.cycle();
            for steps in &texts {
                *at_mut(changed, steps) = format!("a{}b", unseen.next().unwrap()).into();
            }
            for (number, steps) in keys.iter().enumerate() {
                let name = format!("a{number}{}b", unseen.next().unwrap());
                rename(changed, steps, &name);
            }
            let Err(diagnostics) = codegen::packages(&sources(&files)) else {
                panic!("{path} is accepted");
            };
            let messages = diagnostics.iter().map(|diagnostic| diagnostic.message());
            let found = messages.filter(|message| message.contains("U+"));
            assert_eq!(
                found.count(),
                texts.len() + keys.len(),
                "{path}:\n{diagnostics}"
            );
        }
    }
}
