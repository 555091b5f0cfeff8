// A gate for two tools, what it says, and a person who answers: for the tests of what the integrations share.

import assert from "node:assert/strict";
import { Gate } from "@aana/integration-sdk";
import { Broker, MemoryStore } from "@aana/integration-sdk/confirmation";
import { ToolGate } from "@aana/integration-sdk/integrations/mcp";

export const SEARCH = { toolCategory: "public_read", riskDomain: "research" };
export const SEND = { toolCategory: "write", riskDomain: "customer_support", authorizationState: "authenticated", evidenceRefs: ["session:1"] };
export const ADDRESS = "b4c1@customer.example";
export const send = { toolName: "send_email", arguments: { to: ADDRESS }, callId: "call_1" };
export const find = { toolName: "search_docs", arguments: { query: "leave" }, callId: "call_2" };

export const EVENT = {
  tool_name: "search_docs", tool_category: "public_read", authorization_state: "none", evidence_refs: [],
  risk_domain: "research", proposed_arguments: {}, recommended_route: "accept",
};

export const gateOf = (options = {}, rules = {}) =>
  new ToolGate({ search_docs: SEARCH, send_email: SEND, ...rules }, { approvedBy: "user:ada", ...options });
export const brokerOf = (options = {}) => new Broker(new Gate(), { store: new MemoryStore(), ...options });

/** The question, as a framework sees it that comes back with an answer. */
export async function asked(gate, call = send) {
  await gate.check(call);
  const ask = await gate.check(call);
  assert.deepEqual([ask.do, ask.askedBefore], ["ask", true]);
  return ask;
}

/** An answer that names its question, and the action. */
export const answer = (ask, approved) => ({ approved, questionId: ask?.question?.id, actionDigest: ask?.question?.actionDigest });
export const settled = (gate, call, ask, approved = true) => gate.settle(call, ask, answer(ask, approved));
export const said = (outcome) => {
  assert.equal(outcome.do, "block");
  assert.ok(!outcome.message.includes(ADDRESS));
  return outcome.message;
};
