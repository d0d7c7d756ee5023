//! The names of all packages.

use std::collections::{BTreeMap, HashMap};

use crate::diagnostics::DiagnosticSink;
use crate::ir::{Named, NamedKind};
use crate::language::{Entries, Spanned};
use crate::load::{Loaded, PackageFiles};
use crate::names;
use crate::source::Span;
use crate::suggest::did_you_mean;

/// The names of all packages.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    /// By package: its types.
    names: Vec<HashMap<String, Symbol>>,
    /// By package: its imports.
    imports: Vec<Vec<usize>>,
    /// The packages, by name.
    packages: BTreeMap<String, usize>,
    /// By package: whether unknown names may be declared in a file or package that is invalid.
    open: Vec<bool>,
    /// Whether there may be more packages, in files that are invalid.
    open_sets: bool,
}

impl Symbols {
    pub(crate) fn collect(loaded: &Loaded, diagnostics: &mut DiagnosticSink) -> Self {
        let files = &loaded.packages;
        let mut symbols = Self {
            open_sets: loaded.open,
            ..Self::default()
        };
        symbols.collect_packages(files, diagnostics);
        for (index, package) in files.iter().enumerate() {
            symbols.collect_imports(files, index, diagnostics);
            symbols.names.push(names_of(package, diagnostics));
        }
        for index in 0..files.len() {
            // What uses something that is open may name what is declared there.
            symbols.open[index] |= symbols.imports[index].iter().any(|used| files[*used].open);
        }
        symbols.check_cycles(files, diagnostics);
        symbols.check_redefined_types(files, diagnostics);
        symbols
    }

    fn collect_packages(&mut self, files: &[PackageFiles], diagnostics: &mut DiagnosticSink) {
        for (index, package) in files.iter().enumerate() {
            let api = &package.api;
            let Some(name) = api.api.as_ref().or(api.shared.as_ref()) else {
                continue;
            };
            if let Some(earlier) = self.packages.insert(name.to_string(), index) {
                diagnostics.error(
                    &name.span,
                    format!("the package `{name}` is defined multiple times"),
                    "redefined here",
                    format!(
                        "packages name crates: rename one of them; the first is in `spec/{}`",
                        files[earlier].api.span.file
                    ),
                );
            }
        }
    }

    /// The imports of a package, and whether it is open.
    fn collect_imports(
        &mut self,
        files: &[PackageFiles],
        index: usize,
        diagnostics: &mut DiagnosticSink,
    ) {
        let package = &files[index];
        let mut uses = Vec::new();
        let mut open = package.open;
        for used in package.api.imports.iter() {
            match self.packages.get(used.as_str()) {
                Some(used_index) if *used_index == index || uses.contains(used_index) => {
                    diagnostics.error(
                        &used.span,
                        match *used_index == index {
                            true => format!("package `{used}` imports itself"),
                            false => format!("duplicate import `{used}`"),
                        },
                        "no effect here",
                        "remove it",
                    )
                }
                Some(used_index) if files[*used_index].api.shared.is_some() => {
                    uses.push(*used_index)
                }
                Some(_) => diagnostics.error(
                    &used.span,
                    format!("expected a shared package, found API `{used}`"),
                    "not a shared package",
                    "move the shared types to a package with `shared`",
                ),
                None => {
                    open = true;
                    if !self.open_sets {
                        diagnostics.error(
                            &used.span,
                            format!("unknown package `{used}`"),
                            "unknown package",
                            self.meant_package(files, used),
                        );
                    }
                }
            }
        }
        self.open.push(open);
        self.imports.push(uses);
    }

    /// A package cannot redefine a type that it imports.
    fn check_redefined_types(&self, files: &[PackageFiles], diagnostics: &mut DiagnosticSink) {
        for index in 0..files.len() {
            for used in &self.imports[index] {
                let shared = &self.names[*used];
                let redefined = self.names[index].iter();
                let mut redefined: Vec<_> = redefined
                    .filter(|(name, _)| shared.contains_key(*name))
                    .collect();
                redefined.sort_by_key(|(name, _)| *name);
                let package = files[*used].api.shared.as_ref();
                let package = package.map_or("", |name| name.as_str());
                for (name, symbol) in redefined {
                    diagnostics.error(
                        &symbol.span,
                        format!(
                            "the type `{name}` is defined multiple times: in `{package}` and here"
                        ),
                        "redefined here",
                        "use the shared type, or rename this one",
                    );
                }
            }
        }
    }

    /// Crates cannot depend on each other in a circle.
    fn check_cycles(&mut self, files: &[PackageFiles], diagnostics: &mut DiagnosticSink) {
        for index in 0..self.imports.len() {
            let mut open = self.imports[index].clone();
            let mut seen = vec![false; self.imports.len()];
            while let Some(used) = open.pop() {
                if !std::mem::replace(&mut seen[used], true) {
                    open.extend(&self.imports[used]);
                }
            }
            if seen[index] {
                diagnostics.error(
                    &files[index].api.imports.span,
                    "circular `imports`",
                    "leads back to this package",
                    "move the shared types to a package that imports neither",
                );
            }
        }
    }

