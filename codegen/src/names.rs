//! Names: the only place that changes case, and that decides what can be a name in Rust.

use heck::{ToKebabCase, ToSnakeCase, ToUpperCamelCase};

use crate::runtime_names;

/// The maximum length of a name, in characters.
const LONGEST: usize = 100;

/// Words that Rust keeps for itself, in this edition or as reserved.
const KEYWORDS: [&str; 52] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "_",
];

/// Reserved module names: modules of generated crates and crates in scope.
const TAKEN_MODULES: [&str; 23] = [
    "alloc",
    "api",
    "api_browser",
    "api_callbacks",
    "api_runtime",
    "api_wire",
    "browser",
    "callback",
    "core",
    "credentials",
    "decisions",
    "http",
    "journal",
    "lib",
    "main",
    "model",
    "observe",
    "operation",
    "reqwest",
    "rust_decimal",
    "std",
    "testing",
    "transport",
];

/// Names that generated code declares or imports, besides those of the runtime.
const OURS: [&str; 18] = [
    "BTreeMap",
    "Body",
    "CaseInsensitive",
    "Change",
    "Client",
    "ClientBuilder",
    "ClientValuesRequired",
    "Config",
    "Environment",
    "Extra",
    "Id",
    "PageConfiguration",
    "PageConfigurationRequired",
    "Record",
    "Redacted",
    "Refetch",
    "Setters",
    "UnknownText",
];

/// Names of Rust's prelude and derives.
const PRELUDE: [&str; 41] = [
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Hash",
    "Into",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Self",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
];

/// Whether generated code uses a type of this name for something else.
fn is_taken(name: &str) -> bool {
    OURS.contains(&name) || PRELUDE.contains(&name) || runtime_names::contain(name)
}

/// The Rust name of a field or parameter, from its wire name.
pub(crate) fn field(wire: &str) -> Result<String, String> {
    let name = wire.to_snake_case();
    plain(&name, wire)?;
    // What generated records and operations call their own parts.
    let taken = KEYWORDS.contains(&name.as_str())
        || matches!(name.as_str(), "default" | "extra" | "new" | "route");
    Ok(if taken { format!("{name}_") } else { name })
}

/// The Rust name of an enum's variant, from the text on the wire.
pub(crate) fn variant(text: &str) -> Result<String, String> {
    let name = text.to_upper_camel_case();
    plain(&name, text)?;
    Ok(if matches!(name.as_str(), "Unknown" | "Self") {
        format!("{name}_")
    } else {
        name
    })
}

/// The struct of the required fields of a body, an operation or a configuration.
pub(crate) fn required_struct(owner: &str) -> String {
    format!("{owner}Required")
}

/// A Rust type from a name in lower case, as of an API, an operation or an auth scheme.
pub(crate) fn type_of(name: &str) -> String {
    name.to_upper_camel_case()
}

/// The name that a crate has in code.
pub(crate) fn crate_ident(package: &str) -> String {
    package.to_snake_case()
}

/// A heading's name in a URL or a file, from any text.
pub(crate) fn kebab(text: &str) -> String {
    text.to_kebab_case()
}

/// Checks that a name is the name of a Rust type; `Err` with the message.
pub(crate) fn check_type(name: &str) -> Result<(), String> {
    plain(name, name)?;
    if is_taken(name) {
        return Err(format!("the name `{name}` is reserved for generated code"));
    }
    if name.to_upper_camel_case() != name {
        return Err(format!(
            "expected a type name in camel case, as in `{}`, found `{name}`",
            name.to_upper_camel_case()
        ));
    }
    Ok(())
}

/// Whether a resource's name can be a module of the generated crates.
pub(crate) fn check_module(name: &str) -> Result<(), String> {
    if TAKEN_MODULES.contains(&name) {
        return Err(format!(
            "the module name `{name}` is reserved for generated code"
        ));
    }
    check_word(name)
}

/// Checks that a name is in snake case, as of an operation or a resource.
pub(crate) fn check_word(name: &str) -> Result<(), String> {
    check_variant(name)?;
    if KEYWORDS.contains(&name) {
        return Err(format!("the name `{name}` is a Rust keyword"));
    }
    if is_taken(&name.to_upper_camel_case()) {
        return Err(format!(
            "the Rust type of `{name}` is reserved for generated code"
        ));
    }
    Ok(())
}

/// Checks that a name in snake case can be a variant, as of an environment or a path.
pub(crate) fn check_variant(name: &str) -> Result<(), String> {
    plain(name, name)?;
    if name.to_snake_case() != name {
        return Err(format!(
            "expected a name in snake case, as in `{}`, found `{name}`",
            name.to_snake_case()
        ));
    }
    // The only one that is a keyword with a capital, too.
    if name == "self" {
        return Err(format!("the name `{name}` is a Rust keyword"));
    }
    Ok(())
}

fn plain(name: &str, from: &str) -> Result<(), String> {
    if name.is_empty() {
        Err(format!("empty Rust name of `{}`", from.escape_debug()))
    } else if from.chars().count() > LONGEST {
        Err(format!("name longer than {LONGEST} characters"))
    } else if name.starts_with(|c: char| c.is_ascii_digit()) {
        Err(format!(
            "the Rust name of `{}` starts with a digit",
            from.escape_debug()
        ))
    } else if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        Err(format!(
            "unsupported characters in the Rust name of `{}`",
            from.escape_debug()
        ))
    } else {
        Ok(())
    }
}
