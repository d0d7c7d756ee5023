//! Everything of the spec that has a name.

use super::code::Code;
use crate::ir::{Enum, Field, Operation, Package, Resource, Scheme, Spec};
use crate::names;
use crate::source::Span;

/// Something that has names.
pub(super) struct Item<'s> {
    pub(super) package: &'s str,
    pub(super) description: String,
    /// The names by which it is found, in the spec and in Rust.
    pub(super) names: Vec<String>,
    pub(super) span: &'s Span,
    pub(super) code: Vec<Code>,
}

pub(super) fn items(spec: &Spec) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    for package in &spec.packages {
        add_package(&mut items, package);
        for resource in &package.resources {
            let files = Files::of(package, resource);
            let mut scope = Scope {
                items: &mut items,
                package: &package.name,
                files: &files,
            };
            scope.resource(resource);
            scope.types(resource);
            scope.operations(resource);
            scope.callbacks(resource);
            scope.browser_sdk(resource);
        }
    }
    items
}

/// A package, and the names of its `api.yaml`.
fn add_package<'s>(items: &mut Vec<Item<'s>>, package: &'s Package) {
    let name = &package.name;
    let source = |file: &str| format!("crates/{}/src/{file}.rs", package.client_package());
    items.push(Item {
        package: name,
        description: format!("package {name}"),
        names: vec![
            name.clone(),
            package.dir.clone(),
            names::type_of(name),
            package.model_package(),
            package.client_package(),
        ],
        span: &package.span,
        code: Vec::new(),
    });
    for auth in &package.auth {
        let rust = names::type_of(&auth.name);
        let mut known = vec![auth.name.clone(), rust.clone()];
        known.extend(auth.scheme.credentials().into_iter().map(str::to_owned));
        if let Scheme::ApiKey { header, .. } = &auth.scheme {
            known.push(header.clone());
        }
        items.push(Item {
            package: name,
            description: format!("auth scheme {} of {name}", auth.name),
            names: known,
            span: &auth.span,
            code: vec![Code::in_file(
                &source("credentials"),
                vec![format!("struct {rust} ")],
            )],
        });
    }
    for environment in &package.environments {
        let rust = names::type_of(&environment.name);
        let mut known = vec![environment.name.clone(), format!("Environment::{rust}")];
        known.extend(environment.sdk_name.clone());
        items.push(Item {
            package: name,
            description: format!("environment {} of {name}", environment.name),
            names: known,
            span: &environment.span,
            code: vec![Code::in_item(
                &source("api"),
                "Environment",
                vec![format!("    {rust},")],
            )],
        });
    }
    for value in &package.client_values {
        items.push(Item {
            package: name,
            description: format!("client value {} of {name}", value.name),
            names: vec![value.name.clone(), format!("ClientValues.{}", value.name)],
            span: &value.span,
            code: vec![Code::in_file(
                &source("api"),
                vec![format!("pub {}:", value.name)],
            )],
        });
    }
}

/// The generated files of a resource.
struct Files {
    model: String,
    client: String,
    openapi: String,
}

impl Files {
    fn of(package: &Package, resource: &Resource) -> Self {
        let source = |package: String| format!("crates/{package}/src/{}.rs", resource.name);
        Self {
            model: source(package.model_package()),
            client: source(package.client_package()),
            openapi: format!("crates/api-description/openapi/{}.json", package.name),
        }
    }
}

/// Adds the items of a resource.
struct Scope<'i, 's> {
    items: &'i mut Vec<Item<'s>>,
    package: &'s str,
    files: &'i Files,
}

