//! Facts of packages.

use super::{Owner, Scope};
use crate::diff::fact::{Aspect, Direction, SubjectKind};
use crate::ir::{
    Auth, ClientValue, ConstructorForm, Environment, ErrorBody, LaterVersion, Package, Resource,
    Scheme, Status, TokenEndpoint,
};
use crate::names;

impl<'s> Scope<'_, 's> {
    pub(super) fn package(&mut self) {
        let spec = self.spec;
        let package = &spec.packages[self.package];
        let Package {
            dir: _,
            name,
            is_api,
            title,
            source,
            doc,
            deprecated,
            // Its types are facts of the packages that use them.
            imports: _,
            later_versions,
            client_values,
            base_path,
            environments,
            auth,
            envelope,
            // Facts of the operations that follow the conventions.
            pagination: _,
            filters: _,
            error_bodies,
            statuses,
            notes,
            open_questions,
            resources,
            span,
        } = package;
        let krate = match is_api {
            true => package.client_package(),
            false => package.model_package(),
        };
        let owner = Owner {
            kind: SubjectKind::Package,
            name: name.clone(),
            direction: Direction::Both,
            items: vec![names::crate_ident(&krate)],
            span,
        };
        self.add(
            &owner,
            Aspect::Exists,
            if *is_api { "API" } else { "shared" },
        );
        self.add_some(&owner, Aspect::BasePath, base_path.as_ref());
        let envelope = envelope.as_ref();
        let envelope =
            envelope.map(|keys| format!("{}, {}, {}", keys.success, keys.payload, keys.message));
        self.add_some(&owner, Aspect::Envelope, envelope);
        for body in error_bodies {
            let ErrorBody {
                name,
                doc: _,
                example,
                span,
            } = body;
            let aspect = Aspect::ErrorBody(name.clone());
            self.add(&owner.at(span), aspect, example.to_string());
        }
        self.add_deprecation(&owner, deprecated.as_ref());
        for later in later_versions {
            let LaterVersion { api, span: _ } = later;
            self.add(&owner, Aspect::LaterVersion(api.clone()), "listed");
        }
        let mut texts = vec![title.as_str(), source, doc];
        // What an operation does not list is docs only.
        let meanings: Vec<String> = statuses.iter().map(meaning).collect();
        texts.extend(meanings.iter().map(String::as_str));
        for (heading, lines) in notes {
            texts.push(heading);
            texts.extend(lines.iter().map(String::as_str));
        }
        self.add_docs(&owner, &texts, open_questions);
        let first = auth.first().map(|scheme| scheme.name.as_str());
        self.add_some(&owner, Aspect::DefaultAuth, first);
        let without_default = client_values.iter().filter(|value| value.default.is_none());
        let mut required: Vec<&str> = without_default.map(|value| value.name.as_str()).collect();
        required.sort_unstable();
        let required = required.join(", ");
        let constructor = match package.client_values_form() {
            // A literal fits what has a constructor, too.
            ConstructorForm::Literal => None,
            _ if client_values.is_empty() => None,
            ConstructorForm::Unset | ConstructorForm::Positional => {
                Some(format!("new({required})"))
            }
            ConstructorForm::RequiredStruct => {
                Some(format!("ClientValuesRequired {{ {required} }}"))
            }
        };
        self.add_some(&owner, Aspect::Required, constructor);
        for environment in environments {
            self.environment(environment);
        }
        for value in client_values {
            self.client_value(value);
        }
        for scheme in auth {
            self.auth_scheme(scheme);
        }
        for resource in resources {
            self.resource(resource);
        }
    }

    fn environment(&mut self, environment: &'s Environment) {
        let Environment {
            name,
            doc,
            base_url,
            sdk_name,
            span,
        } = environment;
        let rust = names::type_of(name);
        let owner = Owner {
            kind: SubjectKind::Environment,
            name: name.clone(),
            direction: Direction::Sent,
            items: vec![self.client_item(&format!("Environment::{rust}"))],
            span,
        };
        self.add(&owner, Aspect::Exists, "environment");
        self.add(&owner, Aspect::BaseUrl, base_url.to_string());
        self.add_some(&owner, Aspect::SdkName, sdk_name.as_ref());
        self.add_docs(&owner, &[doc], &Default::default());
    }

    fn client_value(&mut self, value: &'s ClientValue) {
        let ClientValue {
            name,
            doc,
            default,
            span,
        } = value;
        let owner = Owner {
            kind: SubjectKind::ClientValue,
            name: name.clone(),
            direction: Direction::Sent,
            items: vec![self.client_item(&format!("ClientValues::{name}"))],
            span,
        };
        self.add(&owner, Aspect::Exists, "client value");
        self.add_some(&owner, Aspect::ClientDefault, default.as_ref());
        self.add_docs(&owner, &[doc], &Default::default());
    }

    fn auth_scheme(&mut self, auth: &'s Auth) {
        let Auth {
            name,
            doc,
            scheme,
            path,
            span,
        } = auth;
        let owner = Owner {
            kind: SubjectKind::AuthScheme,
            name: name.clone(),
            direction: Direction::Sent,
            items: vec![self.client_item(&names::type_of(name))],
            span,
        };
        self.add(&owner, Aspect::Exists, "auth scheme");
        self.add(&owner, Aspect::AuthScheme, scheme_text(scheme));
        self.add(&owner, Aspect::Credentials, credentials_text(scheme));
        self.add_some(&owner, Aspect::AuthPathParameter, path.as_ref());
        self.add_docs(&owner, &[doc], &Default::default());
    }

    fn resource(&mut self, resource: &'s Resource) {
        let Resource {
            name,
            source,
            doc,
            enums,
            ids,
            records,
            bodies,
            operations,
            callbacks,
            browser_sdk,
            open_questions,
            span,
        } = resource;
        let owner = Owner {
            kind: SubjectKind::Resource,
            name: name.clone(),
            direction: Direction::Unused,
            items: Vec::new(),
            span,
        };
        self.add(&owner, Aspect::Exists, "resource");
        self.add_docs(&owner, &[source, doc], open_questions);
        for declared in enums {
            self.enumeration(declared);
        }
        for id in ids {
            self.id(id);
        }
        for record in records {
            self.record(record);
        }
        for body in bodies {
            self.body(body);
        }
        for operation in operations {
            self.operation(operation);
        }
        for callback in callbacks {
            self.callback(callback);
        }
        if let Some(sdk) = browser_sdk {
            self.browser_sdk(name, sdk);
        }
    }
}