    /// The resource file that declares a type of a package, if it is valid.
    pub(crate) fn file_of(&self, package: usize, name: &str) -> Option<usize> {
        self.names[package].get(name)?.file
    }

    /// The package that an unknown name means: the one in the folder that had it, or the nearest one.
    pub(crate) fn meant_package(&self, files: &[PackageFiles], name: &str) -> Option<String> {
        let renamed = files
            .iter()
            .find(|files| files.dir.replace('/', "-") == name);
        if let Some(files) = renamed {
            let api = &files.api;
            let now = api.api.as_ref().or(api.shared.as_ref())?;
            return Some(format!(
                "`{}/api.yaml` names its package `{now}`",
                files.dir
            ));
        }
        did_you_mean(name, self.packages.keys().map(String::as_str))
    }

    /// Whether an unknown package may be in a file that is invalid.
    pub(crate) fn open_sets(&self) -> bool {
        self.open_sets
    }

    /// Whether a package or its imports may declare more in a file that is invalid.
    pub(crate) fn is_open(&self, package: usize) -> bool {
        self.open[package] || self.imports[package].iter().any(|used| self.open[*used])
    }

    /// Whether a package may declare more in a file that could not be read.
    pub(crate) fn is_incomplete(&self, package: usize) -> bool {
        self.open[package]
    }

    pub(crate) fn imports(&self, package: usize) -> &[usize] {
        &self.imports[package]
    }

    pub(crate) fn package(&self, name: &str) -> Option<usize> {
        self.packages.get(name).copied()
    }

    pub(crate) fn find(&self, package: usize, name: &str) -> Option<Named> {
        std::iter::once(package)
            .chain(self.imports[package].iter().copied())
            .find_map(|package| {
                let kind = self.names[package].get(name)?.kind;
                Some(Named {
                    package,
                    name: name.to_owned(),
                    kind,
                })
            })
    }

    pub(crate) fn all<'a>(&'a self, package: usize) -> impl Iterator<Item = &'a str> + use<'a> {
        std::iter::once(package)
            .chain(self.imports[package].iter().copied())
            .flat_map(|package| self.names[package].keys().map(String::as_str))
    }
}

/// A declared type.
#[derive(Debug)]
struct Symbol {
    kind: NamedKind,
    span: Span,
    /// The resource file, if it is valid.
    file: Option<usize>,
}

/// The types of a package, those of invalid files last.
fn names_of(package: &PackageFiles, diagnostics: &mut DiagnosticSink) -> HashMap<String, Symbol> {
    let mut found = Declared {
        names: HashMap::new(),
        diagnostics,
    };
    for (index, file) in package.resources.iter().enumerate() {
        let file_index = Some(index);
        for entry in &file.enums {
            let case_insensitive = entry.value.case_insensitive;
            found.add(&entry.key, NamedKind::Enum { case_insensitive }, file_index);
        }
        found.add_all(&file.ids, NamedKind::Id, file_index);
        found.add_all(&file.records, NamedKind::Record, file_index);
        found.add_all(&file.bodies, NamedKind::Body, file_index);
    }
    let case_insensitive = false;
    let sections = [
        ("enums", NamedKind::Enum { case_insensitive }),
        ("ids", NamedKind::Id),
        ("records", NamedKind::Record),
        ("bodies", NamedKind::Body),
    ];
    for names in &package.invalid {
        for (section, kind) in sections {
            for name in names.of_section(section) {
                found.add(name, kind, None);
            }
        }
    }
    found.names
}

struct Declared<'d> {
    names: HashMap<String, Symbol>,
    diagnostics: &'d mut DiagnosticSink,
}

impl Declared<'_> {
    fn add_all<T>(&mut self, entries: &Entries<T>, kind: NamedKind, file: Option<usize>) {
        for entry in entries {
            self.add(&entry.key, kind, file);
        }
    }

    fn add(&mut self, name: &Spanned<String>, kind: NamedKind, file: Option<usize>) {
        if let Err(wrong) = names::check_type(name) {
            self.diagnostics.error(
                &name.span,
                wrong,
                "invalid type name",
                "write it like `CustomerLevel`; wire names are those of the fields",
            );
        }
        if let Some(earlier) = self.names.get(name.as_str()) {
            self.diagnostics.error(
                &name.span,
                format!("the type `{name}` is defined multiple times"),
                "redefined here",
                format!(
                    "rename one of them; the first is in `spec/{}`",
                    earlier.span.file
                ),
            );
            return;
        }
        let span = name.span.clone();
        self.names
            .insert(name.to_string(), Symbol { kind, span, file });
    }
}
