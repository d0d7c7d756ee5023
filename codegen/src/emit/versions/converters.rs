//! Crates that convert records between versions of an API.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToShoutySnakeCase;

use crate::emit::rust::imports::literal;
use crate::emit::rust::manifest;
use crate::emit::versions::item_names::{method_name, path, trait_name};
use crate::emit::versions::readme::readme;
use crate::file_tree::{FileTree, header};
use crate::ir::{Field, Mark, Named, Package, RecordPair, Spec, Type, VersionPair};
use crate::names;

/// A crate for each API with later versions.
pub(crate) fn emit_crates(spec: &Spec, tree: &mut FileTree) {
    let mut families: BTreeMap<String, Vec<VersionPair<'_>>> = BTreeMap::new();
    for pair in spec.version_pairs() {
        if !pair.records().is_empty() {
            let name = pair.old_package().versions_package();
            families.entry(name).or_default().push(pair);
        }
    }
    for (name, pairs) in families {
        emit_crate(spec, &name, &pairs, tree);
    }
}

fn emit_crate(spec: &Spec, name: &str, pairs: &[VersionPair<'_>], tree: &mut FileTree) {
    let root = format!("crates/{name}");
    let mut packages = BTreeSet::new();
    let mut models = BTreeSet::new();
    for pair in pairs {
        packages.extend([pair.old, pair.new]);
        for records in pair.records() {
            models.extend([records.old.package, records.new.package]);
        }
    }
    let packages: Vec<&Package> = packages
        .into_iter()
        .map(|index| &spec.packages[index])
        .collect();
    let models = models
        .into_iter()
        .map(|index| spec.packages[index].model_package());
    let header = header(packages.iter().map(|package| &*package.dir));
    let mut modules = String::new();
    for pair in pairs {
        let (old, new) = (&pair.old_package().name, &pair.new_package().name);
        let module = names::crate_ident(&format!("{old}-to-{new}"));
        modules.push_str(&format!("mod {module};\n"));
        tree.add(format!("{root}/src/{module}.rs"), module_of(*pair));
    }
    let traits: String = packages
        .iter()
        .map(|package| conversion_trait(package))
        .collect();
    tree.add(
        format!("{root}/src/lib.rs"),
        format!(
            "// {header}\n\n#![doc = include_str!(\"../README.md\")]\n\n{modules}\n\
             pub use api_versions::{{self, Converted, Lost, api_wire}};\n\n\
             use api_wire::ReadError;\n{traits}"
        ),
    );
    let models: Vec<String> = models.collect();
    tree.add(
        format!("{root}/Cargo.toml"),
        manifest::versions(name, &header, &models),
    );
    tree.add(format!("{root}/README.md"), readme(name, &header, pairs));
}

fn conversion_trait(package: &Package) -> String {
    let (name, method) = (&package.name, method_name(package));
    format!(
        "\n/// Conversion into a record of `{name}`.\npub trait {}<T>: Sized {{\n\
         /// The record of `{name}`, and the values that it cannot keep.\n///\n/// # Errors\n///\n\
         /// The record requires what this one does not have: an envelope, or an amount of its type.\n\
         fn {method}(self) -> Result<Converted<T>, ReadError>;\n}}\n",
        trait_name(package)
    )
}

/// The tables and conversions of two versions, in both directions.
fn module_of(pair: VersionPair<'_>) -> String {
    let (old, new) = (pair.old_package(), pair.new_package());
    let mut items = String::new();
    let mut types = BTreeSet::new();
    for records in pair.records() {
        for direction in [Direction::Forward, Direction::Backward] {
            let direction = Table { pair, direction };
            let (from, to) = direction.ends(&records.old, &records.new);
            let table = direction.name(&records);
            let rows: String = direction.rows(&records, &mut types).concat();
            items.push_str(&format!(
                "\nstatic {table}: RecordMap = RecordMap::new(&[\n{rows}]);\n"
            ));
            let (_, target) = direction.ends(old, new);
            let (from, to) = (path(pair.spec, from), path(pair.spec, to));
            items.push_str(&format!(
                "\nimpl {}<{to}> for {from} {{\n\
                 fn {}(self) -> Result<Converted<{to}>, ReadError> {{\n\
                 convert(&self, &{table})\n}}\n}}\n",
                trait_name(target),
                method_name(target)
            ));
        }
    }
    types.extend(["Converted", "RecordMap", "convert"]);
    let types: Vec<&str> = types.into_iter().collect();
    format!(
        "// {}\n\n//! Records of `{}` and `{}`.\n\n\
         use api_versions::api_wire::ReadError;\nuse api_versions::{{{}}};\n\nuse crate::{{{}, {}}};\n{items}",
        header([&*old.dir, &*new.dir]),
        old.name,
        new.name,
        types.join(", "),
        trait_name(old),
        trait_name(new)
    )
}

#[derive(Clone, Copy)]
enum Direction {
    /// From the older version to the newer one.
    Forward,
    Backward,
}

/// The tables of one direction.
#[derive(Clone, Copy)]
struct Table<'s> {
    pair: VersionPair<'s>,
    direction: Direction,
}

