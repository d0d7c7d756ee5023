//! YAML text to a [`Node`] tree. Only plain YAML is accepted: one document of maps, lists and scalars,
//! without anchors, aliases, tags or duplicate keys.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use granit_parser::{Event, Parser, ScalarStyle, ScanError, Span as ParserSpan};

use crate::diagnostics::DiagnosticSink;
use crate::load::scalar::{ambiguous, integer, is_hidden, is_long_integer};
use crate::node::{Entry, Kind, Node};
use crate::source::Span;

/// The bound keeps later phases from running out of stack.
const DEEPEST: usize = 32;

/// YAML's own limit of a key without a `?`.
const LONGEST_KEY: usize = 1024;

/// A collection that is being read.
enum Open {
    List(Span, Vec<Node>),
    Map(
        Span,
        Vec<Entry>,
        HashMap<String, usize>,
        /// The key whose value is next; without a name if it is an error that is reported already.
        Option<(Option<String>, Span)>,
    ),
}

/// Reads one file; `None` when nothing of it can be used.
pub(crate) fn parse(file: &Arc<str>, text: &str, diagnostics: &mut DiagnosticSink) -> Option<Node> {
    let mut reader = Reader {
        file,
        text,
        diagnostics,
        stack: Vec::new(),
        root: None,
    };
    reader.check_characters();
    reader.events()?;
    let root = reader.root.take();
    if root.is_none() {
        let span = reader.span_of(0..0);
        reader
            .diagnostics
            .error(&span, "empty file", "no content", None);
    }
    root
}

struct Reader<'a> {
    file: &'a Arc<str>,
    text: &'a str,
    diagnostics: &'a mut DiagnosticSink,
    stack: Vec<Open>,
    root: Option<Node>,
}

