//! How much a log takes.

/// How many bytes a line may have, its end not counted.
pub const MAX_LINE: usize = 4 << 20;
