//! What the descriptions say of responses.

use serde_json::{Map, Value};

/// The object that a schema refers to, or is.
fn resolve<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    match schema["$ref"].as_str() {
        Some(reference) => {
            let pointer = reference.trim_start_matches('#');
            resolve(document, document.pointer(pointer).unwrap())
        }
        None => schema,
    }
}

/// The pointers of fields with this name, in a record or in the records directly in it.
fn fields_named(document: &Value, schema: &Value, name: &str) -> Vec<String> {
    let none = Map::new();
    let properties = |schema| resolve(document, schema)["properties"].as_object();
    let outer = properties(schema).unwrap_or(&none);
    let own = outer.contains_key(name).then(|| format!("/{name}"));
    let inner = outer.iter().filter_map(|(key, schema)| {
        let is_shown = properties(schema)?.contains_key(name);
        is_shown.then(|| format!("/{key}/{name}"))
    });
    own.into_iter().chain(inner).collect()
}

#[test]
fn every_id_of_a_path_that_the_response_shows_is_compared() {
    let mut compared = 0;
    for (api, text) in api_description::ALL {
        let document: Value = serde_json::from_str(text).unwrap();
        let paths = document["paths"].as_object().unwrap();
        for (path, item) in paths {
            for operation in item.as_object().unwrap().values() {
                let content = &operation["responses"]["200"]["content"];
                let schema = &content["application/json"]["schema"];
                let variables = path
                    .split('{')
                    .skip(1)
                    .filter_map(|part| part.split_once('}'));
                for (variable, _) in variables {
                    for field in fields_named(&document, schema, variable) {
                        let request = format!("$request.path.{variable}");
                        let response = Value::from(format!("$response.body#{field}"));
                        let echoes = operation["x-echoes"][&request].as_array();
                        assert!(
                            echoes.is_some_and(|echoes| echoes.contains(&response)),
                            "{api} {path}: {request} is in {field} of the response"
                        );
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared >= 6, "{compared} values");
}