fn meaning(status: &Status) -> String {
    format!("{}: {}", status.code, status.meaning)
}

fn credentials_text(scheme: &Scheme) -> String {
    match scheme {
        Scheme::Basic { user, password } => match password {
            Some(password) => format!("{user}, {password}"),
            None => user.clone(),
        },
        Scheme::Bearer(credential) | Scheme::ApiKey { credential, .. } => credential.clone(),
        Scheme::OAuth2 {
            client_id,
            client_secret,
            ..
        } => format!("{client_id}, {client_secret}, for a token"),
    }
}

fn scheme_text(scheme: &Scheme) -> String {
    match scheme {
        Scheme::Basic { user, password } => {
            format!("basic {user}, {}", password.as_deref().unwrap_or("empty"))
        }
        Scheme::Bearer(credential) => format!("bearer {credential}"),
        Scheme::ApiKey { header, credential } => format!("api_key {header}: {credential}"),
        Scheme::OAuth2 {
            client_id,
            client_secret,
            endpoint,
            scopes,
        } => {
            let endpoint = match endpoint {
                TokenEndpoint::Path(path) => path.clone(),
                TokenEndpoint::Url { origin, path } => format!("{origin}{path}"),
            };
            let scopes = scopes.join(" ");
            format!("oauth2 {client_id}, {client_secret} at {endpoint}, scopes {scopes}")
        }
    }
}
