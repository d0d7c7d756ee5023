//! Path templates: `/v2/venue/customers/{id}`.

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::request::encode;

/// Longer paths are refused: addresses beyond this cannot be sent.
const LONGEST: usize = 60_000;

/// Fills a template. Every fault is added to `invalid_fields`; the path is worth something only if there was none.
pub(crate) fn fill<'v>(
    template: &str,
    value: impl Fn(&str) -> Option<&'v str>,
    invalid_fields: &mut Vec<InvalidField>,
) -> String {
    let mut path = String::with_capacity(template.len() + 32);
    let Some(segments) = template.strip_prefix('/') else {
        invalid_fields.push(InvalidField::new(
            FieldLocation::Path,
            "",
            "the template does not begin with a slash",
        ));
        return path;
    };
    let last = segments.split('/').count() - 1;
    for (at, segment) in segments.split('/').enumerate() {
        path.push('/');
        let start = path.len();
        fill_segment(segment, &value, &mut path, invalid_fields);
        // Two variables side by side can make up what neither of them is.
        if encode::is_dots(&path[start..]) && !encode::is_dots(segment) {
            invalid_fields.push(InvalidField::new(
                FieldLocation::Path,
                segment,
                "makes up `.` or `..`",
            ));
        } else if encode::is_dots(segment) {
            invalid_fields.push(InvalidField::new(
                FieldLocation::Path,
                "",
                "the template has a segment `.` or `..`",
            ));
        } else if segment.is_empty() && at != last {
            invalid_fields.push(InvalidField::new(
                FieldLocation::Path,
                "",
                "the template has an empty segment",
            ));
        }
    }
    if path.len() > LONGEST {
        invalid_fields.push(InvalidField::new(
            FieldLocation::Path,
            "",
            format!("is longer than {LONGEST} bytes"),
        ));
    }
    path
}

fn fill_segment<'v>(
    segment: &str,
    value: &impl Fn(&str) -> Option<&'v str>,
    path: &mut String,
    invalid_fields: &mut Vec<InvalidField>,
) {
    let mut rest = segment;
    while let Some(open) = rest.find('{') {
        push_literal(&rest[..open], path, invalid_fields);
        let Some(close) = rest[open..].find('}').map(|at| open + at) else {
            invalid_fields.push(InvalidField::new(
                FieldLocation::Path,
                "",
                "the template has a brace that is not closed",
            ));
            return;
        };
        let name = &rest[open + 1..close];
        match value(name) {
            None => {
                invalid_fields.push(InvalidField::new(FieldLocation::Path, name, "has no value"))
            }
            Some(text) => match encode::check_path_value(text) {
                Ok(()) => path.push_str(&encode::percent(text)),
                Err(reason) => {
                    invalid_fields.push(InvalidField::new(FieldLocation::Path, name, reason))
                }
            },
        }
        rest = &rest[close + 1..];
    }
    push_literal(rest, path, invalid_fields);
}

fn push_literal(text: &str, path: &mut String, invalid_fields: &mut Vec<InvalidField>) {
    // What has a meaning in an address, or would be changed on the way, belongs into a value.
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte);
    if !text.bytes().all(fine) {
        invalid_fields.push(InvalidField::new(
            FieldLocation::Path,
            "",
            "the template has a character that belongs into a value or into the query",
        ));
    }
    path.push_str(text);
}

/// Whether the template has this variable.
pub(crate) fn has_variable(template: &str, name: &str) -> bool {
    template.split('{').skip(1).any(|part| {
        part.split_once('}')
            .is_some_and(|(variable, _)| variable == name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str, values: &[(&str, &str)]) -> Result<String, Vec<InvalidField>> {
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
    fn variables_are_filled_within_a_segment_too() {
        assert_eq!(
            filled("/v{version}/{id}/x", &[("version", "1.0"), ("id", "a/b")]).unwrap(),
            "/v1.0/a%2Fb/x"
        );
    }

    #[test]
    fn two_dots_side_by_side_are_refused() {
        assert!(filled("/x/{a}{b}", &[("a", "."), ("b", ".")]).is_err());
        assert!(filled("/x/.{a}", &[("a", "%2e")]).is_err());
    }

    #[test]
    fn every_fault_of_a_template_is_told() {
        let invalid_fields = filled("/a b//{open}/../{c", &[]).unwrap_err();
        assert_eq!(invalid_fields.len(), 5, "{invalid_fields:?}");
        assert!(filled("no/slash", &[]).is_err());
        assert!(filled("/a?b", &[]).is_err());
        assert!(filled("/a%2eb", &[]).is_err());
    }

    #[test]
    fn a_template_of_dots_is_the_templates_own_fault() {
        for template in ["/a/..", "/./a"] {
            let invalid_fields = filled(template, &[]).unwrap_err();
            let [invalid_field] = &invalid_fields[..] else {
                panic!("{invalid_fields:?}")
            };
            assert_eq!(
                invalid_field.reason(),
                "the template has a segment `.` or `..`"
            );
        }
        let invalid_fields = filled("/{a}", &[("a", ".")]).unwrap_err();
        assert_eq!(invalid_fields[0].name(), "a");
    }

    #[test]
    fn the_last_segment_alone_may_be_empty() {
        assert_eq!(filled("/a/", &[]).unwrap(), "/a/");
        assert_eq!(filled("/", &[]).unwrap(), "/");
        for template in ["//a", "/a//", "/a//b"] {
            assert!(filled(template, &[]).is_err(), "{template}");
        }
    }

    #[test]
    fn a_path_has_its_length_and_no_more() {
        let longest = "x".repeat(LONGEST - 1);
        assert_eq!(filled("/{a}", &[("a", &longest)]).unwrap().len(), LONGEST);
        assert!(filled("/{a}x", &[("a", &longest)]).is_err());
        // What is refused is its length after encoding.
        assert!(filled("/{a}", &[("a", &"é".repeat(LONGEST / 6))]).is_err());
    }

    #[test]
    fn variables_are_known_by_their_whole_name() {
        assert!(has_variable("/v{version}/{id}", "id"));
        assert!(!has_variable("/v{version}/{id}", "vers"));
    }
}
