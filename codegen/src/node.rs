//! YAML text into a tree whose every part knows its bytes. Only plain YAML is taken: one document of maps, lists and
//! scalars, without anchors, aliases, tags or keys that come twice.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use granit_parser::{Event, Parser, ScalarStyle, Span};

use crate::diagnostics::{Mistakes, Place};

/// Deeper nesting than a description can need; the bound keeps every later stage from running out of stack.
const DEEPEST: usize = 32;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) place: Place,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Null,
    Bool(bool),
    Integer(i64),
    /// A text, and whether its bytes in the file are its characters (a plain scalar on one line).
    Text(String, bool),
    List(Vec<Node>),
    Map(Vec<Entry>),
    /// Something that is noted as a mistake already; whatever is due here, nothing more is said about it.
    Broken,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) place: Place,
    pub(crate) value: Node,
}

impl Node {
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.kind {
            Kind::Map(entries) => entries,
            _ => &[],
        }
    }

    pub(crate) fn items(&self) -> &[Node] {
        match &self.kind {
            Kind::List(items) => items,
            _ => &[],
        }
    }

    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The entries of the map under `key`; none when it is absent.
    pub(crate) fn entries_of(&self, key: &str) -> &[Entry] {
        self.get(key).map_or(&[], Node::entries)
    }

    /// The place of the text under `key`, or of the whole node.
    pub(crate) fn place_of(&self, key: &str) -> &Place {
        self.get(key).map_or(&self.place, |node| &node.place)
    }

    /// The place of a part of a text, where the file shows the text as it is; else of the whole text.
    pub(crate) fn place_in(&self, part: Range<usize>) -> Place {
        match &self.kind {
            Kind::Text(_, true) => Place {
                file: self.place.file.clone(),
                span: self.place.span.start + part.start..self.place.span.start + part.end,
            },
            _ => self.place.clone(),
        }
    }

    /// Gives keys the name that was meant, or takes them out, by where they stand.
    pub(crate) fn mend(&mut self, keys: &[(usize, Option<String>)]) {
        if keys.is_empty() {
            return;
        }
        match &mut self.kind {
            Kind::Map(entries) => {
                entries.retain_mut(|entry| {
                    let mended = keys.iter().find(|(at, _)| *at == entry.place.span.start);
                    match mended {
                        Some((_, Some(meant))) => entry.key.clone_from(meant),
                        Some((_, None)) => return false,
                        None => {}
                    }
                    entry.value.mend(keys);
                    true
                });
            }
            Kind::List(items) => items.iter_mut().for_each(|item| item.mend(keys)),
            _ => {}
        }
    }

    pub(crate) fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Null => "nothing",
            Kind::Bool(_) => "true or false",
            Kind::Integer(_) => "a number",
            Kind::Text(..) => "a text",
            Kind::List(_) => "a list",
            Kind::Map(_) => "a map",
            Kind::Broken => "something else",
        }
    }

    /// Whether something in it is noted as a mistake already.
    pub(crate) fn is_broken(&self) -> bool {
        match &self.kind {
            Kind::Broken => true,
            Kind::List(items) => items.iter().any(Self::is_broken),
            Kind::Map(entries) => entries.iter().any(|entry| entry.value.is_broken()),
            _ => false,
        }
    }
}

impl From<&Node> for serde_yaml::Value {
    fn from(node: &Node) -> Self {
        match &node.kind {
            Kind::Null | Kind::Broken => Self::Null,
            Kind::Bool(value) => Self::Bool(*value),
            Kind::Integer(value) => Self::Number((*value).into()),
            Kind::Text(value, _) => Self::String(value.clone()),
            Kind::List(items) => Self::Sequence(items.iter().map(Self::from).collect()),
            Kind::Map(entries) => Self::Mapping(
                entries
                    .iter()
                    .map(|entry| (Self::String(entry.key.clone()), Self::from(&entry.value)))
                    .collect(),
            ),
        }
    }
}

/// A collection that is being read.
enum Open {
    List(Place, Vec<Node>),
    Map(
        Place,
        Vec<Entry>,
        HashMap<String, usize>,
        /// The key whose value is due; without a name when that is noted as a mistake already.
        Option<(Option<String>, Place)>,
    ),
}

/// Reads one file; `None` when nothing of it can be used.
pub(crate) fn parse(file: &Rc<str>, text: &str, mistakes: &mut Mistakes) -> Option<Node> {
    let mut reader = Reader {
        file,
        text,
        mistakes,
        stack: Vec::new(),
        root: None,
    };
    reader.characters();
    reader.events()?;
    let root = reader.root.take();
    if root.is_none() {
        let place = reader.at(0..0);
        reader
            .mistakes
            .add(&place, "the file is empty", "nothing here", None);
    }
    root
}

