//! Reads observations from text.

use std::collections::BTreeSet;

use api_wire::jiff::civil::Date;

use crate::counts::LENGTHS;
use crate::escape::unescape;
use crate::key::Key;
use crate::parse_error::ParseError;
use crate::run::{MAX_VENUES, Run};
use crate::shape::Shape;
use crate::write::{HEADER, smallest_length};

/// The maximum of a count: sums of the counts of many files do not overflow.
const MAX_COUNT: u64 = 1 << 48;

/// The runs of a file, in its order. Concatenated files are one.
pub(crate) fn parse_runs(file: &str, text: &str) -> Result<Vec<Run>, ParseError> {
    let mut runs: Vec<Run> = Vec::new();
    let mut unfinished: Option<Places> = None;
    let mut has_header = false;
    let mut body = None;
    for (line, content) in (1..).zip(text.lines()) {
        let error = |message| ParseError {
            file: file.to_owned(),
            line,
            message,
        };
        let content = content.trim_end();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if content == HEADER {
            has_header = true;
            continue;
        }
        if !has_header {
            break;
        }
        if let Some(rest) = content.strip_prefix("run ") {
            check_places(file, unfinished.take(), runs.last())?;
            let (run, places) = parse_run(rest).map_err(error)?;
            unfinished = places.map(|places| Places { line, places });
            runs.push(run);
            body = None;
            continue;
        }
        let Some(run) = runs.last_mut() else {
            return Err(error("expected `run ID`".to_owned()));
        };
        if !content.starts_with(['/', '"']) {
            body = Some(parse_body(content).map_err(error)?);
            continue;
        }
        let Some(body) = &body else {
            return Err(error("expected `API OPERATION STATUS`".to_owned()));
        };
        parse_shape(content, body, run).map_err(error)?;
    }
    if !has_header {
        return Err(ParseError {
            file: file.to_owned(),
            line: 1,
            message: format!("expected `{HEADER}`"),
        });
    }
    check_places(file, unfinished, runs.last())?;
    Ok(runs)
}

/// The number of places of a run, as its line has it.
struct Places {
    line: usize,
    places: u64,
}

/// Lines may have been cut off.
fn check_places(file: &str, expected: Option<Places>, run: Option<&Run>) -> Result<(), ParseError> {
    let (Some(Places { line, places }), Some(run)) = (expected, run) else {
        return Ok(());
    };
    let found = run.shapes.len();
    if u64::try_from(found).ok() == Some(places) {
        return Ok(());
    }
    Err(ParseError {
        file: file.to_owned(),
        line,
        message: format!(
            "expected `places={found}`, found `places={places}`: lines were removed or added"
        ),
    })
}

fn parse_run(line: &str) -> Result<(Run, Option<u64>), String> {
    let mut places = None;
    let mut words = line.split_ascii_whitespace();
    let mut run = Run::new(text(words.next().unwrap_or_default())?);
    let is_id = run.id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if run.id.is_empty() || !is_id {
        return Err(format!("invalid id of a run `{}`", run.id));
    }
    for word in words {
        let (name, value) = setting(word)?;
        match name {
            "since" => run.since = day(name, value)?,
            "until" => run.until = day(name, value)?,
            "venue_key" => run.venue_key = text(value)?,
            "responses" => run.responses = number(name, value)?,
            "places" => places = Some(number(name, value)?),
            "skipped" => run.skipped = number(name, value)?,
            "dropped" => run.dropped = number(name, value)?,
            "venues" => {
                for venue in value.split(',') {
                    run.venues.insert(hexadecimal(name, venue)?);
                }
            }
            _ => return Err(format!("unknown `{name}`")),
        }
    }
    if run.venues.len() > MAX_VENUES {
        return Err(format!("expected at most {MAX_VENUES} venues"));
    }
    if !run.until.is_empty() && run.until < run.since {
        return Err(format!(
            "`until={}` before `since={}`",
            run.until, run.since
        ));
    }
    Ok((run, places))
}

