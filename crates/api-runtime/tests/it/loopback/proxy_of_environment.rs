//! The proxy that the environment names. A process has one environment, so each client runs in another process.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Output};
use std::{env, thread};

use api_runtime::ErrorKind;

use super::shop::*;

/// Nothing listens at this port.
const URL: &str = "https://127.0.0.1:1/api";

/// Whether the client of this process asks for the proxy.
const ASKS: &str = "SHOP_ASKS_FOR_THE_PROXY";

#[ignore = "the other test starts it in a process of its own"]
#[tokio::test]
async fn client_of_another_process() {
    let Ok(asks) = env::var(ASKS) else { return };
    let builder = builder(URL);
    let builder = match asks.as_str() {
        "yes" => builder.proxy_from_environment(),
        _ => builder,
    };
    let client = match builder.build() {
        Ok(client) => client,
        Err(error) => panic!("{error}"),
    };
    let error = client.send(get_thing("1")).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Connect);
}

/// The test above in another process, with this environment.
fn other_process(asks: &str, environment: &[(&str, OsString)]) -> Output {
    let test = "loopback::proxy_of_environment::client_of_another_process";
    let mut process = Command::new(env::current_exe().unwrap());
    process.args(["--exact", test, "--ignored"]);
    for name in ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"] {
        process.env_remove(name);
    }
    let environment = environment.iter().map(|(name, value)| (name, value));
    process.env(ASKS, asks).envs(environment).output().unwrap()
}

/// What the proxy is asked first, by a client with this environment.
fn asked(asks: &str, environment: &[(&str, &str)]) -> Option<String> {
    let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = proxy.local_addr().unwrap().to_string();
    let lines = thread::spawn(move || {
        // The last connection is ours: the other process has ended.
        let mut first = None;
        for connection in proxy.incoming() {
            let mut line = String::new();
            BufReader::new(connection.unwrap())
                .read_line(&mut line)
                .unwrap();
            if line == "end\n" {
                return first;
            }
            first.get_or_insert(line);
        }
        first
    });
    let environment = environment.iter();
    let environment =
        environment.map(|(name, value)| (*name, value.replace("PROXY", &address).into()));
    let output = other_process(asks, &environment.collect::<Vec<_>>());
    assert!(output.status.success(), "{output:?}");
    std::io::Write::write_all(
        &mut std::net::TcpStream::connect(address).unwrap(),
        b"end\n",
    )
    .unwrap();
    lines.join().unwrap()
}

#[test]
fn proxy_of_the_environment_is_used_if_the_client_asks_for_it() {
    let connect = Some("CONNECT 127.0.0.1:1 HTTP/1.1\r\n".to_owned());
    for name in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        assert_eq!(asked("no", &[(name, "http://PROXY")]), None, "{name}");
        let asked = |value| asked("yes", &[(name, value)]);
        assert_eq!(asked("http://PROXY"), connect, "{name}");
        assert_eq!(asked("PROXY"), connect, "{name}");
    }
    let except = [("HTTPS_PROXY", "http://PROXY"), ("NO_PROXY", "127.0.0.1")];
    assert_eq!(asked("yes", &except), None);
}

#[cfg(unix)]
#[test]
fn variable_that_is_not_unicode_is_an_error_of_build() {
    use std::os::unix::ffi::OsStringExt;

    for name in ["HTTPS_PROXY", "all_proxy", "NO_PROXY"] {
        let value = OsString::from_vec(b"pl4nted\xff".to_vec());
        let output = other_process("yes", &[(name, value)]);
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let expected =
            format!("shop: invalid client configuration; settings `{name}`: must be Unicode");
        assert!(text.contains(&expected), "{text}");
        assert!(!text.contains("pl4nted"), "{text}");
    }
}