impl<'s> Scope<'_, 's> {
    fn add(&mut self, description: String, names: Vec<String>, span: &'s Span, code: Vec<Code>) {
        self.items.push(Item {
            package: self.package,
            description,
            names,
            span,
            code,
        });
    }

    fn resource(&mut self, resource: &'s Resource) {
        let first_line = vec!["//! ".to_owned()];
        let code = [&self.files.model, &self.files.client]
            .map(|file| Code::in_file(file, first_line.clone()));
        self.add(
            format!("resource {} of {}", resource.name, self.package),
            vec![resource.name.clone()],
            &resource.span,
            code.into(),
        );
    }

    fn types(&mut self, resource: &'s Resource) {
        for record in &resource.records {
            self.declared_type("record", &record.name, None, &record.span);
            self.fields(&record.name, &record.fields);
        }
        for body in &resource.bodies {
            self.declared_type("body", &body.name, body.required_struct(), &body.span);
            self.fields(&body.name, &body.fields);
        }
        for declared in &resource.enums {
            self.declared_type("enum", &declared.name, None, &declared.span);
            self.values(declared);
        }
        for id in &resource.ids {
            self.declared_type("id", &id.name, None, &id.span);
        }
    }

    /// A type, with the struct of its required fields if there is one.
    fn declared_type(
        &mut self,
        kind: &str,
        name: &'s str,
        required_struct: Option<String>,
        span: &'s Span,
    ) {
        let declares = ["struct {} ", "enum {} ", "struct {};"];
        let mut declares = declares.map(|form| form.replace("{}", name)).to_vec();
        declares.extend(required_struct.as_deref().map(declares_struct));
        let mut known = vec![name.to_owned(), names::type_of(name)];
        known.extend(required_struct);
        let code = vec![
            Code::in_file(&self.files.model, declares),
            Code::in_file(&self.files.openapi, vec![format!("      \"{name}\": {{")]),
        ];
        self.add(
            format!("{kind} {name} of {}", self.package),
            known,
            span,
            code,
        );
    }

    fn values(&mut self, declared: &'s Enum) {
        let name = &declared.name;
        for value in &declared.values {
            let (text, rust) = (&value.text, &value.rust);
            let row = vec![format!("{rust}: \"")];
            self.add(
                format!("value {text} of {name}, {}", self.package),
                vec![
                    text.clone(),
                    rust.clone(),
                    format!("{name}.{text}"),
                    format!("{name}::{rust}"),
                ],
                &value.span,
                vec![Code::in_item(&self.files.model, name, row)],
            );
        }
    }

    fn fields(&mut self, owner: &'s str, fields: &'s [Field]) {
        for field in fields {
            let code = Code::in_item(
                &self.files.model,
                owner,
                vec![
                    format!("pub {}:", field.rust),
                    format!("    {}: \"", field.rust),
                ],
            );
            self.add(
                format!("field {} of {owner}, {}", field.wire, self.package),
                field_names(field, &[owner]),
                &field.span,
                vec![code],
            );
        }
    }

    fn operations(&mut self, resource: &'s Resource) {
        for operation in &resource.operations {
            self.operation(operation);
            let parameters = operation.path.iter().chain(&operation.query);
            for (kind, field) in parameters
                .map(|field| ("parameter", field))
                .chain(operation.headers.iter().map(|field| ("header", field)))
            {
                let needles = vec![
                    format!("pub {}:", field.rust),
                    format!("    {} =", field.rust),
                    format!("\"{}\"", field.wire),
                ];
                let code = Code::in_item(&self.files.client, &operation.rust, needles);
                let document = format!("\"name\": \"{}\"", field.wire);
                self.operation_field(operation, (kind, field), code, document);
            }
            for field in &operation.response_headers {
                let needles = vec![
                    format!("pub {}:", field.rust),
                    format!("\"{}\"", field.wire),
                ];
                let code = Code::in_item(&self.files.client, &operation.headers_type(), needles);
                let document = format!("\"{}\":", field.wire);
                self.operation_field(operation, ("response header", field), code, document);
            }
        }
    }

    fn operation_field(
        &mut self,
        operation: &'s Operation,
        (kind, field): (&str, &'s Field),
        code: Code,
        document: String,
    ) {
        let openapi = Code::in_operation(&self.files.openapi, &operation.name, vec![document]);
        self.add(
            format!(
                "{kind} {} of {}, {}",
                field.wire, operation.name, self.package
            ),
            field_names(field, &[&operation.name, &operation.rust]),
            &field.span,
            vec![code, openapi],
        );
    }

    fn operation(&mut self, operation: &'s Operation) {
        let (name, rust) = (&operation.name, &operation.rust);
        let mut known = vec![name.clone(), rust.clone(), names::type_of(name)];
        for route in &operation.routes {
            known.push(route.template.to_string());
            known.push(format!("{} {}", operation.method, route.template));
        }
        let required_struct = operation.required_struct();
        let mut declares = vec![format!("struct {rust} "), format!("struct {rust};")];
        declares.extend(required_struct.as_deref().map(declares_struct));
        known.extend(required_struct);
        let code = vec![
            Code::in_file(&self.files.client, declares),
            Code::in_item(
                &self.files.client,
                rust,
                vec!["OperationInfo::new(".to_owned()],
            ),
            Code::in_operation(
                &self.files.openapi,
                name,
                vec!["\"operationId\":".to_owned()],
            ),
        ];
        self.add(
            format!("operation {name} of {}", self.package),
            known,
            &operation.span,
            code,
        );
    }

    fn callbacks(&mut self, resource: &'s Resource) {
        for callback in &resource.callbacks {
            let record = &callback.record.name;
            self.add(
                format!("callback {} of {}", callback.name, self.package),
                vec![callback.name.clone(), callback.root.clone()],
                &callback.span,
                vec![Code::in_item(
                    &self.files.model,
                    record,
                    vec!["fn from_form".to_owned()],
                )],
            );
        }
    }

    fn browser_sdk(&mut self, resource: &'s Resource) {
        let Some(sdk) = &resource.browser_sdk else {
            return;
        };
        for entry_point in &sdk.entry_points {
            let path = &entry_point.path;
            self.add(
                format!("entry point {path} of the browser SDK, {}", self.package),
                vec![path.clone()],
                &sdk.span,
                Vec::new(),
            );
        }
        for (handler, _) in &sdk.event_handlers {
            self.add(
                format!(
                    "event handler {handler} of the browser SDK, {}",
                    self.package
                ),
                vec![handler.clone()],
                &sdk.span,
                Vec::new(),
            );
        }
        self.fields("PageConfiguration", &sdk.configuration);
    }
}

/// The text with which a struct with members is declared.
fn declares_struct(name: &str) -> String {
    format!("struct {name} ")
}

/// The names of a field, alone and after those of its owner.
fn field_names(field: &Field, owners: &[&str]) -> Vec<String> {
    let mut names = vec![field.wire.clone(), field.rust.clone()];
    names.extend(field.aliases.iter().cloned());
    let qualified: Vec<String> = owners
        .iter()
        .flat_map(|owner| names.iter().map(move |name| format!("{owner}.{name}")))
        .collect();
    names.extend(qualified);
    names
}
