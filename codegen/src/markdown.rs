//! Prose of the spec as Markdown: nothing in it becomes a link, a tag, a code block or a heading by accident.

/// A text as a sentence: with a full stop.
pub(crate) fn end_sentence(text: &str) -> String {
    let text = escape_markdown(text.trim());
    if text.ends_with(['.', '!', '?']) {
        text
    } else {
        format!("{text}.")
    }
}

pub(crate) fn code(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c == '`' || c.is_control() { '\'' } else { c })
        .collect();
    format!("`{text}`")
}

/// A text of the description as Markdown that shows it as it is. Code in backticks stays code; a backtick that is
/// not closed is a character.
pub(crate) fn escape_markdown(text: &str) -> String {
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts: Vec<&str> = text.split('`').collect();
    let mut out = String::with_capacity(text.len());
    for (index, part) in parts.iter().enumerate() {
        let closed = index + 1 < parts.len();
        match (index % 2 == 1, closed) {
            (true, true) if part.is_empty() => {}
            (true, true) => out.push_str(&format!("`{part}`")),
            (true, false) => {
                out.push_str("\\`");
                escape(part, &mut out);
            }
            (false, _) => escape(part, &mut out),
        }
    }
    // What would begin a heading, a list or a table does not.
    if let Some(marker) = block_marker(&out) {
        out.insert(marker, '\\');
    }
    out
}

/// Where the marker is by which a text at the start of a line would begin a heading, a list, a rule or a block of code.
/// A backslash before it is not shown; before the digits of a numbered list it would be.
fn block_marker(text: &str) -> Option<usize> {
    if text.starts_with(['#', '-', '+', '=']) {
        return Some(0);
    }
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - after.len();
    (digits > 0 && after.starts_with(['.', ')'])).then_some(digits)
}

fn escape(text: &str, out: &mut String) {
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let markup = match character {
            '[' | ']' | '<' | '>' | '*' | '_' | '\\' | '|' | '~' => true,
            // Only what could be an entity: an ampersand alone is shown as it is.
            '&' => characters
                .peek()
                .is_some_and(|next| next.is_ascii_alphabetic() || *next == '#'),
            _ => false,
        };
        if markup {
            out.push('\\');
        }
        out.push(character);
    }
}

/// The fields that a text names as code, as `Type::field`: the type, and the field in Rust.
pub(crate) fn mentions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = text.split('`').enumerate();
    let code = parts.filter(|(index, _)| index % 2 == 1);
    code.filter_map(|(_, code)| mention(code))
}

/// The type and the field of `Type::field`.
pub(crate) fn mention(code: &str) -> Option<(&str, &str)> {
    let (ty, field) = code.split_once("::")?;
    let is_word = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_mention = is_word(ty)
        && is_word(field)
        && ty.starts_with(|c: char| c.is_ascii_uppercase())
        && field.starts_with(|c: char| c.is_ascii_lowercase());
    is_mention.then_some((ty, field))
}

/// The widest line of docs: 100 columns with the marker and the indentation of a field.
const WIDTH: usize = 92;

/// Fills lines up to the width, without breaking inside code.
pub(crate) fn wrap(text: &str, indent: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut words = Vec::new();
    let mut code = false;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match words.last_mut() {
            Some(last) if code => {
                let last: &mut String = last;
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
        if word.matches('`').count() % 2 == 1 {
            code = !code;
        }
    }
    for mut word in words {
        if !line.trim().is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::take(&mut line));
            line.push_str(indent);
        } else if !line.trim().is_empty() {
            line.push(' ');
        }
        // Where a line is broken, a word must not become a list, a heading or a block of code. The beginning of the
        // text has been seen to already.
        if line.trim().is_empty()
            && !lines.is_empty()
            && let Some(marker) = block_marker(&word)
        {
            word.insert(marker, '\\');
        }
        line.push_str(&word);
    }
    if !line.trim().is_empty() {
        lines.push(line);
    }
    lines
}

pub(crate) fn bullet(text: &str) -> Vec<String> {
    let mut lines = wrap(text, "  ");
    if let Some(first) = lines.first_mut() {
        first.insert_str(0, "- ");
    }
    lines
}
