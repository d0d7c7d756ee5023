//! Markdown as it renders.

use pulldown_cmark::{BrokenLink, CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag};

/// A text, parsed as Markdown.
pub(crate) struct Read {
    /// Blocks and spans that are more than text, in their order; code in a line is text.
    pub(crate) parts: Vec<String>,
    pub(crate) text: String,
}

/// The links of the generated docs themselves.
pub(crate) fn plain_links(target: &str) -> bool {
    target
        .trim_matches('`')
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == ':' || c == '_')
}

/// Reads Markdown as rustdoc does. Links have to be the generator's own.
pub(crate) fn markdown(text: &str, fits: &dyn Fn(&str) -> bool) -> Read {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut broken = |link: BrokenLink<'_>| -> Option<(CowStr<'_>, CowStr<'_>)> {
        Some((link.reference.into_string().into(), "".into()))
    };
    let mut read = Read {
        parts: Vec::new(),
        text: String::new(),
    };
    for event in Parser::new_with_broken_link_callback(text, options, Some(&mut broken)) {
        let part = match event {
            Event::Text(text) | Event::Code(text) => {
                read.text.push_str(&text);
                continue;
            }
            Event::SoftBreak => {
                read.text.push(' ');
                continue;
            }
            Event::Start(Tag::Paragraph) | Event::End(_) => continue,
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                ..
            }) => {
                let own =
                    fits(&dest_url) && !matches!(link_type, LinkType::Autolink | LinkType::Email);
                match own {
                    true => "link".to_owned(),
                    false => format!("a link to {dest_url}"),
                }
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let fenced = matches!(&kind, CodeBlockKind::Fenced(info) if !info.is_empty());
                match fenced {
                    true => "code".to_owned(),
                    false => "code without a language".to_owned(),
                }
            }
            Event::Start(tag) => format!("{tag:?}"),
            Event::Html(html) | Event::InlineHtml(html) => html.into_string(),
            other => format!("{other:?}"),
        };
        read.parts.push(part);
    }
    read
}
