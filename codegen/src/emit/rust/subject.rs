//! What docs are about.

use crate::ir::{Field, OpenQuestions};
use crate::markdown::{code, end_sentence};

/// An item at the root of a crate, or a field or a method of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    item: &'a str,
    /// What rustdoc calls a member of this kind, and its name.
    member: Option<(&'static str, &'a str)>,
}

impl<'a> Subject<'a> {
    pub(crate) fn item(item: &'a str) -> Self {
        Self { item, member: None }
    }

    pub(crate) fn field(item: &'a str, field: &'a Field) -> Self {
        Self {
            item,
            member: Some(("field", &field.rust)),
        }
    }

    pub(crate) fn method(item: &'a str, method: &'a str) -> Self {
        Self {
            item,
            member: Some(("method", method)),
        }
    }

    /// What the crate does where the documents contradict themselves: a sentence each, with a link to the reason.
    pub(crate) fn decisions(self, open_questions: &OpenQuestions) -> impl Iterator<Item = String> {
        // As rustdoc makes it of the heading.
        let item = self.item.to_ascii_lowercase();
        let anchor = match self.member {
            Some((_, name)) => format!("{}-of-{item}", name.to_ascii_lowercase()),
            None => item,
        };
        let conflicts = open_questions.conflicts.iter();
        conflicts.map(move |conflict| {
            let so = end_sentence(&conflict.so);
            let so = so.trim_end_matches('.');
            format!("{so} ([the documents disagree](crate::decisions#{anchor})).")
        })
    }

    pub(super) fn heading(self) -> String {
        let Self { item, member } = self;
        let of = format!("[{}](crate::{item})", code(item));
        match member {
            Some((kind, name)) => {
                format!("[{}]({kind}@crate::{item}::{name}) of {of}", code(name))
            }
            None => of,
        }
    }
}
