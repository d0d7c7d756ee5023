//! The labels of calls: names and values of the caller, for hooks and spans.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::error::invalid_field::{FieldLocation, InvalidField};

/// How many labels a call has at most.
const MAX_LABELS: usize = 16;

/// The maximum length of a name in bytes.
const MAX_NAME_LENGTH: usize = 64;

/// The maximum length of a value in bytes.
const MAX_VALUE_LENGTH: usize = 128;

/// The labels of a call, such as the account: see
/// [`Call::label`](crate::Call::label).
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::sync::mpsc;
///
/// use api_runtime::observe::CallSummary;
/// use shop_client::{Client, GetOrder};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let config = shop_client::config();
/// let (sender, receiver) = mpsc::channel();
/// let client = Client::builder(config)
///     .label("service", "orders")
///     .on_call_end(move |call: &CallSummary<'_>| {
///         let _ = sender.send(call.labels.to_string());
///     })
/// #   .transport(shop_client::responses([(200, r#"{"id": 7}"#)]))
///     .build()?;
///
/// client.call().label("till", 7).send(GetOrder::new(7)).await?;
/// assert_eq!(receiver.recv()?, "service=orders,till=7");
/// # Ok(())
/// # }
/// ```
#[doc(alias = "attributes")]
#[doc(alias = "tags")]
#[derive(Clone, Default, PartialEq)]
pub struct Labels(Option<Arc<Vec<Label>>>);

#[derive(Clone, PartialEq)]
struct Label {
    name: Cow<'static, str>,
    value: String,
}

impl Labels {
    /// The value of the label with this name. `None` if there is none.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(other, _)| *other == name)
            .map(|(_, value)| value)
    }

    /// The names and values, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let labels = self.0.as_deref().into_iter().flatten();
        labels.map(|label| (&*label.name, &*label.value))
    }

    /// Whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Adds a label, or replaces the value of the one with this name.
    pub(crate) fn set(
        &mut self,
        name: Cow<'static, str>,
        value: String,
    ) -> Result<(), InvalidField> {
        let invalid =
            |name: &str, reason: String| Err(InvalidField::new(FieldLocation::Label, name, reason));
        if !is_name(&name) {
            let reason = format!(
                "must have a name of at most {MAX_NAME_LENGTH} ASCII letters, digits, `_`, `.` \
                 and `-` that starts with a letter"
            );
            return invalid("", reason);
        }
        if value.is_empty() || value.len() > MAX_VALUE_LENGTH {
            let reason = format!("must have from 1 to {MAX_VALUE_LENGTH} bytes");
            return invalid(&name, reason);
        }
        if value.chars().any(char::is_control) {
            return invalid(&name, "must not contain control characters".to_owned());
        }
        let labels = Arc::make_mut(self.0.get_or_insert_default());
        let is_full = labels.len() == MAX_LABELS;
        match labels.iter_mut().find(|label| label.name == name) {
            Some(label) => label.value = value,
            None if is_full => {
                return invalid(&name, format!("must not exceed {MAX_LABELS} labels"));
            }
            None => labels.push(Label { name, value }),
        }
        Ok(())
    }

    /// Adds later labels, which override these.
    pub(crate) fn merge(&mut self, later: Self) -> Result<(), InvalidField> {
        if self.0.is_none() {
            self.0 = later.0;
            return Ok(());
        }
        for label in later.0.iter().flat_map(|labels| labels.iter()) {
            self.set(label.name.clone(), label.value.clone())?;
        }
        Ok(())
    }
}

fn is_name(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    name.len() <= MAX_NAME_LENGTH
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(is_allowed)
}

/// `service=orders,account=7`.
impl fmt::Display for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { "," };
            write!(f, "{separator}{name}={value}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
