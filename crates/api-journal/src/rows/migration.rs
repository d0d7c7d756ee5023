//! The steps of a store's schema.

/// A numbered step of the schema of a store. It never changes after a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Migration {
    /// The number, from 1.
    pub version: i64,
    /// What it makes, in a word or two.
    pub name: &'static str,
    /// The oldest program that can use the schema after this step, by its own last migration: while a
    /// release is rolled out, instances of the one before start, and can be rolled back to.
    pub min_reader: i64,
    /// The SQL: several statements.
    pub sql: &'static str,
}

impl Migration {
    /// Those of a program that a database lacks. `applied` has the version, the name and `min_reader` of
    /// each that the database has.
    ///
    /// # Errors
    ///
    /// If a later version migrated the database so that this program cannot use it, or another program did.
    pub fn missing(all: &[Self], applied: &[(i64, String, i64)]) -> Result<Vec<Self>, String> {
        let last = all.last().map_or(0, |last| last.version);
        for (version, name, min_reader) in applied {
            let known = all.iter().find(|known| known.version == *version);
            let error = match known.map(|known| known.name) {
                Some(known) if known == name => continue,
                Some(known) => format!("expected migration {version} `{known}`, found `{name}`"),
                None if *min_reader <= last => continue,
                None => format!(
                    "expected migrations up to {last}, found {version} `{name}`: a later version of \
                     this program migrated the database, and programs up to {} cannot use it",
                    min_reader - 1
                ),
            };
            return Err(error);
        }
        let is_missing = |migration: &&Self| {
            let mut versions = applied.iter().map(|(version, ..)| version);
            versions.all(|version| *version != migration.version)
        };
        Ok(all.iter().filter(is_missing).copied().collect())
    }
}
