//! Lines of a file, in bounded memory however long they are.

use std::io::{self, BufRead, BufReader, Read};

use sha2::{Digest as _, Sha256};

use crate::{Hash, MAX_LINE};

/// One line.
pub(crate) struct RawLine<'l> {
    /// Its bytes without its end; `None` if there are more than [`MAX_LINE`].
    pub(crate) text: Option<&'l [u8]>,
    /// The hash of all its bytes without its end.
    pub(crate) hash: Hash,
    /// How many bytes it has, with its end.
    pub(crate) bytes: u64,
    /// Whether it has an end. Only the last line of a file may have none.
    pub(crate) ended: bool,
}

/// Reads line by line.
pub(crate) struct Lines<R> {
    source: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { source: BufReader::with_capacity(1 << 16, source), line: Vec::new() }
    }

    /// The next line; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<RawLine<'_>>> {
        self.line.clear();
        let (mut hash, mut bytes, mut ended) = (Sha256::new(), 0_u64, false);
        while !ended {
            let chunk = self.source.fill_buf()?;
            if chunk.is_empty() {
                break;
            }
            let end = memchr::memchr(b'\n', chunk);
            let text = &chunk[..end.unwrap_or(chunk.len())];
            ended = end.is_some();
            hash.update(text);
            if self.line.len() + text.len() <= MAX_LINE + 1 {
                self.line.extend_from_slice(text);
            } else {
                // Enough to tell that it is too long.
                self.line.resize(MAX_LINE + 1, 0);
            }
            let used = text.len() + usize::from(ended);
            bytes += used as u64;
            self.source.consume(used);
        }
        if bytes == 0 {
            return Ok(None);
        }
        let text = (self.line.len() <= MAX_LINE).then_some(self.line.as_slice());
        Ok(Some(RawLine { text, hash: Hash::from_bytes(hash.finalize().into()), bytes, ended }))
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::{Hash, MAX_LINE};

    #[test]
    fn lines_are_hashed_without_their_end() {
        let mut lines = Lines::new(&b"one\n\ntwo"[..]);
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push((line.text.unwrap().to_vec(), line.hash, line.bytes, line.ended));
        }
        let line = |text: &[u8], bytes, ended| (text.to_vec(), Hash::of(text), bytes, ended);
        assert_eq!(found, [line(b"one", 4, true), line(b"", 1, true), line(b"two", 3, false)]);
    }

    #[test]
    fn a_long_line_is_counted_and_not_kept() {
        let text = [vec![b'x'; 3 * MAX_LINE].as_slice(), b"\nnext\n"].concat();
        let mut lines = Lines::new(text.as_slice());
        let long = lines.next().unwrap().unwrap();
        assert_eq!((long.text, long.bytes), (None, 3 * MAX_LINE as u64 + 1));
        assert_eq!(long.hash, Hash::of(&text[..3 * MAX_LINE]));
        assert_eq!(lines.next().unwrap().unwrap().text, Some(&b"next"[..]));
        assert!(lines.line.capacity() <= 2 * MAX_LINE + 2);
        for (length, kept) in [(MAX_LINE, true), (MAX_LINE + 1, false)] {
            let text = vec![b'x'; length];
            let mut lines = Lines::new(text.as_slice());
            assert_eq!(lines.next().unwrap().unwrap().text.is_some(), kept);
        }
    }
}
