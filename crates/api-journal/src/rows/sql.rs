//! The SQL of rows: one text for both databases, with placeholders for what differs.
//!
//! Tables are `rows` (`number`, a primary key, and the members of a [`Row`](super::Row), with a unique
//! place), `names` (`number`, `name`, `account`) and `history` (`number`, `revision`, `line`). Times are milliseconds
//! since 1970.

use super::query::{self, Query, after_prefix};
use super::row::At;

/// What differs between two databases.
#[derive(Clone, Copy, Debug)]
pub struct Dialect<'d> {
    /// What the names of tables begin with, such as `api_store.`.
    pub prefix: &'d str,
    /// The current time, in milliseconds since 1970.
    pub now: &'d str,
    /// What the number of a parameter begins with.
    pub parameter: &'d str,
    /// Puts a row, unless `{closed}` and it begins a send.
    pub put: &'d str,
    /// Deletes the rows whose numbers `{old}` selects, and returns them.
    pub prune: &'d str,
}

/// The statements of a database. Each read returns the moment and the columns of a row, or nulls.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Statements {
    /// Reads one row: kind, scope, id.
    pub one: String,
    /// Reads rows by their id: kind, id.
    pub id: String,
    /// Reads rows by a name: kind, scope, name.
    pub named: String,
    /// Reads records that wait: scope, what for, limit.
    pub queued: String,
    /// Reads writes that wait now: what for, first scope, scope after the range, then from when, scope and
    /// id of the row before, limit.
    pub waiting: String,
    /// Reads writes that wait from a time that is too far ahead: what for, limit.
    pub ahead: String,
    /// Reads writes: scope after the range, then scope, time and id of the row before, limit.
    pub made: String,
    /// Reads writes by the beginning of a name: name and number of the row before, name after those that
    /// begin so, first scope, scope after the range, limit.
    pub matching: String,
    /// The same of an account, which is the last parameter.
    pub matching_of: String,
    /// Counts writes that wait now: what for.
    pub count: String,
    /// Reads the history of a row: kind, scope, id.
    pub history: String,
    /// Inserts or replaces a row: kind, scope, id, what it waits for, from when, day, body, time, revision, and
    /// whether it begins a send. The store says what else.
    pub put: String,
    /// Deletes a row, and returns its number: kind, scope, id, revision.
    pub delete: String,
    /// Deletes rows, and returns their numbers: kind, day, limit.
    pub prune: String,
}

macro_rules! read {
    ($name:literal, $($rows:literal),+) => {
        concat!(
            "WITH moment AS MATERIALIZED (SELECT {now} AS now, coalesce((SELECT day FROM {t}rows \
             WHERE {day}), 1) AS today, {closed} AS is_closed) SELECT m.now, m.today, m.is_closed, r.number, r.kind, r.scope, r.id, \
             r.revision, r.waits_for, r.waits_from, r.day, r.body, r.created_at, r.updated_at, ",
            $name,
            " AS name FROM moment m LEFT JOIN (",
            $($rows),+,
            ") r ON true"
        )
    };
    ($rows:literal) => {
        read!("NULL", $rows)
    };
}

const ONE: &str = read!("SELECT * FROM {t}rows WHERE kind = $1 AND scope = $2 AND id = $3");

const ID: &str = read!("SELECT * FROM {t}rows WHERE kind = $1 AND id = $2 LIMIT {named}");

// `CROSS JOIN`: SQLite begins with the names.
const NAMED: &str = read!(
    "SELECT t.* FROM {t}names n CROSS JOIN {t}rows t WHERE t.number = n.number AND n.name = $3 \
     AND t.kind = $1 AND t.scope = $2 LIMIT {named}"
);

const QUEUED: &str = read!(
    "SELECT * FROM {t}rows WHERE kind = 'record' AND scope = $1 AND waits_for = $2 \
     ORDER BY waits_from, id LIMIT $3"
);

const WAITING: &str = read!(
    "SELECT * FROM {t}rows WHERE kind = 'write' AND waits_for = $1 \
     AND waits_from <= (SELECT now FROM moment) AND scope >= $2 AND scope < $3 \
     AND (waits_from, scope, id) > ($4, $5, $6) ORDER BY waits_from, scope, id LIMIT $7"
);

const AHEAD: &str = read!(
    "SELECT * FROM {t}rows WHERE kind = 'write' AND waits_for = $1 \
     AND waits_from > (SELECT now FROM moment) + {ahead} ORDER BY waits_from, scope, id LIMIT $2"
);

const MADE: &str = read!(
    "SELECT * FROM {t}rows WHERE kind = 'write' AND scope < $1 \
     AND (scope, created_at, id) > ($2, $3, $4) ORDER BY scope, created_at, id LIMIT $5"
);

// The cursor is the only lower bound: with another one, PostgreSQL begins there. Without `CASE`, it may begin with all
// rows of the account.
macro_rules! matching {
    ($of:literal) => {
        read!(
            "r.name",
            "SELECT t.*, n.name FROM {t}names n CROSS JOIN {t}rows t \
             WHERE t.number = n.number AND t.kind = 'write' AND (n.name, n.number) > ($1, $2) AND n.name < $3 \
             AND CASE WHEN t.scope >= $4 AND t.scope < $5 THEN true END",
            $of,
            " ORDER BY n.name, n.number LIMIT $6"
        )
    };
}

