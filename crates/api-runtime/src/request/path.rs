//! Path templates: `/v2/customers/{id}`.

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
