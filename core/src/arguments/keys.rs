//! What a key says of its argument: by the tables, and for all other keys by their words.

use super::short::Key;
use super::tables::keys::{KEY_PATH, KEY_SHELL, KEY_TEXT, KEY_URL, KEYS, PATH, SHELL, SQL, URL};

/// What is known of a key in snake case.
pub(crate) fn flags_of(key: &str) -> u16 {
    KEYS.get(key).unwrap_or_else(|| by_words(key))
}

/// The same of a key as it is written.
pub(super) fn flags(key: &str) -> u16 {
    flags_of(Key::of(key).as_str())
}

/// The last word says what a value is, and another one in which language a text is: `source_url`, `log_file`,
/// `sql_text`, `bash_cmd`.
fn by_words(key: &str) -> u16 {
    let Some((_, last)) = key.rsplit_once('_') else { return 0 };
    let has = |is: &dyn Fn(&str) -> bool| key.split('_').any(is);
    if KEY_URL.contains(last) {
        URL
    } else if KEY_PATH.contains(last) {
        PATH
    } else if !KEY_TEXT.contains(last) {
        0
    } else if has(&|word| word == "sql") {
        SQL
    } else if has(&says_shell) || key.starts_with("command_") || key.starts_with("cmd_") {
        SHELL
    } else {
        0
    }
}

/// Whether a key says that its text is one of a shell.
pub(super) fn says_shell(key: &str) -> bool {
    key.split('_').any(|word| KEY_SHELL.contains(word)) && !key.ends_with("_name")
}

#[cfg(test)]
mod tests {
    use super::{PATH, SHELL, SQL, URL, flags};

    #[test]
    fn other_keys_are_known_by_their_words() {
        for (key, known) in [
            ("source_url", URL),
            ("downloadUrl", URL),
            ("log_file", PATH),
            ("target_directory", PATH),
            ("sqlText", SQL),
            ("sql_script", SQL),
            ("bash_cmd", SHELL),
            ("shell_script", SHELL),
            ("command_string", SHELL),
            ("sql_dialect", 0),
            ("shell_name", 0),
            ("profile", 0),
            ("body_text", 0),
        ] {
            assert_eq!(flags(key), known, "{key}");
        }
    }
}
