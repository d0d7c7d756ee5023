//! A struct with named fields, and what the attributes of its fields say.

use proc_macro::{Ident, Span, TokenStream, TokenTree};

use crate::code::{error, literal};

/// Or an error for the compiler to report.
pub(crate) type Result<T> = std::result::Result<T, TokenStream>;

/// The words for places in a request.
pub(crate) const PLACES: [&str; 6] = ["body", "header", "path", "query", "route", "wrapped_body"];

pub(crate) struct Struct {
    pub(crate) name: TokenStream,
    pub(crate) fields: Vec<Field>,
}

pub(crate) struct Field {
    pub(crate) name: TokenStream,
    pub(crate) ty: Type,
    pub(crate) docs: TokenStream,
    pub(crate) deprecated: TokenStream,
    /// The names in `#[wire("name", "alias", word, word = value)]`, or else its own.
    pub(crate) names: Vec<TokenTree>,
    /// The words in it, each with its value, if it has one.
    pub(crate) words: Vec<(Ident, TokenStream)>,
}

#[derive(Clone)]
pub(crate) struct Type(Vec<TokenTree>);

impl Struct {
    pub(crate) fn parse(input: TokenStream) -> Result<Self> {
        let input = Vec::from_iter(input);
        let is_wire = |pair: &&[TokenTree]| attribute(pair).is_some_and(|(name, _)| name == "wire");
        if let Some(wire) = input.windows(2).find(is_wire) {
            return Err(error(wire[1].span(), "expected `#[wire(…)]` at a field"));
        }
        let (name, body) = match &input[..] {
            [.., kind, name, TokenTree::Group(body)] if kind.to_string() == "struct" => {
                (name, body)
            }
            _ => {
                return Err(error(
                    Span::call_site(),
                    "expected a struct with named fields and no parameters",
                ));
            }
        };
        let fields = split(body.stream()).into_iter().map(Field::parse);
        Ok(Self {
            name: name.clone().into(),
            fields: fields.collect::<Result<_>>()?,
        })
    }
}

impl Field {
    fn parse(tokens: Vec<TokenTree>) -> Result<Self> {
        let colon = tokens.iter().position(|token| is_punct(token, ':'));
        let (head, ty) = tokens.split_at(colon.unwrap_or_default());
        let mut field = Self {
            name: head.last().cloned().into_iter().collect(),
            ty: Type(ty.iter().skip(1).cloned().collect()),
            docs: TokenStream::new(),
            deprecated: TokenStream::new(),
            names: Vec::new(),
            words: Vec::new(),
        };
        for pair in head.windows(2) {
            field.attribute(pair)?;
        }
        if field.names.is_empty() {
            field.names.extend(literal(&field.plain_name()));
        }
        Ok(field)
    }

    fn attribute(&mut self, pair: &[TokenTree]) -> Result<()> {
        let Some((name, rest)) = attribute(pair) else {
            return Ok(());
        };
        match (name.as_str(), rest) {
            ("doc", _) => self.docs.extend(pair.to_vec()),
            ("deprecated", _) => self.deprecated.extend(pair.to_vec()),
            ("wire", Some(TokenTree::Group(arguments))) => {
                for argument in split(arguments.stream()) {
                    self.argument(&argument)?;
                }
            }
            ("wire", _) => return Err(error(pair[1].span(), "expected `#[wire(…)]`")),
            _ => {}
        }
        Ok(())
    }

    fn argument(&mut self, tokens: &[TokenTree]) -> Result<()> {
        const EXPECTED: &str = "expected a name in quotes, a word, or `word = value`";
        match tokens {
            [name @ TokenTree::Literal(_)] => self.names.push(name.clone()),
            [TokenTree::Ident(word)] => self.words.push((word.clone(), TokenStream::new())),
            [TokenTree::Ident(word), is, value @ ..] if is_punct(is, '=') => {
                let value = value.iter().cloned().collect();
                self.words.push((word.clone(), value));
            }
            _ => return Err(error(tokens[0].span(), EXPECTED)),
        }
        Ok(())
    }

    /// Reports a word that is not among those that are allowed, written like this: "`pii`, `max = …`".
    pub(crate) fn check(&self, allowed: &str) -> Result<()> {
        for (word, value) in &self.words {
            let value = if value.is_empty() { "" } else { " = …" };
            let found = format!("`{word}{value}`");
            if !allowed.split(", ").any(|word| word == found) {
                let message = format!("unexpected {found}; expected {allowed}");
                return Err(error(word.span(), &message));
            }
        }
        Ok(())
    }

    /// The value of a word that the field has.
    pub(crate) fn value(&self, word: &str) -> Option<&TokenStream> {
        let mut words = self.words.iter();
        let (_, value) = words.find(|(found, _)| found.to_string() == word)?;
        Some(value)
    }

    /// The word for its place in a request, if it is a parameter.
    pub(crate) fn place(&self) -> String {
        let mut words = self.words.iter().map(|(word, _)| word.to_string());
        let place = words.find(|word| PLACES.contains(&word.as_str()));
        place.unwrap_or_default()
    }

    /// Where its name stands.
    pub(crate) fn span(&self) -> Span {
        let mut name = self.name.clone().into_iter();
        name.next().map_or_else(Span::call_site, |name| name.span())
    }

    /// The name without `r#`.
    pub(crate) fn plain_name(&self) -> String {
        self.name.to_string().trim_start_matches("r#").to_owned()
    }
}

impl Type {
    /// `Option` of `std::option::Option<i64>`.
    pub(crate) fn name(&self) -> String {
        let path = self.0.iter().take_while(|token| !is_punct(token, '<'));
        path.last().map(TokenTree::to_string).unwrap_or_default()
    }

    /// `i64` of `Option<i64>`.
    pub(crate) fn inner(&self) -> Self {
        let open = self.0.iter().position(|token| is_punct(token, '<'));
        match open.map(|open| &self.0[open..]) {
            Some([_, inner @ .., _]) => Self(inner.to_vec()),
            _ => self.clone(),
        }
    }

    pub(crate) fn tokens(&self) -> TokenStream {
        self.0.iter().cloned().collect()
    }
}

/// The name of `#[name]`, and what follows it.
fn attribute(pair: &[TokenTree]) -> Option<(String, Option<TokenTree>)> {
    let [hash, TokenTree::Group(group)] = pair else {
        return None;
    };
    let mut tokens = group
        .stream()
        .into_iter()
        .take_while(|_| is_punct(hash, '#'));
    Some((tokens.next()?.to_string(), tokens.next()))
}

/// The parts between commas that are not in brackets of any kind.
fn split(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let (mut parts, mut depth) = (vec![Vec::new()], 0);
    for token in tokens {
        depth += i32::from(is_punct(&token, '<')) - i32::from(is_punct(&token, '>'));
        match parts.last_mut() {
            Some(part) if depth > 0 || !is_punct(&token, ',') => part.push(token),
            _ => parts.push(Vec::new()),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn is_punct(token: &TokenTree, text: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == text)
}
