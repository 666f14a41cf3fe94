//! The paths a Rust source names, from its tokens: comments and strings cannot be mistaken for
//! code, and `use std::{fs, io}` names `std::fs` and `std::io`.

use std::str::FromStr;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::tree::File;

/// A path such as `std::env::var`, a macro call such as `todo!`, or a word of an attribute such as
/// `#ignore`, with the line it begins on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) path: String,
    pub(super) line: usize,
}

impl Named {
    /// Whether the path begins with these segments.
    pub(super) fn begins(&self, segments: &str) -> bool {
        self.path
            .strip_prefix(segments)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    }

    /// Whether this is one of its segments.
    pub(super) fn has(&self, segment: &str) -> bool {
        self.path.split("::").any(|own| own == segment)
    }
}

/// Everything a Rust file names; nothing for other files.
pub(super) fn names(file: &File) -> Vec<Named> {
    if !file.is("rs") {
        return Vec::new();
    }
    let stream = TokenStream::from_str(&file.text)
        .unwrap_or_else(|error| panic!("{}: not Rust: {error}", file.path));
    let mut walk = Walk::default();
    walk.stream(stream, "");
    walk.named
}

#[derive(Default)]
struct Walk {
    named: Vec<Named>,
}

impl Walk {
    fn stream(&mut self, stream: TokenStream, prefix: &str) {
        let mut path = Named {
            path: prefix.to_owned(),
            line: 0,
        };
        let mut hash = false;
        let mut colon = false;
        for token in stream {
            match token {
                TokenTree::Ident(ident) => {
                    if !open(&path.path) {
                        self.end(&mut path, prefix);
                    }
                    if path.line == 0 {
                        path.line = ident.span().start().line;
                    }
                    path.path
                        .push_str(ident.to_string().trim_start_matches("r#"));
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => {
                    if punct.spacing() == Spacing::Joint {
                        colon = true;
                        continue;
                    }
                    if colon {
                        path.path.push_str("::");
                    } else {
                        self.end(&mut path, prefix);
                    }
                }
                TokenTree::Punct(punct) => {
                    hash = punct.as_char() == '#' || (hash && punct.as_char() == '!');
                    if punct.as_char() == '!' && path.line > 0 {
                        path.path.push('!');
                    }
                    self.end(&mut path, prefix);
                }
                TokenTree::Group(group) => {
                    let attribute = hash && group.delimiter() == Delimiter::Bracket;
                    let inner = match (attribute || prefix == "#", path.path.ends_with("::")) {
                        (true, _) => "#".to_owned(),
                        (false, true) => path.path.clone(),
                        (false, false) => String::new(),
                    };
                    self.end(&mut path, prefix);
                    self.stream(group.stream(), &inner);
                    hash = false;
                }
                TokenTree::Literal(_) => self.end(&mut path, prefix),
            }
            colon = false;
        }
        self.end(&mut path, prefix);
    }

    fn end(&mut self, path: &mut Named, prefix: &str) {
        let done = std::mem::replace(
            path,
            Named {
                path: prefix.to_owned(),
                line: 0,
            },
        );
        if done.line > 0 {
            let path = done.path.trim_matches(':').to_owned();
            self.named.push(Named { path, ..done });
        }
    }
}

/// Whether an identifier continues this path rather than beginning another.
fn open(path: &str) -> bool {
    path.is_empty() || path == "#" || path.ends_with("::")
}
