//! Names of types, resolved.

use crate::ir::{Named, NamedKind};
use crate::language::{Spanned, limit, meant_type_word, type_words};
use crate::lower::context::Context;
use crate::source::Span;
use crate::suggest::did_you_mean;

impl Context<'_> {
    /// Resolves a name; reports an error with the nearest name if it is unknown.
    pub(crate) fn named(&mut self, package: usize, name: &str, span: &Span) -> Option<Named> {
        let found = self.find(package, name);
        if found.is_none() && !self.symbols.is_incomplete(package) {
            let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
            let words = type_words().filter(|_| !capital);
            let words = words.map(|word| -> &str { word });
            let known = self.symbols.all(package).chain(words);
            let help = match meant_type_word(name) {
                _ if name.contains('|') => limit("union").map(str::to_owned),
                Some(word) => Some(format!("did you mean `{word}`?")),
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
        let kind = kind_name(named.kind);
        self.diagnostics.error(
            &name.span,
            format!("expected {expected}, found {kind} `{name}`"),
            format!("expected {expected}"),
            None,
        );
        None
    }
}

fn kind_name(kind: NamedKind) -> &'static str {
    match kind {
        NamedKind::Record => "record",
        NamedKind::Body => "body",
        NamedKind::Enum { .. } => "enum",
        NamedKind::Id => "id",
    }
}

/// What a word of another language cannot be described by. Declared types are capitalized.
fn limit_of_type(name: &str) -> Option<String> {
    let is_word = name.starts_with(|c: char| c.is_ascii_lowercase());
    limit(name).filter(|_| is_word).map(str::to_owned)
}
