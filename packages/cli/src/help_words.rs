//! Words of `--help` that depend on what a build can do.

/// Words of help for a build that knows anchors; nothing in the others.
#[cfg(feature = "receipt")]
macro_rules! with_anchors {
    ($words:literal) => {
        $words
    };
}
#[cfg(not(feature = "receipt"))]
macro_rules! with_anchors {
    ($words:literal) => {
        ""
    };
}
pub(crate) use with_anchors;
