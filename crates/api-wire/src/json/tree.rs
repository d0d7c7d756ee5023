//! The values of a JSON text, read once.

use std::fmt;
use std::str::FromStr;

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;

/// The values of a JSON text, read once. Numbers, strings and the order of keys are kept as they were
/// written, and so are duplicate keys.
///
/// It takes more memory than the text, so it is for texts of one's own. `Debug` prints the kind, never the
/// values.
///
/// ```
/// use api_wire::Tree;
///
/// let tree: Tree = r#"{"total": 1.00, "items": [{"sku": "a"}]}"#.parse()?;
/// assert!(matches!(tree.values("total").next(), Some(Tree::Scalar(text)) if &**text == "1.00"));
/// assert_eq!(tree.values("discount").count(), 0);
/// # Ok::<(), api_wire::ReadError>(())
/// ```
pub enum Tree {
    /// Null, a boolean, a number or a string, as JSON text.
    Scalar(Box<str>),
    /// The items of an array.
    List(Vec<Tree>),
    /// The keys and values of an object.
    Object(Vec<(Box<str>, Tree)>),
}

impl Tree {
    /// The kind of the value.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Scalar(text) => Kind::of(text),
            Self::List(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    /// The keys and values of an object; none of another value.
    pub fn members(&self) -> &[(Box<str>, Tree)] {
        match self {
            Self::Object(members) => members,
            Self::Scalar(_) | Self::List(_) => &[],
        }
    }

    /// The values of one key of an object: more than one if the key is repeated.
    pub fn values<'t>(&'t self, key: &str) -> impl Iterator<Item = &'t Tree> {
        let members = self.members().iter();
        members.filter_map(move |(name, value)| (**name == *key).then_some(value))
    }

    /// Calls `f` with each scalar, and the key that it is under: `key`, if it is under none.
    pub fn for_each_scalar(&self, key: &str, f: &mut dyn FnMut(&str, &str)) {
        match self {
            Self::Scalar(text) => f(key, text),
            Self::List(items) => items.iter().for_each(|item| item.for_each_scalar(key, f)),
            Self::Object(members) => {
                let members = members.iter();
                members.for_each(|(key, value)| value.for_each_scalar(key, f));
            }
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, ReadError> {
        let mut first = true;
        Ok(match cursor.kind()? {
            Kind::Array => {
                cursor.enter()?;
                let mut items = Vec::new();
                while cursor.next_item(&mut first)? {
                    items.push(Self::read(cursor)?);
                }
                Self::List(items)
            }
            Kind::Object => {
                cursor.enter()?;
                let mut members = Vec::new();
                while cursor.next_member(&mut first)? {
                    let key = cursor.string()?.into();
                    cursor.expect_colon()?;
                    members.push((key, Self::read(cursor)?));
                }
                Self::Object(members)
            }
            _ => Self::Scalar(cursor.skip_value()?.into()),
        })
    }
}

impl FromStr for Tree {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut cursor = Cursor::new(text);
        let tree = Self::read(&mut cursor)?;
        cursor.end()?;
        Ok(tree)
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tree({:?})", self.kind())
    }
}
