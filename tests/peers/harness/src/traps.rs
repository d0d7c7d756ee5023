//! What a service meets, each with what a client must do.

use std::any::Any;
use std::panic;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;

use crate::peer::{Answer, Call, Failure, Peer};
use crate::server::{Behavior, Server};

const TOKEN: &str = "token-of-a-venue";

/// What happens instead.
type Check = Result<(), String>;

/// Longer than any client waits that has a time limit at all.
const PATIENCE: Duration = Duration::from_secs(50);

/// Runs all traps at once, as one of them waits.
pub(crate) fn run<P: Peer>() {
    // A panic is a result, printed with the others.
    panic::set_hook(Box::new(|_| ()));
    let traps = traps::<P>();
    let (sender, results) = mpsc::channel();
    for (index, (_, check)) in traps.into_iter().enumerate() {
        let sender = sender.clone();
        thread::spawn(move || {
            let check =
                panic::catch_unwind(check).unwrap_or_else(|payload| Err(panicked(&*payload)));
            sender.send((index, check)).expect("a receiver");
        });
    }
    // The channel closes when the last trap has ended.
    drop(sender);
    let mut checks = traps.map(|_| Err("waits for more than 50 s".to_owned()));
    let deadline = Instant::now() + PATIENCE;
    while let Ok((index, check)) = results.recv_timeout(deadline - Instant::now()) {
        checks[index] = check;
    }
    for ((name, _), check) in traps.iter().zip(checks) {
        println!("{name}\t{}", check.err().unwrap_or("ok".to_owned()));
    }
}

/// The message of a panic, in one line.
fn panicked(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref().copied());
    format!("panics: {}", text.unwrap_or_default().escape_debug())
}

/// Calls a server with this behavior.
fn call<P: Peer>(behavior: Behavior, call: Call) -> (Server, Result<Answer, Failure>) {
    let server = Server::start(behavior);
    let result = block_on(P::new(&server.url, TOKEN).call(call));
    (server, result)
}

fn block_on<F: Future>(future: F) -> F::Output {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(future)
}

/// A response with a customer of these other members.
fn customer<P: Peer>(members: &str) -> Result<Answer, Failure> {
    let body = format!("{{\"customer\":{{\"id\":7,\"first_name\":\"Ada\",{members}}}}}");
    call::<P>(Behavior::json(200, &body), Call::GetCustomer(7)).1
}

/// A response with an inventory record that has this quantity.
fn quantity<P: Peer>(quantity: &str) -> Result<Answer, Failure> {
    let body = format!("{{\"inventory\":[{{\"id\":7,\"quantity_on_hand\":{quantity}}}]}}");
    call::<P>(Behavior::json(200, &body), Call::ListInventories).1
}

fn ensure(condition: bool, otherwise: &'static str) -> Check {
    condition.then_some(()).ok_or(otherwise.to_owned())
}

/// An answer that keeps this text.
fn has(result: Result<Answer, Failure>, text: &str, otherwise: &'static str) -> Check {
    let answer = result.map_err(|_| "the call fails")?;
    ensure(answer.json.contains(text), otherwise)
}

/// An answer whose field is printed with this text first, or with `T` in place of its space.
fn reads(result: Result<Answer, Failure>, start: &str, otherwise: &'static str) -> Check {
    let answer = result.map_err(|_| "the call fails")?;
    let field = answer.field.ok_or(if answer.json.contains(start) {
        "the field is empty, its text is kept"
    } else {
        "the field is empty"
    })?;
    ensure(field.replace('T', " ").starts_with(start), otherwise)
}

/// The bytes of a text with `%41` in place of `A`.
fn percent_decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut parts = text.split('%');
    bytes.extend(parts.next().unwrap_or_default().bytes());
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.extend(code);
        bytes.extend(part.bytes().skip(2));
    }
    bytes
}

