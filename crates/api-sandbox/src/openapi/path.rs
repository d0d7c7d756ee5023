//! The path of an operation, and what a path gives for its parameters.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// The values of a path's parameters, by name.
pub(crate) type Parameters = Vec<(String, String)>;

/// A path with parameters, as in `/v3/incoming_orders/{id}`.
pub(crate) struct Template {
    segments: Vec<Segment>,
}

enum Segment {
    Word(String),
    /// A parameter, with what stands before it in the segment, as in `v{apiVersion}`.
    Parameter {
        before: String,
        name: String,
    },
}

impl Template {
    pub(crate) fn new(path: &str) -> Self {
        let segments = path
            .trim_start_matches('/')
            .split('/')
            .map(|segment| match segment.split_once('{') {
                Some((before, name)) => Segment::Parameter {
                    before: before.to_owned(),
                    name: name.trim_end_matches('}').to_owned(),
                },
                None => Segment::Word(segment.to_owned()),
            })
            .collect();
        Self { segments }
    }

    /// The values of the parameters, if the path with these segments is one of this template.
    pub(crate) fn matches(&self, path: &[&str]) -> Option<Parameters> {
        if path.len() != self.segments.len() {
            return None;
        }
        let mut parameters = Vec::new();
        for (segment, part) in self.segments.iter().zip(path) {
            match segment {
                Segment::Word(word) if word == part => {}
                Segment::Word(_) => return None,
                Segment::Parameter { before, name } => {
                    let value = percent_decoded(part.strip_prefix(before.as_str())?)?;
                    if value.is_empty() {
                        return None;
                    }
                    parameters.push((name.clone(), value));
                }
            }
        }
        Some(parameters)
    }

    /// How many of its segments are words.
    pub(crate) fn words(&self) -> usize {
        let word = |segment: &&Segment| matches!(segment, Segment::Word(_));
        self.segments.iter().filter(word).count()
    }
}

/// The segments of a path; none, if it does not begin with a slash.
pub(crate) fn segments(path: &str) -> Vec<&str> {
    let rest = path.strip_prefix('/');
    rest.map_or_else(Vec::new, |rest| rest.split('/').collect())
}

/// Decodes percent-encoding; `None` for an invalid escape or bytes that are not UTF-8.
pub(crate) fn percent_decoded(text: &str) -> Option<String> {
    // The library leaves an invalid escape as it is.
    let valid = text.split('%').skip(1).all(|escape| {
        let digits = escape.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.ok().filter(|_| valid).map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_gives_the_values_of_its_parameters() {
        let template = Template::new("/{token}/v1/incoming_orders/{id}");
        let found = template
            .matches(&segments("/demo/v1/incoming_orders/a%2Fb"))
            .expect("a match");
        assert_eq!(found[1], ("id".to_owned(), "a/b".to_owned()));
        assert_eq!(template.words(), 2);
        for other in [
            "/demo/v2/incoming_orders/1",
            "/demo/v1/incoming_orders",
            "/demo/v1/incoming_orders/",
            "/demo/v1/incoming_orders/%zz",
        ] {
            assert!(template.matches(&segments(other)).is_none(), "{other}");
        }
    }

    #[test]
    fn a_parameter_may_have_letters_before_it() {
        let template = Template::new("/payments/v{apiVersion}/CreateRequest");
        let found = template
            .matches(&segments("/payments/v1.0/CreateRequest"))
            .expect("a match");
        assert_eq!(found[0].1, "1.0");
        let other = segments("/payments/1.0/CreateRequest");
        assert!(template.matches(&other).is_none());
    }
}
