//! The snippet that a backend writes into its page to open the payment app.

use payments_client::browser::{Function, Snippet, SnippetError};
use payments_client::{ClientCredentials, ClientValues, Config, Environment, PageConfiguration};

fn config(environment: Environment, base: &str) -> Config {
    let credentials = ClientCredentials::new("planted-client-id", "planted-client-secret");
    Config::with_client_values(
        environment,
        base,
        credentials,
        ClientValues::new("planted-public-key"),
    )
    .expect("a valid config")
}

fn test_environment() -> Config {
    config(Environment::Test, "https://test.payments.example")
}

/// The HTML for the request `uid`.
fn html(config: &Config, page: &PageConfiguration, uid: &str) -> Result<String, SnippetError> {
    Ok(Snippet::new(config, "Pay", page, uid)?.to_string())
}

#[test]
fn snippet_loads_the_script_initializes_the_sdk_and_opens_the_request() -> Result<(), SnippetError>
{
    let page = PageConfiguration::new("Corner Shop")
        .debug(true)
        .on_close(Function::new("shop.closed")?)
        .on_open(Function::new("shop.opened")?)
        .on_init(Function::new("shop.ready")?)
        .on_success(Function::new("paid")?)
        .on_error(Function::new("$failed")?);
    let html = html(&test_environment(), &page, "uid-1")?;
    assert_eq!(
        html,
        r#"<script src="https://test.payments.example/ThirdParty/scripts/client/sdk-1.0.min.js"></script>
<script>
((open, failed, opened) => {
  if (window[opened]) return;
  window[opened] = true;
  const run = () => {
    try {
      open();
    } catch (error) {
      window[opened] = false;
      failed();
      throw error;
    }
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", run);
  else run();
})(() => {
  Pay.SDK.init({
    "apiVersion": "1.0",
    "clientPubKey": "planted-public-key",
    "clientName": "Corner Shop",
    "debug": true,
    "environment": "TEST",
    "products": ["Payments"],
    "onClose": function () { return shop.closed(...arguments); },
    "onOpen": function () { return shop.opened(...arguments); },
    "onInit": function () { return shop.ready(...arguments); },
    "onSuccess": function () { return paid(...arguments); },
    "onError": function () { return $failed(...arguments); },
  });
  Pay.Payments.open("uid-1");
}, () => { $failed(); }, Symbol.for("Pay.Payments.open uid-1"));
</script>
"#
    );
    Ok(())
}

#[test]
fn without_a_function_for_errors_the_error_is_thrown_alone() -> Result<(), SnippetError> {
    let page = PageConfiguration::new("Corner Shop").on_close(Function::new("shop.closed")?);
    let html = html(&test_environment(), &page, "uid-1")?;
    assert!(html.contains("}, () => {}, Symbol.for("), "{html}");
    Ok(())
}

#[test]
fn policy_allows_the_nonce_and_the_origin_of_the_script() -> Result<(), SnippetError> {
    let cases = [
        ("https://t.example", "https://t.example"),
        ("https://t.example/pay/", "https://t.example"),
        ("http://127.0.0.1:8080/a/b", "http://127.0.0.1:8080"),
    ];
    for (base, origin) in cases {
        let config = config(Environment::Test, base);
        let page = PageConfiguration::new("Corner Shop");
        let snippet = Snippet::new(&config, "Pay", &page, "uid-1")?;
        let others = format!("{origin}; frame-src {origin}; connect-src {origin}");
        assert_eq!(snippet.csp(), format!("script-src {others}"));
        let nonce = "9RmO3bQ_T1eXf0a-uJ7kZA";
        let csp = snippet.with_nonce(nonce)?.csp();
        assert_eq!(csp, format!("script-src 'nonce-{nonce}' {others}"));
    }
    Ok(())
}

#[test]
fn nonce_is_in_both_elements() -> Result<(), SnippetError> {
    let page = PageConfiguration::new("Corner Shop");
    let snippet = Snippet::new(&test_environment(), "Pay", &page, "uid-1")?;
    let plain = snippet.to_string();
    assert!(!plain.contains("nonce"), "{plain}");
    let nonce = "9RmO3bQ_T1eXf0a-uJ7kZA";
    let html = snippet.with_nonce(nonce)?.to_string();
    let expected = plain.replace("<script", &format!("<script nonce=\"{nonce}\""));
    assert_eq!(html, expected);
    assert_eq!(html.matches(nonce).count(), 2);
    Ok(())
}

#[test]
fn parts_of_a_snippet_are_those_of_its_html() -> Result<(), SnippetError> {
    let page = PageConfiguration::new("</script>").on_success(Function::new("shop.paid")?);
    let snippet = Snippet::new(&test_environment(), "Pay", &page, "uid-1")?;
    let html = snippet.to_string();
    assert!(html.starts_with(&format!(
        "<script src=\"{}\"></script>\n",
        snippet.script_url()
    )));
    assert!(html.ends_with(&format!("\n<script>{}</script>\n", snippet.inline_script())));
    let inline = snippet.inline_script();
    let configuration = snippet.configuration();
    assert!(inline.contains(&format!("Pay.SDK.init({configuration});\n")));
    assert!(
        configuration.contains("\"onSuccess\": function () { return shop.paid(...arguments); }")
    );
    assert!(!inline.contains('<'), "{inline}");
    Ok(())
}

#[test]
fn each_environment_has_its_own_script_and_name() -> Result<(), SnippetError> {
    let cases = [
        (
            Environment::Test,
            "https://t.example",
            "https://t.example/ThirdParty/scripts/client/sdk-1.0.min.js",
            "TEST",
        ),
        (
            Environment::Stage,
            "https://s.example/",
            "https://s.example/api/ThirdParty/scripts/client/sdk-1.0.min.js",
            "STG",
        ),
        (
            Environment::Production,
            "https://p.example",
            "https://p.example/ThirdParty/scripts/client/sdk-1.0.min.js",
            "PRO",
        ),
    ];
    for (environment, base, script, name) in cases {
        let config = config(environment, base);
        let snippet = Snippet::new(&config, "Pay", &PageConfiguration::new("Shop"), "uid")?;
        assert_eq!(snippet.script_url(), script);
        let html = snippet.to_string();
        assert!(html.contains(&format!("src=\"{script}\"")), "{html}");
        assert!(
            html.contains(&format!("\"environment\": \"{name}\"")),
            "{html}"
        );
    }
    Ok(())
}

#[test]
fn no_text_escapes_the_snippet() -> Result<(), SnippetError> {
    let hostile = "</script><script>alert('x')</script><!-- \" \\ \n \u{2028} & -->";
    let html = html(
        &test_environment(),
        &PageConfiguration::new(hostile),
        hostile,
    )?;
    assert_eq!(html.matches("<script").count(), 2, "{html}");
    assert_eq!(html.matches("</script>").count(), 2, "{html}");
    assert!(
        !html.contains("<!--") && !html.contains('\u{2028}') && !html.contains("alert('x')</"),
        "{html}"
    );
    // The line breaks of the texts are written as escapes.
    let plain = self::html(&test_environment(), &PageConfiguration::new("a"), "b")?;
    assert_eq!(html.lines().count(), plain.lines().count(), "{html}");
    Ok(())
}
