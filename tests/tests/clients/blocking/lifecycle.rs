//! Where the background thread cannot start, where it is missing, the end of a client, and what the memory of a
//! process is copied with.

#![cfg(unix)]

use std::env;
use std::fs::{self, File};
use std::future::ready;
use std::panic::catch_unwind;
use std::process::{self, Command};
use std::thread;
use std::time::Duration;

use fork::{Fork, WEXITSTATUS, WIFEXITED, fork, waitpid};
use pos_v2_client::{Client, ListCustomers, Wait};
use test_support::shop::{self, AddOrder, NewOrder};

use super::server::Server;

#[test]
fn connections_end_with_the_last_clone() {
    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    let clone = client.clone();
    client.send(ListCustomers::new()).wait().unwrap();
    drop(client);
    clone.send(ListCustomers::new()).wait().unwrap();
    drop(clone);
    server.connection_ended();
    assert_eq!(server.requests().len(), 2);
}

/// Set in the child process of a test.
const CHILD: &str = "TEST_CHILD";

/// Runs a test of this module in a process of its own, by way of `sh`.
fn in_child(name: &str, shell: &str) -> bool {
    if env::var_os(CHILD).is_some() {
        return true;
    }
    let child = Command::new("sh")
        .args(["-c", &format!("{shell} exec \"$0\" \"$@\"")])
        .arg(env::current_exe().unwrap())
        .args(["--exact", &format!("blocking::lifecycle::{name}")])
        .env(CHILD, "")
        .output()
        .unwrap();
    assert!(child.status.success(), "{child:?}");
    assert!(String::from_utf8_lossy(&child.stdout).contains("1 passed"));
    false
}

#[test]
fn wait_without_file_descriptors_panics() {
    if !in_child("wait_without_file_descriptors_panics", "ulimit -n 64;") {
        return;
    }
    let mut files = Vec::new();
    while let Ok(file) = File::open("/dev/null") {
        files.push(file);
    }
    let panic = catch_unwind(|| ready(()).wait()).unwrap_err();
    let text = panic.downcast_ref::<String>().unwrap();
    assert!(
        text.starts_with("cannot start the background thread of `wait`: "),
        "{text}"
    );
    drop(files);
    // A later one is not affected.
    ready(()).wait();
}

#[test]
fn a_forked_process_waits() {
    if !in_child("a_forked_process_waits", "") {
        return;
    }
    let server = Server::customers();
    let list = || {
        let client = Client::new(server.customers_config()).unwrap();
        client.send(ListCustomers::new()).wait().is_ok()
    };
    assert!(list());
    match fork().unwrap() {
        Fork::Parent(child) => {
            let status = waitpid(child).unwrap();
            assert!(WIFEXITED(status) && WEXITSTATUS(status) == 0, "{status}");
        }
        Fork::Child => {
            // It would wait forever for the thread of its parent.
            thread::spawn(|| {
                thread::park_timeout(Duration::from_secs(60));
                process::exit(2);
            });
            process::exit(i32::from(!list()));
        }
    }
}

/// A copy of this process, or of the machine, has the state of every generator of random numbers. Cloned calls with
/// one nonce take the entry of each other for their own, and send twice.
#[test]
fn a_copy_of_a_process_makes_other_nonces() {
    if !in_child("a_copy_of_a_process_makes_other_nonces", "") {
        return;
    }
    let builder = shop::Client::builder(shop::config_at("http://localhost/api"));
    let client = builder.account("12").build().unwrap();
    let nonces = || {
        [(); 2].map(|()| {
            let order = NewOrder::new("WEB-7");
            let intent = client.once("cart-7").prepare(&AddOrder { order });
            intent.unwrap().nonce.to_string()
        })
    };
    let before = nonces();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nonces");
    match fork().unwrap() {
        Fork::Parent(child) => {
            let own = nonces();
            waitpid(child).unwrap();
            let other = fs::read_to_string(file).unwrap();
            let mut all: Vec<&str> = other.split(' ').collect();
            all.extend(before.iter().chain(&own).map(String::as_str));
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), 6);
        }
        Fork::Child => {
            let written = fs::write(file, nonces().join(" "));
            process::exit(i32::from(written.is_err()));
        }
    }
}
