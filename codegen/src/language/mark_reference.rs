//! The table of marks in the reference of the language.

use crate::language::mark::{Condition, Mark, Rule};

/// The table of marks in the reference of the language, as Markdown.
pub fn reference_of_marks() -> String {
    let mut table = "| mark | meaning | limits |\n|---|---|---|\n".to_owned();
    for mark in Mark::ALL {
        let row = mark.row();
        let forms: Vec<String> = mark
            .examples()
            .iter()
            .map(|form| format!("`{form}`"))
            .collect();
        let limits: Vec<String> = row.rules.iter().map(limit).collect();
        let (forms, limits) = (forms.join(", "), limits.join("; "));
        table.push_str(&format!("| {forms} | {} | {limits} |\n", row.doc));
    }
    table
}

fn limit(rule: &Rule) -> String {
    let Condition::Without(others) = &rule.condition else {
        return rule.why.to_owned();
    };
    let words: Vec<String> = others
        .iter()
        .map(|other| format!("`{}`", other.row().word))
        .collect();
    format!("not with {}", words.join(", "))
}
