//! Texts of a spec cannot escape from a literal, a doc comment, a manifest, a JSON document or a
//! Markdown page. One spec uses every key of the language; each of its texts and names is replaced
//! by each hostile text.

use std::collections::BTreeSet;

use codegen::{FileTree, Sources};
use proc_macro2::{TokenStream, TokenTree};
use pulldown_cmark::{BrokenLink, CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag};
use serde_json::Value;

use crate::support::{fixture, generated};

/// Texts that would do harm if they were not escaped.
const HARMFUL: &[&str] = &[
    // Out of a literal of Rust, TOML or JSON.
    "a \" b",
    "a \\ b \\",
    "a \"# b \"##",
    "'); alert(1); ('",
    // Format strings.
    "a {} {{ {0} }} {",
    // Out of a block comment.
    "a */ b /* c",
    // Out of a line.
    "a\nb",
    "a\n\nb",
    "a\npub fn injected() {}\nb",
    // Attributes.
    "#[derive(Debug)] #![allow(warnings)]",
    // A fence, so a doctest.
    "a\n\n```rust\npanic!()\n```\n\nb",
    "```\npanic!()\n```",
    "~~~\npanic!()\n~~~",
    "a ``` b ``` c",
    "an `unclosed backtick",
    "`` double `` and ``` triple",
    // Code by indentation.
    "    panic!()",
    "a\n\n    panic!()\n",
    "a\n\n\tpanic!()\n",
    // HTML.
    "<script>alert(1)</script>",
    "a <b c='d'>e</b> <!-- f",
    "--> a",
    "a &lt; &amp; b",
    // Links.
    "a [Vec] b",
    "a [b](https://example.com) ![c](d.png)",
    "a] [b] [c",
    "[a]: https://example.com",
    "<https://example.com>",
    "[^1] and [^1]: a note",
    "a `[b]` c",
    // Other Markdown.
    "# heading",
    "a\n# b",
    "a\n===\nb",
    "a\n\n---\n\nb",
    "- a",
    "+ a",
    "* a",
    "1. a",
    "1) a",
    "> a",
    "a\n> b",
    "a\n- b\n- c",
    "| a | b |\n|---|---|\n| c | d |",
    "*a* **b** _c_ ~~d~~",
    "- [ ] a",
    // Out of a value of TOML.
    "a\"\n[dependencies]\nevil = \"1\"",
    "a\"\"\" b ''' c",
    // JavaScript and TypeScript.
    "a ${b} `c",
    "// a",
    // Text of any language.
    "é 漢字 🦀 ﷽",
];

/// Invisible characters, and line ends that are not `\n`.
const UNSEEN: &[char] = &[
    '\0', '\u{7}', '\u{1b}', '\u{7f}', '\u{85}', '\r', '\u{200b}', '\u{200e}', '\u{2028}',
    '\u{2029}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{61c}',
];

/// Keys of prose: any text is accepted, and shown.
const PROSE: &[&str] = &[
    "but",
    "doc",
    "document",
    "idempotent",
    "meaning",
    "never",
    "notes",
    "says",
    "so",
    "source",
    "title",
    "unknowns",
    "why",
];

/// The description that uses every key, as values; written as JSON, which is YAML, so that any text
/// is possible anywhere.
fn full_description() -> Vec<(String, Value)> {
    fixture("whole")
        .0
        .iter()
        .map(|(path, text)| (path.clone(), serde_yaml::from_str(text).unwrap()))
        .collect()
}

fn sources(files: &[(String, Value)]) -> Sources {
    Sources::new(
        files
            .iter()
            .map(|(path, value)| (path.clone(), value.to_string())),
    )
}

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    At(usize),
}

/// The paths of all texts, and of all keys of maps.
fn positions(
    value: &Value,
    path: &mut Vec<Step>,
    texts: &mut Vec<Vec<Step>>,
    keys: &mut Vec<Vec<Step>>,
) {
    match value {
        Value::String(_) => texts.push(path.clone()),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Step::At(index));
                positions(item, path, texts, keys);
                path.pop();
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                path.push(Step::Key(key.clone()));
                keys.push(path.clone());
                positions(value, path, texts, keys);
                path.pop();
            }
        }
        _ => {}
    }
}

fn at_mut<'a>(value: &'a mut Value, steps: &[Step]) -> &'a mut Value {
    steps.iter().fold(value, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::At(index) => &mut value[*index],
    })
}

