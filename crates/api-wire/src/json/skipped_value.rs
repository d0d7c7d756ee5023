//! Values that a cursor skips.

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;

impl<'a> Cursor<'a> {
    /// Skips a value of any kind and returns its text.
    pub fn skip_value(&mut self) -> Result<&'a str, ReadError> {
        self.skip_whitespace();
        let start = self.position;
        self.skip_any()?;
        Ok(self.slice(start))
    }

    fn skip_any(&mut self) -> Result<(), ReadError> {
        match self.kind()? {
            Kind::Null => self.null(),
            Kind::Bool => self.bool().map(drop),
            Kind::Number => self.number().map(drop),
            Kind::String => self.skip_string(true),
            Kind::Array => {
                self.enter()?;
                let mut first = true;
                while self.next_item(&mut first)? {
                    self.skip_nested()?;
                }
                Ok(())
            }
            Kind::Object => {
                self.enter()?;
                let mut first = true;
                while self.next_member(&mut first)? {
                    self.skip_string(false)?;
                    self.expect_colon()?;
                    self.skip_nested()?;
                }
                Ok(())
            }
        }
    }

    /// The same for a value in another one. Most are strings, which take no call.
    #[inline(always)]
    fn skip_nested(&mut self) -> Result<(), ReadError> {
        match self.byte() {
            Some(b'"') => self.skip_string(true),
            _ => self.skip_any(),
        }
    }
}