const MATCHING: &str = matching!("");

const MATCHING_OF: &str = matching!(" AND n.account = $7");

// `(SELECT …)`: with the time itself, PostgreSQL uses no range. The order is that of the index, which has
// all that is read.
const COUNT: &str = "SELECT count(*), min(waits_from) FROM (SELECT waits_from FROM {t}rows \
     WHERE kind = 'write' AND waits_for = $1 AND waits_from <= (SELECT {now}) \
     ORDER BY waits_from LIMIT {count}) t";

const HISTORY: &str = "SELECT line FROM {t}history WHERE number = (SELECT number FROM {t}rows \
     WHERE kind = $1 AND scope = $2 AND id = $3) ORDER BY revision";

const DELETE: &str = "DELETE FROM {t}rows WHERE kind = $1 AND scope = $2 AND id = $3 AND revision = $4 \
     RETURNING number";

const OLD: &str = "SELECT number FROM {t}rows WHERE kind = $1 AND waits_for IS NULL AND day <= $2 \
     ORDER BY day, number LIMIT $3";

impl Statements {
    /// The statements in a dialect.
    pub fn new(dialect: &Dialect<'_>) -> Self {
        let render = |sql: &str| dialect.render(sql);
        Self {
            one: render(ONE),
            id: render(ID),
            named: render(NAMED),
            queued: render(QUEUED),
            waiting: render(WAITING),
            ahead: render(AHEAD),
            made: render(MADE),
            matching: render(MATCHING),
            matching_of: render(MATCHING_OF),
            count: render(COUNT),
            history: render(HISTORY),
            put: render(dialect.put),
            delete: render(DELETE),
            prune: render(&dialect.prune.replace("{old}", OLD)),
        }
    }

    /// The statement of a query, and its parameters.
    pub fn read<'s>(&'s self, query: &Query) -> (&'s str, Vec<Value>) {
        let text = |text: &str| Value::Text(text.to_owned());
        let limited = |limit: &u32| Value::Number((*limit).into());
        match query {
            Query::One(at) => (&self.one, at_values(at).into()),
            Query::Id { kind, id } => (&self.id, vec![text(kind.as_str()), text(id)]),
            Query::Named { kind, scope, name } => {
                let values = vec![text(kind.as_str()), text(scope), text(name)];
                (&self.named, values)
            }
            Query::Queued {
                scope,
                waits,
                limit,
            } => {
                let values = vec![text(scope), text(waits.as_str()), limited(limit)];
                (&self.queued, values)
            }
            Query::Waiting {
                waits,
                range,
                after,
                limit,
            } => {
                let (first, end) = range.bounds();
                let (time, scope, id) = match after {
                    Some((time, scope, id)) => (time.millis(), &**scope, &**id),
                    None => (i64::MIN, "", ""),
                };
                let mut values = vec![text(waits.as_str()), text(&first), text(&end)];
                values.extend([Value::Number(time), text(scope), text(id), limited(limit)]);
                (&self.waiting, values)
            }
            Query::Ahead { waits, limit } => {
                (&self.ahead, vec![text(waits.as_str()), limited(limit)])
            }
            Query::Made {
                range,
                after,
                limit,
            } => {
                let (first, end) = range.bounds();
                let (scope, time, id) = match after {
                    Some((scope, time, id)) => (&**scope, time.millis(), &**id),
                    None => (&*first, i64::MIN, ""),
                };
                let time = Value::Number(time);
                let values = vec![text(&end), text(scope), time, text(id), limited(limit)];
                (&self.made, values)
            }
            Query::Matching {
                prefix,
                range,
                after,
                limit,
            } => {
                let (first, end) = range.bounds();
                let (name, row) = match after {
                    Some((name, row)) => (&**name, *row),
                    None => (&**prefix, i64::MIN),
                };
                let until = after_prefix(prefix);
                let mut values = vec![text(name), Value::Number(row), text(&until)];
                values.extend([text(&first), text(&end), limited(limit)]);
                let account = range.account();
                values.extend(account.map(text));
                let sql = account.map_or(&self.matching, |_| &self.matching_of);
                (sql, values)
            }
        }
    }
}

/// The parameters of a place.
pub fn at_values(at: &At) -> [Value; 3] {
    [at.kind.as_str(), &at.scope, &at.id].map(|text| Value::Text(text.to_owned()))
}

/// A parameter of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
}

impl Dialect<'_> {
    /// A statement with `{t}`, `{now}` and `$1` in this dialect, and with the places and limits of all.
    pub fn render(&self, sql: &str) -> String {
        let place = |At { kind, scope, id }: At| {
            let kind = kind.as_str();
            format!("kind = '{kind}' AND scope = '{scope}' AND id = '{id}'")
        };
        let sql = sql.replace("{day}", &place(At::day()));
        let restored = place(At::restored());
        let closed =
            format!("EXISTS (SELECT 1 FROM {{t}}rows WHERE {restored} AND waits_for = 'person')");
        let sql = sql.replace("{closed}", &closed);
        let sql = sql.replace("{ahead}", &query::AHEAD.as_millis().to_string());
        let sql = sql.replace("{count}", &query::MAX_COUNT.to_string());
        let sql = sql.replace("{named}", &query::MAX_NAMED.to_string());
        let sql = sql.replace('$', self.parameter);
        sql.replace("{t}", self.prefix).replace("{now}", self.now)
    }
}