fn is_prose(steps: &[Step]) -> bool {
    let keys: Vec<&str> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::At(_) => None,
        })
        .collect();
    // A note, the meaning of a value, and when a function of the page is called.
    let is_prose_entry = matches!(keys[..], ["notes", _] | ["enums", _, "values", _])
        || matches!(keys[..], ["browser_sdk", "event_handlers", _]);
    let last = keys.last().copied().unwrap_or_default();
    // `source: { … }` may be a field; here no field is called like a key of the language.
    is_prose_entry || PROSE.contains(&last)
}

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
    let mut wrong = BTreeSet::new();
    for word in [
        "-", "--", "---", "- - -", "+", "*", "***", "=", "==", "===", "#", "##", "######", "1.",
        "12)", "~~~", "```", "___", ">", "|", "|---|", "<b>", "[a]:", "[^1]:", "\t", ":", ":--",
        "<!--",
    ] {
        for before in 90..=115 {
            let text = format!("{} {word} then more of it, {word}", "w".repeat(before));
            let quoted = Value::String(text.clone());
            let tree = generated(&crate::support::shop(&format!(
                "records:\n  Order: {{ doc: {quoted}, fields: {{ id: integer }}, notes: [{quoted}], conflicts: [{{ says: {quoted}, but: {quoted}, so: {quoted} }}] }}\n"
            )));
            for block in doc_blocks(&tree.0["crates/shop-model/src/order.rs"]) {
                let own_headings = ["# Not documented", "# Source"];
                let lines = block.lines();
                let lines: Vec<&str> = lines
                    .map(|line| {
                        if own_headings.contains(&line) {
                            ""
                        } else {
                            line
                        }
                    })
                    .collect();
                for part in markdown(&lines.join("\n"), &plain_links).parts {
                    if !matches!(part.as_str(), "List(None)" | "Item") {
                        wrong.insert(format!("{word} becomes {part}"));
                    }
                }
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
    let (mut generated, mut rejected) = (0, 0);
    for (file, (_, value)) in description.iter().enumerate() {
        let (mut texts, mut keys) = (Vec::new(), Vec::new());
        positions(value, &mut Vec::new(), &mut texts, &mut keys);
        let cases = texts
            .iter()
            .filter(|steps| !is_prose(steps))
            .map(|steps| (steps, false))
            .chain(keys.iter().map(|steps| (steps, true)));
        for (number, (steps, is_key)) in cases.enumerate() {
            for harmful in HARMFUL.iter().skip(number % share).step_by(share) {
                let mut files = description.clone();
                let value = &mut files[file].1;
                if is_key {
                    rename(value, steps, harmful);
                } else {
                    *at_mut(value, steps) = Value::String((*harmful).to_owned());
                }
                match codegen::generate(&sources(&files)) {
                    Ok(tree) => {
                        parses(&tree, &format!("{harmful:?} at {steps:?}"));
                        generated += 1;
                    }
                    Err(diagnostics) => {
                        assert!(!diagnostics.render(false).is_empty());
                        rejected += 1;
                    }
                }
            }
        }
    }
    assert!(
        generated * share > 800 && rejected * share > 4_000,
        "{generated} generated, {rejected} rejected"
    );
}

#[test]
fn invisible_characters_are_rejected_everywhere() {
    let description = full_description();
    for (file, (path, value)) in description.iter().enumerate() {
        let (mut texts, mut keys) = (Vec::new(), Vec::new());
        positions(value, &mut Vec::new(), &mut texts, &mut keys);
        let cases: Vec<(&Vec<Step>, bool)> = texts
            .iter()
            .map(|steps| (steps, false))
            .chain(keys.iter().map(|steps| (steps, true)))
            .collect();
        for (number, (steps, is_key)) in cases.into_iter().enumerate() {
            let unseen = UNSEEN[number % UNSEEN.len()];
            let text = format!("a{unseen}b");
            let mut files = description.clone();
            if is_key {
                rename(&mut files[file].1, steps, &text);
            } else {
                *at_mut(&mut files[file].1, steps) = Value::String(text.clone());
            }
            let diagnostics = match codegen::generate(&sources(&files)) {
                Ok(_) => panic!("U+{:04X} at {steps:?} of {path} is accepted", unseen as u32),
                Err(diagnostics) => diagnostics,
            };
            let expected = format!("U+{:04X}", unseen as u32);
            assert!(
                diagnostics
                    .iter()
                    .any(|diagnostic| diagnostic.message().contains(&expected)),
                "{expected} at {steps:?}:\n{diagnostics}"
            );
        }
    }
}

#[test]
fn fixture_uses_every_key_of_the_language() {
    let mut used = BTreeSet::new();
    for (path, value) in full_description() {
        let schema = match path.ends_with("api.yaml") {
            true => codegen::schema_of_api(),
            false => codegen::schema_of_resource(),
        };
        use_keys(&schema, &schema, &value, &mut used);
    }
    let mut all = BTreeSet::new();
    for schema in [codegen::schema_of_api(), codegen::schema_of_resource()] {
        let definitions = schema["definitions"].as_object().unwrap();
        for (name, definition) in definitions {
            for key in definition["properties"].as_object().into_iter().flatten() {
                all.insert(format!("{name}.{}", key.0));
            }
        }
    }
    let missing: Vec<_> = all.difference(&used).collect();
    assert!(
        missing.is_empty(),
        "not used in the fixture `whole`: {missing:?}"
    );
}

/// Collects the keys that a value uses, by their definition.
fn use_keys(root: &Value, schema: &Value, value: &Value, used: &mut BTreeSet<String>) {
    if let Some(target) = schema["$ref"].as_str() {
        let name = target.rsplit('/').next().unwrap();
        let definition = &root["definitions"][name];
        for key in value.as_object().into_iter().flatten() {
            if definition["properties"].get(key.0).is_some() {
                used.insert(format!("{name}.{}", key.0));
            }
        }
        return use_keys(root, definition, value, used);
    }
    for word in ["anyOf", "oneOf", "allOf"] {
        for alternative in schema[word].as_array().into_iter().flatten() {
            use_keys(root, alternative, value, used);
        }
    }
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let of_key = &schema["properties"][key.as_str()];
                let schema = match of_key {
                    Value::Null => &schema["additionalProperties"],
                    of_key => of_key,
                };
                use_keys(root, schema, value, used);
            }
        }
        Value::Array(items) => {
            for item in items {
                use_keys(root, &schema["items"], item, used);
            }
        }
        _ => {}
    }
}

