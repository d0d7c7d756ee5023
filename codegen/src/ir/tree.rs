//! The IR as a tree of maps: declarations by kind and name, whichever resource has them, and the forms in Rust that
//! follow from them. Sets are maps by key; `span` of a node is its place.

use serde_json::{Map, Value};

use crate::ir::{
    Binding, ConstructorForm, Declared, Field, Form, Operation, Package, Place, Presence, Resource,
    Response, SET, Spec, holds_itself,
};
use crate::names;

/// All packages, by name.
pub(crate) fn tree(spec: &Spec) -> Value {
    let names = spec.packages.iter().map(|package| package.name.clone());
    let packages = package_trees(spec).into_iter().map(Value::Object);
    let packages = names.zip(packages);
    Value::Object(new_set().into_iter().chain(packages).collect())
}

/// The packages, in their order.
pub(crate) fn package_trees(spec: &Spec) -> Vec<Map<String, Value>> {
    let packages = 0..spec.packages.len();
    packages.map(|index| package_tree(spec, index)).collect()
}

fn package_tree(spec: &Spec, index: usize) -> Map<String, Value> {
    let package = &spec.packages[index];
    let mut tree = Tree {
        spec,
        index,
        package,
        root: object(package),
    };
    if let Some(first) = package.auth.first() {
        tree.root
            .insert("default_auth".to_owned(), first.name.as_str().into());
    }
    let required = package
        .client_values
        .iter()
        .filter(|value| value.default.is_none());
    let mut required: Vec<&str> = required.map(|value| value.name.as_str()).collect();
    let form = package.client_values_form();
    if !package.client_values.is_empty() {
        let constructor = form.call("ClientValues", &mut required);
        tree.root
            .insert("client_values_constructor".to_owned(), constructor.into());
    }
    for resource in &package.resources {
        tree.insert("resources", &resource.name, object(resource));
        tree.declarations(resource);
        tree.operations(resource);
    }
    tree.root
}

/// One API, with the types of shared packages that it uses; `trees` are those of all packages.
pub(crate) fn api_tree(spec: &Spec, trees: &[Map<String, Value>], index: usize) -> Value {
    let mut root = trees[index].clone();
    for (shared, names) in spec.imported_types(index) {
        for kind in ["records", "bodies", "enums", "ids"] {
            let declared = trees[shared].get(kind).and_then(Value::as_object);
            for (name, node) in declared.into_iter().flatten() {
                if names.contains(name)
                    && let Value::Object(node) = node
                {
                    insert(&mut root, kind, name, node.clone());
                }
            }
        }
    }
    Value::Object(root)
}

/// Adds a declaration of a kind.
fn insert(root: &mut Map<String, Value>, kind: &str, name: &str, node: Map<String, Value>) {
    let declarations = root.entry(kind).or_insert_with(|| Value::Object(new_set()));
    if let Value::Object(declarations) = declarations {
        declarations.insert(name.to_owned(), Value::Object(node));
    }
}

struct Tree<'s> {
    spec: &'s Spec,
    index: usize,
    package: &'s Package,
    root: Map<String, Value>,
}

