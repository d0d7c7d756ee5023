//! Links between the Markdown files of the workspace.

use std::fs;

use super::markdown::{Markdown, files, root};

/// A text without its fenced blocks.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let mut prose = String::new();
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if !is_code && !is_fence {
            prose.push_str(line);
        }
        prose.push('\n');
    }
    prose
}

/// The anchor of a heading, as GitHub and mdBook make it.
fn slug(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn has_heading(text: &str, anchor: &str) -> bool {
    let prose = prose(text);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let mut slugs = headings.map(|line| slug(line.trim_start_matches('#')));
    slugs.any(|slug| slug == anchor)
}

/// The targets of all links, with their line: `[text](target)` and `[text]: target`.
fn links(text: &str) -> Vec<(usize, String)> {
    let prose = prose(text);
    let mut links = Vec::new();
    for (number, line) in (1..).zip(prose.lines()) {
        // Not in code.
        let line: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let inline = line.split("](").skip(1);
        let inline = inline.filter_map(|rest| rest.split_once(')'));
        links.extend(inline.map(|(target, _)| (number, target.to_owned())));
        if let Some((_, target)) = line
            .strip_prefix('[')
            .and_then(|line| line.split_once("]: "))
        {
            links.push((number, target.to_owned()));
        }
    }
    links
}

fn check(file: &Markdown, target: &str) -> Result<(), String> {
    // Of the sandbox itself, in its README.
    if target.contains("://") || target.starts_with("/_sandbox") {
        return Ok(());
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let folder = file.path.parent().ok_or("missing folder")?;
    let path = match path {
        "" => file.path.clone(),
        path => folder.join(path),
    };
    let path = fs::canonicalize(path).map_err(|_| "missing file")?;
    // Other files are not in the rendered book.
    if file.is_page() && !path.starts_with(root().join("crates/guide/book")) {
        return Err("outside of the guide".to_owned());
    }
    if !anchor.is_empty() && path.extension().is_some_and(|extension| extension == "md") {
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        if !has_heading(&text, anchor) {
            return Err("missing heading".to_owned());
        }
    }
    Ok(())
}

#[test]
fn every_relative_link_leads_to_a_file_and_a_heading() {
    let mut checked = 0;
    let mut wrong = Vec::new();
    for file in files() {
        for (line, target) in links(&file.text) {
            checked += 1;
            // Names of Rust items in READMEs that rustdoc shows.
            if file.is_generated() && !target.contains(['/', '.', '#']) {
                continue;
            }
            if let Err(reason) = check(&file, &target) {
                wrong.push(format!("{}:{line}: {target}: {reason}", file.name));
            }
        }
    }
    assert!(checked > 100, "{checked} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn summary_of_the_guide_lists_every_page() {
    let files = files();
    let mut pages = files.iter().filter(|file| file.is_page());
    let summary = pages
        .clone()
        .find(|page| page.name.ends_with("/SUMMARY.md"));
    let listed = links(&summary.expect("a summary").text);
    let missing = pages.find(|page| {
        let name = page.name.rsplit('/').next().unwrap_or_default();
        name != "SUMMARY.md" && !listed.iter().any(|(_, target)| target == name)
    });
    assert_eq!(missing.map(|page| &page.name), None);
}
