//! The parts that the modules of both languages are written with.

/// What stands in the head of every module.
pub(super) const WRITTEN: &str =
    "Written by `cargo xtask gen` from `schemas/`; changes here are lost.";

/// What is written for each of several things, together.
pub(super) fn joined<T>(
    items: impl IntoIterator<Item = T>,
    write: impl FnMut(T) -> String,
) -> String {
    let texts: Vec<String> = items.into_iter().map(write).collect();
    texts.concat()
}

/// A text in lines of at most so many bytes.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && last.len() + 1 + word.len() > width {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_long_text_is_broken_between_words() {
        assert_eq!(super::wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(super::wrapped("unbreakable", 3), ["", "unbreakable"][1..]);
    }
}
