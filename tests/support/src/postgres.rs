//! A private PostgreSQL server, which listens on a Unix socket only and is removed afterwards.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

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
    /// The server, which the first test of a process starts.
    ///
    /// `None` if PostgreSQL is not installed: the test then prints its name, which is that of its thread,
    /// and that it did not run.
    ///
    /// # Panics
    ///
    /// If it does not start, or is not installed although `REQUIRE_POSTGRES` is set.
    pub fn get() -> Option<&'static Self> {
        static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
        let server = SERVER.get_or_init(|| Self::start("off")).as_ref();
        if server.is_none() {
            let thread = thread::current();
            let test = thread.name().unwrap_or_default();
            let is_required = std::env::var_os("REQUIRE_POSTGRES").is_some();
            assert!(
                !is_required,
                "{test}: REQUIRE_POSTGRES is set, and initdb was not found"
            );
            // Not by `eprintln`, which is shown of tests that fail.
            let reason = "no PostgreSQL server is installed (initdb was not found)";
            let _ = writeln!(std::io::stderr(), "not run: {test}: {reason}");
        }
        server
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
        let programs = programs()?;
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

/// The folder of the programs: that of `initdb` in the path, or of Debian's latest version.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let in_path = std::env::split_paths(&path).find_map(|folder| {
        // A link to one program may be without the others.
        let initdb = folder.join("initdb").canonicalize().ok()?;
        initdb.parent().map(Path::to_owned)
    });
    let has_all = |folder: &PathBuf| {
        let programs = ["initdb", "postgres", "psql"];
        programs.iter().all(|program| folder.join(program).exists())
    };
    in_path.filter(has_all).or_else(|| {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let folders = versions.flatten().map(|version| version.path().join("bin"));
        folders.filter(has_all).max_by_key(|folder| version(folder))
    })
}

fn version(folder: &Path) -> u32 {
    let version = folder
        .parent()
        .and_then(Path::file_name)
        .and_then(OsStr::to_str);
    version
        .and_then(|version| version.parse().ok())
        .unwrap_or_default()
}
