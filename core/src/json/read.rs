//! The text entry point: a strict RFC 8259 reader.
//!
//! It differs from the usual reader in what it refuses: a repeated key, a lone surrogate, a number
//! without a double, anything after the value, and nesting beyond a limit. Two readers that take
//! such a text see two different events, so that one would be checked and the other would run.
//!
//! The path to a fault is put together while the recursion unwinds; reading a good text costs
//! nothing for it.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::{Limits, Member, Number, Object, Value, number::number_len, text::plain_len};
use crate::{codes::FaultCode, fault::Pointer};

/// Why a text is not taken, and where.
#[derive(Debug)]
pub(crate) struct ReadFault {
    pub(crate) code: FaultCode,
    /// The value in which it was found.
    pub(crate) pointer: Pointer,
    /// What was expected there.
    pub(crate) detail: &'static str,
    /// Byte offset in the text.
    pub(crate) offset: usize,
}

impl ReadFault {
    fn at(code: FaultCode, detail: &'static str, offset: usize) -> Self {
        Self { code, pointer: Pointer::root(), detail, offset }
    }
}

/// How many arrays and objects keep the room that they did not need. Beyond that a text of nothing but small
/// ones would take a hundred times its length.
const ROOMY: u16 = 1_024;
/// Places that a small one has before it grows.
const SMALL: usize = 8;

/// Reads one JSON value that is the whole text.
pub(super) fn read(text: &str, limits: Limits) -> Result<Value<'_>, ReadFault> {
    if text.len() > limits.max_bytes {
        return Err(ReadFault::at(FaultCode::EventTooLarge, "", 0));
    }
    let mut reader = JsonReader {
        text,
        bytes: text.as_bytes(),
        position: 0,
        levels_left: limits.max_depth,
        roomy_left: ROOMY,
    };
    reader.skip_blanks();
    let value = reader.value()?;
    reader.skip_blanks();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.fault(FaultCode::TrailingData, "the end of the text")),
    }
}

struct JsonReader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
    levels_left: u8,
    roomy_left: u16,
}

impl<'a> JsonReader<'a> {
    fn fault(&self, code: FaultCode, detail: &'static str) -> ReadFault {
        ReadFault::at(code, detail, self.position)
    }

    fn invalid(&self, expected: &'static str) -> ReadFault {
        self.fault(FaultCode::InvalidJson, expected)
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    #[inline]
    fn advance(&mut self, count: usize) {
        self.position = self.position.wrapping_add(count);
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.advance(1);
        }
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    #[inline]
    fn value(&mut self) -> Result<Value<'a>, ReadFault> {
        match self.plain_string() {
            Some(text) => Ok(Value::String(Cow::Borrowed(text))),
            None => self.other_value(),
        }
    }

