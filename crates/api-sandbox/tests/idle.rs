//! Ten thousand connections that say nothing, against the program in a process of its own.
#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

/// How many there are.
const CONNECTIONS: u64 = 10_000;
/// What the test's process needs beside them.
const OTHERS: u64 = 100;
/// The most memory that the program may have gained, in KiB.
const MEMORY: u64 = 32 * 1024;

/// The program; it ends with the test.
struct Program {
    child: Child,
    _output: Lines<BufReader<ChildStdout>>,
    address: String,
}

impl Program {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_api-sandbox"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("a program");
        let mut output = BufReader::new(child.stdout.take().expect("its output")).lines();
        let first = output.next().expect("a line").expect("text");
        let address = first
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.strip_suffix("/api"));
        let address = address.expect("an address").to_owned();
        Self {
            child,
            _output: output,
            address,
        }
    }

    /// A number of the system's account of the process, as in `VmRSS`, which is KiB.
    fn account(&self, name: &str) -> u64 {
        let file = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(file).expect("the process runs");
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|rest| rest.trim_start_matches(':').split_whitespace().next());
        number.and_then(|number| number.parse().ok()).expect(name)
    }

    fn descriptors(&self) -> usize {
        let folder = format!("/proc/{}/fd", self.child.id());
        std::fs::read_dir(folder).expect("the process runs").count()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lets this process open as many files as it needs.
fn raise_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    let needed = CONNECTIONS + OTHERS;
    if limit.current.is_some_and(|current| current < needed) {
        limit.current = Some(needed);
        let raised = setrlimit(Resource::Nofile, limit);
        assert!(
            raised.is_ok(),
            "this test opens {needed} files, and the hard limit is {:?}: raise it, as with `ulimit -Hn {needed}`",
            limit.maximum
        );
    }
}

#[tokio::test]
async fn ten_thousand_idle_connections_are_bounded_and_keep_nobody_out() {
    raise_limit();
    let program = Program::start();
    let url = format!("http://{}/api/demo-api-token/v1/coupons", program.address);
    let served = async || {
        // A new connection each time.
        let client = reqwest::Client::new();
        let reply = tokio::time::timeout(Duration::from_secs(120), client.get(&url).send());
        let reply = reply.await.expect("a reply before the limit");
        assert_eq!(reply.expect("a reply").status().as_u16(), 200);
    };
    served().await;
    let before = program.account("VmRSS");

    let mut idle = Vec::new();
    for _ in 0..CONNECTIONS {
        let stream = TcpStream::connect(&program.address).await;
        idle.push(stream.expect("a connection"));
    }
    served().await;
    assert!(program.descriptors() < 300, "{}", program.descriptors());
    let gained = program.account("VmHWM").saturating_sub(before);
    assert!(gained <= MEMORY, "{gained} KiB");

    // The oldest were closed for the others.
    let first = idle[0].read(&mut [0; 1]).await;
    assert!(matches!(first, Ok(0) | Err(_)), "{first:?}");
    drop(idle);
    served().await;
}
