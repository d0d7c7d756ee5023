//! What a connection costs: a read takes one of the pool, and a payment a new one, with a resumed session of TLS.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use payments_client::model::Refund;
use payments_client::{ClientCredentials, ClientValues, RefundRequest};
use pos_v3_client::{GetVenueInfo, IntegratorAndVenue};
use test_support::tls::{Authority, server_config};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio_rustls::TlsAcceptor;

const CALLS: usize = 500;

fn runtime() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

pub(crate) fn compare() {
    let authority = Authority::new("cost");
    let acceptor = TlsAcceptor::from(Arc::new(server_config(
        &authority.issue("127.0.0.1", false),
    )));
    let server = runtime();
    let listener = server.block_on(TcpListener::bind("127.0.0.1:0"));
    let listener = listener.expect("a free port");
    let address = format!("https://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || server.block_on(serve(listener, acceptor)));

    let environment = payments_client::Environment::Test;
    let (credentials, values) = (
        ClientCredentials::new("id", "secret"),
        ClientValues::new("key"),
    );
    let config =
        payments_client::Config::with_client_values(environment, &address, credentials, values);
    let payments = payments_client::Client::builder(config.expect("a base URL"));
    let payments = payments.add_root_certificate(authority.pem()).build();
    let payments = payments.expect("a client");
    let environment = pos_v3_client::Environment::Staging;
    let credentials = IntegratorAndVenue::new("integrator", "venue");
    let config = pos_v3_client::Config::new(environment, &format!("{address}/api"), credentials);
    let venues = pos_v3_client::Client::builder(config.expect("a base URL"));
    let venues = venues.add_root_certificate(authority.pem()).build();
    let venues = venues.expect("a client");

    let runtime = runtime();
    let read = || async { drop(venues.send(GetVenueInfo::new()).await.expect("a success")) };
    let write = || async {
        let refund = RefundRequest::new(Refund::new("uid-1", "returned"));
        drop(payments.send(refund).await.expect("a success"));
    };
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    // In turns, so that other load on the machine affects both alike.
    for _ in 0..CALLS {
        reads.push(time(&runtime, read()));
        writes.push(time(&runtime, write()));
    }
    println!("read, pooled connection: {}", percentiles(reads));
    println!("write, new connection: {}", percentiles(writes));
}

fn time(runtime: &Runtime, call: impl Future<Output = ()>) -> Duration {
    let start = Instant::now();
    runtime.block_on(call);
    start.elapsed()
}

fn percentiles(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let [low, median] = [10, 2].map(|part| times[times.len() / part].as_secs_f64() * 1_000.0);
    format!("{median:.2} ms in the median, {low:.2} ms in the fastest tenth")
}

async fn serve(listener: TcpListener, acceptor: TlsAcceptor) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(respond(stream, acceptor.clone()));
    }
}

/// Responds to each request, which is received in one piece or two: the head and the body.
async fn respond(stream: TcpStream, acceptor: TlsAcceptor) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut stream = acceptor.accept(stream).await.ok()?;
    let mut request = Vec::new();
    loop {
        let mut buffer = [0; 4096];
        let read = stream
            .read(&mut buffer)
            .await
            .ok()
            .filter(|read| *read > 0)?;
        request.extend_from_slice(&buffer[..read]);
        if is_whole(&request) {
            request.clear();
            let response = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
            stream.write_all(response).await.ok()?;
            stream.flush().await.ok()?;
        }
    }
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    length.is_none_or(|length| length.parse() == Ok(body.len()))
}
