//! Path templates.
//!
//! To OpenAPI two templates that differ only in the names of their variables are one path. Here they are often two: one
//! call takes a quote's `id`, another, of another method, its `reference_id` at the same place. Such templates share one
//! path item, under the names of the template that comes first; a parameter that the documents call otherwise tells so
//! (`x-documented-name`), and its operation tells its own template (`x-documented-path`).

use std::collections::HashSet;

use crate::emit::openapi::names::unique;

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part<'a> {
    Literal(&'a str),
    Variable(&'a str),
}

/// A template, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Template<'a>(Vec<Part<'a>>);

/// A variable of a path: the name that the document uses, and the one that the operation's own template has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slot<'a> {
    pub(super) key: String,
    pub(super) name: &'a str,
}

impl<'a> Template<'a> {
    /// Takes a template apart. A brace that belongs to no pair is literal.
    pub(super) fn parse(path: &'a str) -> Self {
        let mut parts = Vec::new();
        let mut rest = path;
        while let Some(open) = rest.find('{') {
            let inner = rest[open + 1..]
                .split_once('}')
                .filter(|(name, _)| !name.is_empty() && !name.contains(['{', '/']));
            match inner {
                Some((name, after)) => {
                    parts.push(Part::Literal(&rest[..open]));
                    parts.push(Part::Variable(name));
                    rest = after;
                }
                None => {
                    parts.push(Part::Literal(&rest[..=open]));
                    rest = &rest[open + 1..];
                }
            }
        }
        parts.push(Part::Literal(rest));
        parts.retain(|part| *part != Part::Literal(""));
        Self(parts)
    }

    fn names(&self) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter_map(|part| match part {
            Part::Variable(name) => Some(*name),
            Part::Literal(_) => None,
        })
    }

    /// The names that the document uses: those of the template, each once.
    pub(super) fn keys(&self) -> Vec<String> {
        let mut taken = HashSet::new();
        self.names().map(|name| unique(name, &mut taken)).collect()
    }

    /// Its variables beside the names that the path has for them.
    pub(super) fn slots(&self, keys: &[String]) -> Vec<Slot<'a>> {
        self.names()
            .zip(keys)
            .map(|(name, key)| Slot {
                key: key.clone(),
                name,
            })
            .collect()
    }

    /// The path with these names in it.
    pub(super) fn path(&self, keys: &[String]) -> String {
        let text = self.text(keys);
        if text.starts_with('/') {
            text
        } else {
            format!("/{text}")
        }
    }

    /// The template with these names in it. Braces that belong to no pair are escaped, as a URL does it.
    pub(super) fn text(&self, keys: &[String]) -> String {
        let mut keys = keys.iter();
        let mut out = String::new();
        for part in &self.0 {
            match part {
                Part::Literal(text) => out.push_str(&text.replace('{', "%7B").replace('}', "%7D")),
                Part::Variable(name) => {
                    out.push('{');
                    out.push_str(keys.next().map_or(name, String::as_str));
                    out.push('}');
                }
            }
        }
        out
    }

    /// What is the same for all templates that are one path to OpenAPI.
    pub(super) fn form(&self) -> String {
        let empty: Vec<String> = self.names().map(|_| String::new()).collect();
        self.path(&empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_that_differ_in_names_have_one_form() {
        let (one, other) = (
            Template::parse("/{token}/q/{id}"),
            Template::parse("/{token}/q/{reference_id}"),
        );
        assert_eq!(one.form(), other.form());
        let keys = one.keys();
        assert_eq!(other.path(&keys), "/{token}/q/{id}");
        assert_eq!(
            other.slots(&keys).last(),
            Some(&Slot {
                key: "id".to_owned(),
                name: "reference_id"
            })
        );
        assert_ne!(
            one.form(),
            Template::parse("/{token}/q/{id}/finalize").form()
        );
    }

    #[test]
    fn a_variable_can_be_a_part_of_a_segment_and_come_twice() {
        let template = Template::parse("/v{version}/{id}/{id}");
        assert_eq!(template.path(&template.keys()), "/v{version}/{id}/{id_2}");
    }

    #[test]
    fn braces_without_a_pair_are_literal() {
        for (path, written) in [
            ("/a{b", "/a%7Bb"),
            ("/a}b", "/a%7Db"),
            ("/{}", "/%7B%7D"),
            ("/{a{b}", "/%7Ba{b}"),
            ("", "/"),
        ] {
            let template = Template::parse(path);
            assert_eq!(template.path(&template.keys()), written);
        }
    }
}