impl<'s> Table<'s> {
    /// From what, and to what.
    fn ends<T>(self, old: T, new: T) -> (T, T) {
        match self.direction {
            Direction::Forward => (old, new),
            Direction::Backward => (new, old),
        }
    }

    /// The name of a table, such as `V1_COUPON_TO_V2_COUPON`.
    fn name(self, records: &RecordPair) -> String {
        let name = |package: &Package, record: &Named| {
            let version = names::crate_ident(package.version_word());
            format!("{version} {}", record.name).to_shouty_snake_case()
        };
        let old = name(self.pair.old_package(), &records.old);
        let new = name(self.pair.new_package(), &records.new);
        let (from, to) = self.ends(old, new);
        format!("{from}_TO_{to}")
    }

    /// The fields that differ.
    fn rows(self, records: &RecordPair, types: &mut BTreeSet<&'static str>) -> Vec<String> {
        let spec = self.pair.spec;
        let (Some(old), Some(new)) = (spec.record(&records.old), spec.record(&records.new)) else {
            return Vec::new();
        };
        let mut matches: Vec<(&Field, Option<&Field>, Option<&str>)> = Vec::new();
        for field in self.pair.fields(old, new) {
            match (self.direction, field.new) {
                (Direction::Forward, _) => {
                    matches.push((field.old, field.new, field.reason));
                }
                (Direction::Backward, Some(new)) => {
                    matches.push((new, Some(field.old), None));
                }
                (Direction::Backward, None) => {}
            }
        }
        if let Direction::Backward = self.direction {
            let added = self.pair.added_fields(old, new).into_iter();
            matches.extend(added.map(|field| (field, None, None)));
        }
        let mut rows = Vec::new();
        let mut known = BTreeSet::new();
        for (from, to, why) in &matches {
            for name in wire_names(from) {
                known.insert(name);
                rows.extend(match to {
                    Some(to) => self.row(name, from, to, types),
                    None => Some(match why {
                        Some(why) => call("lost", &[name, why]),
                        None => call("absent", &[name]),
                    }),
                });
            }
        }
        // An unknown key here is a field there, but not that of the same name.
        let counterparts = matches.iter().filter_map(|(_, to, _)| *to);
        for name in counterparts.flat_map(wire_names) {
            if known.insert(name) {
                rows.push(call("unrelated", &[name]));
            }
        }
        if !rows.is_empty() {
            types.insert("FieldMap");
        }
        rows
    }

    /// The row of one name of a field; none if nothing differs.
    fn row(
        self,
        name: &str,
        from: &Field,
        to: &Field,
        types: &mut BTreeSet<&'static str>,
    ) -> Option<String> {
        let is_name_of_both = wire_names(to).any(|other| other == name);
        let target = if is_name_of_both { name } else { &to.wire };
        let (old, new) = self.ends(from, to);
        if let Some((nesting, records)) = nested_records(&old.ty, &new.ty)
            && self.pair.records().contains(&records)
        {
            if !nesting.is_empty() {
                types.insert("Nesting");
            }
            types.insert("FieldMap");
            return Some(format!(
                "FieldMap::records({}, {}, &[{}], &{}),\n",
                literal(name),
                literal(target),
                nesting.join(", "),
                self.name(&records)
            ));
        }
        // Marks by which a field of the same type accepts other values.
        let marks = [Mark::StringOrNumber, Mark::AlsoUsDate];
        let is_read_alike =
            from.ty == to.ty && marks.iter().all(|mark| from.has(*mark) == to.has(*mark));
        match is_read_alike {
            false => Some(call("of_another_type", &[name, target])),
            true if name != target => Some(call("renamed", &[name, target])),
            true => None,
        }
    }
}

fn call(constructor: &str, arguments: &[&str]) -> String {
    let arguments: Vec<String> = arguments.iter().map(|text| literal(text)).collect();
    format!("FieldMap::{constructor}({}),\n", arguments.join(", "))
}

fn wire_names(field: &Field) -> impl Iterator<Item = &str> {
    std::iter::once(&field.wire)
        .chain(&field.aliases)
        .map(String::as_str)
}

/// The records of two types, if they are nested in the same lists and maps, outermost first.
fn nested_records(old: &Type, new: &Type) -> Option<(Vec<&'static str>, RecordPair)> {
    let (nesting, old, new) = match (old, new) {
        (Type::Named(old), Type::Named(new)) => {
            let (old, new) = (old.clone(), new.clone());
            return Some((Vec::new(), RecordPair { old, new }));
        }
        (Type::List(old), Type::List(new)) => ("Nesting::List", old, new),
        (Type::Map(old), Type::Map(new)) => ("Nesting::Map", old, new),
        _ => return None,
    };
    let (mut all, records) = nested_records(old, new)?;
    all.insert(0, nesting);
    Some((all, records))
}
