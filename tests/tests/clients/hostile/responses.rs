//! Responses that contain a text in every place.

/// A JSON string.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

/// Responses with an echo: the status, and the body.
pub(crate) fn responses(echo: &str) -> Vec<(u16, String)> {
    let json = quoted(echo);
    let mut responses = Vec::new();
    for status in [401, 422, 500] {
        for body in [
            format!("{{\"errors\":[{json}],\"error\":{json},\"message\":{json}}}"),
            format!("{{\"errors\":{{{json}:[{json}]}}}}"),
            format!("[{{\"message\":{json}}},{json}]"),
            format!("{{\"title\":{json},\"detail\":{json},{json}:{json}}}"),
            format!("{{\"Success\":false,\"Message\":{json},\"Payload\":{json}}}"),
            format!("<h1>{echo}</h1>"),
            format!("Notice: old\n{{\"token\":{json}}}"),
            echo.to_owned(),
        ] {
            responses.push((status, body));
        }
    }
    for status in [200, 206, 302] {
        for body in [
            format!("<h1>{echo}</h1>"),
            json.clone(),
            format!("[{json}]"),
            format!("{{{json}:1,{json}:2}}"),
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
        ] {
            responses.push((status, body));
        }
    }
    responses
}
