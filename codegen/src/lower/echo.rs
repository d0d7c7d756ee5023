//! What a response must have before it is believed, as it is written: `check` resolves the names.

use crate::ir::{Echo, ResponseField};
use crate::language::{self, Spanned};

pub(crate) fn echoes(entries: &language::Entries<Spanned<language::OneOrMore>>) -> Vec<Echo> {
    entries
        .iter()
        .map(|entry| Echo {
            request: entry.name().to_owned(),
            response: fields(entry.value.names()),
        })
        .collect()
}

pub(crate) fn fields(dotted: &[Spanned<String>]) -> Vec<ResponseField> {
    dotted
        .iter()
        .map(|dotted| ResponseField::from_dotted(dotted))
        .collect()
}