impl Reader<'_> {
    fn span_of(&self, range: Range<usize>) -> Span {
        let end = range.end.min(self.text.len());
        Span {
            file: self.file.clone(),
            range: range.start.min(end)..end,
        }
    }

    fn span(&self, span: &ParserSpan) -> Span {
        let range = span.byte_range().unwrap_or(0..0);
        let slice = self.text.get(range.clone()).unwrap_or("");
        self.span_of(range.start..range.start + slice.trim_end().len())
    }

    /// Control and direction characters would be invisible in code and docs.
    fn check_characters(&mut self) {
        let is_plain = |byte: u8| matches!(byte, b'\n' | b' '..=b'~');
        for (offset, byte) in self.text.bytes().enumerate() {
            // The other bytes of a character are at no boundary.
            if is_plain(byte) || !self.text.is_char_boundary(offset) {
                continue;
            }
            let Some(character) = self.text[offset..].chars().next() else {
                continue;
            };
            let hidden = match character {
                '\r' => !self.text[offset + 1..].starts_with('\n'),
                '\u{feff}' => offset > 0,
                char::REPLACEMENT_CHARACTER => true,
                character => is_hidden(character),
            };
            if hidden {
                self.report_hidden_character(
                    &self.span_of(offset..offset + character.len_utf8()),
                    character,
                );
            }
        }
    }

    fn report_hidden_character(&mut self, span: &Span, character: char) {
        let (message, help) = match character {
            // What the text of a file has in place of bytes that are no UTF-8.
            char::REPLACEMENT_CHARACTER => ("invalid UTF-8".to_owned(), "save the file as UTF-8"),
            character if character.is_whitespace() => (
                format!("invisible character U+{:04X}", character as u32),
                "write a plain space",
            ),
            character => (
                format!("invisible character U+{:04X}", character as u32),
                "remove it",
            ),
        };
        let diagnostics = &mut self.diagnostics;
        diagnostics.root_cause(span, message, "here", help);
    }

    fn events(&mut self) -> Option<()> {
        let mut documents = 0;
        let options =
            granit_parser::options! { emit_anchor_events: false, emit_unresolved_aliases: true };
        for event in Parser::new_from_str_with_options(self.text, options) {
            let (event, span) = match event {
                Ok(event) => event,
                Err(error) => {
                    self.report_invalid_yaml(&error);
                    return None;
                }
            };
            let span = self.span(&span);
            match event {
                Event::DocumentStart(..) => {
                    documents += 1;
                    if documents == 2 {
                        self.diagnostics.error(
                            &span,
                            "more than one YAML document",
                            "second document",
                            "move it to a file of its own",
                        );
                        return Some(());
                    }
                }
                Event::Alias(_) | Event::UnresolvedAlias(_) => self.alias(span),
                Event::Scalar(value, style, anchor, tag) => {
                    self.plain(&span, anchor, tag.is_some());
                    self.check_comment(&span, style);
                    self.check_pairs(&span, style);
                    let node = self.scalar(span, &value, style);
                    self.put(node);
                }
                Event::SequenceStart(_, anchor, tag) => {
                    self.plain(&span, anchor, tag.is_some());
                    self.open(Open::List(span, Vec::new()))?;
                }
                Event::MappingStart(_, anchor, tag) => {
                    self.plain(&span, anchor, tag.is_some());
                    self.open(Open::Map(span, Vec::new(), HashMap::new(), None))?;
                }
                Event::SequenceEnd | Event::MappingEnd => self.close(&span),
                _ => {}
            }
        }
        Some(())
    }

    fn report_invalid_yaml(&mut self, error: &ScanError) {
        let start = error.marker().byte_offset().unwrap_or(0);
        if let Some(tab) = self.tab_in_indentation(start) {
            let span = self.span_of(tab..tab + 1);
            return self.diagnostics.error(
                &span,
                "invalid YAML: tab in indentation",
                "tab",
                "indent with spaces",
            );
        }
        let next = self.text.get(start..).and_then(|rest| rest.chars().next());
        let span = self.span_of(start..start + next.map_or(0, char::len_utf8));
        let reason = error.info();
        let message = match reason.is_empty() {
            true => "invalid YAML".to_owned(),
            false => format!("invalid YAML: {reason}"),
        };
        let mut lines = self.text.lines();
        let is_marker = |line: &str| {
            let starts = |marker| line.starts_with(marker);
            line == "=======" || ["<<<<<<< ", "||||||| ", ">>>>>>> "].into_iter().any(starts)
        };
        let is_conflict = lines.any(is_marker);
        let colons = match self.is_regular_before(start) {
            true => self.line_of(start).matches(": ").count(),
            false => 0,
        };
        let help = match colons {
            _ if is_conflict => "resolve the merge conflict: the file has its markers",
            _ if self
                .line_of(start)
                .split(':')
                .any(|key| key.len() > LONGEST_KEY) =>
            {
                "a key has at most 1,024 characters"
            }
            _ if reason.contains("expected key") => {
                "check the indentation of this line and the one before"
            }
            _ if reason.contains("expected '-' indicator") => {
                "begin all entries with `- `, or none: an entry of a map has no `-`"
            }
            0 | 1 => "check for an unclosed bracket, a missing quote or a wrong indentation",
            _ => "quote a string that contains `: `",
        };
        self.diagnostics
            .error(&span, message, "cannot be parsed from here", help);
    }

    /// The line of an offset.
    fn line_of(&self, offset: usize) -> &str {
        let line = self.text[..offset].rfind('\n').map_or(0, |end| end + 1);
        self.text[line..].lines().next().unwrap_or("")
    }

    /// Whether the line of an offset and those before close their brackets, and it is no deeper than the value above.
    fn is_regular_before(&self, offset: usize) -> bool {
        let end = offset + self.text[offset..].find('\n').unwrap_or(0);
        let mut lines = self.text[..end].lines().rev();
        let depth = |line: &str| line.len() - line.trim_start().len();
        let (line, above) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
        let is_value = !above.trim_end().ends_with([':', '|', '>']);
        let is_deeper = depth(line) > depth(above) && is_value;
        let lines = [line, above, lines.next().unwrap_or("")];
        !is_deeper && lines.into_iter().all(closes_brackets)
    }

    /// The tab that indents the line of an offset, or the one after it: an error is reported where the
    /// parser was before the tab.
    fn tab_in_indentation(&self, offset: usize) -> Option<usize> {
        let mut line = self
            .text
            .get(..offset)?
            .rfind('\n')
            .map_or(0, |end| end + 1);
        for text in self.text[line..].split_inclusive('\n').take(2) {
            let indentation = text.len() - text.trim_start_matches([' ', '\t']).len();
            if let Some(tab) = text[..indentation].find('\t') {
                return Some(line + tab);
            }
            line += text.len();
        }
        None
    }

    /// After one space, a `#` is more often a part of the string than the start of a comment.
    fn check_comment(&mut self, scalar: &Span, style: ScalarStyle) {
        let end = scalar.range.end;
        let cut = self.text[end..].starts_with(" #") && !scalar.range.is_empty();
        if cut && matches!(style, ScalarStyle::Plain) {
            self.diagnostics.error(
                &self.span_of(end + 1..end + 2),
                "ambiguous `#`",
                "starts a comment here",
                "quote the string if `#` is a part of it; write two spaces before a comment",
            );
        }
    }

    /// One of a pair, at the end, is rather one whose other is missing than a part of the string.
    fn check_pairs(&mut self, scalar: &Span, style: ScalarStyle) {
        let text = &self.text[scalar.range.clone()];
        let is_plain = matches!(style, ScalarStyle::Plain);
        let message = match text.chars().next_back().filter(|_| is_plain) {
            Some('"') if text.matches('"').count() % 2 == 1 => "one quote without another",
            Some(']' | '}') if !closes_brackets(text) => "one bracket without another",
            _ => return,
        };
        self.diagnostics.root_cause(
            scalar,
            message,
            "in this string",
            "write both, or quote the string if it has one",
        );
    }

    /// An alias is reported, and its node is invalid.
    fn alias(&mut self, span: Span) {
        self.diagnostics.error(
            &span,
            "unsupported YAML alias",
            "alias",
            "use `extends` to inherit the fields of another record",
        );
        self.put(Node {
            span,
            kind: Kind::Invalid,
        });
    }

    fn plain(&mut self, span: &Span, anchor: usize, tag: bool) {
        if anchor != 0 {
            self.diagnostics.error(
                span,
                "unsupported YAML anchor",
                "anchor",
                "use `extends` to inherit the fields of another record",
            );
        }
        if tag {
            self.diagnostics.error(
                span,
                "unsupported YAML tag",
                "tag",
                "remove the tag; quote a string that would be parsed as another type",
            );
        }
    }

    fn open(&mut self, open: Open) -> Option<()> {
        if self.stack.len() >= DEEPEST {
            let (Open::List(span, ..) | Open::Map(span, ..)) = &open;
            self.diagnostics.error(
                span,
                format!("nested deeper than {DEEPEST} levels"),
                "here",
                None,
            );
            return None;
        }
        self.stack.push(open);
        Some(())
    }

    fn close(&mut self, end: &Span) {
        let node = match self.stack.pop() {
            Some(Open::List(span, items)) => Node {
                span: self.span_of(span.range.start..end.range.end.max(span.range.end)),
                kind: Kind::List(items),
            },
            Some(Open::Map(span, entries, ..)) => Node {
                span: self.span_of(span.range.start..span.range.end.max(span.range.start)),
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
                    if let Kind::Text(text, true) = &node.kind
                        && text.contains(':')
                    {
                        self.diagnostics.error(
                            &node.span,
                            format!("ambiguous `:` in key `{text}`"),
                            "no space after it",
                            "write a space after the colon that ends the key; quote a key with a colon",
                        );
                    }
                    let name = match &node.kind {
                        Kind::Text(text, _) => Some(text.clone()),
                        Kind::Integer(number) => Some(number.to_string()),
                        Kind::Invalid => None,
                        _ => {
                            self.diagnostics.error(
                                &node.span,
                                format!("expected a string as key, found {}", node.kind_name()),
                                "not a string",
                                "quote it if it is a string",
                            );
                            None
                        }
                    };
                    *key = Some((name, node.span));
                }
                // What an alias merges is noted at the alias.
                Some((Some(name), _)) if name == "<<" && node.is_invalid() => {}
                Some((Some(_), span)) if self.text.get(span.range.clone()) == Some("<<") => {
                    self.diagnostics.error(
                        &span,
                        "unsupported YAML merge key",
                        "merge key",
                        "use `extends` to inherit the fields of another record",
                    )
                }
                Some((Some(name), span)) if name.contains(['\n', '\t']) => self.diagnostics.error(
                    &span,
                    "invalid key: line break or tab",
                    "not on one line",
                    "write the key on one line, without tabs",
                ),
                Some((None, _)) => {}
                Some((Some(name), span)) => {
                    if let Some(earlier) = seen.get(&name) {
                        let line = entries[*earlier].span.line_column(self.text).0;
                        self.diagnostics.error(
                            &span,
                            format!("duplicate key `{name}`"),
                            "duplicate",
                            format!("first defined in line {line}; remove one of them"),
                        );
                        return;
                    }
                    seen.insert(name.clone(), entries.len());
                    entries.push(Entry {
                        key: name,
                        span,
                        value: node,
                    });
                }
            },
        }
    }

    fn scalar(&mut self, span: Span, value: &str, style: ScalarStyle) -> Node {
        let shown = self.text.get(span.range.clone()) == Some(value);
        if !matches!(style, ScalarStyle::Plain) {
            // What the file shows is looked at already; an escape brings in what it does not show.
            let escaped = value.chars().find(|c| {
                (is_hidden(*c) || *c == '\r') && !self.text[span.range.clone()].contains(*c)
            });
            if let Some(character) = escaped {
                self.report_hidden_character(&span, character);
            }
            return Node {
                span,
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
                        self.diagnostics.root_cause(
                            &span,
                            format!("ambiguous scalar `{value}`"),
                            "YAML parsers disagree about its type",
                            match integer(value.trim_start_matches('0')) {
                                _ if value.chars().all(char::is_alphabetic) => format!(
                                    "write `true` or `false` for a boolean; quote it if it is a string: \"{value}\""
                                ),
                                _ if is_long_integer(value) => format!(
                                    "a number has at most 64 bits; quote it if it is a string: \"{value}\""
                                ),
                                Some(number) => format!(
                                    "write a number without leading zeros: {number}; quote it if \
                                     it is a string: \"{value}\""
                                ),
                                None => format!("quote it if it is a string: \"{value}\""),
                            },
                        );
                    }
                    Kind::Text(value.to_owned(), shown)
                }
            },
        };
        Node { span, kind }
    }
}

/// Whether a line has as many closing brackets as opening ones, outside of quotes.
fn closes_brackets(line: &str) -> bool {
    let outside = line.split('"').step_by(2);
    let count = |brackets: [char; 2]| {
        let parts = outside.clone();
        parts
            .map(|part| part.matches(brackets).count())
            .sum::<usize>()
    };
    count(['{', '[']) == count(['}', ']'])
}
