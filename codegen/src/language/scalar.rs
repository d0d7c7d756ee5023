//! The scalar types. A row of the table is what the generator knows of one: to add a scalar is to add a row, and its type
//! in api-wire if it is a new one.

use std::fmt;

/// What a scalar is in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    Text,
    Integer,
    Number,
    Boolean,
    Any,
    IntegerOrText,
}

/// The row of a scalar.
#[derive(Debug)]
pub(crate) struct ScalarRow {
    pub(crate) name: &'static str,
    /// Its words in a notation, if it can be written there; documents may have several.
    pub(crate) words: &'static [&'static str],
    /// Words of other languages for it, in lowercase.
    synonyms: &'static [&'static str],
    pub(crate) json: Json,
    /// The type in Rust.
    pub(crate) rust: &'static str,
    /// Whether that is one of `api_wire`.
    pub(crate) is_of_wire: bool,
    /// The format of a text or a number, in the words of JSON Schema and of OpenAPI's registry.
    pub(crate) format: Option<&'static str>,
    /// A value for the examples of a text with a format.
    pub(crate) example: Option<&'static str>,
    /// The forms of its examples in the spec, with a `0` for each digit, if it has some.
    pub(crate) forms: &'static [&'static str],
}

impl ScalarRow {
    const fn new(name: &'static str, json: Json, rust: &'static str) -> Self {
        Self {
            name,
            words: &[],
            synonyms: &[],
            json,
            rust,
            is_of_wire: false,
            format: None,
            example: None,
            forms: &[],
        }
    }

    const fn words(mut self, words: &'static [&'static str]) -> Self {
        self.words = words;
        self
    }

    const fn synonyms(mut self, synonyms: &'static [&'static str]) -> Self {
        self.synonyms = synonyms;
        self
    }

    const fn of_wire(mut self) -> Self {
        self.is_of_wire = true;
        self
    }

    const fn format(mut self, format: &'static str) -> Self {
        self.format = Some(format);
        self
    }

    const fn example(mut self, example: &'static str, forms: &'static [&'static str]) -> Self {
        self.example = Some(example);
        self.forms = forms;
        self
    }
}

macro_rules! scalars {
    ($($(#[$doc:meta])* $scalar:ident: $row:expr;)+) => {
        /// A scalar type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Scalar {
            $($(#[$doc])* $scalar,)+
        }

        impl Scalar {
            pub(crate) const ALL: &[Self] = &[$(Self::$scalar),+];

            pub(crate) fn row(self) -> &'static ScalarRow {
                match self {
                    $(Self::$scalar => { const ROW: ScalarRow = $row; &ROW })+
                }
            }
        }
    };
}

scalars! {
    /// A string.
    Text: ScalarRow::new("string", Json::Text, "String")
        .words(&["string", "text"])
        .synonyms(&["str", "varchar"]);
    /// A whole number.
    Integer: ScalarRow::new("integer", Json::Integer, "i64")
        .words(&["integer"])
        .synonyms(&["int", "long", "int64", "i64"])
        .format("int64");
    /// A whole number of 32 bits.
    Int32: ScalarRow::new("int32", Json::Integer, "i32")
        .words(&["int32"])
        .synonyms(&["i32"])
        .format("int32");
    /// How many, or which of many: what paging counts with.
    Count: ScalarRow::new("count", Json::Integer, "u32");
    /// An exact decimal number.
    Decimal: ScalarRow::new("decimal", Json::Number, "Decimal")
        .words(&["decimal", "float", "number"])
        .synonyms(&["double"])
        .of_wire()
        .format("decimal");
    /// True or false.
    Boolean: ScalarRow::new("boolean", Json::Boolean, "bool")
        .words(&["boolean"])
        .synonyms(&["bool"]);
    /// A day.
    Date: ScalarRow::new("date", Json::Text, "Date")
        .words(&["date"])
        .of_wire()
        .format("date")
        .example("2026-02-14", &["0000-00-00"]);
    /// An instant.
    DateTime: ScalarRow::new("datetime", Json::Text, "Timestamp")
        .words(&["datetime"])
        .of_wire()
        .format("date-time")
        .example("2026-02-14T12:00:00Z", &["0000-00-00T00:00:00Z", "0000-00-00T00:00:00.000Z"]);
    /// A date and time without a zone.
    LocalDateTime: ScalarRow::new("local_datetime", Json::Text, "LocalDateTime")
        .words(&["local_datetime"])
        .of_wire()
        .format("date-time-local")
        .example("2026-02-14T12:00:00", &["0000-00-00T00:00:00"]);
    /// A time of day.
    Time: ScalarRow::new("time", Json::Text, "String")
        .words(&["time"]);
    /// Any JSON.
    Json: ScalarRow::new("json", Json::Any, "Json")
        .words(&["json"])
        .synonyms(&["object", "any"])
        .of_wire();
    /// A whole number or a text.
    IntegerOrText: ScalarRow::new("integer|string", Json::IntegerOrText, "Id")
        .words(&["integer|string", "string|integer"])
        .of_wire();
}

impl Scalar {
    /// The scalar with a word, and the word.
    pub(crate) fn of_word(word: &str) -> Option<(Self, &'static str)> {
        let words = |scalar: &Self| scalar.row().words.iter().find(|known| **known == word);
        let mut all = Self::ALL.iter();
        all.find_map(|scalar| Some((*scalar, *words(scalar)?)))
    }

    /// The word that is meant by one of another language.
    pub(crate) fn meant_by(word: &str) -> Option<&'static str> {
        let mut all = Self::ALL.iter().map(|scalar| scalar.row());
        let row = all.find(|row| row.synonyms.contains(&word))?;
        Some(row.name)
    }

    /// Whether it is any text in Rust, so that a literal can be one.
    pub(crate) fn is_plain_text(self) -> bool {
        let row = self.row();
        row.json == Json::Text && row.format.is_none() || row.json == Json::IntegerOrText
    }

    pub(crate) fn is_integer(self) -> bool {
        self.row().json == Json::Integer
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}
