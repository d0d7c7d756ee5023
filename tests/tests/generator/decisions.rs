//! The docs of an item link to the reason of what a crate makes of contradictions.

use std::collections::BTreeSet;

use codegen::FileTree;

use crate::support::generated_of_described;

/// The anchor of a heading, as rustdoc makes it: links are their texts.
fn anchor(heading: &str) -> String {
    let mut text = String::new();
    let mut rest = heading;
    while let Some((before, link)) = rest.split_once("](") {
        text.push_str(before);
        rest = link.split_once(')').expect("the end of a link").1;
    }
    text.push_str(rest);
    let text = text.replace(' ', "-").to_lowercase();
    let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.chars().filter(is_kept).collect()
}

#[test]
fn each_decision_is_linked_and_each_link_leads_to_one() {
    let FileTree(files) = generated_of_described();
    let pages = files
        .iter()
        .filter(|(path, _)| path.ends_with("/src/decisions.rs"));
    let mut count = 0;
    for (path, page) in pages {
        let headings = page.lines().filter_map(|line| line.strip_prefix("//! ## "));
        let headings = Vec::from_iter(headings.map(anchor));
        let anchors = BTreeSet::from_iter(headings.iter().cloned());
        assert_eq!(
            headings.len(),
            anchors.len(),
            "{path}: one anchor for each heading"
        );
        let folder = path.trim_end_matches("decisions.rs");
        let of_crate = files.iter().filter(|(path, _)| path.starts_with(folder));
        let links = of_crate.flat_map(|(_, text)| text.split("crate::decisions#").skip(1));
        let links = links.map(|rest| rest.split(')').next().expect("a link").to_owned());
        assert_eq!(BTreeSet::from_iter(links), anchors, "{path}");
        count += anchors.len();
    }
    assert!(count > 20, "{count}");
}
