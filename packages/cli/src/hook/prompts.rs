//! What the person said, by session: in a file that only they can read, for a day.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::files;

const KEPT: Duration = Duration::from_hours(24);

/// The longest text that is kept, in bytes.
const LONGEST: usize = 64 << 10;

/// Keeps a text. Whether that succeeds changes nothing: no call runs because of it.
pub(super) fn keep(client: &str, session: Option<&str>, text: &str, now_ms: i64) {
    let Some(folder) = files::state().map(|state| state.join("prompts")) else { return };
    let Some(name) = session.and_then(|session| file_name(client, session)) else { return };
    if folder_of_the_person(&folder).is_none() {
        return;
    }
    forget(&folder);
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = serde_json::Value::from(text.get(..end).unwrap_or_default());
    let line = format!("{{\"at\":{now_ms},\"prompt\":{text}}}\n");
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written =
        options.open(folder.join(name)).and_then(|mut file| file.write_all(line.as_bytes()));
    drop(written);
}

/// A session's id comes from the client: only what is a plain name becomes a file.
fn file_name(client: &str, session: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let fits = (1..=100).contains(&session.len()) && session.bytes().all(is_plain);
    fits.then(|| format!("{client}.{session}.jsonl"))
}

fn folder_of_the_person(folder: &Path) -> Option<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).ok()
}

/// Removes what is older than a day.
fn forget(folder: &Path) {
    let now = SystemTime::now();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let written = entry.metadata().and_then(|metadata| metadata.modified());
        let old = written.is_ok_and(|at| now.duration_since(at).is_ok_and(|age| age > KEPT));
        if old {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn only_plain_sessions_have_a_file() {
        assert_eq!(file_name("codex", "a-1_B"), Some("codex.a-1_B.jsonl".to_owned()));
        for session in ["", "../x", "a/b", "a.b", "a\0", &"x".repeat(101)] {
            assert_eq!(file_name("codex", session), None, "{session:?}");
        }
    }
}
