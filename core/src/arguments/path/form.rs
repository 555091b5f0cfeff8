//! Forms of a path that one system reads otherwise than another.

use crate::arguments::steps::step;

/// Whether it is a share, relative to a drive, another stream of a file, or the name of a device.
pub(super) fn is_odd(path: &str) -> bool {
    step(path.len());
    let bytes = path.as_bytes();
    let is_share = matches!(bytes, [b'\\', b'\\' | b'/', ..] | [b'/', b'\\', ..]);
    let has_drive = matches!(bytes, [letter, b':', ..] if letter.is_ascii_alphabetic());
    let is_drive_relative = has_drive && matches!(bytes.get(2), Some(byte) if !is_separator(*byte));
    let behind_drive = path.get(if has_drive { 2 } else { 0 }..).unwrap_or_default();
    let on_windows = has_drive || path.contains('\\');
    // A colon alone is part of a name elsewhere: `2026-11-27T10:00.csv`.
    let is_stream = (on_windows && behind_drive.contains(':')) || path.contains("::$");
    is_share || is_drive_relative || is_stream || has_device_name(path)
}

const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// A component behind a back-slash that names a device wherever it stands: `a\NUL`, `a\com1.txt`.
fn has_device_name(path: &str) -> bool {
    const NAMES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    path.split('\\').skip(1).any(|part| {
        let part = part.split('/').next().unwrap_or(part);
        let stem = part.split(['.', ' ', ':']).next().unwrap_or(part);
        let is_port = stem.split_at_checked(3).is_some_and(|(name, number)| {
            (name.eq_ignore_ascii_case("COM") || name.eq_ignore_ascii_case("LPT"))
                && number.len() == 1
                && number.bytes().all(|digit| digit.is_ascii_digit() && digit != b'0')
        });
        is_port || NAMES.iter().any(|name| name.eq_ignore_ascii_case(stem))
    })
}
