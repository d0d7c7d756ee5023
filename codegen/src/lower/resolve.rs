//! Names of types, and notations, resolved.

use crate::ir::{Named, NamedKind, Type};
use crate::language::{
    Notation, Spanned, TypeExpr, limit, meant_type_word, parse_notation, type_words,
};
use crate::lower::context::Context;
use crate::source::Span;
use crate::suggest::did_you_mean;

impl Context<'_> {
    /// Resolves a name; reports an error with the nearest name if it is unknown.
    pub(crate) fn named(&mut self, package: usize, name: &str, span: &Span) -> Option<Named> {
        let found = self.find(package, name);
        // A space of another kind is reported itself.
        let is_name = !name.contains(|c: char| c.is_whitespace() && c != ' ');
        if found.is_none() && is_name && !self.symbols.is_incomplete(package) {
            let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
            let words = type_words().filter(|_| !capital);
            let words = words.map(|word| -> &str { word });
            let known = self.symbols.all(package).chain(words);
            let help = match meant_type_word(name) {
                _ if name.contains('|') => limit("union").map(str::to_owned),
                _ if name.ends_with("[]") => {
                    Some(format!("write `list({})`", name.trim_end_matches("[]")))
                }
                _ if name.ends_with('?') => Some(format!(
                    "write `{}`: each field of a response may be absent, and each of a request without `required`",
                    name.trim_end_matches('?')
                )),
                Some(word) => Some(format!("did you mean `{word}`?")),
                None if !name.chars().all(|c| c.is_alphanumeric() || c == '_') => Some(
                    "a type is a word, `list(T)`, `map(T)`, or a declared name, without its package; \
                     marks follow it after a space"
                        .to_owned(),
                ),
                None => limit_of_type(name)
                    .or_else(|| did_you_mean(name, self.diagnostics.suggestible(known))),
            };
            self.diagnostics.error(
                span,
                format!("unknown type `{name}`"),
                "not found in this package or its imports",
                help,
            );
        }
        found
    }

    /// A name that must be of one of these kinds.
    pub(crate) fn named_as(
        &mut self,
        package: usize,
        name: &Spanned<String>,
        expected: &str,
        fits: impl Fn(NamedKind) -> bool,
    ) -> Option<Named> {
        let named = match self.find(package, name) {
            Some(named) => named,
            None if self.symbols.is_incomplete(package) => return None,
            None => {
                let known = self.symbols.all(package);
                let known = known.filter(|name| {
                    let named = self.symbols.find(package, name);
                    named.is_some_and(|named| fits(named.kind))
                });
                let help = limit(name).map(str::to_owned);
                let help = help.or_else(|| did_you_mean(name, self.diagnostics.suggestible(known)));
                self.diagnostics.error(
                    &name.span,
                    format!("unknown type `{name}`"),
                    "not found in this package or its imports",
                    help,
                );
                return None;
            }
        };
        if fits(named.kind) {
            return Some(named);
        }
        let kind = named.kind.noun();
        self.diagnostics.error(
            &name.span,
            format!("expected {expected}, found {kind} `{name}`"),
            format!("expected {expected}"),
            None,
        );
        None
    }
}

/// What a word of another language cannot be described by. Declared types are capitalized.
fn limit_of_type(name: &str) -> Option<String> {
    let is_word = name.starts_with(|c: char| c.is_ascii_lowercase());
    limit(name).filter(|_| is_word).map(str::to_owned)
}

/// A notation; each part that is not understood is noted at its place.
pub(crate) fn notation_at(context: &mut Context<'_>, text: &Spanned<String>) -> Option<Notation> {
    match parse_notation(text) {
        Ok(notation) => Some(notation),
        Err(wrong) => {
            for part in wrong {
                context.error(
                    &text.span_of(part.range),
                    part.message,
                    "invalid",
                    part.help,
                );
            }
            None
        }
    }
}

/// The type that a notation names.
pub(crate) fn type_of(
    context: &mut Context<'_>,
    package: usize,
    base: &TypeExpr,
    text: &Spanned<String>,
) -> Option<Type> {
    Some(match base {
        TypeExpr::Scalar(scalar, _) => Type::Scalar(*scalar),
        TypeExpr::List(inner) => Type::List(Box::new(type_of(context, package, inner, text)?)),
        TypeExpr::Map(inner) => Type::Map(Box::new(type_of(context, package, inner, text)?)),
        TypeExpr::Named(name, span) => {
            Type::Named(context.named(package, name, &text.span_of(span.clone()))?)
        }
    })
}
