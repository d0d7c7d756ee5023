//! The paths in code: `a::b::C`, in the arguments of macros too. Docs have none.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};

/// Every path, and every single name that is not a field or a method.
pub(crate) fn paths(code: TokenStream) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    collect(code, &mut found);
    found
}

fn collect(code: TokenStream, found: &mut BTreeSet<Vec<String>>) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut index = 0;
    while index < tokens.len() {
        match &tokens[index] {
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Ident(first) if !follows(&tokens, index, '.') => {
                let mut path = vec![first.to_string()];
                while let Some(TokenTree::Ident(next)) = tokens.get(index + 3)
                    && is_colon(tokens.get(index + 1))
                    && is_colon(tokens.get(index + 2))
                {
                    path.push(next.to_string());
                    index += 3;
                }
                found.insert(path);
            }
            _ => {}
        }
        index += 1;
    }
}

fn is_colon(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':')
}

fn follows(tokens: &[TokenTree], index: usize, mark: char) -> bool {
    index > 0 && matches!(&tokens[index - 1], TokenTree::Punct(punct) if punct.as_char() == mark)
}
