//! The modules of a crate: which file defines which name, and what each module imports.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Item, UseTree};

/// All modules of a crate, by path: `[]` is the root of the library, `["main"]` that of a binary beside it.
pub(crate) struct Crate {
    pub(crate) modules: BTreeMap<Vec<String>, Module>,
}

/// One module: a file, or an inline module of a file.
#[derive(Default)]
pub(crate) struct Module {
    /// The file that holds it, below `src`.
    pub(crate) file: String,
    /// Names of the items it defines, submodules apart.
    pub(crate) items: BTreeSet<String>,
    /// Macros of its file that `#[macro_export]` puts at the crate root.
    pub(crate) exported_macros: BTreeSet<String>,
    /// The `use` of a name: what is bound, and the path.
    pub(crate) uses: Vec<Use>,
    /// The code of its items: paths in code are found here.
    pub(crate) code: TokenStream,
    /// Submodules that exist in tests only.
    test_modules: BTreeSet<String>,
}

/// One path of a `use`.
pub(crate) struct Use {
    pub(crate) path: Vec<String>,
    /// `None` for `*`.
    pub(crate) binding: Option<String>,
}

impl Crate {
    pub(crate) fn parse(files: &BTreeMap<String, String>) -> Result<Self, String> {
        let mut modules = BTreeMap::new();
        let has_library = files.contains_key("lib.rs");
        for (file, text) in files {
            let parsed =
                syn::parse_file(text).map_err(|error| format!("cannot parse {file}: {error}"))?;
            add(
                &mut modules,
                file,
                module_path(file, has_library),
                parsed.items,
            );
        }
        let mut parsed = Self { modules };
        parsed.remove_test_modules();
        Ok(parsed)
    }

    /// Removes the files of modules that a parent declares under `#[cfg(test)]`.
    fn remove_test_modules(&mut self) {
        let tests: Vec<Vec<String>> = self
            .modules
            .iter()
            .flat_map(|(path, module)| {
                module
                    .test_modules
                    .iter()
                    .map(|name| [path.as_slice(), std::slice::from_ref(name)].concat())
            })
            .collect();
        self.modules
            .retain(|path, _| !tests.iter().any(|test| path.starts_with(test)));
    }
}

/// `a/b.rs` and `a/b/mod.rs` are both `["a", "b"]`.
fn module_path(file: &str, has_library: bool) -> Vec<String> {
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    match stem {
        "lib" => Vec::new(),
        "main" if !has_library => Vec::new(),
        _ => stem
            .split('/')
            .filter(|part| *part != "mod")
            .map(str::to_owned)
            .collect(),
    }
}

fn add(
    modules: &mut BTreeMap<Vec<String>, Module>,
    file: &str,
    path: Vec<String>,
    items: Vec<Item>,
) {
    let mut module = Module {
        file: file.to_owned(),
        ..Module::default()
    };
    for item in items {
        match item {
            Item::Mod(inner) if is_test(&inner.attrs) => {
                module.test_modules.insert(inner.ident.to_string());
            }
            Item::Mod(inner) => {
                if let Some((_, items)) = inner.content {
                    let inner_path = [path.as_slice(), &[inner.ident.to_string()]].concat();
                    add(modules, file, inner_path, items);
                }
            }
            Item::Use(item) if !is_test(&item.attrs) => {
                flatten(&item.tree, &mut Vec::new(), &mut module.uses);
            }
            Item::Macro(item) => {
                if let Some(name) = &item.ident {
                    if item
                        .attrs
                        .iter()
                        .any(|attr| attr.path().is_ident("macro_export"))
                    {
                        module.exported_macros.insert(name.to_string());
                    }
                    module.items.insert(name.to_string());
                }
                item.to_tokens(&mut module.code);
            }
            item if !is_test(attributes(&item)) => {
                module.items.extend(name(&item));
                item.to_tokens(&mut module.code);
            }
            _ => {}
        }
    }
    modules.insert(path, module);
}

fn name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute
                    .meta
                    .require_list()
                    .is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

fn flatten(tree: &UseTree, prefix: &mut Vec<String>, uses: &mut Vec<Use>) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            flatten(&path.tree, prefix, uses);
            prefix.pop();
        }
        UseTree::Name(name) => uses.push(named_use(prefix, &name.ident.to_string(), None)),
        UseTree::Rename(name) => uses.push(named_use(
            prefix,
            &name.ident.to_string(),
            Some(name.rename.to_string()),
        )),
        UseTree::Glob(_) => uses.push(Use {
            path: prefix.clone(),
            binding: None,
        }),
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, prefix, uses);
            }
        }
    }
}

/// `a::{self}` binds `a`.
fn named_use(prefix: &[String], name: &str, rename: Option<String>) -> Use {
    let mut path = prefix.to_vec();
    if name != "self" || path.is_empty() {
        path.push(name.to_owned());
    }
    Use {
        binding: Some(rename.unwrap_or_else(|| path[path.len() - 1].clone())),
        path,
    }
}
