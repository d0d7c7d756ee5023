//! What a file says about a construct: the lines with its words, and what encloses them.

use std::iter::Peekable;

/// A line with the docs and attributes above it, the lines below it that are indented further, and
/// the bracket after these.
struct Node<'t> {
    above: Vec<&'t str>,
    line: &'t str,
    children: Vec<Node<'t>>,
    end: Option<&'t str>,
}

/// The lines of a text that have one of the words, each in what encloses it. A line that has one is
/// shown with everything below it, a paragraph of its docs only if it has one, too. What is left out
/// is an ellipsis.
pub(crate) fn excerpt(text: &str, words: &[&str]) -> String {
    let mut lines = text.lines().filter(|line| !line.is_empty()).peekable();
    let mut nodes = Vec::new();
    while lines.peek().is_some() {
        nodes.extend(node(&mut lines));
    }
    let mut shown = String::new();
    show(&nodes, words, &mut shown);
    shown
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn starts_with_any(line: &str, starts: &[&str]) -> bool {
    let line = line.trim_start();
    starts.iter().any(|start| line.starts_with(start))
}

fn node<'t>(lines: &mut Peekable<impl Iterator<Item = &'t str>>) -> Option<Node<'t>> {
    let mut above = Vec::new();
    let mut line = lines.next()?;
    while starts_with_any(line, &["///", "#["]) && lines.peek().is_some() {
        above.push(line);
        line = lines.next()?;
    }
    let mut children = Vec::new();
    while lines
        .peek()
        .is_some_and(|next| indentation(next) > indentation(line))
    {
        children.extend(node(lines));
    }
    let end = lines.next_if(|next| {
        indentation(next) == indentation(line) && starts_with_any(next, &["}", "]", ")"])
    });
    Some(Node {
        above,
        line,
        children,
        end,
    })
}

fn has_word(line: &str, words: &[&str]) -> bool {
    words.iter().any(|word| line.contains(word))
}

impl Node<'_> {
    fn is_shown(&self, words: &[&str]) -> bool {
        let mut own = self.above.iter().chain([&self.line]);
        own.any(|line| has_word(line, words))
            || self.children.iter().any(|child| child.is_shown(words))
    }
}

fn show(nodes: &[Node<'_>], words: &[&str], shown: &mut String) {
    let mut left_out = None;
    for node in nodes {
        let indentation = &node.line[..indentation(node.line)];
        if !node.is_shown(words) {
            left_out = Some(indentation);
            continue;
        }
        if left_out.take().is_some() {
            *shown += &format!("{indentation}…\n");
        }
        let is_whole = has_word(node.line, words);
        let is_break = |line: &&str| !line.trim_start().starts_with("/// ");
        for paragraph in node.above.chunk_by(|a, b| !is_break(a) && !is_break(b)) {
            if paragraph.iter().any(|line| has_word(line, words)) {
                *shown += &format!("{}\n", paragraph.join("\n"));
            }
        }
        *shown += &format!("{}\n", node.line);
        show(&node.children, if is_whole { &[""] } else { words }, shown);
        if let Some(end) = node.end {
            *shown += &format!("{end}\n");
        }
    }
    if let Some(indentation) = left_out {
        *shown += &format!("{indentation}…\n");
    }
}
