//! Examples as literals of JSON, within a shell's quotes, and of TypeScript.

use crate::example::tree::Example;
use crate::names;

/// The longest value on one line, in characters.
pub(super) const MAX_LINE: usize = 76;

/// How a language writes literals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// A variable with a text.
    pub(super) variable: fn(&str) -> String,
    pub(super) text: fn(&str) -> String,
    pub(super) key: fn(&str) -> String,
    /// Between braces and their members on one line.
    pub(super) space: &'static str,
    /// After the last element of several lines.
    pub(super) last_comma: &'static str,
}

impl Style {
    /// The literal of a value, within `depth` others.
    pub(super) fn literal(&self, value: &Example<'_>, depth: usize) -> String {
        match value {
            Example::Placeholder(name) => (self.variable)(&variable(name)),
            Example::Text(text) | Example::Formatted(_, text) => (self.text)(text),
            Example::Integer(number) => number.to_string(),
            Example::Decimal(digits) => digits.clone(),
            Example::Boolean(value) => value.to_string(),
            Example::Json => "{}".to_owned(),
            Example::List(elements) => {
                let elements = elements.iter().map(|value| self.literal(value, depth + 1));
                self.layout(('[', ']'), &elements.collect::<Vec<_>>(), depth)
            }
            Example::Map(value) => self.object([("key", &**value)].into_iter(), depth),
            Example::Object { members, .. } => {
                let members = members.iter();
                let members = members.map(|(field, value)| (field.wire.as_str(), value));
                self.object(members, depth)
            }
        }
    }

    /// The literal of an object.
    pub(super) fn object<'e, 's: 'e>(
        &self,
        members: impl Iterator<Item = (&'e str, &'e Example<'s>)>,
        depth: usize,
    ) -> String {
        let members = members.map(|(name, value)| {
            format!("{}: {}", (self.key)(name), self.literal(value, depth + 1))
        });
        self.layout(('{', '}'), &members.collect::<Vec<_>>(), depth)
    }

    /// Elements on one line if they fit, else one below the other.
    pub(super) fn layout(
        &self,
        (open, close): (char, char),
        elements: &[String],
        depth: usize,
    ) -> String {
        let space = match open == '{' && !elements.is_empty() {
            true => self.space,
            false => "",
        };
        let line = format!("{open}{space}{}{space}{close}", elements.join(", "));
        match line.len() + 2 * depth <= MAX_LINE && !line.contains('\n') {
            true => line,
            false => self.lines((open, close), elements, depth),
        }
    }

    /// Elements one below the other.
    pub(super) fn lines(
        &self,
        (open, close): (char, char),
        elements: &[String],
        depth: usize,
    ) -> String {
        let indent = "  ".repeat(depth);
        let lines: Vec<String> = elements
            .iter()
            .map(|element| format!("{indent}  {element}"))
            .collect();
        let (lines, last) = (lines.join(",\n"), self.last_comma);
        format!("{open}\n{lines}{last}\n{indent}{close}")
    }
}

/// The name of a variable: `VENUE_TOKEN` for `venue_token`.
pub(super) fn variable(name: &str) -> String {
    names::kebab(name).replace('-', "_").to_ascii_uppercase()
}

/// Adds the names of the variables in a value.
pub(super) fn variables(value: &Example<'_>, all: &mut Vec<String>) {
    match value {
        Example::Placeholder(name) => all.push(variable(name)),
        Example::List(elements) => elements.iter().for_each(|value| variables(value, all)),
        Example::Map(value) => variables(value, all),
        Example::Object { members, .. } => {
            members.iter().for_each(|(_, value)| variables(value, all));
        }
        _ => {}
    }
}