    fn other_value(&mut self) -> Result<Value<'a>, ReadFault> {
        match self.peek() {
            Some(b'"') => self.string().map(Value::String),
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.literal(b"true", Value::Bool(true)),
            Some(b'f') => self.literal(b"false", Value::Bool(false)),
            Some(b'n') => self.literal(b"null", Value::Null),
            _ => Err(self.invalid("a JSON value")),
        }
    }

    fn literal(&mut self, word: &[u8], value: Value<'a>) -> Result<Value<'a>, ReadFault> {
        if self.rest().starts_with(word) {
            self.advance(word.len());
            Ok(value)
        } else {
            Err(self.invalid("a JSON value"))
        }
    }

    /// Reads an array or an object one level further down.
    fn nested(
        &mut self,
        inner: fn(&mut Self) -> Result<Value<'a>, ReadFault>,
    ) -> Result<Value<'a>, ReadFault> {
        let Some(fewer) = self.levels_left.checked_sub(1) else {
            return Err(self.fault(FaultCode::NestingTooDeep, ""));
        };
        self.levels_left = fewer;
        self.advance(1);
        self.skip_blanks();
        let value = inner(self)?;
        self.levels_left = self.levels_left.wrapping_add(1);
        Ok(value)
    }

    /// Gives back the room that a small array or object did not need, unless there are few of them.
    fn trim<T>(&mut self, items: &mut Vec<T>) {
        match self.roomy_left.checked_sub(1) {
            Some(fewer) => self.roomy_left = fewer,
            None if items.capacity() <= SMALL => items.shrink_to_fit(),
            None => {}
        }
    }

    fn array(&mut self) -> Result<Value<'a>, ReadFault> {
        let mut items = Vec::new();
        if self.peek() == Some(b']') {
            self.advance(1);
            return Ok(Value::Array(items));
        }
        loop {
            let item = self.value().map_err(|mut fault| {
                fault.pointer.prepend_index(items.len());
                fault
            })?;
            items.push(item);
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.advance(1),
                Some(b']') => {
                    self.advance(1);
                    self.trim(&mut items);
                    return Ok(Value::Array(items));
                }
                _ => return Err(self.invalid("`,` or `]`")),
            }
            self.skip_blanks();
        }
    }

    fn object(&mut self) -> Result<Value<'a>, ReadFault> {
        if self.peek() == Some(b'}') {
            self.advance(1);
            return Ok(Value::Object(Object::default()));
        }
        // Most objects of an event have a handful of members.
        let mut members = Vec::with_capacity(SMALL);
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.invalid("a key in double quotes"));
            }
            let key = match self.plain_string() {
                Some(key) => Cow::Borrowed(key),
                None => self.string()?,
            };
            self.skip_blanks();
            if self.peek() != Some(b':') {
                return Err(self.invalid("`:`"));
            }
            self.advance(1);
            self.skip_blanks();
            // A plain string goes into its place at once, not by way of a result.
            if let Some(text) = self.plain_string() {
                members.push(Member { key, value: Value::String(Cow::Borrowed(text)) });
            } else {
                match self.other_value() {
                    Ok(value) => members.push(Member { key, value }),
                    Err(mut fault) => {
                        fault.pointer.prepend_key(&key);
                        return Err(fault);
                    }
                }
            }
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.advance(1),
                Some(b'}') => break,
                _ => return Err(self.invalid("`,` or `}`")),
            }
            self.skip_blanks();
        }
        match Object::repeat_in(&members) {
            None => {
                self.advance(1);
                self.trim(&mut members);
                Ok(Value::Object(Object::from_unique(members)))
            }
            Some(index) => {
                let mut fault = self.fault(FaultCode::DuplicateKey, "");
                if let Some(member) = members.get(index) {
                    fault.pointer.prepend_key(&member.key);
                }
                Err(fault)
            }
        }
    }

    fn number(&mut self) -> Result<Value<'a>, ReadFault> {
        let Some((length, has_exponent)) = number_len(self.rest()) else {
            return Err(self.invalid("a JSON number"));
        };
        let end = self.position.wrapping_add(length);
        let number = Number::unchecked(self.text.get(self.position..end).unwrap_or_default());
        if (has_exponent || length >= 300) && !number.is_finite() {
            return Err(self.fault(FaultCode::NumberOutOfRange, ""));
        }
        self.position = end;
        Ok(Value::Number(number))
    }

    /// Reads a string without escapes, if one stands here. Nearly all strings are such, and come back in two registers.
    fn plain_string(&mut self) -> Option<&'a str> {
        let (b'"', rest) = self.rest().split_first()? else { return None };
        let start = self.position.wrapping_add(1);
        let end = start.wrapping_add(plain_len(rest));
        if self.bytes.get(end) != Some(&b'"') {
            return None;
        }
        self.position = end.wrapping_add(1);
        self.text.get(start..end)
    }

    /// Reads a string with escapes; the cursor is on its opening quote.
    fn string(&mut self) -> Result<Cow<'a, str>, ReadFault> {
        self.advance(1);
        let mut unescaped = String::new();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.advance(1);
                    return Ok(Cow::Owned(unescaped));
                }
                Some(b'\\') => unescaped.push(self.escape()?),
                Some(0..0x20) => {
                    return Err(self.invalid("no control character in a string"));
                }
                None => return Err(self.invalid("the end of the string")),
                Some(_) => {
                    let start = self.position;
                    self.skip_plain();
                    unescaped.push_str(self.text.get(start..self.position).unwrap_or_default());
                }
            }
        }
    }

    /// Moves to the next quote, backslash or control character.
    #[inline]
    fn skip_plain(&mut self) {
        self.advance(plain_len(self.rest()));
    }

    /// Reads one escape sequence; the cursor is on its backslash.
    fn escape(&mut self) -> Result<char, ReadFault> {
        let start = self.position;
        self.advance(1);
        let Some(letter) = self.peek() else {
            return Err(self.invalid("an escape sequence"));
        };
        let character = match letter {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.advance(1);
                return self.unicode_escape(start);
            }
            _ => return Err(self.invalid("an escape sequence")),
        };
        self.advance(1);
        Ok(character)
    }

    /// Reads the digits after `\u`, and the second half where they name the first of a pair.
    fn unicode_escape(&mut self, start: usize) -> Result<char, ReadFault> {
        let lone = || ReadFault::at(FaultCode::LoneSurrogate, "", start);
        let first = self.four_hex_digits()?;
        if let Some(character) = char::from_u32(first) {
            return Ok(character);
        }
        if first >= 0xDC00 || !self.rest().starts_with(b"\\u") {
            return Err(lone());
        }
        self.advance(2);
        let second = self.four_hex_digits()?;
        char::decode_utf16([first, second].into_iter().filter_map(|unit| u16::try_from(unit).ok()))
            .next()
            .and_then(Result::ok)
            .ok_or_else(lone)
    }

    fn four_hex_digits(&mut self) -> Result<u32, ReadFault> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.invalid("four hexadecimal digits"));
            };
            unit = (unit << 4) | digit;
            self.advance(1);
        }
        Ok(unit)
    }
}
