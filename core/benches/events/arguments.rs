//! Events whose arguments are read: what each kind of argument adds to a check shows beside the others.

use serde_json::{Value, json};

/// Each event with its name.
pub(crate) fn all() -> Vec<(String, String)> {
    let letter = "The meeting has moved to the small room on the second floor. ".repeat(34);
    let command = "cd /srv/app && git status --short | grep -v '^??' | head -n 20; find ./src -name '*.rs' \
                   -newer Cargo.toml | xargs wc -l | sort -rn | tail -n +2 > /tmp/out.txt && cat /tmp/out.txt";
    [
        event(
            "plain",
            "search_documents",
            "public_read",
            &json!({"query": "leave policy", "limit": 5}),
        ),
        event(
            "mail_2_kib",
            "send_email",
            "write",
            &json!({"to": "a@b.example", "subject": "The meeting", "body": letter}),
        ),
        event("path", "read_file", "private_read", &json!({"path": "src/main.rs", "limit": 200})),
        event("url", "fetch", "public_read", &json!({"url": "https://docs.example/a/b?x=1&y=2"})),
        event("shell_200_bytes", "bash", "private_read", &json!({"command": command})),
        event("sql_2_kib", "run_query", "private_read", &json!({"sql": query()})),
    ]
    .into()
}

fn event(name: &str, tool: &str, category: &str, arguments: &Value) -> (String, String) {
    let event = json!({
        "tool_name": tool,
        "tool_category": category,
        "authorization_state": "user_claimed",
        "evidence_refs": ["draft_id:123"],
        "risk_domain": "customer_support",
        "proposed_arguments": arguments,
        "recommended_route": "accept",
    });
    (name.to_owned(), event.to_string())
}

/// A query of many parts.
fn query() -> String {
    let part = "SELECT c.name, coalesce(t.amount, 0) AS amount, lower(c.country) FROM customers c \
                LEFT JOIN totals t ON t.customer_id = c.id WHERE c.region = 'EU' AND c.active = true";
    [part; 12].join(" UNION ALL ")
}
