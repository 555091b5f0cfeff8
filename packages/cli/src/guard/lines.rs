//! Lines of a stream, of which no more is kept than a message may have.

use std::io::{self, BufRead};

/// What was read.
pub(super) enum Line {
    Whole(Vec<u8>),
    TooLong,
    End,
}

/// Reads a line, without its end. Of one that is too long nothing is kept, and the stream stands behind it.
///
/// A last line without an end is not a message: whoever wrote it may have been stopped in the middle.
pub(super) fn next(reader: &mut impl BufRead, most: usize) -> io::Result<Line> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let buffer = match reader.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(Line::End);
        }
        let end = memchr::memchr(b'\n', buffer);
        let part = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or_default();
        // One more for the CR before the end.
        if line.len().saturating_add(part.len()) > most.saturating_add(1) {
            too_long = true;
            line = Vec::new();
        } else if !too_long {
            line.extend_from_slice(part);
        }
        let used = end.map_or(buffer.len(), |end| end.saturating_add(1));
        reader.consume(used);
        if end.is_some() {
            return Ok(if too_long { Line::TooLong } else { Line::Whole(line) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, next};
    use std::io::BufReader;

    #[test]
    fn a_long_line_is_passed_over_and_the_next_one_is_read() {
        let text = format!("ab\r\n{}\n\ncd\nrest", "x".repeat(100));
        let mut reader = BufReader::with_capacity(7, text.as_bytes());
        let mut read = Vec::new();
        loop {
            match next(&mut reader, 10).unwrap() {
                Line::Whole(line) => read.push(String::from_utf8(line).unwrap()),
                Line::TooLong => read.push("too long".to_owned()),
                Line::End => break,
            }
        }
        assert_eq!(read, ["ab\r", "too long", "", "cd"]);
    }
}
