//! From a line of a file to the items that are declared there.

use super::code::has_word;
use super::items::Item;
use crate::file_tree::FileTree;
use crate::source::Sources;

/// The files that have lines.
pub(super) struct Files<'a> {
    pub(super) tree: &'a FileTree,
    pub(super) sources: &'a Sources,
}

/// The parts of `FILE:LINE` or `FILE:LINE:COLUMN`.
pub(super) fn file_and_line(query: &str) -> Option<(&str, usize)> {
    let split = |text| -> Option<(&str, usize)> {
        let (rest, number) = str::rsplit_once(text, ':')?;
        Some((rest, number.parse().ok()?))
    };
    let (rest, number) = split(query)?;
    let (file, line) = split(rest).unwrap_or((rest, number));
    let is_file = [".yaml", ".rs", ".json"]
        .iter()
        .any(|end| file.ends_with(end));
    is_file.then_some((file.trim_start_matches("./"), line))
}

impl Files<'_> {
    /// The innermost items whose lines include a line.
    pub(super) fn items_at<'i, 's>(
        &self,
        items: &'i [Item<'s>],
        file: &str,
        line: usize,
    ) -> Result<Vec<&'i Item<'s>>, String> {
        let (file, text) = self.file(file)?;
        let lines: Vec<&str> = text.lines().collect();
        if line == 0 || line > lines.len() {
            let count = lines.len();
            return Err(format!("no such line: {file}:{line}; it has {count} lines"));
        }
        let starts = items.iter().filter_map(|item| {
            let mut starts = self.starts(item, &file);
            starts.retain(|start| *start <= line && line <= end(&lines, *start));
            Some((starts.into_iter().max()?, item))
        });
        let starts: Vec<_> = starts.collect();
        let innermost = starts.iter().map(|(start, _)| *start).max();
        let mut found: Vec<_> = starts
            .into_iter()
            .filter(|(start, _)| Some(*start) == innermost)
            .map(|(_, item)| item)
            .collect();
        if found.is_empty() {
            found = implemented_at(items, &file, &lines, line);
        }
        if found.is_empty() {
            return Err(format!("nothing is described at {file}:{line}"));
        }
        Ok(found)
    }

    /// The lines at which an item starts in a file.
    fn starts(&self, item: &Item<'_>, file: &str) -> Vec<usize> {
        let code = item.code.iter().filter(|code| code.file == file);
        let code = code.flat_map(|code| code.lines(self.tree));
        let mut starts: Vec<usize> = code.map(|(line, _)| line).collect();
        if file.strip_prefix("spec/") == Some(&item.span.file) {
            let text = self.sources.0.get(&*item.span.file);
            starts.push(item.span.line_column(text.map_or("", String::as_str)).0);
        }
        starts
    }

    /// The path and text of a file, of a path below `spec/`, or of the only file with this name.
    fn file(&self, name: &str) -> Result<(String, &str), String> {
        let spec = self.sources.0.iter();
        let spec = spec.map(|(path, text)| (format!("spec/{path}"), text.as_str()));
        let code = self.tree.0.iter();
        let code = code.map(|(path, text)| (path.clone(), text.as_str()));
        let mut files: Vec<(String, &str)> = spec.chain(code).collect();
        let known = [name.to_owned(), format!("spec/{name}")];
        if let Some(index) = files.iter().position(|(path, _)| known.contains(path)) {
            return Ok(files.swap_remove(index));
        }
        let end = format!("/{name}");
        files.retain(|(path, _)| path.ends_with(&end));
        match files.len() {
            0 => Err(format!("no such file: {name}")),
            1 => Ok(files.remove(0)),
            _ => {
                let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
                Err(format!("ambiguous file {name}: {}", paths.join(", ")))
            }
        }
    }
}

/// The last line of what starts at a line: the lines after it that are indented deeper, and the
/// brackets that close it.
fn end(lines: &[&str], start: usize) -> usize {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let Some(first) = start.checked_sub(1).and_then(|index| lines.get(index)) else {
        return start;
    };
    let own = indentation(first);
    let mut end = start;
    for (number, line) in (1..).zip(lines).skip(start) {
        if line.trim().is_empty() {
            continue;
        }
        let closes = indentation(line) == own && line.trim_start().starts_with(['}', ')', ']']);
        if indentation(line) <= own && !closes {
            break;
        }
        end = number;
    }
    end
}

/// The types and operations of an `impl` block of Rust.
fn implemented_at<'i, 's>(
    items: &'i [Item<'s>],
    file: &str,
    lines: &[&str],
    line: usize,
) -> Vec<&'i Item<'s>> {
    let is_block = |line: &&&str| line.starts_with("impl") && line.ends_with('{');
    let blocks = (1..).zip(lines).filter(|(_, line)| is_block(line));
    let mut around = blocks.filter(|(start, _)| *start <= line && line <= end(lines, *start));
    let Some((_, head)) = around.next() else {
        return Vec::new();
    };
    let is_declared = |item: &&Item<'_>| item.code.iter().any(|code| code.declares(file));
    let has_name = |item: &&Item<'_>| item.names.iter().any(|name| has_word(head, name));
    items.iter().filter(is_declared).filter(has_name).collect()
}
