//! A private PostgreSQL server, which listens on a Unix socket only and is removed afterwards.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Where the programs are: of the tests that need them, too.
#[path = "../../needs/src/programs.rs"]
mod programs;

/// Runs as the owner of the server, and ends with the test: its input is closed then, also by a
/// crash. Arguments: the folder of the programs, and whether the server waits for the disk. The files of an
/// empty server are made once on a machine, which takes a second, and copied: into memory if there is room, as a
/// busy disk takes seconds.
const SCRIPT: &str = r#"
set -eu
bin=$1
fsync=$2
free=$(df -Pk /dev/shm 2>/dev/null | awk 'END { print $4 }')
[ "$fsync" = on ] || [ "${free:-0}" -lt 2000000 ] && place=/tmp || place=/dev/shm
dir=$(mktemp -d $place/pg.XXXXXX)
new=$(mktemp -d /tmp/pg-new.XXXXXX)
trap 'rm -rf "$dir" "$new"' EXIT
cd "$dir"
empty=/tmp/pg-empty-$(id -un)-$("$bin/postgres" --version | tr -c 'a-zA-Z0-9.\n' _)
if [ ! -O "$empty" ]; then
    "$bin/initdb" -D "$new/empty" -A trust -U postgres --no-sync >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
    # Another process may have been faster.
    mv -T "$new/empty" "$empty" 2>/dev/null || [ -O "$empty" ]
fi
cp -R "$empty" "$dir/data"
chmod 700 "$dir/data"
chmod 755 "$dir"
"$bin/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c fsync=$fsync -c max_connections=200 >"$dir/log" 2>&1 &
server=$!
tries=0
until "$bin/psql" -h "$dir" -U postgres -c 'SELECT 1' postgres >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ "$tries" -gt 400 ] || ! kill -0 "$server" 2>/dev/null; then
        cat "$dir/log" >&2
        kill -INT "$server" || true
        exit 1
    fi
    sleep 0.05
done
echo "$dir"
while read -r line; do :; done
kill -INT "$server"
wait "$server" || true
"#;

/// The server of this test process.
pub struct PostgresServer {
    directory: PathBuf,
    programs: PathBuf,
    databases: AtomicU32,
    // Closed at the end of the process.
    _input: ChildStdin,
    _script: Child,
}

impl PostgresServer {
    /// The server, which the first test of a process starts: for tests that [need](crate::needs) it.
    ///
    /// # Panics
    ///
    /// If it is not installed, or does not start.
    pub fn get() -> &'static Self {
        Self::find().expect("PostgreSQL: initdb was not found")
    }

    /// The server, for doctests and benchmarks, which cannot be ignored. `None` if PostgreSQL is not installed.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn find() -> Option<&'static Self> {
        static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
        SERVER.get_or_init(|| Self::start("off")).as_ref()
    }

    /// Another server, which waits for the disk as it does in production. `None` if PostgreSQL is not installed.
    pub fn durable() -> Option<Self> {
        Self::start("on")
    }

    /// The connection string of a new, empty database.
    ///
    /// # Panics
    ///
    /// If it cannot be created.
    pub fn new_database(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{number}");
        self.psql(&format!("CREATE DATABASE {name}"));
        let host = self.directory.display();
        format!("host={host} user=postgres dbname={name}")
    }

    fn psql(&self, sql: &str) {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.arg("-h")
            .arg(&self.directory)
            .args(["-U", "postgres", "-qc", sql, "postgres"]);
        assert!(psql.status().expect("psql").success(), "{sql}");
    }

    fn start(fsync: &str) -> Option<Self> {
        let programs = programs::postgres()?;
        // The server refuses to run as root.
        let is_root = Command::new("id")
            .arg("-u")
            .output()
            .is_ok_and(|id| id.stdout == b"0\n");
        let mut command = match is_root {
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--", "sh"]);
                command
            }
            false => Command::new("sh"),
        };
        command
            .args(["-c", SCRIPT, "sh"])
            .arg(&programs)
            .arg(fsync)
            .current_dir("/");
        let mut script = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("start PostgreSQL");
        let output = script.stdout.take().expect("the output is piped");
        let mut directory = String::new();
        BufReader::new(output)
            .read_line(&mut directory)
            .expect("a line with the directory");
        assert!(!directory.is_empty(), "PostgreSQL did not start");
        Some(Self {
            directory: directory.trim().into(),
            programs,
            databases: AtomicU32::new(0),
            _input: script.stdin.take().expect("the input is piped"),
            _script: script,
        })
    }
}
