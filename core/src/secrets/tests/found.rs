//! What has to be found, by kind. All of it is made up or from vendors' documentation.

use super::{Kind, expect, only};

fn each(kind: Kind, lines: &[&str]) {
    let table: Vec<_> = lines.iter().map(|&line| (line, only(kind))).collect();
    expect(&table);
}

#[test]
fn provider_keys() {
    each(
        Kind::ProviderKey,
        &[
            "sk-~abcdefghijklmnopqrstuvwxyz123456",
            "sk-~abcdefghijklmnopqrstuvwxyz",
            "User explicitly confirmed. sk-~abcdefghijklmnopqrstuvwxyz123456",
            "ref:sk-~abcdefghijklmnopqrstuvwxyz123456",
            "OPENAI=sk-~T3stT3stT3stT3stT3stT3BlbkFJ9f8e7d6c5b4a39281706",
            "sk-~proj-AbCdEf0123456789_GhIjKlMnOpQrStUv-WxYz0123456789AbCdEfGhIjKl",
            "sk-~svcacct-q1W2e3R4t5Y6u7I8o9P0aSdFgHjKlZxCvBnM",
            "sk-~admin-q1W2e3R4t5Y6u7I8o9P0aSdFgHjKlZxCvBnM",
            "sk-~ant-api03-abcdefghijklmnopqrstuvwxyz",
            "sk-~ant-api03-R2D2_c3po-R2D2c3poR2D2c3poR2D2c3poR2D2c3poR2D2c3po-AA",
            "sk-~or-v1-9f8e7d6c5b4a39289f8e7d6c5b4a39289f8e7d6c5b4a39289f8e7d6c5b4a3928",
            "x_sk-~ant-api03-Zq01Xw7Lp9Rt3Zq01Xw7Lp9Rt3Zq01Xw7Lp9Rt3Zq01Xw7Lp9Rt3AA",
            "-sk-~proj-Zq18Xw7Lp9Rt3Zq18Xw7Lp9Rt3Zq18Xw7Lp9Rt3Zq18Xw7Lp9Rt3",
            "a-sk-~Zq18Xw7Lp9Rt3Zq18Xw7Lp9Rt3Zq18Xw7Lp9Rt3Zq18Xw7Lp9",
            "x_xoxb-~123456789012-123456789012-Zq16Xw7Lp9Rt3Zq16Xw7Lp9R",
            "x-AIza~Zq19Xw7Lp9Rt3Zq19Xw7Lp9Rt3Zq19Xw7Lp",
            "_glpat-~Zq22Xw7Lp9Rt3Zq22Xw7",
            "glpat-glpat-~Zq22Xw7Lp9Rt3Zq22Xw7",
            "x_github_~pat_11ABCDEFG0aBcDeFgHiJkLmNoPqRsTuVwXyZ",
            "x-hvs.~Zq22Xw7Lp9Rt3Zq22Xw7Lp9Rt3",
            "AKIA~IOSFODNN7EXAMPLE",
            "arn/AKIA~IOSFODNN7EXAMPLE/x",
            "key_AKIA~IOSFODNN7EXAMPLE",
            "ASIA~Y34FZKBOKMUTVV7A",
            "ghp_~0123456789abcdefghijklmnopqrstuvwxyz",
            "ref:ghp_~0123456789abcdefghijklmnopqrstuvwxyz",
            "ghp_~111111111111111111111111111111111111",
            "my_ghp_~0123456789abcdefghijklmnopqrstuvwxyz",
            "gho_~16C7e42F292c6912E7710c838347Ae178B4a",
            "ghu_~16C7e42F292c6912E7710c838347Ae178B4a",
            "ghs_~16C7e42F292c6912E7710c838347Ae178B4a",
            "ghr_~1B4a2e77838347a7E420ce178F2E7c6912E169246c34E1ccbF66C46812d16D5B1A9Dc86A1498",
            "github_pat_~11ABCDEFG0q1W2e3R4t5Y6_u7I8o9P0aSdFgHjKlZxCvBnMq1W2e3R4t5Y6u7I8o9P0aSdFgHjKlZx",
            "glpat-~Zy8xW7vU6tS5rQ4pO3nM",
            "glpat-~abcdefghijklmnopqrst",
            "glpat-~_pn2wz_FNCZK_uVqBind",
            "glptt-~0123456789abcdef0123456789abcdef01234567",
            "gldt-~Zy8xW7vU6tS5rQ4pO3nM",
            "glrt-~Zy8xW7vU6tS5rQ4pO3nM",
            "AIza~SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
            "https://maps.example/api?q=x&k=AIza~SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY&v=1",
            "ya29.~a0AfH6SMBx1y2z3A4B5C6D7E8F9G0_hIjKlMn",
            "GOCSPX-~a1B2c3D4e5F6g7H8i9J0k1L2m3N4",
            "xoxb-~123456789012-abcdefghijklmnop",
            "xoxb-~123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx",
            "xoxp-~123456789012-123456789012-0123456789abcdef0123456789abcdef",
            "xoxa-~2-123456789012-abcdefghijklmnop",
            "xoxr-~123456789012-abcdefghijklmnop",
            "xoxs-~123456789012-abcdefghijklmnop",
            "xapp-~1-A0123456789-1234567890123-0123456789abcdef0123456789abcdef",
            "https://hooks.~slack.com/services/T00000001/B00000001/q1W2e3R4t5Y6u7I8o9P0aSdF",
            "sk_~live_4eC39HqLyjWDarjtT1zdp7dc",
            "sk_~test_4eC39HqLyjWDarjtT1zdp7dc",
            "rk_~live_4eC39HqLyjWDarjtT1zdp7dc",
            "rk_~test_4eC39HqLyjWDarjtT1zdp7dc",
            "whsec_~MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "hf_~AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh",
            "npm_~0123456789abcdefghijABCDEFGHIJ012345",
            "pypi-~AgEIcHlwaS5vcmcCJDAxMjM0NTY3LTg5YWItY2RlZg",
            "SG.~q1W2e3R4t5Y6u7I8o9P0aS.dFgHjKlZxCvBnMq1W2e3R4t5Y6u7I8o9P0aSdFgHjKl",
            "dop_~v1_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
            "shpat_~0123456789abcdef0123456789abcdef",
            "bot 110201543:~AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1",
            "https://api.telegram.org/bot110201543:~AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/getMe",
            "hvs.~CAESIJlWq1W2e3R4t5Y6u7I8o9P0",
            "gsk_~q1W2e3R4t5Y6u7I8o9P0aSdFgHjKlZxCvBnMq1W2e3R4t5Y6u7I8",
            "r8_~q1W2e3R4t5Y6u7I8o9P0aSdFgHjKlZxCvBnM1",
            "dckr_~pat_q1W2e3R4t5Y6u7I8o9P0aSdFgHj",
            "glsa_~q1W2e3R4t5Y6u7I8o9P0aSdFgHjKlZx1_01234567",
            r"first\nghp_~0123456789abcdefghijklmnopqrstuvwxyz",
            r"first\nsk-~abcdefghijklmnopqrstuvwxyz123456",
            "?next=%3Dsk-~abcdefghijklmnopqrstuvwxyz123456",
            "[sk-~abcdefghijklmnopqrstuvwxyz123456](x)",
            "`sk-~abcdefghijklmnopqrstuvwxyz123456`",
        ],
    );
}