impl Tree<'_> {
    fn insert(&mut self, kind: &str, name: &str, node: Map<String, Value>) {
        insert(&mut self.root, kind, name, node);
    }

    fn declarations(&mut self, resource: &Resource) {
        let (spec, index) = (self.spec, self.index);
        for record in &resource.records {
            let mut node = object(record);
            let named = Declared::Record(record).named(index);
            each_field(&mut node, "fields", &record.fields, |field, node| {
                let boxed = holds_itself(spec, &named, field);
                node.insert(
                    "rust_type".to_owned(),
                    field.rust_type(Form::of_record(field, boxed)).into(),
                );
                if field.default.is_some() {
                    let method = format!("{}_or_default", field.rust);
                    node.insert("accessor".to_owned(), method.into());
                }
            });
            self.insert("records", &record.name, node);
        }
        for body in &resource.bodies {
            let mut node = object(body);
            each_field(&mut node, "fields", &body.fields, sent);
            put_constructor(&mut node, &body.name, body.constructor_form(), &body.fields);
            self.insert("bodies", &body.name, node);
        }
        for declared in &resource.enums {
            self.insert("enums", &declared.name, object(declared));
        }
        for id in &resource.ids {
            self.insert("ids", &id.name, object(id));
        }
    }

    fn operations(&mut self, resource: &Resource) {
        for operation in &resource.operations {
            let node = self.operation(operation);
            self.insert("operations", &operation.name, node);
        }
        for callback in &resource.callbacks {
            self.insert("callbacks", &callback.name, object(callback));
        }
        if let Some(sdk) = &resource.browser_sdk {
            let mut node = object(sdk);
            each_field(&mut node, "configuration", &sdk.configuration, sent);
            self.insert("browser_sdk", &resource.name, node);
        }
    }

    fn operation(&self, operation: &Operation) -> Map<String, Value> {
        let mut node = object(operation);
        for place in Place::ALL {
            let mut fields = new_set();
            let bindings = operation.bindings.iter();
            for Binding { field, .. } in bindings.filter(|binding| binding.place == place) {
                let mut node = object(field);
                sent(field, &mut node);
                fields.insert(field.wire.clone(), Value::Object(node));
            }
            node.insert(place.key().to_owned(), Value::Object(fields));
        }
        let form = operation.constructor_form();
        put_constructor(&mut node, &operation.rust, form, &operation.fields());
        let mut schemes = self.package.accepted_by(operation).map(|auth| &auth.name);
        if let Some(first) = schemes.next() {
            let all = std::iter::once(first).chain(schemes);
            let mut accepted = new_set();
            accepted.extend(all.map(|name| (name.clone(), true.into())));
            node.insert("auth".to_owned(), Value::Object(accepted));
            node.insert("default_auth".to_owned(), first.as_str().into());
        }
        if let [route, _, ..] = operation.routes.as_slice() {
            node.insert("default_route".to_owned(), route.rust.as_str().into());
        }
        node.insert("output".to_owned(), output(&operation.response).into());
        node
    }
}

/// The type that an operation returns.
fn output(response: &Response) -> String {
    match response {
        Response::Unknown | Response::StatusOnly => "RawResponse".to_owned(),
        Response::Record(named) => named.name.clone(),
        Response::Wrapped(_, named) => format!("Wrapped<{}>", named.name),
        Response::Payload(ty) => ty.rust(),
        Response::Page(page) => format!("Page<{}>", page.item.name),
    }
}

/// A field that is sent; what the client sets is no member of the struct.
fn sent(field: &Field, node: &mut Map<String, Value>) {
    if field.is_set_by_caller() {
        node.insert(
            "rust_type".to_owned(),
            field.rust_type(Form::of_request(field)).into(),
        );
    }
}

fn each_field(
    node: &mut Map<String, Value>,
    key: &str,
    fields: &[Field],
    complete: impl Fn(&Field, &mut Map<String, Value>),
) {
    for field in fields {
        if let Some(Value::Object(node)) =
            node.get_mut(key).and_then(|set| set.get_mut(&field.wire))
        {
            complete(field, node);
        }
    }
}

fn put_constructor(
    node: &mut Map<String, Value>,
    name: &str,
    form: ConstructorForm,
    fields: &[Field],
) {
    let required = fields
        .iter()
        .filter(|field| field.presence == Presence::Required);
    let mut required: Vec<&str> = required.map(|field| field.rust.as_str()).collect();
    if form != ConstructorForm::Unset {
        node.insert(
            "constructor".to_owned(),
            form.call(name, &mut required).into(),
        );
    }
}

impl ConstructorForm {
    /// A call of the constructor. The order of the arguments is a part of it only if they are positional.
    fn call(self, owner: &str, required: &mut [&str]) -> String {
        if self != Self::Positional {
            required.sort_unstable();
        }
        let required = required.join(", ");
        match self {
            Self::Unset | Self::Positional => format!("new({required})"),
            Self::RequiredStruct => format!("{} {{ {required} }}", names::required_struct(owner)),
        }
    }
}

fn new_set() -> Map<String, Value> {
    std::iter::once((SET.to_owned(), true.into())).collect()
}

/// A part of the IR as a map.
fn object(part: impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(part) {
        Ok(Value::Object(map)) => map,
        // Structs with keys of text serialize as maps.
        _ => Map::new(),
    }
}
