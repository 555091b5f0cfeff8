//! Values behind labels: what a text that is read out may not hold, and what it may.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::{Wording, labelled};
use super::written;

fn values(text: &str, wording: Wording) -> Vec<String> {
    labelled(text, wording)
        .into_iter()
        .map(|value| String::from(text.get(value).unwrap_or_default()))
        .collect()
}

#[test]
fn a_value_behind_a_label_is_found() {
    let table = [
        ("url=https://api.example.com, api_key=sk-leaked-12345", "sk-leaked-12345"),
        ("apikey: abc123", "abc123"),
        ("API key: abc123", "abc123"),
        ("access_token=abcdef", "abcdef"),
        ("secret=opensesame", "opensesame"),
        ("secret: s3same", "s3same"),
        ("client_secret=abc", "abc"),
        ("passwd: hunter2", "hunter2"),
        ("passwd: hunter", "hunter"),
        ("password=hunter", "hunter"),
        ("password: hunter2", "hunter2"),
        ("pwd=1234", "1234"),
        ("Authorization: Bearer abc.def.ghi1", "abc.def.ghi1"),
        ("authorization: Basic dXNlcjpw", "dXNlcjpw"),
        ("Authorization: Bearer abcdef", "abcdef"),
        ("auth_token: tok_12", "tok_12"),
        ("private_key=MIIEvQ", "MIIEvQ"),
        ("passphrase: sesame", "sesame"),
        ("passphrase: correct-horse-7", "correct-horse-7"),
        ("credential=xyz123", "xyz123"),
        ("credentials: admin1", "admin1"),
        ("x-api-key: k1k2k3", "k1k2k3"),
        ("{\"token\": \"abc\"}", "abc"),
        ("refresh_token => 'abc'", "abc"),
        ("p\u{200B}asswd: hunter2", "hunter2"),
        ("ｐａｓｓｗｄ＝hunter2", "hunter2"),
    ];
    for (text, value) in table {
        assert_eq!(values(text, Wording::Prose), [value], "{text}");
        assert_eq!(values(text, Wording::Pairs), [value], "{text}");
    }
    let two = values("token=abc and secret=def", Wording::Prose);
    assert_eq!(two, ["abc", "def"]);
}

#[test]
fn words_about_secrets_are_not_secrets() {
    let table = [
        "The secret: be kind.",
        "Here is the secret: start early, and rest.",
        "token: expired",
        "access_token: expired on Monday",
        "token: expired-session was rotated",
        "Your password: changed",
        "password: required",
        "password: must be at least 8 characters",
        "password: 12chars",
        "password: sha256, salted",
        "Password: 90-days rotation",
        "password=<redacted>",
        "password=[redacted, 10 characters]",
        "api_key: [redacted]",
        "api_key=$API_KEY",
        "password=${DB_PASSWORD_1}",
        "password=***",
        "password: xxxxxxxx",
        "password=get_password1(user)",
        "token=none",
        "token=null",
        "token: v2.1.0",
        "token: 30minutes",
        "token: 2026-11-27 rotated",
        "tokens: 4096",
        "max_tokens=4096",
        "token=4096",
        "next_page_token=abc",
        "password_policy=min12chars",
        "private_key: rsa.RSAPrivateKey",
        "PWD=/home/app1/releases",
        "secret: yes",
        "Authorization: Bearer token is required",
        "Authorization: required",
        "account_id: checking-7821",
        "to: customer@example.com, draft_id: 123",
        "Session: 12 of 30",
        "key: C major",
        "sort_key=name",
        "Passwords are never read out.",
        "=",
        ":",
        "password:",
        "password=",
        "secret: ",
        "api_key=\"",
    ];
    for text in table {
        assert!(
            labelled(text, Wording::Prose).is_empty(),
            "{text}: {:?}",
            values(text, Wording::Prose)
        );
    }
    // In a list, what stands behind a name is its value.
    assert_eq!(values("to: a, secret: be kind, copies: 2", Wording::Pairs), ["be kind"]);
    assert_eq!(values("passphrase: correct horse; to: b", Wording::Pairs), ["correct horse"]);
    for text in
        ["api_key: 12 characters, to: a", "token: expired on Monday", "password: none given"]
    {
        assert!(labelled(text, Wording::Pairs).is_empty(), "{text}");
    }
}

#[test]
fn hostile_texts_take_time_that_grows_with_their_length() {
    for part in ["password=", "a=", ":", "token: ", "api_key=\"", "secret=x,", "é=", "=\u{200B}"] {
        let text = part.repeat(200_000 / part.len());
        for wording in [Wording::Prose, Wording::Pairs] {
            for value in labelled(&text, wording) {
                assert!(text.get(value).is_some());
            }
        }
    }
    assert!(values(&written("sk-~x"), Wording::Prose).is_empty());
}
