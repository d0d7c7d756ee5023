//! Fenced blocks of a Markdown file.

/// A fenced block, with the comment in the line before it.
pub(crate) struct Fence {
    /// The number of the line with its first fence.
    pub(crate) line: usize,
    /// The text after the fence, such as `rust,no_run`.
    pub(crate) info: String,
    /// The text of a comment such as `<!-- output of sync -->`.
    pub(crate) comment: Option<String>,
    /// The lines between the fences.
    pub(crate) body: String,
}

impl Fence {
    /// Whether it has Rust code.
    pub(crate) fn is_rust(&self) -> bool {
        self.info.split(',').next() == Some("rust")
    }
}

/// All fenced blocks of a text.
pub(crate) fn fences(text: &str) -> Vec<Fence> {
    let mut fences = Vec::new();
    let mut open: Option<Fence> = None;
    let mut previous = "";
    for (line, content) in (1..).zip(text.lines()) {
        let fence = content.trim_start().strip_prefix("```");
        open = match (open, fence) {
            (Some(fence), Some("")) => {
                fences.push(fence);
                None
            }
            (Some(mut fence), _) => {
                fence.body.push_str(content);
                fence.body.push('\n');
                Some(fence)
            }
            (None, Some(info)) => Some(Fence {
                line,
                info: info.to_owned(),
                comment: previous
                    .strip_prefix("<!-- ")
                    .and_then(|comment| comment.strip_suffix(" -->"))
                    .map(str::to_owned),
                body: String::new(),
            }),
            (None, None) => None,
        };
        previous = content;
    }
    assert!(open.is_none(), "unclosed fence");
    fences
}
