//! The Rust code of the pages is that of samples, which run.

use std::path::Path;
use std::{env, fs};

use super::fence::{Fence, fences};
use super::markdown::{Markdown, files, root};

/// READMEs whose code runs as doctests.
const DOCTESTS: [&str; 2] = ["crates/api-sandbox/README.md", "crates/api-wire/README.md"];

/// Files with code that does not run, with the reason.
const EXCEPTIONS: [(&str, &str); 2] = [
    (
        "crates/store-postgres/README.md",
        "it connects to a server; the doctest of the crate starts one and runs the same calls",
    ),
    (
        "spec/README.md",
        "the generator makes it, in `tests/tests/generator/reference.rs`",
    ),
];

/// The text between `// ANCHOR: name` and `// ANCHOR_END: name`, without its indentation and the
/// marks of other anchors.
fn anchored(path: &Path, anchor: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let (start, end) = (
        format!("// ANCHOR: {anchor}"),
        format!("// ANCHOR_END: {anchor}"),
    );
    let lines = text.lines().skip_while(|line| line.trim() != start).skip(1);
    let lines = Vec::from_iter(lines);
    let length = lines.iter().position(|line| line.trim() == end)?;
    let lines = lines[..length].iter();
    let lines = lines.filter(|line| !line.trim().starts_with("// ANCHOR"));
    let lines = Vec::from_iter(lines);
    let indents = lines.iter().filter(|line| !line.trim().is_empty());
    let indent = indents
        .map(|line| line.len() - line.trim_start().len())
        .min()?;
    let lines = lines
        .iter()
        .map(|line| line.get(indent..).unwrap_or_default());
    Some(lines.map(|line| format!("{line}\n")).collect())
}

/// What is wrong with a block of Rust, which is the text of an anchor: of a sample, as in
/// `<!-- code of sync:run -->`, or of another file, as in `<!-- code of src/bin/service/metrics:metrics -->`.
/// `UPDATE_GUIDE=1` writes it. A copy, unlike an include, is readable without the rendered book.
fn check_copy(file: &Markdown, fence: &Fence) -> Result<(), String> {
    let comment = fence
        .comment
        .as_deref()
        .and_then(|comment| comment.strip_prefix("code of "));
    let include = comment.ok_or("missing `<!-- code of SAMPLE:ANCHOR -->`")?;
    let (sample, anchor) = include.split_once(':').ok_or("missing anchor")?;
    let folder = if sample.contains('/') {
        ""
    } else {
        "src/samples/"
    };
    let path = root().join(format!("crates/guide/{folder}{sample}.rs"));
    let code = anchored(&path, anchor).ok_or(format!("unknown anchor {include}"))?;
    if code == fence.body {
        return Ok(());
    }
    if env::var_os("UPDATE_GUIDE").is_some() {
        // The file may have several blocks.
        let text = fs::read_to_string(&file.path).map_err(|error| error.to_string())?;
        let fenced = |body: &str| format!("<!-- code of {include} -->\n```rust\n{body}```\n");
        let text = text.replace(&fenced(&fence.body), &fenced(&code));
        fs::write(&file.path, text).map_err(|error| error.to_string())?;
    }
    Err(format!("expected the code of {include}:\n{code}"))
}

#[test]
fn rust_code_is_that_of_samples() {
    let mut wrong = Vec::new();
    let mut blocks = 0;
    for file in files().iter().filter(|file| !file.is_generated()) {
        let is_exempt = EXCEPTIONS.iter().any(|(name, _)| file.name == *name);
        let runs = DOCTESTS.contains(&&*file.name);
        for fence in fences(&file.text).iter().filter(|fence| fence.is_rust()) {
            blocks += 1;
            let result = match () {
                () if is_exempt => Ok(()),
                () if fence.info != "rust" => Err(format!("unexpected `{}`", fence.info)),
                () if runs => Ok(()),
                () => check_copy(file, fence),
            };
            if let Err(reason) = result {
                wrong.push(format!("{}:{}: {reason}", file.name, fence.line));
            }
        }
    }
    assert!(blocks > 10, "{blocks} blocks");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
