//! Counts the instructions and allocations of a process of this benchmark, by valgrind's callgrind.

use std::env;
use std::fmt;
use std::fs;
use std::process::Command;

/// The counts of a process with all its threads.
#[derive(Clone, Copy)]
pub(crate) struct Count {
    pub(crate) instructions: u64,
    allocations: u64,
}

impl Count {
    /// The difference of another process to this one.
    pub(crate) fn until(self, other: Self) -> Self {
        Self {
            instructions: other.instructions - self.instructions,
            allocations: other.allocations - self.allocations,
        }
    }

    pub(crate) fn per(self, calls: u64) -> Self {
        Self {
            instructions: self.instructions / calls,
            allocations: self.allocations / calls,
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            instructions,
            allocations,
        } = self;
        write!(f, "{instructions} instructions, {allocations} allocations")
    }
}

/// The functions of the C library that Rust allocates with. A `realloc` counts as one.
const ALLOCATING: [&str; 4] = ["malloc", "calloc", "realloc", "posix_memalign"];

/// Runs this program with these arguments.
pub(crate) fn count(arguments: &[&str]) -> Count {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("callgrind.out");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--compress-strings=no"])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(env::current_exe().expect("this program"))
        .args(arguments)
        .output()
        .expect("valgrind is installed");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    read(&fs::read_to_string(file).expect("the output of callgrind"))
}

fn read(text: &str) -> Count {
    let mut count = Count {
        instructions: 0,
        allocations: 0,
    };
    let mut called = "";
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("cfn=") {
            called = name;
        } else if let Some(calls) = line.strip_prefix("calls=") {
            if ALLOCATING.contains(&called) {
                let calls = calls.split(' ').next().unwrap_or_default();
                count.allocations += calls.parse::<u64>().expect("a number of calls");
            }
        } else if let Some(total) = line.strip_prefix("totals: ") {
            count.instructions = total.parse().expect("a number of instructions");
        }
    }
    assert!(count.instructions > 0 && count.allocations > 0);
    count
}
