//! The server for the conformance cases: each call names the time, and which policy is the operator's.
//!
//! No command does this. A server decides with a function that a program hands to it, which here is
//! this one.

use std::{env, fs, future};

use aana_core::Gate;
use aana_mcp::{Answer, Call, Detail, Limits, Server, serve_http, serve_stdio};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let file = arguments.first().ok_or("the file with the policies is missing")?;
    let policies: Vec<serde_json::Value> = serde_json::from_str(&fs::read_to_string(file)?)?;
    let gates: Result<Vec<Gate>, _> =
        policies
            .iter()
            .map(|policy| {
                if policy.is_null() { Ok(Gate::default()) } else { Gate::new(&policy.to_string()) }
            })
            .collect();
    let gates = gates.map_err(|error| error.to_string())?;
    let server = Server::new(move |call: &Call| {
        let index = call.meta["test/policy"].as_u64().and_then(|index| usize::try_from(index).ok());
        let gate = index.and_then(|index| gates.get(index)).expect("the call names a policy");
        let now = call.meta["test/now"].as_i64().expect("the call names a time");
        Answer::new(&gate.check_bytes(&call.arguments, now).report(), call.detail)
    })
    // The cases are held against whole decisions, and not all of them are objects that could ask for one.
    .with_detail(Detail::Full);
    let runtime = tokio::runtime::Runtime::new()?;
    if arguments.iter().any(|argument| argument == "--http") {
        let ready = |address| eprintln!("running on http://{address}/mcp");
        let (address, limits) = ([127, 0, 0, 1].into(), Limits::default());
        runtime.block_on(serve_http(server, address, 0, limits, ready, future::pending()))?;
    } else {
        runtime.block_on(serve_stdio(server))?;
    }
    Ok(())
}
