//! The lines of fact lists: subjects at the start of a line, their rows indented by two spaces, further
//! lines of a subject or row by more. `#` starts a comment.

/// A row of a subject: its name, its text, its place.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) place: String,
}

/// A subject with its rows.
pub(super) struct Paragraph {
    pub(super) package: String,
    pub(super) head: String,
    pub(super) place: String,
    pub(super) rows: Vec<Row>,
}

/// The subjects of a file. Its name is that of the package.
pub(super) fn paragraphs(path: &str, text: &str) -> Result<Vec<Paragraph>, String> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let package = file.split_once(".txt").map_or(file, |(name, _)| name);
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{path}:{number}");
        let line = match line.find("  #") {
            _ if line.starts_with('#') => "",
            Some(comment) => &line[..comment],
            None => line,
        };
        let content = line.trim();
        if content.is_empty() {
            continue;
        }
        let indentation = line.len() - line.trim_start().len();
        match (indentation, paragraphs.last_mut()) {
            (0, _) => paragraphs.push(Paragraph {
                package: package.to_owned(),
                head: content.to_owned(),
                place,
                rows: Vec::new(),
            }),
            (2, Some(paragraph)) => {
                let (name, text) = content
                    .split_once(':')
                    .ok_or_else(|| format!("{place}: expected `:`, found `{content}`"))?;
                paragraph.rows.push(Row {
                    name: name.to_owned(),
                    text: text.trim().to_owned(),
                    place,
                });
            }
            (_, Some(paragraph)) => {
                let text = match paragraph.rows.last_mut() {
                    Some(row) => &mut row.text,
                    None => &mut paragraph.head,
                };
                text.push(' ');
                text.push_str(content);
            }
            (_, None) => return Err(format!("{place}: expected a subject")),
        }
    }
    Ok(paragraphs)
}
