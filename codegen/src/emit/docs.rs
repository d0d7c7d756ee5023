//! Docs of generated items. Texts of the description are prose: nothing in them can become a link, a tag, a code block
//! or a heading by accident.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ir;
use crate::ir::{Doubts, Field, Presence, Set, Type, Unit};

/// The widest line of docs.
const WIDTH: usize = 110;

/// Lines of docs that are being put together.
#[derive(Debug, Default)]
pub(crate) struct Docs(Vec<String>);

impl Docs {
    /// Docs that begin with this text of the description.
    pub(crate) fn of(text: &str) -> Self {
        let mut docs = Self::default();
        docs.prose(text);
        docs
    }

    /// A paragraph from a text of the description.
    pub(crate) fn prose(&mut self, text: &str) -> &mut Self {
        self.apart();
        for (at, paragraph) in text.trim().split("\n\n").enumerate() {
            if at > 0 {
                self.0.push(String::new());
            }
            self.0.extend(wrap(&harmless(paragraph), ""));
        }
        self
    }

    /// A paragraph that is Markdown of our own.
    pub(crate) fn markdown(&mut self, text: &str) -> &mut Self {
        self.apart();
        self.0.extend(wrap(text, ""));
        self
    }

    /// A heading.
    pub(crate) fn heading(&mut self, text: &str) -> &mut Self {
        self.apart();
        self.0.push(format!("# {}", harmless(text)));
        self
    }

    /// A list of texts of the description, under a line of our own.
    pub(crate) fn list<'a>(
        &mut self,
        head: &str,
        items: impl IntoIterator<Item = &'a str>,
    ) -> &mut Self {
        let mut items = items.into_iter().peekable();
        if items.peek().is_some() {
            self.apart();
            if !head.is_empty() {
                self.0.push(head.to_owned());
                self.0.push(String::new());
            }
            for item in items {
                self.0.extend(bullet(&harmless(item)));
            }
        }
        self
    }

    /// Where the item stands in the documents.
    pub(crate) fn source(&mut self, set: &Set, source: &str) -> &mut Self {
        let text = format!(
            "In the documents: {}, “{}”.",
            harmless(&set.source),
            harmless(source)
        );
        self.markdown(&text)
    }

    /// What the documents leave open.
    pub(crate) fn doubts(&mut self, doubts: &Doubts) -> &mut Self {
        self.list(
            "Not shown in the documents:",
            doubts.unknowns.iter().map(|(text, _)| text.as_str()),
        );
        for (conflict, _) in &doubts.conflicts {
            self.markdown(&conflict_text(conflict));
        }
        self
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.clone()
    }

    /// The docs as attributes.
    pub(crate) fn tokens(&self) -> TokenStream {
        let lines = self.0.iter().map(|line| {
            let line = if line.is_empty() {
                String::new()
            } else {
                format!(" {line}")
            };
            quote!(#[doc = #line])
        });
        quote!(#(#lines)*)
    }

    fn apart(&mut self) {
        if self.0.last().is_some_and(|last| !last.is_empty()) {
            self.0.push(String::new());
        }
    }
}

/// A conflict in sentences.
pub(crate) fn conflict_text(conflict: &ir::Conflict) -> String {
    format!(
        "The documents say: {} They also say: {} So: {}",
        closed(&conflict.says),
        closed(&conflict.but),
        closed(&conflict.so)
    )
}

/// A text as a sentence: with a full stop.
fn closed(text: &str) -> String {
    let text = harmless(text.trim());
    if text.ends_with(['.', '!', '?']) {
        text
    } else {
        format!("{text}.")
    }
}

/// The docs of a field: its meaning, its form, where it is shown, what is open.
pub(crate) fn field(field: &Field, models: &str, accessor: bool) -> Docs {
    let mut docs = Docs::default();
    if let Some(doc) = &field.doc {
        docs.prose(doc);
    }
    docs.markdown(&form(field, models, accessor));
    for note in &field.notes {
        docs.prose(note);
    }
    docs.doubts(&field.doubts);
    docs
}

/// The form of a field: its type and what restricts it, then where the documents show it.
fn form(field: &Field, models: &str, accessor: bool) -> String {
    let mut form = type_words(&field.ty, models);
    let mut add = |text: String| form.push_str(&text);
    match (field.max, &field.ty) {
        (Some(max), Type::Integer { .. } | Type::Count) => add(format!(", at most {max}")),
        (Some(max), _) => add(format!(", at most {max} characters")),
        (None, _) => {}
    }
    if field.also_us_date {
        add(", also read as `MM/DD/YYYY`".to_owned());
    }
    if field.documented_required {
        add(", marked required".to_owned());
    }
    if let Some(default) = &field.default {
        let text = match default {
            ir::Default::Text(text) if text.is_empty() => "the empty text".to_owned(),
            ir::Default::Text(text)
            | ir::Default::Decimal(text)
            | ir::Default::Variant(text, _) => code(text),
            ir::Default::Integer(number) => code(&number.to_string()),
            ir::Default::Boolean(flag) => code(&flag.to_string()),
        };
        let name = field.rust.trim_end_matches('_');
        add(match accessor {
            true => format!(", [by default](Self::{name}_or_default) {text}"),
            false => format!(", by default {text}"),
        });
    }
    match &field.unit {
        Some(Unit::Known(unit)) => add(format!(", in {}", harmless(unit))),
        Some(Unit::Unknown) => add(", unit not given".to_owned()),
        None => {}
    }
    if !field.aliases.is_empty() {
        let names: Vec<String> = field.aliases.iter().map(|name| code(name)).collect();
        add(format!(", also called {}", names.join(", ")));
    }
    if field.presence == Presence::Nullable {
        add(", can be left out, set, or sent as null".to_owned());
    }
    let marks = [
        (field.strict, " Never misread: another shape is an error."),
        (
            field.envelope,
            " Part of the envelope: an error when it is missing.",
        ),
        (field.secret, " Secret."),
        (field.pii, " Personal data."),
    ];
    add(".".to_owned());
    for (is, text) in marks {
        if is {
            add(text.to_owned());
        }
    }
    let evidence = field.evidence;
    let shown = match (evidence.list, evidence.example, evidence.seen) {
        (true, true, _) => "record list and list example",
        (true, false, _) if field.inferred => "record list",
        (true, false, _) => "",
        (false, true, _) => "list example",
        (false, false, true) => "example of a message",
        (false, false, false) => "",
    };
    if !shown.is_empty() {
        add(format!(" In the {shown}"));
        add(if field.inferred {
            "; type inferred.".to_owned()
        } else {
            ".".to_owned()
        });
    }
    form
}

/// A text as code.
pub(crate) fn code(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c == '`' || c.is_control() { '\'' } else { c })
        .collect();
    format!("`{text}`")
}

