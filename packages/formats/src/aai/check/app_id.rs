//! The id of an application.

/// Longest `app.id` and longest label of it.
const ID_BYTES: usize = 255;
const LABEL_BYTES: usize = 63;

/// Whether a text is a reverse domain name.
pub(super) fn is_app_id(id: &str) -> bool {
    let label = |label: &str| {
        (1..=LABEL_BYTES).contains(&label.len())
            && label.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    id.len() <= ID_BYTES
        && id.contains('.')
        && id.starts_with(|first: char| first.is_ascii_lowercase())
        && id.split('.').all(label)
}
