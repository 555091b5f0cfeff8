//! How a decision leaves the core: once as calls on a [`Visitor`], which writes JSON text or builds
//! a host's objects. Both show the same decision because both are told the same story.

use alloc::string::String;

use super::write_string;
use crate::digits::push_decimal;

/// Receives a JSON document piece by piece, in order.
pub trait Visitor {
    /// `null`
    fn null(&mut self);
    /// `true` or `false`
    fn boolean(&mut self, value: bool);
    /// A small whole number.
    fn integer(&mut self, value: u32);
    /// A number of hundredths from 0 to 100: 85 is `0.85`.
    fn hundredths(&mut self, value: u8);
    /// A string of the event.
    fn string(&mut self, value: &str);
    /// A word of the contract or a code, of which there are only so many.
    fn word(&mut self, value: &'static str);
    /// Opens an array.
    fn begin_array(&mut self);
    /// Closes the array.
    fn end_array(&mut self);
    /// Opens an object.
    fn begin_object(&mut self);
    /// The name of the member that follows.
    fn key(&mut self, name: &'static str);
    /// Closes the object.
    fn end_object(&mut self);
}

/// Writes compact JSON text.
#[derive(Debug, Default)]
pub struct JsonWriter {
    text: String,
    /// Whether a value was written since the last opening bracket or key.
    after_value: bool,
}

impl JsonWriter {
    /// A writer with room for `bytes` bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), after_value: false }
    }

    /// The text written so far.
    pub fn into_string(self) -> String {
        self.text
    }

    fn separate(&mut self) {
        if self.after_value {
            self.text.push(',');
        }
        self.after_value = true;
    }

    fn open(&mut self, bracket: char) {
        self.separate();
        self.text.push(bracket);
        self.after_value = false;
    }

    fn close(&mut self, bracket: char) {
        self.text.push(bracket);
        self.after_value = true;
    }

    fn raw(&mut self, text: &str) {
        self.separate();
        self.text.push_str(text);
    }
}

impl Visitor for JsonWriter {
    fn null(&mut self) {
        self.raw("null");
    }

    fn boolean(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
    }

    fn integer(&mut self, value: u32) {
        self.separate();
        push_decimal(&mut self.text, value);
    }

    fn hundredths(&mut self, value: u8) {
        self.separate();
        push_hundredths(&mut self.text, value);
    }

    fn string(&mut self, value: &str) {
        self.separate();
        write_string(&mut self.text, value);
    }

    fn word(&mut self, value: &'static str) {
        self.separate();
        // Words of the contract hold nothing that needs an escape.
        self.text.push('"');
        self.text.push_str(value);
        self.text.push('"');
    }

    fn begin_array(&mut self) {
        self.open('[');
    }

    fn end_array(&mut self) {
        self.close(']');
    }

    fn begin_object(&mut self) {
        self.open('{');
    }

    fn key(&mut self, name: &'static str) {
        self.separate();
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
        self.after_value = false;
    }

    fn end_object(&mut self) {
        self.close('}');
    }
}

/// Appends hundredths the way ECMAScript writes the number: `1`, `0.85`, `0.6`, `0`.
fn push_hundredths(out: &mut String, value: u8) {
    match value {
        0 => out.push('0'),
        100.. => out.push('1'),
        _ => {
            out.push_str("0.");
            let (tenths, last) =
                (value.checked_div(10).unwrap_or(0), value.checked_rem(10).unwrap_or(0));
            push_decimal(out, u32::from(tenths));
            if last > 0 {
                push_decimal(out, u32::from(last));
            }
        }
    }
}
