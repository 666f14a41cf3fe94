//! A document's bytes for the tokenizer, so that it stays shallow. html5gum 0.9 goes from one double-quoted
//! attribute to the next by calls that return only where the tag ends: tens of thousands of them overflow the
//! stack. It does return where white space parts a name from its `=`, which means the same (HTML standard,
//! 13.2.5.34), so every so often a space is put there.

use html5gum::{Readable, Reader, StringReader};

/// After so many values, a space.
const DEEPEST: u8 = 64;

pub(super) struct Shallow<'a> {
    bytes: StringReader<'a>,
    /// Values since the last space.
    values: u8,
    /// The `=` before which a space was put, still to be read.
    kept: bool,
}

impl<'a> Shallow<'a> {
    pub(super) fn new(html: &'a str) -> Self {
        Self {
            bytes: html.to_reader(),
            values: 0,
            kept: false,
        }
    }
}

impl Reader for Shallow<'_> {
    type Error = <StringReader<'static> as Reader>::Error;

    #[inline]
    fn read_byte(&mut self) -> Result<Option<u8>, Self::Error> {
        if std::mem::take(&mut self.kept) {
            return Ok(Some(b'='));
        }
        self.bytes.read_byte()
    }

    #[inline]
    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> Result<bool, Self::Error> {
        self.bytes.try_read_string(text, case_sensitive)
    }

    #[inline]
    fn read_until<'b>(
        &'b mut self,
        needle: &[u8],
        single: &'b mut [u8; 4],
    ) -> Result<Option<&'b [u8]>, Self::Error> {
        let read = self.bytes.read_until(needle, single)?;
        // Of what is looked for, `/` and `=` together end an attribute's name alone.
        if read == Some(b"=") && needle.contains(&b'/') {
            self.values += 1;
            if self.values == DEEPEST {
                self.values = 0;
                self.kept = true;
                return Ok(Some(b" "));
            }
        }
        Ok(read)
    }
}
