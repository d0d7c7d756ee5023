//! Rust as text, and errors.

use proc_macro::{Group, Literal, Span, TokenStream, TokenTree};

/// Replaces `$0`, `$1`… by tokens of the struct, which keep their spans, so that errors point at the struct.
pub(crate) fn code<const N: usize>(text: &str, places: [&TokenStream; N]) -> TokenStream {
    fill(text.parse().unwrap_or_default(), &places)
}

fn fill(tokens: TokenStream, places: &[&TokenStream]) -> TokenStream {
    let mut tokens = tokens.into_iter();
    let mut filled = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '$' => {
                let number = tokens.next().map(|number| number.to_string());
                let number = number.and_then(|number| number.parse::<usize>().ok());
                filled.extend(number.map(|number| places[number].clone()));
            }
            TokenTree::Group(group) => {
                let inner = fill(group.stream(), places);
                filled.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            token => filled.extend([token]),
        }
    }
    filled
}

/// A text as a literal.
pub(crate) fn literal(text: &str) -> TokenStream {
    TokenTree::Literal(Literal::string(text)).into()
}

/// An error for the compiler to report.
pub(crate) fn error(span: Span, message: &str) -> TokenStream {
    let error = code("::core::compile_error! { $0 }", [&literal(message)]);
    let at_span = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    error.into_iter().map(at_span).collect()
}
