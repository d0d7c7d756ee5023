//! Creation without file descriptors, and the end of a client.

use std::env;
use std::fs::File;
use std::process::Command;

use pos_v2_client::{Client, ErrorKind, ListCustomers, Outcome};

use super::server::Server;

#[test]
fn connections_and_the_thread_end_with_the_last_clone() {
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

/// Set in the child process of a test, which may open few files.
const FEW_FILES: &str = "TEST_WITH_FEW_FILES";

#[cfg(unix)]
#[test]
fn call_without_file_descriptors_is_an_error() {
    if env::var_os(FEW_FILES).is_none() {
        let child = Command::new("sh")
            .args(["-c", "ulimit -n 64 && exec \"$0\" \"$@\""])
            .arg(env::current_exe().unwrap())
            .args([
                "--exact",
                "blocking::lifecycle::call_without_file_descriptors_is_an_error",
            ])
            .env(FEW_FILES, "")
            .output()
            .unwrap();
        assert!(child.status.success(), "{child:?}");
        assert!(String::from_utf8_lossy(&child.stdout).contains("1 passed"));
        return;
    }
    let server = Server::customers();
    let config = server.customers_config();
    let client = Client::new(config).unwrap();
    let mut files = Vec::new();
    while let Ok(file) = File::open("/dev/null") {
        files.push(file);
    }
    let error = client.send(ListCustomers::new()).wait().unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::CannotBlock, Outcome::NotSent)
    );
    assert!(
        error
            .to_string()
            .contains("cannot start the client's background thread"),
        "{error}"
    );
    drop(files);
    // A later call is not affected.
    client.send(ListCustomers::new()).wait().unwrap();
}