/// A type in words, as the beginning of a sentence; `models` is the path of named types.
fn type_words(ty: &Type, models: &str) -> String {
    match ty {
        Type::Text { long: false } => "Text".to_owned(),
        Type::Text { long: true } => "Long text".to_owned(),
        Type::Integer { bits: 32 } => "Whole number of 32 bits".to_owned(),
        Type::Integer { .. } => "Whole number".to_owned(),
        Type::Count => "Count".to_owned(),
        Type::Decimal("decimal") => "Decimal number".to_owned(),
        Type::Decimal(word) => format!("Decimal number (`{word}`)"),
        Type::Boolean => "True or false".to_owned(),
        Type::Date => "Date, `YYYY-MM-DD`".to_owned(),
        Type::DateTime => "Date and time, ISO 8601 with a zone".to_owned(),
        Type::LocalDateTime => "Date and time without a zone".to_owned(),
        Type::Time => "Time of day in a form that is not shown".to_owned(),
        Type::Json => "JSON of a form that is not shown".to_owned(),
        Type::IntegerOrText => "Whole number or text".to_owned(),
        Type::List(inner) => format!("List: {}", lower(type_words(inner, models))),
        Type::Map(inner) => format!("Map from names: {}", lower(type_words(inner, models))),
        Type::Named(named) => format!("[`{0}`]({models}::{0})", named.name),
    }
}

fn lower(text: String) -> String {
    let mut characters = text.chars();
    match (characters.next(), characters.clone().next()) {
        // An abbreviation stays as it is.
        (_, Some(second)) if second.is_uppercase() => text,
        (Some(first), _) => first.to_lowercase().chain(characters).collect(),
        (None, _) => text,
    }
}

/// A text of the description as Markdown that shows it as it is. Code in backticks stays code; a backtick that is
/// not closed is a character.
pub(crate) fn harmless(text: &str) -> String {
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts: Vec<&str> = text.split('`').collect();
    let mut out = String::with_capacity(text.len());
    for (at, part) in parts.iter().enumerate() {
        let closed = at + 1 < parts.len();
        match (at % 2 == 1, closed) {
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
    if begins_block(&out) {
        out.insert(0, '\\');
    }
    out
}

/// Whether a text at the start of a line would begin a heading, a list, a rule or a block of code.
fn begins_block(text: &str) -> bool {
    text.starts_with(['#', '-', '+', '=']) || ordered(text)
}

fn ordered(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    digits.len() < text.len() && digits.starts_with(['.', ')'])
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

/// Fills lines up to the width, without breaking inside code.
fn wrap(text: &str, indent: &str) -> Vec<String> {
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
    for word in words {
        if !line.trim().is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::take(&mut line));
            line.push_str(indent);
        } else if !line.trim().is_empty() {
            line.push(' ');
        }
        // Where a line is broken, a word must not become a list, a heading or a block of code. The beginning of the
        // text has been seen to already.
        if line.trim().is_empty() && !lines.is_empty() && begins_block(&word) {
            line.push('\\');
        }
        line.push_str(&word);
    }
    if !line.trim().is_empty() {
        lines.push(line);
    }
    lines
}

fn bullet(text: &str) -> Vec<String> {
    let mut lines = wrap(text, "  ");
    if let Some(first) = lines.first_mut() {
        first.insert_str(0, "- ");
    }
    lines
}
