//! The tokens of a document, from html5gum's tokenizer into html5ever's tree builder: both follow the HTML
//! standard's parsing algorithm, and this tokenizer is the quicker one. It reads and builds nothing itself.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;
use std::convert::Infallible;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::{Attribute, LocalName, QualName, ns};
use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Emitter, ForwardingEmitter, Span, State, Tokenizer};

use self::shallow::Shallow;

/// So many attributes are looked through for a double; from there on their names are kept in a set.
const FEW: usize = 24;
/// No more attributes of one tag are read: names that all differ take ever longer to tell apart.
const MOST: usize = 4_096;
/// Lines are not counted.
const LINE: u64 = 1;

/// Feeds the tokens of a document to a sink.
pub(super) fn feed<S: TokenSink>(html: &str, sink: &S) {
    // A byte order mark is no text (Encoding standard, decode).
    let html = html.strip_prefix('\u{feff}').unwrap_or(html);
    let next = Cell::new(None);
    let tags = CallbackEmitter::new(Tags {
        sink,
        next: &next,
        tag: None,
        names: HashSet::new(),
        left_out: false,
    });
    let Ok(()) = Tokenizer::new_with_emitter(
        Shallow::new(html),
        Fed {
            tags,
            sink,
            next: &next,
        },
    )
    .finish();
}

/// The tokenizer's events, and how the tree builder wants the text read that follows a tag.
struct Fed<'a, S: TokenSink> {
    tags: CallbackEmitter<Tags<'a, S>>,
    sink: &'a S,
    next: &'a Cell<Option<State>>,
}

impl<S: TokenSink> ForwardingEmitter for Fed<'_, S> {
    type Token = Infallible;

    fn inner(&mut self) -> &mut impl Emitter<Token = Infallible> {
        &mut self.tags
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn emit_eof(&mut self) {
        self.tags.emit_eof();
        drop(self.sink.process_token(Token::EOFToken, LINE));
        self.sink.end();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        let forwarded = self.tags.emit_current_tag();
        self.next.take().or(forwarded)
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        let sink = self.sink;
        sink.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// The start tag that is being read, and where whole tokens go.
struct Tags<'a, S> {
    sink: &'a S,
    next: &'a Cell<Option<State>>,
    tag: Option<Tag>,
    /// The names of its attributes, if they are many.
    names: HashSet<LocalName>,
    /// The attribute that is being read has been there, or is one too many.
    left_out: bool,
}

impl<S: TokenSink> Tags<'_, S> {
    fn hand(&self, token: Token) {
        let next = match self.sink.process_token(token, LINE) {
            TokenSinkResult::Plaintext => State::PlainText,
            TokenSinkResult::RawData(RawKind::Rcdata) => State::RcData,
            TokenSinkResult::RawData(RawKind::Rawtext) => State::RawText,
            TokenSinkResult::RawData(_) => State::ScriptData,
            _ => return,
        };
        self.next.set(Some(next));
    }

    fn name(&mut self, name: &[u8]) {
        let Some(tag) = &mut self.tag else { return };
        self.left_out = tag.attrs.len() >= MOST;
        if self.left_out {
            return;
        }
        let local = atom(name);
        if tag.attrs.len() == FEW {
            self.names = tag.attrs.iter().map(|one| one.name.local.clone()).collect();
        }
        self.left_out = if tag.attrs.len() < FEW {
            tag.attrs.iter().any(|one| one.name.local == local)
        } else {
            !self.names.insert(local.clone())
        };
        tag.had_duplicate_attributes |= self.left_out;
        if !self.left_out {
            tag.attrs.push(Attribute {
                name: QualName::new(None, ns!(), local),
                value: StrTendril::new(),
            });
        }
    }

    fn value(&mut self, value: &[u8]) {
        let attrs = self.tag.as_mut().map(|tag| &mut tag.attrs);
        if let Some(attr) = attrs.and_then(|attrs| attrs.last_mut())
            && !self.left_out
        {
            attr.value = tendril(value);
        }
    }

    /// Texts, and the null characters between them, which the tree builder treats by where they stand.
    fn text(&self, text: &[u8]) {
        for (at, text) in text.split(|byte| *byte == 0).enumerate() {
            if at > 0 {
                self.hand(Token::NullCharacterToken);
            }
            if !text.is_empty() {
                self.hand(Token::CharacterTokens(tendril(text)));
            }
        }
    }
}

impl<S: TokenSink> Callback<Infallible, ()> for Tags<'_, S> {
    fn handle_event(&mut self, event: CallbackEvent<'_>, _: Span<()>) -> Option<Infallible> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag = Some(tag(TagKind::StartTag, name));
            }
            CallbackEvent::AttributeName { name } => self.name(name),
            CallbackEvent::AttributeValue { value } => self.value(value),
            CallbackEvent::CloseStartTag { self_closing } => {
                if let Some(tag) = self.tag.take() {
                    self.hand(Token::TagToken(Tag {
                        self_closing,
                        ..tag
                    }));
                }
            }
            CallbackEvent::EndTag { name } => {
                self.hand(Token::TagToken(tag(TagKind::EndTag, name)));
            }
            CallbackEvent::String { value } => self.text(value),
            // A comment only parts texts.
            CallbackEvent::Comment { .. } => self.hand(Token::CommentToken(StrTendril::new())),
            CallbackEvent::Doctype {
                name,
                public_identifier,
                system_identifier,
                force_quirks,
            } => self.hand(Token::DoctypeToken(Doctype {
                name: Some(name).filter(|name| !name.is_empty()).map(tendril),
                public_id: public_identifier.map(tendril),
                system_id: system_identifier.map(tendril),
                force_quirks,
            })),
            CallbackEvent::Error(_) => {}
        }
        None
    }
}

fn tag(kind: TagKind, name: &[u8]) -> Tag {
    Tag {
        kind,
        name: atom(name),
        self_closing: false,
        attrs: Vec::new(),
        had_duplicate_attributes: false,
    }
}

fn atom(name: &[u8]) -> LocalName {
    LocalName::from(string(name))
}

fn tendril(text: &[u8]) -> StrTendril {
    StrTendril::from(&*string(text))
}

/// The tokenizer cuts its input, which is UTF-8, at ASCII characters alone.
fn string(bytes: &[u8]) -> Cow<'_, str> {
    // Validating alone is quicker.
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

mod shallow;
#[cfg(test)]
mod tests;