struct Reader<'a> {
    file: &'a Rc<str>,
    text: &'a str,
    mistakes: &'a mut Mistakes,
    stack: Vec<Open>,
    root: Option<Node>,
}

impl Reader<'_> {
    fn at(&self, span: Range<usize>) -> Place {
        let end = span.end.min(self.text.len());
        Place {
            file: self.file.clone(),
            span: span.start.min(end)..end,
        }
    }

    fn place(&self, span: &Span) -> Place {
        let range = span.byte_range().unwrap_or(0..0);
        let slice = self.text.get(range.clone()).unwrap_or("");
        self.at(range.start..range.start + slice.trim_end().len())
    }

    /// Control and direction characters have no place in a description: they would end up in code and docs unseen.
    fn characters(&mut self) {
        for (at, character) in self.text.char_indices() {
            let hidden = match character {
                '\r' => !self.text[at + 1..].starts_with('\n'),
                '\u{feff}' => at > 0,
                character => is_hidden(character),
            };
            if hidden {
                self.hidden(&self.at(at..at + character.len_utf8()), character);
            }
        }
    }

    fn hidden(&mut self, place: &Place, character: char) {
        self.mistakes.add(
            place,
            format!(
                "the character U+{:04X} is not seen when the file is read",
                character as u32
            ),
            "here",
            "remove it".to_owned(),
        );
    }

    fn events(&mut self) -> Option<()> {
        let mut documents = 0;
        let options =
            granit_parser::options! { emit_anchor_events: false, emit_unresolved_aliases: true };
        for event in Parser::new_from_str_with_options(self.text, options) {
            let (event, span) = match event {
                Ok(event) => event,
                Err(error) => {
                    let start = error.marker().byte_offset().unwrap_or(0);
                    let next = self.text.get(start..).and_then(|rest| rest.chars().next());
                    let place = self.at(start..start + next.map_or(0, char::len_utf8));
                    let reason = error.info();
                    let message = match reason.is_empty() {
                        true => "this is not YAML".to_owned(),
                        false => format!("this is not YAML: {reason}"),
                    };
                    self.mistakes.add(
                        &place,
                        message,
                        "not understood from here",
                        "something is not closed, not quoted, or stands in the wrong column"
                            .to_owned(),
                    );
                    return None;
                }
            };
            let place = self.place(&span);
            match event {
                Event::DocumentStart(..) => {
                    documents += 1;
                    if documents == 2 {
                        self.mistakes.add(
                            &place,
                            "a file holds one document",
                            "a second one begins here",
                            "put it into a file of its own".to_owned(),
                        );
                        return Some(());
                    }
                }
                Event::Alias(_) | Event::UnresolvedAlias(_) => {
                    self.mistakes.add(
                        &place,
                        "aliases are not part of the language",
                        "an alias",
                        "use `extends:` to take over the fields of another record".to_owned(),
                    );
                    self.put(Node {
                        place,
                        kind: Kind::Broken,
                    });
                }
                Event::Scalar(value, style, anchor, tag) => {
                    self.plain(&place, anchor, tag.is_some());
                    let node = self.scalar(place, &value, style);
                    self.put(node);
                }
                Event::SequenceStart(_, anchor, tag) => {
                    self.plain(&place, anchor, tag.is_some());
                    self.open(Open::List(place, Vec::new()))?;
                }
                Event::MappingStart(_, anchor, tag) => {
                    self.plain(&place, anchor, tag.is_some());
                    self.open(Open::Map(place, Vec::new(), HashMap::new(), None))?;
                }
                Event::SequenceEnd | Event::MappingEnd => self.close(&place),
                _ => {}
            }
        }
        Some(())
    }

    fn plain(&mut self, place: &Place, anchor: usize, tag: bool) {
        if anchor != 0 {
            self.mistakes.add(
                place,
                "anchors are not part of the language",
                "this has an anchor",
                "use `extends:` to take over the fields of another record".to_owned(),
            );
        }
        if tag {
            self.mistakes.add(
                place,
                "tags are not part of the language",
                "this has a tag",
                "remove the tag; quote a text that would be read as something else".to_owned(),
            );
        }
    }

    fn open(&mut self, open: Open) -> Option<()> {
        if self.stack.len() >= DEEPEST {
            let (Open::List(place, ..) | Open::Map(place, ..)) = &open;
            self.mistakes.add(
                place,
                format!("nested deeper than {DEEPEST} levels"),
                "here",
                None,
            );
            return None;
        }
        self.stack.push(open);
        Some(())
    }

    fn close(&mut self, end: &Place) {
        let node = match self.stack.pop() {
            Some(Open::List(place, items)) => Node {
                place: self.at(place.span.start..end.span.end.max(place.span.end)),
                kind: Kind::List(items),
            },
            Some(Open::Map(place, entries, ..)) => Node {
                place: self.at(place.span.start..place.span.end.max(place.span.start)),
                kind: Kind::Map(entries),
            },
            None => return,
        };
        self.put(node);
    }

    fn put(&mut self, node: Node) {
        match self.stack.last_mut() {
            None => {
                self.root.get_or_insert(node);
            }
            Some(Open::List(_, items)) => items.push(node),
            Some(Open::Map(_, entries, seen, key)) => match key.take() {
                None => {
                    let name = match &node.kind {
                        Kind::Text(text, _) => Some(text.clone()),
                        Kind::Integer(number) => Some(number.to_string()),
                        Kind::Broken => None,
                        _ => {
                            self.mistakes.add(
                                &node.place,
                                format!("a key is a name, and this is {}", node.kind_name()),
                                "not a name",
                                "quote it if it is meant as a text".to_owned(),
                            );
                            None
                        }
                    };
                    *key = Some((name, node.place));
                }
                // What an alias merges is noted at the alias.
                Some((Some(name), _)) if name == "<<" && node.is_broken() => {}
                Some((None, _)) => {}
                Some((Some(name), place)) => {
                    if let Some(earlier) = seen.get(&name) {
                        let line = entries[*earlier].place.line_column(self.text).0;
                        self.mistakes.add(
                            &place,
                            format!("the key `{name}` comes twice"),
                            "again here",
                            format!("it stands in line {line} already; remove one of the two"),
                        );
                        return;
                    }
                    seen.insert(name.clone(), entries.len());
                    entries.push(Entry {
                        key: name,
                        place,
                        value: node,
                    });
                }
            },
        }
    }

    fn scalar(&mut self, place: Place, value: &str, style: ScalarStyle) -> Node {
        let shown = self.text.get(place.span.clone()) == Some(value);
        if !matches!(style, ScalarStyle::Plain) {
            // What the file shows is looked at already; an escape brings in what it does not show.
            let escaped = value.chars().find(|c| {
                (is_hidden(*c) || matches!(c, '\r' | '\u{feff}'))
                    && !self.text[place.span.clone()].contains(*c)
            });
            if let Some(character) = escaped {
                self.hidden(&place, character);
            }
            return Node {
                place,
                kind: Kind::Text(value.to_owned(), shown),
            };
        }
        let kind = match value {
            "" | "~" | "null" => Kind::Null,
            "true" => Kind::Bool(true),
            "false" => Kind::Bool(false),
            _ => match integer(value) {
                Some(number) => Kind::Integer(number),
                None => {
                    if ambiguous(value) {
                        self.mistakes.settle(
                            &place,
                            format!(
                                "`{value}` is read in different ways by different YAML readers"
                            ),
                            "a text, a number or a truth value?",
                            format!("quote it if it is a text: \"{value}\""),
                        );
                    }
                    Kind::Text(value.to_owned(), shown)
                }
            },
        };
        Node { place, kind }
    }
}

/// Whether a character is not seen: it controls something, has no width, or turns the direction of what follows.
fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => {
            true
        }
        character => character.is_control(),
    }
}

/// A decimal integer as everybody writes it: no sign but `-`, no leading zero, no separators.
fn integer(value: &str) -> Option<i64> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let plain = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    plain.then(|| value.parse().ok()).flatten()
}

/// Whether YAML 1.1 and 1.2 readers, or strict and lax ones, differ about a plain scalar.
fn ambiguous(value: &str) -> bool {
    const WORDS: [&str; 10] = [
        "yes", "no", "on", "off", "y", "n", "true", "false", "null", "nan",
    ];
    let lower = value.to_ascii_lowercase();
    let number = lower.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
        && lower.chars().all(|c| {
            c.is_ascii_hexdigit()
                || matches!(c, 'x' | 'o' | '_' | '+' | '-' | '.' | ':' | 't' | 'z')
        })
        && lower.contains(|c: char| c.is_ascii_digit());
    WORDS.contains(&lower.as_str())
        || number
        || matches!(lower.trim_start_matches(['+', '-']), ".inf" | ".nan")
}
