//! The example of callbacks.

use crate::example::first_call::indented;
use crate::ir::{Named, Operation, Spec};
use crate::names;

/// A handler of the callbacks that an operation confirms, with a comparison of the confirmed state.
pub(crate) fn callback_example(spec: &Spec, index: usize, operation: &Operation) -> Option<String> {
    let confirmation = operation.confirms_callback.as_ref()?;
    let record = spec.confirmed_record(confirmation, operation)?;
    let state = record.field(&confirmation.state)?;
    // The alias `Client` has the first credentials.
    if !operation.auth.contains(&0) {
        return None;
    }
    let crate_name = names::crate_ident(&spec.packages[index].client_package());
    let name = &operation.rust;
    let print = "println!(\"{:?} is {}\", change.reference, change.state);";
    let (import, report) = match state.ty.named().and_then(|named| last_variant(spec, named)) {
        Some((enumeration, variant)) => (
            format!("use {crate_name}::model::{enumeration};\n"),
            format!("if change.state == {enumeration}::{variant} {{\n    {print}\n}}"),
        ),
        None => (String::new(), print.to_owned()),
    };
    let mut used = ["Client", "Config", name];
    used.sort_unstable();
    let body = format!(
        "// The journal has the records that `once` creates.\n\
         let store = MemoryStore::new();\n\
         let builder = Client::builder(config).account(\"main\");\n\
         let client = builder.journal(store.clone()).build()?;\n\
         let mut changes = Events::<{name}>::new(store, 100);\n\
         let handler = Handler::new(client, secret, changes.clone())?;\n\
         let handlers = Handlers::new([handler.clone()]);\n\
         let app = axum::Router::new().nest(\"/callbacks\", router(handlers));\n\
         let listener = tokio::net::TcpListener::bind(\"127.0.0.1:8080\").await?;\n\
         tokio::spawn(async move {{ axum::serve(listener, app).await }});\n\
         tokio::spawn(async move {{ handler.run_forever().await }});\n\
         let change = changes.next().await;\n\
         {report}\nOk(())\n"
    );
    Some(format!(
        "use {crate_name}::callback::{{Events, Handler, Handlers, router}};\n\
         use {crate_name}::journal::MemoryStore;\n{import}use {crate_name}::{{{}}};\n\n\
         async fn receive(config: Config, secret: String) -> Result<(), Box<dyn std::error::Error>> {{\n{}}}\n",
        used.join(", "),
        indented(&body),
    ))
}

/// The name of an enum and its last variant, if it is one.
fn last_variant<'s>(spec: &'s Spec, named: &Named) -> Option<(&'s str, &'s str)> {
    let found = spec.enumeration(named)?;
    Some((&found.name, &found.values.last()?.rust))
}
