//! The marks of fields, in one table: parsing, checks, the JSON Schema and the reference of the
//! language follow from it. A new mark is a row here, and its behavior in `lower` and the emitters.

use self::Condition::{InBodies, InExamples, InJson, InRequests, InResponses, On, Without};

/// A mark: its word, and what holds for it.
#[derive(Debug)]
pub(crate) struct Row {
    /// The word; `=` for the default.
    pub(crate) word: &'static str,
    pub(crate) argument: Argument,
    /// Its meaning, as Markdown.
    pub(crate) doc: &'static str,
    /// Where it has an effect; the first rule that a field breaks is reported.
    pub(crate) rules: &'static [Rule],
    /// Whether a field can have it more than once.
    pub(crate) is_repeatable: bool,
    /// Whether it is a fact by itself; the others are values or presence of a field of the IR.
    pub(crate) is_flag: bool,
    /// Whether it stands in `#[wire(…)]`, at the fields of records and bodies.
    pub(crate) is_at_fields: bool,
    /// The member of schemas in OpenAPI documents.
    pub(crate) extension: Option<&'static str>,
}

/// What follows the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    None,
    /// An argument in parentheses; examples.
    InParentheses(&'static [&'static str]),
    /// One of these words in parentheses.
    OneOf(&'static [&'static str]),
    /// A value, without parentheses; an example.
    Value(&'static str),
}

/// Where a mark has an effect, and why it has none elsewhere.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) condition: Condition,
    pub(crate) why: &'static str,
}

#[derive(Debug)]
pub(crate) enum Condition {
    /// In parameters, bodies and the configuration of the browser SDK.
    InRequests,
    /// In bodies and the configuration of the browser SDK.
    InBodies,
    /// In records and bodies.
    InJson,
    InResponses,
    /// In `in_list_example`.
    InExamples,
    On(TypeSet),
    Without(&'static [Mark]),
}

/// The types that a mark applies to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TypeSet {
    String,
    /// A string or JSON.
    StringOrJson,
    /// A string or a list of strings.
    StringOrStrings,
    Boolean,
    Date,
    Decimal,
    /// A number, or a list or map of numbers.
    Numbers,
    /// As `Numbers`, or anything named.
    NumbersOrNamed,
    /// A record or a list of records.
    Records,
}

impl Row {
    const fn flag(word: &'static str, doc: &'static str) -> Self {
        Self {
            word,
            argument: Argument::None,
            doc,
            rules: &[],
            is_repeatable: false,
            is_flag: true,
            is_at_fields: false,
            extension: None,
        }
    }

    /// At a field, its word is the same.
    const fn at_fields(self) -> Self {
        Self {
            is_at_fields: true,
            ..self
        }
    }

    const fn extension(self, name: &'static str) -> Self {
        Self {
            extension: Some(name),
            ..self
        }
    }

    /// A word that becomes a value or the presence of a field.
    const fn value(word: &'static str, doc: &'static str, argument: Argument) -> Self {
        Self {
            argument,
            is_flag: false,
            ..Self::flag(word, doc)
        }
    }

    /// Whether it has an effect on fields that are read only.
    pub(crate) fn is_of_responses(&self) -> bool {
        let mut conditions = self.rules.iter().map(|rule| &rule.condition);
        conditions.any(|condition| matches!(condition, InResponses))
    }

    const fn rules(self, rules: &'static [Rule]) -> Self {
        Self { rules, ..self }
    }

    const fn repeatable(self) -> Self {
        Self {
            is_repeatable: true,
            ..self
        }
    }
}

const fn rule(condition: Condition, why: &'static str) -> Rule {
    Rule { condition, why }
}

/// Makes the enum, and its list and rows.
macro_rules! marks {
    ($($mark:ident: $row:expr;)*) => {
        /// A mark of a field.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Mark {
            $($mark,)*
        }

        impl Mark {
            /// All marks, in the order of the reference.
            pub(crate) const ALL: &[Self] = &[$(Self::$mark,)*];

            /// Its row of the table.
            pub(crate) fn row(self) -> &'static Row {
                const ROWS: &[Row] = &[$($row,)*];
                &ROWS[self as usize]
            }
        }
    };
}

