//! The notation of fields: a type, then marks, as in `string(15) documented_required =US`.

use std::ops::Range;

use crate::language::type_expr::{NotationError, TypeExpr, type_expr};

/// A field's type and marks, as written.
#[derive(Clone, Debug)]
pub(crate) struct Notation {
    pub(crate) type_expr: TypeExpr,
    pub(crate) max: Option<u64>,
    pub(crate) default: Option<(String, Range<usize>)>,
    pub(crate) unit: Option<String>,
    pub(crate) aliases: Vec<String>,
    pub(crate) rust_name: Option<String>,
    pub(crate) from_client: Option<(String, Range<usize>)>,
    pub(crate) constant: Option<String>,
    pub(crate) documented_required: bool,
    pub(crate) readonly: bool,
    pub(crate) secret: bool,
    pub(crate) pii: bool,
    pub(crate) inferred: bool,
    pub(crate) documented: bool,
    pub(crate) string_or_number: bool,
    pub(crate) strict: bool,
    pub(crate) envelope: bool,
    pub(crate) also_us_date: bool,
    pub(crate) accepts_1: bool,
    pub(crate) required: bool,
    pub(crate) nullable: bool,
}

const MARKS: [&str; 18] = [
    "documented_required",
    "readonly",
    "secret",
    "pii",
    "unit(…)",
    "inferred",
    "documented",
    "string_or_number",
    "strict",
    "envelope",
    "also_us_date",
    "accepts_1",
    "alias(…)",
    "rename(…)",
    "required",
    "nullable",
    "from_client(…)",
    "constant(…)",
];

/// Parses a notation; returns all its errors.
pub(crate) fn parse(text: &str) -> Result<Notation, Vec<NotationError>> {
    let mut errors = Vec::new();
    let mut words = words(text).into_iter();
    let Some(first) = words.next() else {
        return Err(vec![NotationError {
            range: 0..text.len(),
            message: "missing type".to_owned(),
            help: Some("write `json` if the type is unknown".to_owned()),
        }]);
    };
    let (type_expr, max) = type_expr(&text[first.clone()], first.start, 0, &mut errors);
    let mut notation = Notation::of(type_expr, max);
    for word in words {
        mark(&mut notation, text, word, &mut errors);
    }
    let unclosed = [('"', '"', "quote"), ('(', ')', "parenthesis")]
        .into_iter()
        .find(|(opens, closes, _)| match opens == closes {
            true => text.matches(*opens).count() % 2 == 1,
            false => {
                !text.contains('"') && text.matches(*opens).count() != text.matches(*closes).count()
            }
        });
    if let Some((opens, _, name)) = unclosed {
        // It causes the other errors.
        let start = text.find(opens).unwrap_or(0);
        errors = vec![NotationError {
            range: start..text.len(),
            message: format!("unclosed {name}"),
            help: Some("close it".to_owned()),
        }];
    }
    if errors.is_empty() {
        Ok(notation)
    } else {
        Err(errors)
    }
}

impl Notation {
    pub(crate) fn of(type_expr: TypeExpr, max: Option<u64>) -> Self {
        Self {
            type_expr,
            max,
            default: None,
            unit: None,
            aliases: Vec::new(),
            rust_name: None,
            from_client: None,
            constant: None,
            documented_required: false,
            readonly: false,
            secret: false,
            pii: false,
            inferred: false,
            documented: false,
            string_or_number: false,
            strict: false,
            envelope: false,
            also_us_date: false,
            accepts_1: false,
            required: false,
            nullable: false,
        }
    }
}

