//! Responses that contain a text in every place.

/// A JSON string.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

/// Responses with an echo: the status, and the body.
pub(crate) fn responses(echo: &str) -> Vec<(u16, String)> {
    let json = quoted(echo);
    let page = format!("<h1>{echo}</h1>");
    let errors = [
        format!("{{\"errors\":[{json}],\"error\":{json},\"message\":{json}}}"),
        page.clone(),
        format!("{{\"errors\":{{{json}:[{json}]}}}}"),
        format!("[{{\"message\":{json}}},{json}]"),
        format!("{{\"title\":{json},\"detail\":{json},{json}:{json}}}"),
        format!("{{\"Success\":false,\"Message\":{json},\"Payload\":{json}}}"),
        format!("Notice: old\n{{\"token\":{json}}}"),
        echo.to_owned(),
    ];
    let successes = [
        page,
        json.clone(),
        format!("{{{json}:1,{json}:2}}"),
        format!("[{json}]"),
        format!("{{\"incoming_order\":{json}}}"),
        format!("{{\"incoming_order\":{{{json}:[{{{json}:1}}],\"id\":7,\"id\":{json}}}}}"),
        format!("{{\"customer\":{{\"id\":7,{json}:{{}},{json}:2,\"token\":{json}}}}}"),
        format!("{{\"customers\":[{{{json}:1}},{json}],{json}:[]}}"),
        format!("{{\"Success\":{json},\"Payload\":{json}}}"),
        format!("{{\"Success\":false,\"Message\":{json}}}"),
        format!("{{\"Success\":true,\"Payload\":{{{json}:{json}}}}}"),
        format!("{{\"errors\":[{json}]}}"),
        format!("{{\"a\":{json}"),
        format!("{{{json} 7"),
        format!("7 {{{json}:"),
    ];
    let of = |status: u16, bodies: &[String]| -> Vec<(u16, String)> {
        bodies.iter().map(|body| (status, body.clone())).collect()
    };
    let mut responses = of(422, &errors);
    responses.extend(of(200, &successes));
    // Others differ by their status alone: their bodies are read by the same code.
    for status in [400, 401, 403, 404, 409, 429, 500, 503] {
        responses.extend(of(status, &errors[..2]));
    }
    for status in [206, 302] {
        responses.extend(of(status, &successes[..3]));
    }
    responses
}

/// One response of each kind: a message of an error, a page, a body of another type.
pub(crate) fn response_of_each_kind(echo: &str) -> Vec<(u16, String)> {
    let json = quoted(echo);
    vec![
        (422, format!("{{\"errors\":[{json}]}}")),
        (200, format!("<h1>{echo}</h1>")),
        (200, json),
    ]
}
