//! Lines of generated files.

use crate::file_tree::FileTree;

/// Lines of a generated file.
pub(super) struct Code {
    pub(super) file: String,
    part: Part,
    /// What a line has to contain: one of these.
    needles: Vec<String>,
}

/// The part of a file in which lines count.
enum Part {
    File,
    /// The blocks of a Rust item.
    Item(String),
    /// An operation of an OpenAPI document.
    Operation(String),
}

impl Code {
    /// Lines anywhere in a file.
    pub(super) fn in_file(file: &str, needles: Vec<String>) -> Self {
        Self {
            file: file.to_owned(),
            part: Part::File,
            needles,
        }
    }

    /// Lines in the blocks of a Rust item.
    pub(super) fn in_item(file: &str, item: &str, needles: Vec<String>) -> Self {
        Self {
            part: Part::Item(item.to_owned()),
            ..Self::in_file(file, needles)
        }
    }

    /// Lines in an operation of an OpenAPI document.
    pub(super) fn in_operation(file: &str, operation: &str, needles: Vec<String>) -> Self {
        Self {
            part: Part::Operation(operation.to_owned()),
            ..Self::in_file(file, needles)
        }
    }

    /// Whether it is the declaration of a type in a file.
    pub(super) fn declares(&self, file: &str) -> bool {
        let is_struct = |needle: &String| needle.starts_with("struct ");
        self.file == file && self.needles.iter().any(is_struct)
    }

    /// The lines with their numbers; none if the file is not generated.
    pub(super) fn lines<'t>(&self, tree: &'t FileTree) -> Vec<(usize, &'t str)> {
        let text = tree.0.get(&self.file).map_or("", String::as_str);
        let mut inside = matches!(self.part, Part::File);
        let mut found = Vec::new();
        for (index, line) in text.lines().enumerate() {
            match &self.part {
                Part::File => {}
                Part::Item(item) => {
                    let opens = line.ends_with('{') && !line.trim_start().starts_with("//");
                    if opens && has_word(line, item) {
                        inside = true;
                    } else if line == "}" || (opens && !line.starts_with(' ')) {
                        inside = false;
                    }
                }
                Part::Operation(name) => {
                    if let Some(id) = line.trim_start().strip_prefix("\"operationId\": \"") {
                        inside = id.split(['"', '.']).next() == Some(name);
                    }
                }
            }
            let comment = line.trim_start().starts_with("//");
            if inside && !comment && self.needles.iter().any(|needle| line.contains(needle)) {
                found.push((index + 1, line));
            }
        }
        found
    }
}

pub(super) fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|found| found == word)
}
