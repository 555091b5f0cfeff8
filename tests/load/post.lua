-- What wrk sends: the contract's minimal event, again and again, over connections that are kept.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = [[{"tool_name":"send_email","tool_category":"write","authorization_state":"user_claimed","evidence_refs":["draft_id:123"],"risk_domain":"customer_support","proposed_arguments":{"to":"customer@example.com"},"recommended_route":"accept"}]]

done = function(summary, latency)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout
  io.write(string.format("FIGURES %d %d %d %d %d\n", summary.requests, summary.duration, failed, latency:percentile(50), latency:percentile(99)))
end