#[test]
fn private_keys() {
    each(
        Kind::PrivateKey,
        &[
            "-----~BEGIN RSA PRIVATE KEY-----MIIEpAIBAAKCAQEA7",
            "-----~BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
            r"-----~BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
            "-----~BEGIN EC PRIVATE KEY----- MHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY",
            "-----~BEGIN OPENSSH PRIVATE KEY-----b3BlbnNzaC1rZXktdjEAAAAA",
            "-----~BEGIN ENCRYPTED PRIVATE KEY-----MIIFHDBOBgkqhkiG9w0BBQ0w",
            "-----~BEGIN PGP PRIVATE KEY BLOCK-----lQOYBF",
            "---- ~BEGIN SSH2 ENCRYPTED PRIVATE KEY ----P2/56wAAAi4",
            "key:-----~BEGIN DSA PRIVATE KEY-----MIIBuwIBAAKBgQ",
        ],
    );
}

#[test]
fn web_tokens() {
    each(
        Kind::WebToken,
        &[
            "eyJ~hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ~zdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
            "with eyJ~hbGciOiJub25l.eyJ~zdWIiOiJ0ZXN0In0.c2lnbmF0dXJl inside",
            "https://example.org/cb#id=eyJ~hbGciOiJub25lIn0.eyJ~zdWIiOiJ0ZXN0In0.c2lnbmF0dXJl",
            r"a\neyJ~hbGciOiJub25lIn0.eyJ~zdWIiOiJ0ZXN0In0.c2lnbmF0dXJl",
            "x-eyJ~hbGciOiJub25lIn0.eyJ~zdWIiOiJ0ZXN0In0.c2lnbmF0dXJl",
            "_eyJ~hbGciOiJub25lIn0.eyJ~zdWIiOiJ0ZXN0In0.c2lnbmF0dXJl",
        ],
    );
}

