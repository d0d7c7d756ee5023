//! Comments of TypeScript.

use crate::ir::Deprecation;

/// A comment of these paragraphs. No text can end it, or become a tag in it.
pub(crate) fn comment(paragraphs: &[String], indent: &str, out: &mut String) {
    deprecated_comment(paragraphs, None, indent, out);
}

/// A comment that ends with the tag `@deprecated`, if there is a deprecation.
pub(crate) fn deprecated_comment(
    paragraphs: &[String],
    deprecated: Option<&Deprecation>,
    indent: &str,
    out: &mut String,
) {
    let paragraphs = paragraphs.iter().map(|text| escape_comment(text));
    let tag = deprecated.map(|deprecated| {
        let instead = deprecated.instead.as_deref().unwrap_or_default();
        format!("@deprecated {}", escape_comment(instead))
            .trim_end()
            .to_owned()
    });
    let paragraphs = paragraphs.filter(|text| !text.is_empty()).chain(tag);
    let paragraphs: Vec<String> = paragraphs.collect();
    if let [only] = paragraphs.as_slice() {
        out.push_str(&format!("{indent}/** {only} */\n"));
    } else if !paragraphs.is_empty() {
        out.push_str(&format!("{indent}/**\n"));
        for (index, paragraph) in paragraphs.iter().enumerate() {
            if index > 0 && !paragraph.starts_with("- ") {
                out.push_str(&format!("{indent} *\n"));
            }
            out.push_str(&format!("{indent} * {paragraph}\n"));
        }
        out.push_str(&format!("{indent} */\n"));
    }
}

fn escape_comment(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("*/", "*\\/").replace('@', "\\@")
}
