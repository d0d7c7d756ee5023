//! Secrets.

/// A secret becomes a text by `expose` alone.
mod secret_as_text {
    use pos_v2_client::model::Customer;

    fn log(_: &str) {}

    fn case() {
        if let Some(token) = Customer::default().token {
            log(&token);
        }
    }
}

/// A secret has no `Display`, which would put `[hidden]` into a header.
mod secret_in_a_format_string {
    use pos_v2_client::model::Secret;

    fn case() {
        let token = Secret::from("token");
        let _ = format!("Bearer {token}");
    }
}

fn main() {}
