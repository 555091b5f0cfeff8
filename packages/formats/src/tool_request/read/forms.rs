//! Forms that several parts of a document share: instants, ids, hashes, path names.

use aana_core::time;

/// A real instant written `YYYY-MM-DDTHH:MM:SSZ`, in Unix milliseconds.
pub(crate) fn instant(text: &str) -> Option<i64> {
    let form = b"0000-00-00T00:00:00Z";
    let fits = text.len() == form.len()
        && text.bytes().zip(form).all(|(byte, shape)| match shape {
            b'0' => byte.is_ascii_digit(),
            _ => byte == *shape,
        });
    // A second of 60 is not a real instant here.
    if !fits || text.get(17..19) == Some("60") {
        return None;
    }
    time::parse(text)
}

/// What an id of the form `TR-YYYYMMDD-HHMMSSZ-slug` says.
pub(crate) enum Id {
    /// Not of the form.
    Other,
    /// Of the form, with a date or time that does not exist.
    NoSuchTime,
    /// Of the form, with its instant.
    Instant(i64),
}

/// Whether a text is the id of a request, `TR-<date>-<time>Z-<slug>` of a time that exists. Such an id is safe as a
/// part of a file's name.
#[must_use]
pub fn is_request_id(text: &str) -> bool {
    matches!(request_id(text), Id::Instant(_))
}

pub(crate) fn request_id(text: &str) -> Id {
    let Some((stamp, slug)) =
        text.strip_prefix("TR-").and_then(|rest| rest.split_at_checked("20260312-091500Z-".len()))
    else {
        return Id::Other;
    };
    let stamp_fits = stamp.bytes().zip(b"00000000-000000Z-").all(|(byte, shape)| match shape {
        b'0' => byte.is_ascii_digit(),
        _ => byte == *shape,
    });
    let slug_fits = slug.len() <= 64
        && slug.split('-').all(|group| {
            !group.is_empty()
                && group.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        });
    if !stamp_fits || !slug_fits {
        return Id::Other;
    }
    let part = |from: usize, to: usize| stamp.get(from..to).unwrap_or_default();
    let written = format!(
        "{}-{}-{}T{}:{}:{}Z",
        part(0, 4),
        part(4, 6),
        part(6, 8),
        part(9, 11),
        part(11, 13),
        part(13, 15),
    );
    instant(&written).map_or(Id::NoSuchTime, Id::Instant)
}

/// Whether this is a SHA-256 in hexadecimal digits of either case.
pub(crate) fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether this is a plain relative path: components of letters, digits, `.`, `_`, `+` and `-`, of
/// which none begins with a dot, a plus or a hyphen.
pub(crate) fn is_relative_path(text: &str) -> bool {
    text.len() <= 255
        && text.split('/').all(|component| {
            component.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
                && component
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte))
        })
}

/// A whole number from 1 without leading zeros, sign or anything else.
pub(crate) fn whole(text: &str) -> Option<u32> {
    let fits = text.starts_with(|c: char| ('1'..='9').contains(&c))
        && text.bytes().all(|byte| byte.is_ascii_digit());
    if fits { text.parse().ok() } else { None }
}

/// A decimal number with at most three decimals, in thousandths.
pub(crate) fn thousandths(text: &str) -> Option<u32> {
    let (units, decimals) = match text.split_once('.') {
        Some((units, decimals)) if (1..=3).contains(&decimals.len()) => (units, decimals),
        Some(_) => return None,
        None => (text, ""),
    };
    let units = if units == "0" { 0 } else { whole(units)? };
    if !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let decimals: u32 = format!("{decimals:0<3}").parse().ok()?;
    units.checked_mul(1000)?.checked_add(decimals)
}
