//! How the types of the language are read from a tree, with all errors, and their JSON Schema.

use serde_json::Value;

use crate::diagnostics::DiagnosticSink;
use crate::language::definitions::{Definitions, joined};
use crate::language::limit;
use crate::language::shape::{Key, Shape, has_key};
use crate::node::{Kind, Node};
use crate::source::Span;
use crate::suggest::listed;

/// Where a value is.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The span of its key.
    pub(crate) key: &'a Span,
    /// Its name in messages.
    pub(crate) subject: &'a str,
    /// The name of the nearest known key above it.
    pub(crate) section: &'a str,
    /// The keys of the map that has this key.
    pub(crate) outer: &'a [Key],
}

impl<'a> Place<'a> {
    /// The place of a file.
    pub(crate) fn of_file(file: &'a Node) -> Self {
        Self {
            key: &file.span,
            subject: "the file",
            section: "the file",
            outer: &[],
        }
    }

    /// The place of a value in this one.
    pub(crate) fn at(self, key: &'a Span, subject: &'a str) -> Self {
        Self {
            key,
            subject,
            ..self
        }
    }

    /// The help for an entry that is a key of the outer map.
    pub(crate) fn help_for_outer_key(&self, key: &str, value: &Node) -> Option<String> {
        let mut outer = self.outer.iter();
        let (_, shape) = outer.find(|(name, _)| *name == key)?;
        let help = || format!("`{key}` is a key beside {}: indent it less", self.section);
        shape().takes(value).then(help)
    }
}

/// A type of the language.
pub(crate) trait Read: Sized {
    /// What it is read from.
    fn shape() -> Shape;

    /// Reads a node of its shape, and reports all errors in it; `None` if there is one after which nothing can be read.
    fn read(node: &Node, place: Place<'_>, errors: &mut DiagnosticSink) -> Option<Self>;

    /// The value of a key that a map does not have; `None` if it is required.
    fn absent() -> Option<Self> {
        None
    }

    /// Its JSON Schema. Declared types are added to the definitions.
    fn schema(definitions: &mut Definitions) -> Value;
}

/// Reads a node; reports one of another shape.
pub(crate) fn value<T: Read>(
    node: &Node,
    place: Place<'_>,
    errors: &mut DiagnosticSink,
) -> Option<T> {
    match fits(node, &T::shape(), place, errors) {
        true => T::read(node, place, errors),
        false => None,
    }
}

fn fits(node: &Node, shape: &Shape, place: Place<'_>, errors: &mut DiagnosticSink) -> bool {
    let expected = shape.expected();
    match &node.kind {
        // It is reported already.
        Kind::Invalid => false,
        _ if !shape.takes(node) => {
            report_wrong_kind(node, shape, place.subject, errors);
            false
        }
        Kind::Text(text, _)
            if text.trim().is_empty()
                && expected.len() == 1
                && !matches!(place.subject, "`default`" | "`type`") =>
        {
            errors.error(
                &node.span,
                format!("empty string for {}", place.subject),
                "empty",
                "add a value, or remove the key",
            );
            false
        }
        _ => true,
    }
}

fn report_wrong_kind(node: &Node, shape: &Shape, subject: &str, errors: &mut DiagnosticSink) {
    let expected = shape.expected();
    let is_field = has_key(&shape.keys, "type");
    // The map that is meant by one of its keys.
    let with_key = |key: &str| {
        let help = || format!("write a map, as in `{{ {key}: … }}`");
        shape.has_key(key).then(help)
    };
    let is_element = || shape.is_element.is_some_and(|is_element| is_element(node));
    let help = match &node.kind {
        Kind::Null | Kind::Bool(_) | Kind::Integer(_) if is_field => {
            Some("write its type, as in `string`".to_owned())
        }
        Kind::Null => Some("add a value, or remove the key".to_owned()),
        Kind::Bool(_) | Kind::Integer(_) if expected == ["a string"] => {
            Some("quote it to make it a string".to_owned())
        }
        Kind::Text(text, _) if is_quoted(text, &expected) => {
            Some("write it without quotes".to_owned())
        }
        Kind::Integer(number) if is_element() => Some(format!("write `[{number}]`")),
        Kind::Text(text, _) if is_element() => Some(format!("write `[{text}]`")),
        Kind::Text(text, _) => with_key(text).or_else(|| limit(text).map(str::to_owned)),
        Kind::Map(entries) if expected == ["a string"] => {
            let is_sentence = matches!(&entries[..], [only] if only.key.contains(' '));
            is_sentence.then(|| "quote it: a colon and a space make it a map".to_owned())
        }
        Kind::List(items) => match items.first().map(|item| &item.kind) {
            Some(Kind::Text(item, _)) if is_field => {
                Some(format!("write a list as `list({item})`"))
            }
            _ if is_field => Some("write a list as `list(string)`".to_owned()),
            _ if expected == ["a string"] => Some("write one string".to_owned()),
            Some(Kind::Text(item, _)) if !expected.contains(&"a string") => with_key(item),
            _ => None,
        },
        _ => None,
    };
    let names = shape.keys.iter().map(|(name, _)| *name);
    let help = help.or_else(|| match shape.about {
        [] => Some(format!("keys: {}", listed(names)?)),
        about => Some(joined(about)),
    });
    let (expected, found) = (expected.join(" or "), node.kind_name());
    errors.error(
        &node.span,
        format!("expected {expected} for {subject}, found {found}"),
        format!("expected {expected}"),
        help,
    );
}

/// Whether a text would be what is expected without its quotes.
fn is_quoted(text: &str, expected: &[&str]) -> bool {
    let is_number = text.parse::<i64>().is_ok();
    is_number && expected.contains(&"a number")
        || matches!(text, "true" | "false") && expected.contains(&"a boolean")
}

/// A type that is read as another one.
pub(crate) trait Wrapper: Sized {
    /// What is in it.
    type Inner: Read;

    /// The value of a node, with the span of its key.
    fn of(inner: Self::Inner, node: &Node, key: &Span) -> Self;

    fn schema_of(definitions: &mut Definitions) -> Value {
        Self::Inner::schema(definitions)
    }
}

impl<W: Wrapper> Read for W {
    fn shape() -> Shape {
        W::Inner::shape()
    }

    fn read(node: &Node, place: Place<'_>, errors: &mut DiagnosticSink) -> Option<Self> {
        let inner = W::Inner::read(node, place, errors)?;
        Some(Self::of(inner, node, place.key))
    }

    fn absent() -> Option<Self> {
        let node = Node {
            span: Span::default(),
            kind: Kind::Null,
        };
        Some(Self::of(W::Inner::absent()?, &node, &node.span))
    }

    fn schema(definitions: &mut Definitions) -> Value {
        Self::schema_of(definitions)
    }
}