#[test]
fn authorization_values() {
    each(
        Kind::Authorization,
        &[
            "Bearer ~abcdef0123456789abcdef",
            "Authorization: Bearer ~ZQX9f8e7d6c5b4a",
            "authorization: bearer ~ZQX9f8e7d6c5b4a",
            "header: Bearer ~abcdef0123456789abcdef",
            "'Authorization': 'Bearer ~q1W2e3R4-t5Y6u7I8.o9P0'",
            "Bearer ~550e8400-e29b-41d4-a716-446655440000",
            "Bearer ~mF_9.B5f-4.1JqM",
            "BEARER ~mF9B5f41JqM2",
            "Bearer%20~mF9B5f41JqM2",
            "Authorization: Basic ~QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
            r#""authorization": "Basic ~QWxhZGRpbjpvcGVuIHNlc2FtZQ==""#,
        ],
    );
}

#[test]
fn passwords_in_urls() {
    each(
        Kind::UrlPassword,
        &[
            "https://user:~pw@api.example.com/",
            "https://user:~password@host",
            "postgres://app:~S3cret-pass@db.internal:5432/app",
            "redis://:~hunter2@cache:6379/0",
            "mongodb+srv://root:~p%40ssw0rd@cluster0.example.net/test",
            "amqp://guest:~guest@localhost//",
            "git clone https://jane:~t0psecret@git.example.org/r.git",
            "ftp://jane.roe:~x@ftp.example.com",
            "mysql://a:~b@[::1]/c",
            "postgres://app:~$qV!5-!8.z@db.example.com/x",
        ],
    );
}

#[test]
fn assignments() {
    each(
        Kind::Assignment,
        &[
            "api_key=~9f8e7d6c5b4a3928",
            "use api_key=~9f8e7d6c5b4a3928f0",
            "api-key: ~9f8e7d6c5b4a3928",
            "API key: ~9f8e7d6c5b4a3928",
            "apikey=~abcd1234efgh",
            "csv --out /out/summary.json --api-key=~abcd1234efgh",
            "--password ~hunter2hunter2",
            "run --token ~9f8e7d6c5b4a3928 now",
            r#"["--password", "~hunter2hunter2"]"#,
            "password=~hunter2!",
            "password=~#y8ldE1Sz81m",
            "password=$~2b$12$q1W2e3R4t5Y6u7I8",
            "password: ~UbCWjuVemZTe",
            "password=~hunter2",
            "password=~S3cret-pass",
            "db password=~Tr0ub4dor3",
            "PASSWORD=~Tr0ub4dor3",
            "user: alice, password: ~hunter2hunter2",
            "Password: ~p@ssword",
            "password = ~hunter2!",
            "password := ~hunter2!",
            "password => '~hunter2!'",
            "passwd:~x9y8z7w6",
            "pwd=~20261127",
            "Server=db;Uid=sa;Pwd=~Tr0ub4dor3;",
            "passphrase: \"correct ~h0rse7 battery\"",
            r#"{"password": "~hunter2!"}"#,
            r#"{\"password\": \"~hunter2!\"}"#,
            r"{'user': 'x', 'password': '~S3cret-pass'}",
            "**Password:** ~hunter2!x",
            "password: `~hunter2!`",
            "password: “~hunter2!”",
            "<password>~hunter2!</password>",
            "DB_PASSWORD=~S3cret-pass",
            "PGPASSWORD=~S3cret-pass psql",
            "SMTP_PASS=~S3cret-pass",
            "FORGE_TOKEN=~tok_9f8e7d6c forge api",
            "token=~9f8e7d6c5b4a",
            "token: ~9f8e7d6c5b4a",
            "session_token: ~tok-9f8e7d6c5b4a",
            "access_token=~q1W2e3R4t5",
            "https://example.org/cb?access_token=~q1W2e3R4t5&state=1",
            "refresh_token: '~q1W2e3R4t5'",
            "auth_token=~550e8400-e29b-41d4-a716-446655440000",
            "client_secret=~q1W2e3R4t5Y6",
            "clientSecret: \"~q1W2e3R4t5Y6\"",
            "AWS_SECRET_ACCESS_KEY=~wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            "aws_secret_access_key = ~wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            "private_key=~q1W2e3R4t5Y6",
            "private_key=0x~9f8e7d6c5b4a39289f8e7d6c5b4a39289f8e7d6c5b4a39289f8e7d6c5b4a3928",
            "secret_key: ~AbCdEfGhIjKlMnOpQrStUvWx",
            "X-Api-Key: ~9f8e7d6c5b4a3928",
            "secret=~0123456789abcdef",
        ],
    );
}

