//! What can be wrong with a file before anything is known about the document in it.

use crate::rules::rules;

rules! {
    /// A rule about a file, for tools that read files. Nothing in this crate does.
    FileRule {
        Unreadable = "file.unreadable", Error, Ours:
            "a document is a file that can be read",
        TooLarge = "file.too-large", Error, Ours:
            "a file has no more bytes than a document of its kind may have",
        NotUtf8 = "file.not-utf8", Error, Ours:
            "a document is text in UTF-8",
        NoDocument = "file.no-document", Error, Ours:
            "a folder that is to be checked has a document in it",
    }
}
