//! Path templates.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// Names and values of path parameters.
pub(crate) type PathParameters = Vec<(String, String)>;

/// A path template, as in `/v3/incoming_orders/{id}`.
pub(crate) struct PathTemplate {
    segments: Vec<Segment>,
}

enum Segment {
    Literal(String),
    /// A parameter with a prefix, as in `v{apiVersion}`.
    Parameter {
        prefix: String,
        name: String,
    },
}

impl PathTemplate {
    pub(crate) fn new(path: &str) -> Self {
        let segments = path
            .trim_start_matches('/')
            .split('/')
            .map(|segment| match segment.split_once('{') {
                Some((prefix, name)) => Segment::Parameter {
                    prefix: prefix.to_owned(),
                    name: name.trim_end_matches('}').to_owned(),
                },
                None => Segment::Literal(segment.to_owned()),
            })
            .collect();
        Self { segments }
    }

    /// The parameters of a path with these segments, if it matches.
    pub(crate) fn matches(&self, path: &[&str]) -> Option<PathParameters> {
        if path.len() != self.segments.len() {
            return None;
        }
        let mut parameters = Vec::new();
        for (segment, part) in self.segments.iter().zip(path) {
            match segment {
                Segment::Literal(literal) if literal == part => {}
                Segment::Literal(_) => return None,
                Segment::Parameter { prefix, name } => {
                    let value = percent_decode(part.strip_prefix(prefix.as_str())?)?;
                    if value.is_empty() {
                        return None;
                    }
                    parameters.push((name.clone(), value));
                }
            }
        }
        Some(parameters)
    }

    /// The number of literal segments.
    pub(crate) fn literals(&self) -> usize {
        let is_literal = |segment: &&Segment| matches!(segment, Segment::Literal(_));
        self.segments.iter().filter(is_literal).count()
    }
}

/// The segments of a path; none if it does not start with a slash.
pub(super) fn split_path(path: &str) -> Vec<&str> {
    let rest = path.strip_prefix('/');
    rest.map_or_else(Vec::new, |rest| rest.split('/').collect())
}

/// Percent-decodes a string; `None` for an invalid escape or invalid UTF-8.
pub(crate) fn percent_decode(text: &str) -> Option<String> {
    // `percent_decode_str` passes invalid escapes through.
    let valid = text.split('%').skip(1).all(|escape| {
        let digits = escape.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.ok().filter(|_| valid).map(Cow::into_owned)
}