fn rename(value: &mut Value, steps: &[Step], name: &str) {
    let (last, before) = steps.split_last().unwrap();
    let Step::Key(key) = last else { return };
    let map = at_mut(value, before).as_object_mut().unwrap();
    let renamed: serde_json::Map<String, Value> = std::mem::take(map)
        .into_iter()
        .map(|(known, value)| match known == *key {
            true => (name.to_owned(), value),
            false => (known, value),
        })
        .collect();
    *map = renamed;
}

/// Every file is valid in its language.
fn parses(tree: &FileTree, change: &str) {
    for (path, text) in &tree.0 {
        assert!(
            !path.contains("..")
                && !path.starts_with('/')
                && path.chars().all(|c| c.is_ascii_graphic()),
            "{change}: a file at {path:?}"
        );
        match path.rsplit('.').next() {
            Some("rs") => {
                if let Err(error) = syn::parse_file(text) {
                    panic!("{change}: {path} is not Rust: {error}\n{text}");
                }
            }
            Some("toml") => {
                if let Err(error) = text.parse::<toml::Table>() {
                    panic!("{change}: {path} is not TOML: {error}\n{text}");
                }
            }
            Some("json") => {
                if let Err(error) = serde_json::from_str::<Value>(text) {
                    panic!("{change}: {path} is not JSON: {error}\n{text}");
                }
            }
            _ => {}
        }
    }
}

/// The files that differ in more than literals and prose, each with its first difference.
fn differences<'a>(
    plain: &'a FileTree,
    tree: &'a FileTree,
) -> impl Iterator<Item = String> + use<'a> {
    let paths = |tree: &FileTree| tree.0.keys().cloned().collect::<Vec<_>>();
    assert_eq!(paths(plain), paths(tree));
    tree.0.iter().filter_map(|(path, text)| {
        let (before, after) = (structure(path, &plain.0[path]), structure(path, text));
        let line = (0..before.len().max(after.len()))
            .find(|line| before.get(*line) != after.get(*line))?;
        Some(format!(
            "{path}: {:?} becomes {:?}",
            before.get(line),
            after.get(line)
        ))
    })
}

/// The structure of a file, without literals and prose.
fn structure(path: &str, text: &str) -> Vec<String> {
    match path.rsplit('.').next() {
        Some("rs") => {
            let blocks = doc_blocks(text);
            let docs = blocks
                .iter()
                .flat_map(|block| markdown(block, &plain_links).parts);
            std::iter::once(code(text)).chain(docs).collect()
        }
        Some("md") => markdown(text, &|_| true).parts,
        Some("toml") => {
            let table = text.parse::<toml::Table>().unwrap();
            vec![shape(&serde_json::to_value(table).unwrap()).to_string()]
        }
        Some("json") => vec![shape(&serde_json::from_str(text).unwrap()).to_string()],
        Some("ts") => vec![typescript(text)],
        _ => panic!("{path} is of no known kind"),
    }
}