/// What is met, and whether the client does what it must.
fn traps<P: Peer>() -> [(&'static str, fn() -> Check); 23] {
    [
        (
            "a query key in brackets, and a value with `+` and `&`",
            || {
                let telephone = "+1 206&x=1";
                let (server, _) = call::<P>(
                    Behavior::json(200, "{\"customers\":[]}"),
                    Call::ListCustomers(telephone),
                );
                let request = server.request().ok_or("no request")?;
                let (_, query) = request.target.split_once('?').ok_or("no query")?;
                let mut pairs = query.split('&').map(|pair| {
                    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                    [key, value].map(|text| percent_decoded(&text.replace('+', "%20")))
                });
                let expected = ["q[telephone_eq]", telephone].map(|text| text.as_bytes().to_vec());
                ensure(pairs.any(|pair| pair == expected), "another query")
            },
        ),
        ("`/`, a space and `é` in a path segment", || {
            let id = "a/b é";
            let (server, _) = call::<P>(
                Behavior::json(200, "{\"menu_feed\":{}}"),
                Call::GetMenuFeed(id),
            );
            let target = server.request().ok_or("no request")?.target;
            let segment = target
                .strip_prefix("/api/v2/menu_feeds/")
                .ok_or("another path")?;
            ensure(!segment.contains('/'), "two segments")?;
            ensure(percent_decoded(segment) == id.as_bytes(), "another segment")
        }),
        ("a null clears a field, an unset one is not sent", || {
            let behavior = Behavior::json(200, "{\"customer\":{\"id\":7}}");
            let (server, _) = call::<P>(behavior, Call::ClearLastName(7));
            let body = server.request().ok_or("no request")?.body;
            ensure(body.contains("null"), "the null is not sent")?;
            ensure(
                body == "{\"customer\":{\"last_name\":null}}",
                "another body",
            )
        }),
        ("a write whose connection is lost is sent once", || {
            let (server, result) = call::<P>(Behavior::Lost, Call::CreateCustomer("Ada"));
            ensure(result.is_err(), "a success")?;
            let requests = server.requests().len();
            ensure(requests > 0, "no request")?;
            ensure(requests == 1, "sent again")
        }),
        ("a read whose connection is lost is sent again", || {
            let (server, result) = call::<P>(Behavior::Lost, Call::GetCustomer(7));
            ensure(result.is_err(), "a success")?;
            let requests = server.requests().len();
            ensure(requests > 0, "no request")?;
            ensure(requests > 1, "sent once")
        }),
        ("a server that never responds", || {
            let (_, result) = call::<P>(Behavior::Silence, Call::CreateCustomer("Ada"));
            ensure(result.is_err(), "a success")
        }),
        ("a redirect of a write to another origin", || {
            let other = Server::start(Behavior::json(200, "{\"customer\":{\"id\":7}}"));
            let (server, _) =
                call::<P>(Behavior::redirect(&other.url), Call::CreateCustomer("Ada"));
            server.request().ok_or("no request")?;
            let mut requests = other.requests().into_iter();
            ensure(
                requests.all(|request| request.body.is_empty()),
                "that host gets the body",
            )
        }),
        ("204 without a body, in place of a record", || {
            let (_, result) = call::<P>(Behavior::empty(204), Call::ClearLastName(7));
            let failure = result.err().ok_or("a record")?;
            ensure(failure.status == Some(204), "the status is lost")
        }),
        ("a JSON body of an error", || {
            let behavior = Behavior::json(400, "{\"error\":\"the email is taken\"}");
            let (_, result) = call::<P>(behavior, Call::CreateCustomer("Ada"));
            let failure = result.err().ok_or("a success")?;
            ensure(failure.status == Some(400), "the status is lost")?;
            ensure(
                failure.debug.contains("the email is taken"),
                "the body is lost",
            )
        }),
        ("an HTML page with status 502", || {
            let behavior = Behavior::body(502, "text/html", "<html>bad gateway</html>");
            let (_, result) = call::<P>(behavior, Call::CreateCustomer("Ada"));
            let failure = result.err().ok_or("a success")?;
            ensure(failure.status == Some(502), "the status is lost")
        }),
        ("an HTML page with status 200", || {
            let behavior = Behavior::body(200, "text/html", "<html>log in</html>");
            let (_, result) = call::<P>(behavior, Call::GetCustomer(7));
            ensure(result.is_err(), "a success")
        }),
        ("a body of 128 MiB", || {
            let (server, _) = call::<P>(Behavior::Flood, Call::GetCustomer(7));
            ensure(!server.flooded(), "all of it is read")
        }),
        ("a created record without an id", || {
            let behavior = Behavior::json(200, "{\"customer\":{}}");
            let (_, result) = call::<P>(behavior, Call::CreateCustomer("Ada"));
            ensure(result.is_err(), "a success")
        }),
        ("null in a field", || {
            has(
                customer::<P>("\"last_name\":null"),
                "Ada",
                "the record is lost",
            )
        }),
        ("one element of a list has another shape", || {
            let body = r#"{"customers":[{"customer":{"id":1,"first_name":"Ada"}},"none",{"customer":{"id":3,"first_name":"Grace"}}]}"#;
            let (_, result) = call::<P>(Behavior::json(200, body), Call::ListCustomers("1"));
            let answer = result.map_err(|_| "the page is lost")?;
            ensure(
                answer.json.contains("Ada") && answer.json.contains("Grace"),
                "the others are lost",
            )
        }),
        ("a decimal as text", || {
            reads(quantity::<P>("\"12.50\""), "12.5", "another value")
        }),
        ("a decimal of 20 digits", || {
            let digits = "12345678901234.567891";
            reads(quantity::<P>(digits), digits, "it is rounded")
        }),
        ("the record around an integer of more than 64 bits", || {
            let answer = customer::<P>("\"points\":99999999999999999999");
            has(answer, "Ada", "the record is lost")
        }),
        ("a date-time as `2026-02-01 12:00:00 UTC`", || {
            let answer = customer::<P>("\"updated_at\":\"2026-02-01 12:00:00 UTC\"");
            reads(answer, "2026-02-01 12:00:00", "another time")
        }),
        ("an unknown field", || {
            let answer = customer::<P>("\"shoe_size\":38");
            has(answer, "shoe_size", "it is lost")
        }),
        ("the token in `Debug` of the client", || {
            let client = P::new("http://127.0.0.1:1/api", TOKEN);
            ensure(!client.debug().contains(TOKEN), "printed")
        }),
        ("a password hash in `Debug` of a record", || {
            let body = "{\"users\":[{\"id\":7,\"encrypted_password\":\"$2a$10$hash\"}]}";
            let (_, result) = call::<P>(Behavior::json(200, body), Call::ListUsers);
            let answer = result.map_err(|_| "the call fails")?;
            let hash = answer.field.as_deref();
            ensure(hash == Some("$2a$10$hash"), "the value is lost")?;
            ensure(!answer.debug.contains("$2a$10$hash"), "printed")
        }),
        ("token and phone number in the text of an error", || {
            // Nothing listens there.
            let client = P::new("http://127.0.0.1:1/api", TOKEN);
            let by_token = block_on(client.call(Call::GetMenuFeedByToken("7")));
            let by_telephone = block_on(client.call(Call::ListCustomers("2065550100")));
            for (result, text) in [(by_token, TOKEN), (by_telephone, "2065550100")] {
                let failure = result.err().ok_or("a success")?;
                ensure(!failure.text.contains(text), "printed")?;
            }
            Ok(())
        }),
    ]
}
