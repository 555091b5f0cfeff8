use super::super::names::{Family, family};
use super::super::{is_secret_name, names_secret};

#[test]
fn only_the_last_words_make_a_value_a_secret() {
    for key in ["password", "clientSecret", "api_key", "access_token", "pin2", "pass\u{200B}word"] {
        assert!(is_secret_name(key) && names_secret(key), "{key}");
    }
    for key in ["token_endpoint", "session_command", "authorization_url"] {
        assert!(!is_secret_name(key) && names_secret(key), "{key}");
    }
    assert!(!is_secret_name("name") && !is_secret_name("key"));
}

#[test]
fn keys_that_name_a_secret() {
    for key in [
        "password",
        "PASSWORD",
        "dbPassword",
        "db_password",
        "user-password",
        "userPassword2",
        "passwd",
        "pwd",
        "passphrase",
        "passcode",
        "secret",
        "client_secret",
        "clientSecrets",
        "token",
        "accessToken",
        "access_token",
        "api_key",
        "apiKey",
        "APIKey",
        "x-api-key",
        "X-API-Keys",
        "apikey",
        "private_key",
        "privateKey",
        "access_key_id",
        "secretKey",
        "signing-key",
        "encryption_keys",
        "auth",
        "authorization",
        "Authorization",
        "proxyAuth",
        "bearer",
        "credential",
        "credentials",
        "cookie",
        "Set-Cookie",
        "cookies",
        "session",
        "session_id",
        "sessionToken",
        "pin",
        "cardPin",
        "user.pin",
        "cvv",
        "cvv2",
        "cvc",
        "otp",
        "otpCode",
        "ssn",
        "SSN",
        "customer_ssn",
        "headers/Authorization",
        "dbpassword",
        "authtoken",
        "tokenValue",
        "pass\u{200B}word",
        "ｐａｓｓｗｏｒｄ",
        "secrets",
        "passwords",
        "oauth2Token",
    ] {
        assert!(names_secret(key), "{key}");
    }
}

#[test]
fn keys_that_do_not() {
    for key in [
        "",
        "max_tokens",
        "maxTokens",
        "tokens",
        "TOKENS",
        "tokenizer",
        "author",
        "authors",
        "authority",
        "key",
        "keys",
        "primary_key",
        "public_key",
        "sort_key",
        "keyboard",
        "monkey",
        "pinned",
        "spin",
        "shipping",
        "opinion",
        "secretary",
        "passenger",
        "passport",
        "bypass",
        "compass",
        "cookiecutter",
        "obsession",
        "query",
        "email",
        "customer_id",
        "amount",
        "access",
        "api",
        "private",
        "url",
        "auto_renew",
        "ssnap",
        "cv",
        "word",
        "passive",
    ] {
        assert!(!names_secret(key), "{key}");
    }
}

#[test]
fn names_of_assignments_go_by_their_last_words() {
    use Family::{Key, Password, Token};
    for (name, expected) in [
        ("password", Some(Password)),
        ("DB_PASSWORD", Some(Password)),
        ("PGPASSWORD", Some(Password)),
        ("SMTP_PASS", Some(Password)),
        ("password1", Some(Password)),
        ("token", Some(Token)),
        ("clientSecret", Some(Key)),
        ("AWS_SECRET_ACCESS_KEY", Some(Key)),
        ("authtoken", Some(Key)),
        ("pass", None),
        ("password_policy", None),
        ("token_type", None),
        ("max_tokens", None),
        ("next_page_token", None),
        ("nextToken", None),
        ("public_key", None),
        ("key", None),
        ("secretary", None),
    ] {
        assert_eq!(family(name.as_bytes()), expected, "{name}");
    }
}
