//! Templates of paths and addresses, as in `/orders/{id}`.

use std::fmt;

/// A template: text with variables in braces, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathTemplate {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    Variable(String),
}

impl PathTemplate {
    /// Parses the template of an address.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find(['{', '}']) {
            let variable = rest[open..]
                .strip_prefix('{')
                .and_then(|rest| rest.split_once('}'));
            let Some((name, after)) = variable else {
                return Err("unmatched brace".to_owned());
            };
            if name.is_empty() {
                return Err("missing name in `{}`".to_owned());
            }
            if name.contains(['{', '/']) {
                return Err("unmatched brace".to_owned());
            }
            let variable = Part::Variable(name.to_owned());
            if parts.contains(&variable) {
                return Err(format!("duplicate path parameter `{{{name}}}`"));
            }
            parts.push(Part::Literal(rest[..open].to_owned()));
            parts.push(variable);
            rest = after;
        }
        parts.push(Part::Literal(rest.to_owned()));
        parts.retain(|part| *part != Part::Literal(String::new()));
        let is_variable = |part: &Part| matches!(part, Part::Variable(_));
        if parts.windows(2).any(|pair| pair.iter().all(is_variable)) {
            return Err("two variables without a separator".to_owned());
        }
        Ok(Self { parts })
    }

    /// Parses the template of a path, which starts with `/`.
    pub(crate) fn parse_path(text: &str) -> Result<Self, String> {
        if !text.starts_with('/') {
            return Err("expected `/` at the start of the path".to_owned());
        }
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "/-_.{}".contains(c);
        if let Some(character) = text.chars().find(|c| !is_allowed(*c)) {
            let character = character.escape_debug();
            return Err(format!("invalid character `{character}` in path"));
        }
        let mut segments = text[1..].trim_end_matches('/').split('/');
        if text.len() > 1 && segments.any(|segment| matches!(segment, "" | "." | "..")) {
            return Err("empty or dotted path segment".to_owned());
        }
        Self::parse(text)
    }

    /// The names of its variables.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Variable(name) => Some(name.as_str()),
            Part::Literal(_) => None,
        })
    }

    /// The template with other names for its variables, in their order.
    pub(crate) fn with_variables<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> String {
        let mut names = names.into_iter();
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Literal(text) => out.push_str(text),
                Part::Variable(name) => {
                    out.push('{');
                    out.push_str(names.next().unwrap_or(name));
                    out.push('}');
                }
            }
        }
        out
    }

    /// The template without the names of its variables. Templates of one shape are one path for a
    /// service, and for OpenAPI.
    pub(crate) fn shape(&self) -> String {
        self.with_variables(self.variables().map(|_| ""))
    }

    /// What follows its first variable, which is the base URL in the address of a script.
    pub(crate) fn path_below_base(&self) -> String {
        let is_variable = |part: &Part| matches!(part, Part::Variable(_));
        let base = self.parts.iter().position(is_variable);
        let parts = self.parts[base.map_or(0, |index| index + 1)..].to_vec();
        Self { parts }.to_string()
    }
}

impl fmt::Display for PathTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_variables([]))
    }
}
