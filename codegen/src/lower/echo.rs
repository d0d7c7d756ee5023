//! What a response must have before it is believed, as it is written: `check` resolves the names.

use crate::ir::{Echo, ResponseField};
use crate::language;

pub(crate) fn echoes(entries: &language::Entries<language::OneOrMore>) -> Vec<Echo> {
    let echo = |(request, response): (&str, &language::OneOrMore)| Echo {
        request: request.to_owned(),
        response: fields(response.names()),
    };
    entries.iter().map(echo).collect()
}

pub(crate) fn fields(dotted: &[String]) -> Vec<ResponseField> {
    dotted
        .iter()
        .map(|dotted| ResponseField::from_dotted(dotted))
        .collect()
}
