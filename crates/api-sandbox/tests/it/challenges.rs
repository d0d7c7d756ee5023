//! Responses with status 401 have a challenge, as RFC 9110 requires.

use crate::calls::{self, GoodRequest};
use crate::common::http_client;
use crate::common::{Auth, Demo, demo};
use crate::responses::{document, operations};

/// The status, and the values of `WWW-Authenticate`.
async fn challenges(
    demo: &Demo,
    auth: Auth<'_>,
    request: &GoodRequest,
    path: &str,
) -> (u16, Vec<String>) {
    let response = demo.try_send(auth, request.method, path, request.body.clone());
    let response = response.await.expect("a response");
    let values = response.headers().get_all("www-authenticate").iter();
    let values = values.map(|value| value.to_str().expect("ASCII").to_owned());
    (response.status().as_u16(), values.collect())
}

/// The name of the operation's scheme in a header, by the document.
fn scheme(request: &GoodRequest) -> &'static str {
    let all = operations();
    let found = all
        .iter()
        .find(|(api, id, _, _)| *api == request.api && *id == request.operation_id);
    let (_, _, _, operation) = found.expect("the operation");
    let requirement = operation["security"][0].as_object().expect("a requirement");
    let name = requirement.keys().next().expect("a name");
    let scheme = &document(request.api)["components"]["securitySchemes"][name]["scheme"];
    match scheme.as_str() {
        Some("basic") => "Basic",
        Some("bearer") => "Bearer",
        other => panic!("scheme {other:?}"),
    }
}

#[tokio::test]
async fn unauthorized_responses_name_the_scheme_of_the_operation() {
    let demo = demo().await;
    for request in calls::all(&demo).await {
        let wrong = request.path.replace("demo-api-token", "demo-wrong-token");
        let expected = format!("{} realm=\"{}\"", scheme(&request), request.api);
        for auth in [
            Auth::Anonymous,
            Auth::Header("Digest username=\"x\""),
            Auth::Bearer("demo-wrong-token"),
            Auth::Basic("demo-integrator-token", "demo-wrong-token"),
        ] {
            let found = challenges(&demo, auth, &request, &wrong).await;
            assert_eq!(found, (401, vec![expected.clone()]), "{wrong}");
        }
    }
}

#[tokio::test]
async fn several_authorization_headers_are_unauthorized() {
    let demo = demo().await;
    let url = format!("{}/v2/venue/info", demo.sandbox.pos_url());
    let request = http_client().get(url).bearer_auth("demo-api-token");
    let twice = request
        .try_clone()
        .expect("no body")
        .header("authorization", "Bearer demo-wrong-token");
    for (request, status) in [(request, 200), (twice, 401)] {
        let response = request.send().await.expect("a response");
        assert_eq!(response.status().as_u16(), status);
    }
}