/// The words of a notation: separated by spaces, which do not count inside quotes and parentheses.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let (mut start, mut quoted, mut depth) = (None, false, 0usize);
    for (offset, character) in text.char_indices() {
        let apart = character == ' ' && !quoted && depth == 0;
        match (apart, start) {
            (true, Some(from)) => {
                words.push(from..offset);
                start = None;
            }
            (false, None) => start = Some(offset),
            _ => {}
        }
        match character {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    words.extend(start.map(|from| from..text.len()));
    words
}

fn mark(notation: &mut Notation, text: &str, range: Range<usize>, errors: &mut Vec<NotationError>) {
    let word = &text[range.clone()];
    if let Some(value) = word.strip_prefix('=') {
        return default_mark(notation, value, range, errors);
    }
    if let Some((head, inner)) = word.strip_suffix(')').and_then(|word| word.split_once('(')) {
        errors.extend(mark_with_argument(notation, head, inner, &range).err());
        return;
    }
    let flag = match word {
        "documented_required" => &mut notation.documented_required,
        "readonly" => &mut notation.readonly,
        "secret" => &mut notation.secret,
        "pii" => &mut notation.pii,
        "inferred" => &mut notation.inferred,
        "documented" => &mut notation.documented,
        "string_or_number" => &mut notation.string_or_number,
        "strict" => &mut notation.strict,
        "envelope" => &mut notation.envelope,
        "also_us_date" => &mut notation.also_us_date,
        "accepts_1" => &mut notation.accepts_1,
        "required" => &mut notation.required,
        "nullable" => &mut notation.nullable,
        _ => {
            errors.push(unknown_mark(word, range));
            return;
        }
    };
    if std::mem::replace(flag, true) {
        errors.push(duplicate(word, range));
    }
}

/// `=value` or `="value"`.
fn default_mark(
    notation: &mut Notation,
    value: &str,
    range: Range<usize>,
    errors: &mut Vec<NotationError>,
) {
    if value.is_empty() {
        errors.push(NotationError {
            range: range.clone(),
            message: "missing default value".to_owned(),
            help: Some("write `=\"\"` for the empty string, and no space after `=`".to_owned()),
        });
    }
    if notation.default.is_some() {
        errors.push(duplicate("=", range.clone()));
    }
    let value = value
        .strip_prefix('"')
        .and_then(|value| value.strip_suffix('"'))
        .map_or_else(|| value.to_owned(), |inner| inner.replace("\\\"", "\""));
    notation.default = Some((value, range.start + 1..range.end));
}

/// `head(inner)`.
fn mark_with_argument(
    notation: &mut Notation,
    head: &str,
    inner: &str,
    range: &Range<usize>,
) -> Result<(), NotationError> {
    if inner.trim().is_empty() && MARKS.contains(&format!("{head}(…)").as_str()) {
        return Err(NotationError {
            range: range.clone(),
            message: format!("mark `{head}` requires an argument"),
            help: None,
        });
    }
    let is_duplicate = match head {
        "unit" => notation.unit.is_some(),
        "rename" => notation.rust_name.is_some(),
        "from_client" => notation.from_client.is_some(),
        "constant" => notation.constant.is_some(),
        _ => false,
    };
    if is_duplicate {
        return Err(duplicate(head, range.clone()));
    }
    let inner_range = range.start + head.len() + 1..range.end - 1;
    match head {
        "unit" => notation.unit = Some(inner.to_owned()),
        "alias" => notation.aliases.push(inner.to_owned()),
        "rename" => notation.rust_name = Some(inner.to_owned()),
        "from_client" => notation.from_client = Some((inner.to_owned(), inner_range)),
        "constant" => notation.constant = Some(inner.to_owned()),
        _ => return Err(unknown_mark(&format!("{head}({inner})"), range.clone())),
    }
    Ok(())
}

fn duplicate(mark: &str, range: Range<usize>) -> NotationError {
    NotationError {
        range,
        message: format!("duplicate mark `{mark}`"),
        help: Some("remove one".to_owned()),
    }
}

/// The range of a mark in a notation.
pub(crate) fn span_of_mark(text: &str, mark: &str) -> Option<Range<usize>> {
    words(text).into_iter().skip(1).find(|word| {
        let rest = text[word.clone()].strip_prefix(mark);
        rest.is_some_and(|rest| mark == "=" || rest.is_empty() || rest.starts_with('('))
    })
}

fn unknown_mark(word: &str, range: Range<usize>) -> NotationError {
    let name = word.split('(').next().unwrap_or(word);
    let near = crate::suggest::nearest(name, MARKS.iter().map(|mark| mark.trim_end_matches("(…)")));
    NotationError {
        range,
        message: format!("unknown mark `{word}`"),
        help: Some(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("marks: {}", MARKS.join(", ")),
        }),
    }
}