marks! {
    DocumentedRequired: Row::flag(
        "documented_required",
        "documented as required: appears in rustdoc, not enforced when decoding",
    )
    .at_fields();
    Default: Row::value(
        "=",
        "the documented default, parsed as the field's type; `=\"\"` is the empty string",
        Argument::Value("value"),
    )
    .rules(&[rule(Without(&[Mark::Secret]), "a secret has no default")]);
    Deprecated: Row::value(
        "deprecated",
        "deprecated by the documents; the long form's key `deprecated` says what to use instead",
        Argument::None,
    );
    Readonly: Row::flag("readonly", "never sent: not inherited by request bodies")
        .rules(&[rule(InResponses, "a request has no read-only fields")]);
    Secret: Row::flag(
        "secret",
        "a credential, a one-time code, or a URL that may contain one: redacted",
    )
    .at_fields()
    .extension("x-secret")
    .rules(&[rule(On(TypeSet::StringOrJson), "only a string can be secret")]);
    Pii: Row::flag(
        "pii",
        "personal data, the whole address of a person or a paying business included: redacted",
    )
    .at_fields()
    .extension("x-pii");
    Unit: Row::value(
        "unit",
        "the unit of a number; `unknown` if the documents give none for an amount",
        Argument::OneOf(&["cents", "unknown"]),
    )
    .rules(&[rule(On(TypeSet::Numbers), "only numbers have a unit")]);
    Inferred: Row::flag(
        "inferred",
        "the documents give a name only; the type follows from the name, a similar field or \
         responses",
    )
    .at_fields();
    Documented: Row::flag(
        "documented",
        "inside `in_list_example`: the type is documented",
    )
    .rules(&[rule(InExamples, "only fields of examples can be documented")]);
    StringOrNumber: Row::flag("string_or_number", "a string that is also read from a number")
        .at_fields()
        .rules(&[
            rule(On(TypeSet::String), "only a string accepts numbers"),
            rule(InResponses, "only response fields accept numbers"),
        ]);
    Digits: Row::flag("digits", "a string of digits: another one is an error before it is sent")
        .at_fields()
        .rules(&[
            rule(On(TypeSet::String), "only a string consists of digits"),
            rule(InBodies, "only fields of bodies are checked"),
        ]);
    AsString: Row::flag(
        "as_string",
        "a decimal that is a string in JSON: sent as one, and read from both",
    )
    .at_fields()
    .rules(&[
        rule(On(TypeSet::Decimal), "only a decimal can be a string"),
        rule(InJson, "a parameter is a text anyway"),
    ]);
    Strict: Row::flag(
        "strict",
        "monetary amount, or a container of one: a value of another type is always an error",
    )
    .at_fields()
    .extension("x-strict")
    .rules(&[rule(On(TypeSet::NumbersOrNamed), "only amounts can be strict")]);
    Envelope: Row::flag(
        "envelope",
        "part of the envelope: always an error if missing or of another type",
    )
    .at_fields()
    .rules(&[
        rule(InResponses, "only responses have an envelope"),
        rule(On(TypeSet::Records), "only a record or a list of records can be an envelope"),
    ]);
    AlsoUsDate: Row::flag("also_us_date", "a date that is also parsed as `MM/DD/YYYY`")
        .at_fields()
        .rules(&[
            rule(On(TypeSet::Date), "only a date accepts `MM/DD/YYYY`"),
            rule(InResponses, "only response fields accept `MM/DD/YYYY`"),
        ]);
    Accepts1: Row::flag(
        "accepts_1",
        "a boolean that the API also accepts as 1; the crates send `true`",
    )
    .rules(&[
        rule(On(TypeSet::Boolean), "only a boolean accepts 1"),
        rule(Without(&[Mark::Readonly]), "a read-only field is not sent"),
    ]);
    Alias: Row::value("alias", "a second wire name", Argument::InParentheses(&["customerId"]))
        .repeatable()
        .rules(&[rule(InResponses, "a request field has one name")]);
    Was: Row::value(
        "was",
        "its wire name in an earlier version of the API",
        Argument::InParentheses(&["customerId"]),
    )
        .repeatable();
    Rename: Row::value(
        "rename",
        "the Rust name, if the wire name is not one or is a bad one",
        Argument::InParentheses(&["name"]),
    );
    Required: Row::value(
        "required",
        "in bodies and parameters: required by the constructor; omitting it is a compile error",
        Argument::None,
    )
    .rules(&[
        rule(InRequests, "only request fields can be required"),
        rule(
            Without(&[Mark::FromClient, Mark::Constant, Mark::Nullable]),
            "the field has `from_client`, `constant` or `nullable`",
        ),
    ]);
    Nullable: Row::value("nullable", "in bodies: unset, set or null", Argument::None).rules(&[
        rule(InRequests, "only request fields can be null"),
        rule(
            Without(&[Mark::FromClient, Mark::Constant]),
            "the field has `from_client` or `constant`",
        ),
    ]);
    FromClient: Row::value(
        "from_client",
        "in paths, headers, bodies and the SDK configuration: set by the client from its `client_values`; \
         `from_client(environment)` is the environment's `sdk_name`, and `from_client(idempotency_key)` the key that the \
         client makes for each write with `retry: { idempotent: … }`",
        Argument::InParentheses(&["api_version"]),
    )
    .rules(&[
        rule(InRequests, "only request fields are set by the client"),
        rule(On(TypeSet::String), "only a string is set by the client"),
    ]);
    Constant: Row::value(
        "constant",
        "in the SDK configuration: always this string",
        Argument::InParentheses(&["Payments"]),
    )
    .rules(&[
        rule(InRequests, "only request fields can be constant"),
        rule(
            On(TypeSet::StringOrStrings),
            "only a string or a list of strings can be constant",
        ),
        rule(Without(&[Mark::FromClient]), "the field has `from_client`"),
    ]);
}

impl Mark {
    /// The mark of a word.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|mark| mark.row().word == word)
    }

    /// Its forms in a notation, as in `unit(cents)`.
    pub(crate) fn examples(self) -> Vec<String> {
        let word = self.row().word;
        match self.row().argument {
            Argument::None => vec![word.to_owned()],
            Argument::Value(value) => vec![format!("{word}{value}")],
            Argument::InParentheses(examples) | Argument::OneOf(examples) => examples
                .iter()
                .map(|argument| format!("{word}({argument})"))
                .collect(),
        }
    }
}
