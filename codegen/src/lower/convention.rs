//! The convention by which the lists of an API are filtered.

use crate::language::FilterConvention;
use crate::lower::context::Context;
use crate::suggest::did_you_mean;

/// The convention of filters; `None` if the API has none.
pub(crate) fn filters(context: &mut Context<'_>, index: usize) -> Option<FilterConvention> {
    let convention = context.files[index].facts.filters.as_ref()?;
    check_parameter(context, convention);
    if let Some(predicate) = &convention.greater_than
        && convention.predicates.get(predicate).is_none()
    {
        context.error(
            &predicate.span,
            format!("unknown predicate `{predicate}`"),
            "not in `predicates`",
            did_you_mean(predicate, convention.predicates.names()),
        );
    }
    Some(convention.clone())
}

/// Checks that the parameters of different filters differ.
fn check_parameter(context: &mut Context<'_>, convention: &FilterConvention) {
    let parameter = &convention.parameter;
    let occurrences = |part| parameter.matches(part).count();
    if parameter.contains('=') || parameter.contains("{value}") {
        context.error(
            &parameter.span,
            "unsupported value in the parameter of filters",
            "the name of a query parameter",
            "an operator in the value, as in `price=gt:5`, cannot be described; declare the parameter in `query` as \
             a string"
                .to_owned(),
        );
        return;
    }
    let message = match (occurrences("{field}"), occurrences("{predicate}")) {
        (1, 1) => return,
        (1, 0) if convention.predicates.len() < 2 => return,
        (1, _) => "expected `{predicate}` once",
        _ => "expected `{field}` once",
    };
    context.error(
        &parameter.span,
        message,
        "invalid parameter of filters",
        "write it like `q[{field}_{predicate}]`",
    );
}