/// The API, operation and status of the lines after this one.
fn parse_body(line: &str) -> Result<Key, String> {
    let mut words = line.split_ascii_whitespace();
    let mut next = |what: &str| words.next().ok_or_else(|| format!("expected {what}"));
    let api = text(next("the name of an API")?)?;
    let operation = text(next("the name of an operation")?)?;
    let status = next("a status")?;
    let status = status
        .parse()
        .map_err(|_| format!("invalid status `{status}`"))?;
    if let Some(word) = words.next() {
        return Err(format!("expected the end of the line, found `{word}`"));
    }
    Ok(Key {
        api,
        operation,
        status,
        pointer: String::new(),
    })
}

fn parse_shape(line: &str, body: &Key, run: &mut Run) -> Result<(), String> {
    let mut words = line.split_ascii_whitespace();
    let pointer = match words.next().unwrap_or_default() {
        "\"\"" => String::new(),
        pointer if pointer.starts_with('/') => text(pointer)?,
        other => return Err(format!("expected a pointer or `\"\"`, found `{other}`")),
    };
    let key = Key {
        pointer,
        ..body.clone()
    };
    let mut shape = Shape::default();
    let mut venues = BTreeSet::new();
    for word in words {
        let (name, value) = setting(word)?;
        match name {
            "text_lengths" => parse_lengths(name, value, &mut shape.text_lengths)?,
            "array_lengths" => parse_lengths(name, value, &mut shape.array_lengths)?,
            "values" => {
                for entry in value.split(',') {
                    let (value, count) = counted(name, entry)?;
                    shape.values.insert(text(value)?, count);
                }
            }
            "at" => {
                let mask = hexadecimal(name, value)?;
                let known = run.venues.len();
                let bits = u64::BITS - mask.leading_zeros();
                if usize::try_from(bits).is_ok_and(|bits| bits > known) {
                    return Err(format!(
                        "invalid venues `{value}` of `at`: the run has {known}"
                    ));
                }
                let bits = (0..).zip(&run.venues);
                venues.extend(
                    bits.filter(|(bit, _)| mask >> bit & 1 == 1)
                        .map(|(_, v)| *v),
                );
            }
            _ => match shape.counter_mut(name) {
                Some(counter) => *counter = number(name, value)?,
                None => return Err(format!("unknown `{name}`")),
            },
        }
    }
    shape.seen = (shape.kinds().iter()).fold(0, |sum, (_, count)| sum.saturating_add(*count));
    if run.shapes.contains_key(&key) {
        return Err(format!("duplicate `{}`", key.pointer));
    }
    run.shapes.insert(key, (shape, venues));
    Ok(())
}

fn parse_lengths(name: &str, value: &str, lengths: &mut [u64; LENGTHS]) -> Result<(), String> {
    for entry in value.split(',') {
        let (length, count) = counted(name, entry)?;
        let smallest = number(name, length)?;
        let bucket = (0..LENGTHS).find(|bucket| smallest_length(*bucket) == smallest);
        let count_of_bucket = bucket.and_then(|bucket| lengths.get_mut(bucket));
        *count_of_bucket.ok_or_else(|| format!("invalid length `{length}` of `{name}`"))? = count;
    }
    Ok(())
}

fn setting(word: &str) -> Result<(&str, &str), String> {
    word.split_once('=')
        .ok_or_else(|| format!("expected `name=value`, found `{word}`"))
}

fn counted<'a>(name: &str, entry: &'a str) -> Result<(&'a str, u64), String> {
    let (value, count) = entry
        .rsplit_once(':')
        .ok_or_else(|| format!("expected `value:count` in `{name}`, found `{entry}`"))?;
    Ok((value, number(name, count)?))
}

fn number(name: &str, value: &str) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| *number <= MAX_COUNT);
    number.ok_or_else(|| format!("invalid number `{value}` of `{name}`"))
}

/// A day as in `2026-11-21`.
fn day(name: &str, value: &str) -> Result<String, String> {
    let day: Option<Date> = value.parse().ok();
    let is_plain = |day: &Date| day.to_string() == value;
    match day.filter(is_plain) {
        Some(_) => Ok(value.to_owned()),
        None => Err(format!(
            "expected a day of the calendar, as `2026-11-21`, for `{name}`; found `{value}`"
        )),
    }
}

fn hexadecimal(name: &str, value: &str) -> Result<u64, String> {
    u64::from_str_radix(value, 16).map_err(|_| format!("invalid number `{value}` of `{name}`"))
}

fn text(word: &str) -> Result<String, String> {
    unescape(word).ok_or_else(|| format!("invalid escape in `{word}`"))
}
