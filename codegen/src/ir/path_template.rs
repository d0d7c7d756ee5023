//! Path templates.

/// The names in braces of a template; `Err` with what is wrong with it.
pub(crate) fn variables(path: &str) -> Result<Vec<&str>, String> {
    if !path.starts_with('/') {
        return Err("a path begins with `/`".to_owned());
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || "/-_.{}".contains(c);
    if let Some(wrong) = path.chars().find(|c| !allowed(*c)) {
        return Err(format!(
            "a path does not have the character `{}`",
            wrong.escape_debug()
        ));
    }
    if path[1..]
        .trim_end_matches('/')
        .split('/')
        .any(|part| matches!(part, "" | "." | ".."))
        && path.len() > 1
    {
        return Err("a path has no empty parts, and none of dots alone".to_owned());
    }
    let mut found = Vec::new();
    let mut rest = path;
    while let Some(open) = rest.find(['{', '}']) {
        let inner = rest[open..]
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'));
        match inner {
            Some((name, after)) if !name.is_empty() && !name.contains(['{', '/']) => {
                if found.contains(&name) {
                    return Err(format!("`{{{name}}}` comes twice"));
                }
                found.push(name);
                rest = after;
            }
            _ => return Err("the braces do not match".to_owned()),
        }
    }
    Ok(found)
}
