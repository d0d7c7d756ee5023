//! Statements about a spec: one short text per fact.

use std::collections::BTreeMap;

/// The rows about the spec's prose. A list has words of it only: the wording is no fact.
pub(super) const TOPIC_ROWS: [&str; 3] = ["unknowns", "conflicts", "meanings"];

/// Whether a statement of a list has only words of a statement of the spec, in a row of topics.
pub(super) fn is_topic_of(listed: &str, specified: &str) -> bool {
    let (Some((row, topic)), Some((other_row, text))) =
        (listed.split_once(": "), specified.split_once(": "))
    else {
        return false;
    };
    let text = text.to_lowercase();
    let mut words = topic.split_whitespace();
    row == other_row
        && TOPIC_ROWS.contains(&row)
        && words.all(|word| text.contains(&word.to_lowercase()))
}

/// What statements are about, as in `record Customer` of `pos-v2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subject {
    pub(super) package: String,
    pub(super) name: String,
}

/// The statements about each subject, each with its place as `file:line`.
#[derive(Clone, Debug, Default)]
pub(super) struct Statements(pub(super) BTreeMap<Subject, About>);

/// The statements about one subject.
#[derive(Clone, Debug, Default)]
pub(super) struct About {
    /// The place of the subject itself.
    pub(super) place: String,
    pub(super) statements: BTreeMap<String, String>,
}

impl About {
    pub(super) fn add(&mut self, row: &str, text: &str, place: &str) {
        let statement = format!("{row}: {text}");
        self.statements.insert(statement, place.to_owned());
    }

    /// Whether exactly one statement is of a row.
    pub(super) fn has_one(&self, row: &str) -> bool {
        let start = format!("{row}: ");
        let of_row = self
            .statements
            .keys()
            .filter(|text| text.starts_with(&start));
        of_row.count() == 1
    }
}

/// A field as the documents write it: name, type, words. The order of the words has no meaning.
#[derive(Clone, Debug)]
pub(super) struct FieldStatement {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) words: Vec<String>,
    /// Where the documents show it; empty if that is no question.
    pub(super) evidence: Vec<&'static str>,
    pub(super) place: String,
}

impl FieldStatement {
    pub(super) fn text(&self) -> String {
        let mut words = self.words.clone();
        words.sort();
        words.dedup();
        let mut text = format!("{} {}", self.name, self.ty);
        for word in words {
            text.push(' ');
            text.push_str(&word);
        }
        if !self.evidence.is_empty() {
            let mut evidence = self.evidence.clone();
            evidence.sort_unstable();
            text.push_str(&format!(" [{}]", evidence.join(" ")));
        }
        text
    }

    /// Whether it has a name, or an alias of that name.
    pub(super) fn has_name(&self, name: &str) -> bool {
        let alias = format!("alias({name})");
        self.name == name || self.words.contains(&alias)
    }

    pub(super) fn is_required(&self) -> bool {
        self.words.iter().any(|word| word == "required")
    }
}

/// Adds the statements of fields, and the order of the required ones, which are arguments.
pub(super) fn add_fields(about: &mut About, row: &str, fields: &[FieldStatement]) {
    for field in fields {
        about.add(row, &field.text(), &field.place);
    }
    let required = fields.iter().filter(|field| field.is_required());
    let names: Vec<&str> = required.map(|field| field.name.as_str()).collect();
    if names.len() > 1 {
        let place = about.place.clone();
        about.add("order of required fields", &names.join(", "), &place);
    }
}
