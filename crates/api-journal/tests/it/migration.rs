//! Which migrations a database lacks.

use api_journal::rows::Migration;

/// The one of the first release, and one of the second.
const ALL: &[Migration] = &[migration(1, "rows", 1), migration(2, "more", 1)];

const fn migration(version: i64, name: &'static str, min_reader: i64) -> Migration {
    Migration {
        version,
        name,
        min_reader,
        sql: "SELECT 1;",
    }
}

fn applied(migrations: &[Migration]) -> Vec<(i64, String, i64)> {
    let applied = migrations.iter();
    let applied = applied.map(|known| (known.version, known.name.to_owned(), known.min_reader));
    applied.collect()
}

#[test]
fn a_database_of_the_first_release_lacks_the_second_migration_alone() {
    let missing = |of: &[Migration]| Migration::missing(ALL, &applied(of)).unwrap();
    assert_eq!(missing(&[]), ALL);
    assert_eq!(missing(&ALL[..1]), ALL[1..]);
    assert_eq!(missing(ALL), []);
    // A team that migrates by itself may record them in another order.
    assert_eq!(missing(&ALL[1..]), ALL[..1]);
}

#[test]
fn a_program_of_the_first_release_starts_if_the_second_migration_allows_it() {
    let first = &ALL[..1];
    assert_eq!(Migration::missing(first, &applied(ALL)).unwrap(), []);
    let breaking = [ALL[0], migration(2, "other", 2)];
    assert_eq!(
        Migration::missing(first, &applied(&breaking)).unwrap_err(),
        "expected migrations up to 1, found 2 `other`: a later version of this program migrated the database, and \
         programs up to 1 cannot use it"
    );
    assert_eq!(
        Migration::missing(ALL, &applied(&breaking)).unwrap_err(),
        "expected migration 2 `more`, found `other`"
    );
}
