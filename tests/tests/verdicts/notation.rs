//! Changes of a type with marks, as in `string(20) pii =none`.

const TYPES: [&str; 13] = [
    "string",
    "text",
    "integer",
    "int32",
    "decimal",
    "float",
    "boolean",
    "date",
    "datetime",
    "local_datetime",
    "time",
    "json",
    "integer|string",
];

const MARKS: [&str; 19] = [
    "documented_required",
    "readonly",
    "secret",
    "pii",
    "inferred",
    "documented",
    "string_or_number",
    "strict",
    "envelope",
    "also_us_date",
    "accepts_1",
    "alias(another)",
    "rename(renamed)",
    "required",
    "nullable",
    "unit(cents)",
    "unit(unknown)",
    "deprecated",
    "from_client(api_version)",
];

/// Other notations, each with one change. Many are refused: a mark is not for every type.
pub(crate) fn variants(notation: &str) -> Vec<String> {
    let words: Vec<&str> = notation.split(' ').collect();
    let (ty, marks) = words.split_first().unwrap();
    let mut variants = Vec::new();
    let with_type = |ty: &str| [&[ty], marks].concat().join(" ");
    let name = ty.split('(').next().unwrap();
    match ty
        .split_once('(')
        .filter(|_| name != "list" && name != "map")
    {
        Some((_, maximum)) => {
            let maximum: u64 = maximum.trim_end_matches(')').parse().unwrap();
            variants.push(with_type(name));
            variants.push(with_type(&format!("{name}({})", maximum + 5)));
            variants.push(with_type(&format!("{name}({})", (maximum / 2).max(1))));
        }
        None => {
            variants.push(with_type(&format!("{ty}(15)")));
            variants.push(with_type(&format!("list({ty})")));
            variants.push(with_type(&format!("map({ty})")));
        }
    }
    let others = TYPES.iter().filter(|other| **other != name);
    variants.extend(others.map(|other| with_type(other)));
    for mark in MARKS {
        let word = mark.split('(').next().unwrap();
        if !marks.iter().any(|has| has.split('(').next() == Some(word)) {
            variants.push(format!("{notation} {mark}"));
        }
    }
    for (index, mark) in marks.iter().enumerate() {
        let mut fewer = words.clone();
        fewer.remove(index + 1);
        variants.push(fewer.join(" "));
        let other = match mark.strip_prefix('=') {
            Some(value) => match value.parse::<i64>() {
                Ok(number) => format!("={}", number + 1),
                Err(_) if value == "true" => "=false".to_owned(),
                Err(_) => "=other".to_owned(),
            },
            None if *mark == "unit(cents)" => "unit(unknown)".to_owned(),
            None if mark.ends_with(')') => mark.replace(')', "_too)"),
            None => continue,
        };
        fewer.insert(index + 1, &other);
        variants.push(fewer.join(" "));
    }
    if !marks.iter().any(|mark| mark.starts_with('=')) {
        variants.extend(["=1", "=none", "=true"].map(|default| format!("{notation} {default}")));
    }
    variants
}
