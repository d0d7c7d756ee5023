//! Path templates.

/// The names in braces of a template; `Err` with what is wrong with it.
pub(crate) fn variables(path: &str) -> Result<Vec<&str>, String> {
    if !path.starts_with('/') {
        return Err("expected `/` at the start of the path".to_owned());
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || "/-_.{}".contains(c);
    if let Some(wrong) = path.chars().find(|c| !allowed(*c)) {
        return Err(format!(
            "invalid character `{}` in path",
            wrong.escape_debug()
        ));
    }
    if path[1..]
        .trim_end_matches('/')
        .split('/')
        .any(|part| matches!(part, "" | "." | ".."))
        && path.len() > 1
    {
        return Err("empty or dotted path segment".to_owned());
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
                    return Err(format!("duplicate path parameter `{{{name}}}`"));
                }
                found.push(name);
                rest = after;
            }
            _ => return Err("unmatched brace".to_owned()),
        }
    }
    Ok(found)
}
