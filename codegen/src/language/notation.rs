//! The notation of fields: a type, then marks, as in `string(15) documented_required =US`.

use std::ops::Range;

use crate::language::limits::limit;
use crate::language::mark::{Argument, Mark};
use crate::language::mark_set::Marks;
use crate::language::scalar::Scalar;
use crate::language::type_expr::{NotationError, TypeExpr, type_expr};

/// A field's type and marks, as written.
#[derive(Clone, Debug)]
pub(crate) struct Notation {
    pub(crate) type_expr: TypeExpr,
    pub(crate) max: Option<u64>,
    /// The marks, in their order.
    pub(crate) written: Vec<WrittenMark>,
}

/// A mark, as written.
#[derive(Clone, Debug)]
pub(crate) struct WrittenMark {
    pub(crate) mark: Mark,
    pub(crate) range: Range<usize>,
    pub(crate) argument: Option<MarkArgument>,
}

/// The argument of a mark, as written.
#[derive(Clone, Debug)]
pub(crate) struct MarkArgument {
    pub(crate) text: String,
    pub(crate) range: Range<usize>,
}

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
            written: Vec::new(),
        }
    }

    pub(crate) fn marks(&self) -> Marks {
        self.written.iter().map(|written| written.mark).collect()
    }

    /// The arguments of a mark.
    pub(crate) fn arguments(&self, mark: Mark) -> impl Iterator<Item = &MarkArgument> {
        let written = self.written.iter();
        written
            .filter(move |written| written.mark == mark)
            .filter_map(|written| written.argument.as_ref())
    }

    /// The argument of a mark that is not repeatable.
    pub(crate) fn argument(&self, mark: Mark) -> Option<&MarkArgument> {
        self.arguments(mark).next()
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

/// Adds a mark to a notation.
fn mark(notation: &mut Notation, text: &str, range: Range<usize>, errors: &mut Vec<NotationError>) {
    match written_mark(&text[range.clone()], &range, errors) {
        Some(WrittenMark { mark, .. })
            if notation.marks().has(mark) && !mark.row().is_repeatable =>
        {
            errors.push(NotationError {
                range,
                message: format!("duplicate mark `{}`", mark.row().word),
                help: Some("remove one".to_owned()),
            });
        }
        written => notation.written.extend(written),
    }
}

fn written_mark(
    word: &str,
    range: &Range<usize>,
    errors: &mut Vec<NotationError>,
) -> Option<WrittenMark> {
    let (head, argument) = head_and_argument(word);
    let argument = argument.map(|inner| MarkArgument {
        text: word[inner.clone()].to_owned(),
        range: range.start + inner.start..range.start + inner.end,
    });
    let mark = Mark::of_word(head);
    match (mark.map(|mark| mark.row().argument), &argument) {
        (Some(Argument::InParentheses(_) | Argument::OneOf(_)), argument)
            if argument.as_ref().is_none_or(|it| it.text.trim().is_empty()) =>
        {
            errors.push(NotationError {
                range: range.clone(),
                message: format!("mark `{head}` requires an argument"),
                help: None,
            });
            return None;
        }
        (Some(Argument::Value(_)), Some(argument)) if argument.text.is_empty() => {
            errors.push(NotationError {
                range: range.clone(),
                message: "missing default value".to_owned(),
                help: Some("write `=\"\"` for the empty string, and no space after `=`".to_owned()),
            });
        }
        (Some(Argument::OneOf(words)), Some(argument))
            if !words.contains(&argument.text.as_str()) =>
        {
            errors.push(NotationError {
                range: argument.range.clone(),
                message: format!("unknown {head} `{}`", argument.text),
                help: crate::suggest::did_you_mean(&argument.text, words.iter().copied()),
            });
            return None;
        }
        (Some(Argument::None), None)
        | (Some(Argument::InParentheses(_) | Argument::OneOf(_) | Argument::Value(_)), Some(_)) => {
        }
        _ => {
            errors.push(unknown_mark(word, range.clone()));
            return None;
        }
    }
    let mark = mark?;
    Some(WrittenMark {
        mark,
        range: range.clone(),
        argument: match mark.row().argument {
            Argument::Value(_) => argument.map(unquoted),
            _ => argument,
        },
    })
}

/// The word of a mark, and the range of its argument.
fn head_and_argument(word: &str) -> (&str, Option<Range<usize>>) {
    if word.starts_with('=') {
        return ("=", Some(1..word.len()));
    }
    match word.strip_suffix(')').and_then(|word| word.split_once('(')) {
        Some((head, _)) => (head, Some(head.len() + 1..word.len() - 1)),
        None => (word, None),
    }
}

/// The value without quotes and escapes; its range has them.
fn unquoted(argument: MarkArgument) -> MarkArgument {
    let inner = argument.text.strip_prefix('"');
    let inner = inner.and_then(|inner| inner.strip_suffix('"'));
    let text = inner.map(|inner| inner.replace("\\\"", "\""));
    MarkArgument {
        text: text.unwrap_or(argument.text),
        range: argument.range,
    }
}

fn unknown_mark(word: &str, range: Range<usize>) -> NotationError {
    let name = word.split('(').next().unwrap_or(word);
    // `=` is no word to misspell.
    let marks = || {
        let all = Mark::ALL.iter().map(|mark| mark.row());
        all.filter(|row| !matches!(row.argument, Argument::Value(_)))
    };
    let near = crate::suggest::nearest(name, marks().map(|row| row.word));
    NotationError {
        range,
        message: format!("unknown mark `{word}`"),
        help: Some(match (near, limit(name)) {
            _ if Scalar::of_word(name).is_some() => {
                format!("write the type first, as in `{name} inferred`")
            }
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, Some(limit)) => limit.to_owned(),
            (None, None) => {
                let forms: Vec<String> = marks()
                    .map(|row| match row.argument {
                        Argument::InParentheses(_) | Argument::OneOf(_) => {
                            format!("{}(…)", row.word)
                        }
                        _ => row.word.to_owned(),
                    })
                    .collect();
                format!("marks: {}", forms.join(", "))
            }
        }),
    }
}
