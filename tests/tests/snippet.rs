//! The snippet that a backend writes into its page to open the payment app.

use payments_client::browser::{Function, script_address, snippet};
use payments_client::{
    ClientCredentials, ClientValues, Config, Environment, Error, ErrorKind, PageConfiguration,
};

fn config(environment: Environment, base: &str) -> Config {
    let credentials = ClientCredentials::new("planted-client-id", "planted-client-secret");
    Config::with_client_values(
        environment,
        base,
        credentials,
        ClientValues::new("planted-public-key"),
    )
    .expect("a good environment")
}

fn test_environment() -> Config {
    config(Environment::Test, "https://test.payments.example")
}

#[test]
fn the_snippet_loads_the_script_starts_it_and_opens_the_request() -> Result<(), Error> {
    let page = PageConfiguration::new("Corner Shop")
        .debug(true)
        .on_close(Function::named("shop.closed")?)
        .on_open(Function::named("shop.opened")?)
        .on_init(Function::named("shop.ready")?)
        .on_success(Function::named("paid")?)
        .on_error(Function::named("$failed")?);
    let html = snippet(&test_environment(), "Pay", &page, "uid-1")?;
    assert_eq!(
        html,
        r#"<script src="https://test.payments.example/ThirdParty/scripts/client/sdk-1.0.min.js"></script>
<script>
  Pay.SDK.init({
    "apiVersion": "1.0",
    "clientPubKey": "planted-public-key",
    "clientName": "Corner Shop",
    "debug": true,
    "environment": "TEST",
    "products": ["Payments"],
    "onClose": shop.closed,
    "onOpen": shop.opened,
    "onInit": shop.ready,
    "onSuccess": paid,
    "onError": $failed,
  });
  Pay.Payments.open("uid-1");
</script>
"#
    );
    Ok(())
}

#[test]
fn each_environment_has_its_own_script_and_word() -> Result<(), Error> {
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
    for (environment, base, script, word) in cases {
        let config = config(environment, base);
        let html = snippet(&config, "Pay", &PageConfiguration::new("Shop"), "uid")?;
        assert!(html.contains(&format!("src=\"{script}\"")), "{html}");
        assert!(
            html.contains(&format!("\"environment\": \"{word}\"")),
            "{html}"
        );
        assert_eq!(
            script_address::<PageConfiguration, _>(&config).as_deref(),
            Some(script)
        );
    }
    Ok(())
}

#[test]
fn functions_and_flags_that_are_not_set_are_left_out() -> Result<(), Error> {
    let html = snippet(
        &test_environment(),
        "Pay",
        &PageConfiguration::new("Shop"),
        "uid",
    )?;
    for key in [
        "debug",
        "onClose",
        "onOpen",
        "onInit",
        "onSuccess",
        "onError",
    ] {
        assert!(!html.contains(key), "{html}");
    }
    Ok(())
}

#[test]
fn no_text_escapes_the_snippet() -> Result<(), Error> {
    let hostile = "</script><script>alert('x')</script><!-- \" \\ \n \u{2028} & -->";
    let html = snippet(
        &test_environment(),
        "Pay",
        &PageConfiguration::new(hostile),
        hostile,
    )?;
    assert_eq!(html.matches("<script").count(), 2, "{html}");
    assert_eq!(html.matches("</script>").count(), 2, "{html}");
    assert!(
        !html.contains("<!--") && !html.contains('\u{2028}') && !html.contains("alert('x')</"),
        "{html}"
    );
    // One line for each entry: the line break of the text is written as an escape.
    assert_eq!(html.lines().count(), 11, "{html}");
    Ok(())
}

#[test]
fn the_global_object_is_a_name_and_nothing_else() {
    for name in [
        "", "1st", "a.b", "a-b", "a b", "a();", "class", "this", "é", "a\n", "\u{ff21}", "yield",
    ] {
        let error = snippet(
            &test_environment(),
            name,
            &PageConfiguration::new("Shop"),
            "uid",
        )
        .expect_err(name);
        assert_eq!(error.kind(), ErrorKind::Config, "{name:?}");
        assert!(
            error.to_string().contains("JavaScript identifier"),
            "{error}"
        );
    }
    for name in ["Pay", "_pay", "$", "P4y"] {
        assert!(
            snippet(
                &test_environment(),
                name,
                &PageConfiguration::new("Shop"),
                "uid"
            )
            .is_ok(),
            "{name:?}"
        );
    }
}

#[test]
fn a_function_is_a_name_or_several_joined_by_dots() {
    for name in [
        "", ".", "a.", ".a", "a..b", "a()", "() => 1", "function", "a.delete", "a b",
    ] {
        assert!(Function::named(name).is_err(), "{name:?}");
    }
    for name in ["paid", "shop.paid", "window.shop.$paid_1"] {
        assert!(Function::named(name).is_ok(), "{name:?}");
    }
}

#[test]
fn snippet_has_no_credentials() -> Result<(), Error> {
    let html = snippet(
        &test_environment(),
        "Pay",
        &PageConfiguration::new("Shop"),
        "uid",
    )?;
    assert!(!html.contains("planted-client"), "{html}");
    Ok(())
}
