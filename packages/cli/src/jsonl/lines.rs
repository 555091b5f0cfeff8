//! Lines from a stream, in batches, however long the lines and the stream are.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

/// How many bytes are asked for at once.
const CHUNK: usize = 128 << 10;

/// How many lines a batch may have: a decision is longer than an event, and an empty line gets one too.
const MOST_LINES: usize = 512;

/// Consecutive lines of the input.
#[derive(Debug, Default)]
pub(super) struct Batch {
    text: Vec<u8>,
    lines: Vec<Line>,
    /// How many bytes of the input it covers, line ends included.
    pub(super) bytes: u64,
}

#[derive(Debug)]
enum Line {
    Whole(Range<usize>),
    TooLong(u64),
}

/// One line without its line feed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LineText<'b> {
    Whole(&'b [u8]),
    /// A line beyond the limit, which was not kept: how many bytes it has.
    TooLong(u64),
}

impl Batch {
    pub(super) fn lines(&self) -> impl Iterator<Item = LineText<'_>> {
        self.lines.iter().map(|line| match line {
            Line::Whole(range) => LineText::Whole(self.text.get(range.clone()).unwrap_or_default()),
            Line::TooLong(bytes) => LineText::TooLong(*bytes),
        })
    }
}

/// Reads batches of lines and holds no more than one chunk and one line of at most `limit` bytes.
pub(super) struct Lines<R> {
    source: R,
    limit: usize,
    chunk: Box<[u8]>,
    unread: Range<usize>,
    /// The beginning of the line that is being read, as long as it is within the limit.
    line: Vec<u8>,
    /// How many bytes that line has so far.
    line_bytes: u64,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(source: R, limit: usize) -> Self {
        let chunk = vec![0; CHUNK].into_boxed_slice();
        Self { source, limit, chunk, unread: 0..0, line: Vec::new(), line_bytes: 0 }
    }

    /// The next lines: those that one read completes, so that a slow stream is answered at once.
    /// `None` at the end. A last line without a line feed is a line.
    pub(super) fn next_batch(&mut self) -> io::Result<Option<Batch>> {
        let mut batch = Batch::default();
        loop {
            while !self.unread.is_empty() {
                if batch.lines.len() == MOST_LINES {
                    return Ok(Some(batch));
                }
                self.take_line(&mut batch);
            }
            if !batch.lines.is_empty() {
                return Ok(Some(batch));
            }
            if self.fill()? == 0 {
                if self.line_bytes == 0 {
                    return Ok(None);
                }
                self.end_line(&mut batch);
                return Ok(Some(batch));
            }
        }
    }

    /// Moves what is unread, up to the end of a line, behind what is there of the line.
    fn take_line(&mut self, batch: &mut Batch) {
        let unread = self.chunk.get(self.unread.clone()).unwrap_or_default();
        let end = memchr::memchr(b'\n', unread);
        let part = unread.get(..end.unwrap_or(unread.len())).unwrap_or_default();
        self.line_bytes += part.len() as u64;
        if self.line_bytes <= self.limit as u64 {
            self.line.extend_from_slice(part);
        } else {
            self.line = Vec::new();
        }
        self.unread.start += part.len();
        if end.is_some() {
            self.unread.start += 1;
            batch.bytes += 1;
            self.end_line(batch);
        }
    }

    fn end_line(&mut self, batch: &mut Batch) {
        batch.bytes += self.line_bytes;
        batch.lines.push(if self.line_bytes > self.limit as u64 {
            Line::TooLong(self.line_bytes)
        } else {
            let start = batch.text.len();
            batch.text.append(&mut self.line);
            Line::Whole(start..batch.text.len())
        });
        self.line_bytes = 0;
    }

    fn fill(&mut self) -> io::Result<usize> {
        loop {
            match self.source.read(&mut self.chunk) {
                Ok(read) => {
                    self.unread = 0..read;
                    return Ok(read);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::{CHUNK, LineText, Lines, MOST_LINES};

    /// Gives its text in portions of at most `portion` bytes.
    struct Portions<'t> {
        text: &'t [u8],
        portion: usize,
    }

    impl Read for Portions<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.portion.min(buffer.len());
            self.text
                .take(count as u64)
                .read(buffer)
                .inspect(|read| self.text = &self.text[*read..])
        }
    }

    /// Every line, a line beyond the limit as its size.
    fn lines(text: &[u8], portion: usize, limit: usize) -> Vec<Result<Vec<u8>, u64>> {
        let mut reader = Lines::new(Portions { text, portion }, limit);
        let (mut lines, mut bytes) = (Vec::new(), 0);
        while let Some(batch) = reader.next_batch().unwrap() {
            bytes += batch.bytes;
            lines.extend(batch.lines().map(|line| match line {
                LineText::Whole(text) => Ok(text.to_vec()),
                LineText::TooLong(size) => Err(size),
            }));
        }
        assert_eq!(bytes, text.len() as u64);
        lines
    }

    #[test]
    fn lines_do_not_depend_on_how_the_bytes_come() {
        let text = b"one\n\n\r\nfour \xff\nsixsixsixsix\n7";
        let expected: [Result<&[u8], u64>; 6] =
            [Ok(b"one"), Ok(b""), Ok(b"\r"), Ok(b"four \xff"), Err(12), Ok(b"7")];
        let expected = expected.map(|line| line.map(<[u8]>::to_vec));
        for portion in 1..=text.len() {
            assert_eq!(lines(text, portion, 6), expected, "portions of {portion}");
        }
    }

    #[test]
    fn the_last_line_needs_no_end_and_nothing_is_no_line() {
        assert_eq!(lines(b"", 9, 9), []);
        assert_eq!(lines(b"\n", 9, 9), [Ok(vec![])]);
        assert_eq!(lines(b"a\nb", 9, 9), lines(b"a\nb\n", 9, 9));
        assert_eq!(lines(b"0123456789", 3, 9), [Err(10)]);
    }

    #[test]
    fn a_line_at_the_limit_is_kept() {
        assert_eq!(lines(b"123\n1234\n123", 2, 3), [Ok(b"123".into()), Err(4), Ok(b"123".into())]);
    }

    #[test]
    fn a_long_line_is_not_kept() {
        let text = vec![b'x'; 20 * CHUNK];
        let mut reader = Lines::new(&text[..], 1000);
        let batch = reader.next_batch().unwrap().unwrap();
        assert_eq!(batch.lines().collect::<Vec<_>>(), [LineText::TooLong(text.len() as u64)]);
        assert_eq!((batch.text.capacity(), reader.line.capacity()), (0, 0));
    }

    #[test]
    fn a_batch_has_a_bounded_number_of_lines() {
        let text = vec![b'\n'; 3 * MOST_LINES + 1];
        let mut reader = Lines::new(&text[..], 9);
        let mut counts = Vec::new();
        while let Some(batch) = reader.next_batch().unwrap() {
            counts.push(batch.lines().count());
        }
        assert_eq!(counts, [MOST_LINES, MOST_LINES, MOST_LINES, 1]);
    }

    #[test]
    fn what_is_complete_does_not_wait_for_more() {
        let mut reader = Lines::new(b"a\nb\nc".chain(b"d\n".as_slice()), 9);
        let batch = reader.next_batch().unwrap().unwrap();
        let expected = [LineText::Whole(b"a"), LineText::Whole(b"b")];
        assert_eq!(batch.lines().collect::<Vec<_>>(), expected);
        let batch = reader.next_batch().unwrap().unwrap();
        assert_eq!(batch.lines().collect::<Vec<_>>(), [LineText::Whole(b"cd")]);
    }
}