#[test]
fn social_security_numbers() {
    each(
        Kind::SocialSecurity,
        &[
            "536-90-4399",
            "Confirmed, SSN 536-90-4399",
            "536 90 4399",
            "SSN:536-90-4399",
            "ssn-536-90-4399",
            "ssn=536-90-4399;x",
            "7,536-90-4399,x",
            "001-01-0001",
            "899-99-9999",
            "665-12-3456 / 667-12-3456",
        ],
    );
}

#[test]
fn cards() {
    each(
        Kind::Card,
        &[
            "Confirmed, card 4111 1111 1111 1111",
            "4111111111111111",
            "4111-1111-1111-1111",
            "card=4111111111111111",
            "card-4111111111111111",
            "card:4111-1111-1111-1111",
            "4222222222222",
            "4012888888881881",
            "4111 1111 1111 1111 12/27",
            "4111 1111 1111 1111 123",
            "4111 1111 1111 1111 2027",
            "50 4111 1111 1111 1111",
            "5555 5555 5555 4444",
            "5105105105105100",
            "2223 0031 2200 3222",
            "2221000000000009",
            "378282246310005",
            "3782 822463 10005",
            "3714-496353-98431",
            "6011 1111 1111 1117",
            "6011000990139424",
            "30569309025904",
            "3056 930902 5904",
            "38520000023237",
            "3530 1113 3330 0000",
            "3566002020360505",
            "6200000000000005",
            "6759649826438453",
            "12,4111111111111111",
        ],
    );
}

#[test]
fn mail_addresses() {
    each(
        Kind::Email,
        &[
            "jane.roe@example.com",
            "Confirmed for jane.roe@example.com",
            "<jane.roe@example.com>",
            "mailto:jane.roe@example.com",
            "jane+news@example.co.uk",
            "JANE@EXAMPLE.COM",
            "j@x.io",
            "jane_roe-2@mail.example.museum",
            "o'brien@example.com",
            "josé@example.com",
            "jane@exämple.de",
            "jane@xn--exmple-cua.com",
            "a,jane@example.com;b",
            "email=jane@example.com",
            "https://example.org/?email=jane%40example.com",
            "https://example.org/u/jane@example.com/x",
            "support.jane@example.com",
            "jane.support@example.com",
            "sales-jroe@example.com",
            "informatics@example.com",
            "mike.billing-smith@example.com",
            "x@support.com",
        ],
    );
}

#[test]
fn phone_numbers() {
    each(
        Kind::Phone,
        &[
            "(415) 555-0132",
            "415-555-0132",
            "415.555.0132",
            "(415)555-0132",
            "(415) 555.0132",
            "1-415-555-0132",
            "1 (415) 555-0132",
            "+1 415 555 0132",
            "+1 (415) 555-0132",
            "+14155550132",
            "+1-415-555-0132 x12",
            "415-555-0132x12",
            "tel:+14155550132",
            "+44 20 7946 0958",
            "+442079460958",
            "+49 30 901820",
            "+49 (0)30 901820",
            "+33 1 23 45 67 89",
            "+33.1.23.45.67.89",
            "+972-3-123-4567",
            "(+420) 601 123 456",
            "+86 138 0013 8000",
            "Phone number: 415 555 0132",
            "phone: 4155550132",
            "Tel. 030 901820-12",
            "Tel: 01 23 45 67 89",
            "mobile=07700 900123",
            "?phone=%2B14155550132",
            "call +14155550132 2026-11-27",
            "tel-415-555-0132",
        ],
    );
}
