//! Texts of a spec cannot escape from a literal, a doc comment, a manifest, a JSON document or a
//! Markdown page. One spec uses every key of the language; each of its texts and names is replaced
//! by each hostile text.

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

#[test]
fn prose_changes_docs_only() {
    let description = full_description();
    let plain = generated(&sources(&description));
    let mut wrong = Vec::new();
    for harmful in HARMFUL {
        let mut files = description.clone();
        let mut replaced = 0;
        for (_, value) in &mut files {
            let (mut texts, mut keys) = (Vec::new(), Vec::new());
            positions(value, &mut Vec::new(), &mut texts, &mut keys);
            for steps in texts.iter().filter(|steps| is_prose(steps)) {
                *at_mut(value, steps) = Value::String((*harmful).to_owned());
                replaced += 1;
            }
        }
        assert!(replaced > 80, "{replaced} places of prose");
        let tree = match codegen::generate(&sources(&files)) {
            Ok(tree) => tree,
            Err(diagnostics) => panic!("{harmful:?} is rejected as prose:\n{diagnostics}"),
        };
        parses(&tree, &format!("{harmful:?}"));
        wrong.extend(
            differences(&plain, &tree)
                .map(|difference| format!("{harmful:?} changes {difference}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn line_breaks_start_no_markdown_block() {
    // Each word at each place where a line may end, in a record of its own.
    let mut records = String::from("records:\n");
    let words = [
        "-", "--", "---", "- - -", "+", "*", "***", "=", "==", "===", "#", "##", "######", "1.",
        "12)", "~~~", "```", "___", ">", "|", "|---|", "<b>", "[a]:", "[^1]:", "\t", ":", ":--",
        "<!--",
    ];
    for (index, word) in words.iter().enumerate() {
        for before in 90..=115 {
            let text = format!("{} {word} then more of it, {word}", "w".repeat(before));
            let quoted = Value::String(text);
            records.push_str(&format!(
                "  Order{index}X{before}: {{ doc: {quoted}, fields: {{ id: integer }}, notes: [{quoted}], conflicts: [{{ says: {quoted}, but: {quoted}, so: {quoted} }}] }}\n"
            ));
        }
    }
    let tree = generated(&crate::support::shop(&records));
    let blocks = doc_blocks(&tree.0["crates/shop-model/src/order.rs"]);
    assert!(blocks.len() >= words.len() * 26, "{}", blocks.len());
    let mut wrong = BTreeSet::new();
    for block in blocks {
        // Markup of our own.
        let shown = block
            .replace("# Not documented", "")
            .replace("**Contradiction:**", "");
        for part in markdown(&shown, &plain_links).parts {
            if !matches!(part.as_str(), "List(None)" | "Item") {
                wrong.insert(format!("{part} in {block}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn prose_renders_verbatim() {
    let mut otherwise = Vec::new();
    for text in [
        "a \"quoted\" \\ back\\slash, *stars*, snake_case, [brackets], <angles>, #1 & co.",
        "# no heading",
        "1. no list",
        "- no list",
        "a | b",
        "> no quote",
        "~~no strike~~",
        "&lt; no entity",
        "https://example.com",
    ] {
        let text_as_json = Value::String(text.to_owned());
        let tree = generated(&crate::support::shop(&format!(
            "records:\n  Order: {{ doc: {text_as_json}, fields: {{ id: integer }} }}\n"
        )));
        let docs = doc_blocks(&tree.0["crates/shop-model/src/order.rs"]);
        let shown = docs
            .iter()
            .map(|block| markdown(block, &plain_links).text)
            .any(|shown| shown.contains(text));
        if !shown {
            otherwise.push(format!("{text}: {docs:#?}"));
        }
    }
    assert!(
        otherwise.is_empty(),
        "shown otherwise:\n{}",
        otherwise.join("\n")
    );
}

#[test]
fn hostile_texts_are_rejected_or_escaped() {
    let description = full_description();
    // Each place gets a share of the texts, so that all places together get them all many times: a
    // quarter of this share, unless `LONG_TESTS` is set, as in `.ci/run`.
    let share = match std::env::var_os("LONG_TESTS") {
        Some(_) => 8,
        None => 32,
    };
    let (mut accepted, mut rejected) = (0, 0);
    for (file, (_, value)) in description.iter().enumerate() {
        let (mut texts, mut keys) = (Vec::new(), Vec::new());
        positions(value, &mut Vec::new(), &mut texts, &mut keys);
        // A key after what is in its map, which is found by the key's old name.
        keys.sort_by_key(|steps| std::cmp::Reverse(steps.len()));
        let texts = texts.iter().filter(|steps| !is_prose(steps));
        let cases = texts.map(|steps| (steps, false));
        let cases: Vec<_> = cases
            .chain(keys.iter().map(|steps| (steps, true)))
            .collect();
        for (index, harmful) in HARMFUL.iter().enumerate() {
            // To generate takes longer than to reject: the places that accept the text get it together.
            let mut together = description.clone();
            let places = cases.iter().skip(index % share).step_by(share);
            for (steps, is_key) in places {
                let mut files = together.clone();
                let value = &mut files[file].1;
                match is_key {
                    true => rename(value, steps, harmful),
                    false => *at_mut(value, steps) = Value::String((*harmful).to_owned()),
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
            if together != description {
                let tree = generated(&sources(&together));
                parses(&tree, &format!("{harmful:?} in {}", description[file].0));
            }
        }
    }
    assert!(
        accepted * share > 800 && rejected * share > 4_000,
        "{accepted} accepted, {rejected} rejected"
    );
}

#[test]
fn invisible_characters_are_rejected_everywhere() {
    let description = full_description();
    for (file, (path, value)) in description.iter().enumerate() {
        let (mut texts, mut keys) = (Vec::new(), Vec::new());
        positions(value, &mut Vec::new(), &mut texts, &mut keys);
        // A key after what is in its map, which is found by the key's old name.
        keys.sort_by_key(|steps| std::cmp::Reverse(steps.len()));
        for unseen in UNSEEN {
            let mut files = description.clone();
            let changed = &mut files[file].1;
            for steps in &texts {
                *at_mut(changed, steps) = Value::String(format!("a{unseen}b"));
            }
            for (number, steps) in keys.iter().enumerate() {
                rename(changed, steps, &format!("a{unseen}b{number}"));
            }
            let character = format!("U+{:04X}", *unseen as u32);
            let Err(diagnostics) = codegen::generate(&sources(&files)) else {
                panic!("{character} in {path} is accepted");
            };
            let messages = diagnostics.iter().map(|diagnostic| diagnostic.message());
            let found = messages.filter(|message| message.contains(&character));
            assert_eq!(
                found.count(),
                texts.len() + keys.len(),
                "{character} in {path}:\n{diagnostics}"
            );
        }
    }
}