/// The code of a file without its literals and docs.
fn code(text: &str) -> String {
    fn strip(tokens: TokenStream) -> String {
        let mut out = String::new();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Literal(_) => out.push_str("… "),
                TokenTree::Group(group) => {
                    out.push_str(&format!("{:?}(", group.delimiter()));
                    out.push_str(&strip(group.stream()));
                    out.push_str(") ");
                }
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    // `#[doc = …]` and `#![doc = …]`.
                    let mut rest = tokens.clone();
                    let mut next = rest.next();
                    if matches!(&next, Some(TokenTree::Punct(punct)) if punct.as_char() == '!') {
                        next = rest.next();
                    }
                    match next {
                        Some(TokenTree::Group(group))
                            if group.stream().to_string().starts_with("doc =") =>
                        {
                            tokens = rest;
                        }
                        _ => out.push('#'),
                    }
                }
                other => {
                    out.push_str(&other.to_string());
                    out.push(' ');
                }
            }
        }
        out
    }
    strip(text.parse().unwrap())
}

/// The docs of a file, each block of lines by itself, as rustdoc reads them.
fn doc_blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut before = "";
    for line in text.lines() {
        let line = line.trim_start();
        let marker = ["///", "//!"]
            .into_iter()
            .find(|marker| line.starts_with(marker))
            .unwrap_or("");
        if !marker.is_empty() {
            let rest = &line[marker.len()..];
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            match blocks.last_mut() {
                Some(block) if marker == before => block.push_str(&format!("\n{rest}")),
                _ => blocks.push(rest.to_owned()),
            }
        }
        before = marker;
    }
    blocks
}

/// A text, parsed as Markdown.
struct Read {
    /// Blocks and spans that are more than text, in their order; code in a line is text.
    parts: Vec<String>,
    text: String,
}

/// The links of the generated docs themselves.
fn plain_links(target: &str) -> bool {
    target
        .trim_matches('`')
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == ':' || c == '_')
}

/// Reads Markdown as rustdoc does. Links have to be the generator's own.
fn markdown(text: &str, fits: &dyn Fn(&str) -> bool) -> Read {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut broken = |link: BrokenLink<'_>| -> Option<(CowStr<'_>, CowStr<'_>)> {
        Some((link.reference.into_string().into(), "".into()))
    };
    let mut read = Read {
        parts: Vec::new(),
        text: String::new(),
    };
    for event in Parser::new_with_broken_link_callback(text, options, Some(&mut broken)) {
        let part = match event {
            Event::Text(text) | Event::Code(text) => {
                read.text.push_str(&text);
                continue;
            }
            Event::SoftBreak => {
                read.text.push(' ');
                continue;
            }
            Event::Start(Tag::Paragraph) | Event::End(_) => continue,
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                ..
            }) => {
                let own =
                    fits(&dest_url) && !matches!(link_type, LinkType::Autolink | LinkType::Email);
                match own {
                    true => "link".to_owned(),
                    false => format!("a link to {dest_url}"),
                }
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let fenced = matches!(&kind, CodeBlockKind::Fenced(info) if !info.is_empty());
                match fenced {
                    true => "code".to_owned(),
                    false => "code without a language".to_owned(),
                }
            }
            Event::Start(tag) => format!("{tag:?}"),
            Event::Html(html) | Event::InlineHtml(html) => html.into_string(),
            other => format!("{other:?}"),
        };
        read.parts.push(part);
    }
    read
}

/// The keys of a document and the kinds of its values.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), shape(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(shape).collect::<Vec<_>>().into(),
        Value::String(_) => "…".into(),
        other => other.clone(),
    }
}

/// Declarations without comments and texts.
fn typescript(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("/*") {
            rest = &rest[rest.find("*/").expect("a comment ends") + 2..];
        } else if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if first == '"' {
            let mut escaped = false;
            let end = rest[1..]
                .find(|c: char| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                })
                .expect("a text ends");
            assert!(!rest[..end].contains('\n'), "a text over two lines");
            out.push('…');
            rest = &rest[end + 2..];
        } else {
            if !first.is_whitespace() {
                out.push(first);
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}
