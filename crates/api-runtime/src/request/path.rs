//! Path templates: `/v2/venue/customers/{id}`.

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::head::{encode, validate};

/// Longer URLs cannot be sent: the `http` crate limits them to 64 KiB.
const MAX_PATH_BYTES: usize = 60_000;

/// Fills a template with the values that `value` returns for its variables.
///
/// Appends to `invalid_fields` if the template or a value is invalid; the path is unusable then.
pub(crate) fn fill<'v>(
    template: &str,
    value: impl Fn(&str) -> Option<&'v str>,
    invalid_fields: &mut Vec<InvalidField>,
) -> String {
    let mut writer = PathWriter {
        path: String::with_capacity(template.len() + 32),
        invalid_fields,
    };
    let Some(segments) = template.strip_prefix('/') else {
        writer.add_invalid_field("", "the template must start with a slash");
        return writer.path;
    };
    let mut segments = segments.split('/').peekable();
    while let Some(segment) = segments.next() {
        writer.path.push('/');
        let start = writer.path.len();
        writer.push_segment(segment, &value);
        if encode::is_dot_segment(segment) {
            writer.add_invalid_field("", "the template must not have a segment `.` or `..`");
        } else if encode::is_dot_segment(&writer.path[start..]) {
            // Adjacent variables can add up to a dot segment although none of them is one.
            writer.add_invalid_field(segment, "must not be `.` or `..`");
        } else if segment.is_empty() && segments.peek().is_some() {
            writer.add_invalid_field("", "the template must not have an empty segment");
        }
    }
    if writer.path.len() > MAX_PATH_BYTES {
        writer.add_invalid_field("", &format!("must be at most {MAX_PATH_BYTES} bytes long"));
    }
    writer.path
}

/// Whether the template has this variable.
pub(crate) fn has_variable(template: &str, name: &str) -> bool {
    template.split('{').skip(1).any(|part| {
        part.split_once('}')
            .is_some_and(|(variable, _)| variable == name)
    })
}

struct PathWriter<'i> {
    path: String,
    invalid_fields: &'i mut Vec<InvalidField>,
}

impl PathWriter<'_> {
    fn push_segment<'v>(&mut self, segment: &str, value: &impl Fn(&str) -> Option<&'v str>) {
        let mut rest = segment;
        while let Some(open) = rest.find('{') {
            self.push_literal(&rest[..open]);
            let Some(close) = rest[open..].find('}').map(|offset| open + offset) else {
                self.add_invalid_field("", "the template has an unclosed brace");
                return;
            };
            let name = &rest[open + 1..close];
            match value(name) {
                None => self.add_invalid_field(name, "missing value"),
                Some(value) => match validate::path_value(value) {
                    Ok(()) => self.path.extend(encode::percent_encoded(value)),
                    Err(reason) => self.add_invalid_field(name, reason),
                },
            }
            rest = &rest[close + 1..];
        }
        self.push_literal(rest);
    }

    /// Appends a part of the template outside braces.
    fn push_literal(&mut self, text: &str) {
        // Other characters delimit parts of a URL, or are changed when it is normalized.
        let is_allowed = |byte: u8| {
            let is_mark = matches!(
                byte,
                b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')'
            );
            let is_delimiter = matches!(byte, b'*' | b'+' | b',' | b';' | b'=' | b':' | b'@');
            byte.is_ascii_alphanumeric() || is_mark || is_delimiter
        };
        if !text.bytes().all(is_allowed) {
            let reason = "the template has a character that is only allowed in a value";
            self.add_invalid_field("", reason);
        }
        self.path.push_str(text);
    }

    fn add_invalid_field(&mut self, name: &str, reason: &str) {
        self.invalid_fields
            .push(InvalidField::new(FieldLocation::Path, name, reason));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill_with(template: &str, values: &[(&str, &str)]) -> Result<String, Vec<InvalidField>> {
        let mut invalid_fields = Vec::new();
        let value = |name: &str| {
            values
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| *value)
        };
        let path = fill(template, value, &mut invalid_fields);
        if invalid_fields.is_empty() {
            Ok(path)
        } else {
            Err(invalid_fields)
        }
    }

    #[test]
    fn variables_within_a_segment_are_filled() {
        assert_eq!(
            fill_with("/v{version}/{id}/x", &[("version", "1.0"), ("id", "a/b")]).unwrap(),
            "/v1.0/a%2Fb/x"
        );
    }

    #[test]
    fn values_that_add_up_to_a_dot_segment_are_invalid() {
        assert!(fill_with("/x/{a}{b}", &[("a", "."), ("b", ".")]).is_err());
        assert!(fill_with("/x/.{a}", &[("a", "%2e")]).is_err());
    }

    #[test]
    fn all_errors_of_a_template_are_reported() {
        let invalid_fields = fill_with("/a b//{open}/../{c", &[]).unwrap_err();
        assert_eq!(invalid_fields.len(), 5, "{invalid_fields:?}");
        assert!(fill_with("no/slash", &[]).is_err());
        assert!(fill_with("/a?b", &[]).is_err());
        assert!(fill_with("/a%2eb", &[]).is_err());
    }

    #[test]
    fn only_the_last_segment_may_be_empty() {
        assert_eq!(fill_with("/a/", &[]).unwrap(), "/a/");
        assert_eq!(fill_with("/", &[]).unwrap(), "/");
        for template in ["//a", "/a//", "/a//b"] {
            assert!(fill_with(template, &[]).is_err(), "{template}");
        }
    }

    #[test]
    fn the_encoded_path_has_a_maximum_length() {
        let longest = "x".repeat(MAX_PATH_BYTES - 1);
        let path = fill_with("/{a}", &[("a", &longest)]).unwrap();
        assert_eq!(path.len(), MAX_PATH_BYTES);
        assert!(fill_with("/{a}x", &[("a", &longest)]).is_err());
        // Each `é` is encoded as six bytes.
        assert!(fill_with("/{a}", &[("a", &"é".repeat(MAX_PATH_BYTES / 6))]).is_err());
    }

    #[test]
    fn variables_are_found_by_their_whole_name() {
        assert!(has_variable("/v{version}/{id}", "id"));
        assert!(!has_variable("/v{version}/{id}", "vers"));
    }
}
