//! Rust as text, and errors.

use proc_macro::{Group, Literal, Span, TokenStream, TokenTree};

/// Replaces `$0`, `$1`… by tokens of the struct, which keep their spans, so that errors point at the struct.
pub(crate) fn code<const N: usize>(text: &str, places: [&TokenStream; N]) -> TokenStream {
    let tokens = text.parse();
    let tokens = tokens.unwrap_or_else(|error| panic!("`{text}` is no Rust: {error}"));
    fill(tokens, &places)
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

pub(crate) fn literal(text: &str) -> TokenStream {
    TokenTree::Literal(Literal::string(text)).into()
}

/// A value as it is written, such as `-1` or `Color::Red`.
pub(crate) fn source(value: &TokenStream) -> String {
    let tokens = value.clone().into_iter();
    tokens.map(|token| token.to_string()).collect()
}

/// An error for the compiler to report.
pub(crate) fn error(span: Span, message: &str) -> TokenStream {
    let error = code("::core::compile_error! { $0 }", [&literal(message)]);
    at_span(error, span)
}

/// Tokens for which the compiler reports its errors there.
pub(crate) fn at_span(tokens: TokenStream, span: Span) -> TokenStream {
    let at_span = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    tokens.into_iter().map(at_span).collect()
}
