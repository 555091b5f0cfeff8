// What others answer about the same calls, as rows beside ours: each is asked whether an agent may call a tool, with
// rules that are read once. They decide less than the gate (none looks at evidence, binds an approval to the
// arguments or writes an audit event), so the times say what such a question costs, and not who is better.

import { readFileSync } from "node:fs";

/** How many rules each peer has besides those that matter. */
const OTHERS = 20;

/** The version that is installed. */
const version = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), "utf8")).version;

/** Functions of an event that prepare the question, by the peer's name; the functions they give ask it. */
const PEERS = { casbin, "@cedar-policy/cedar-wasm": cedar, "@microsoft/agent-governance-sdk": governance };

/** The peers that are installed, as `{ surface, operation, prepare }`. Who is not is named on the standard error. */
export async function peers() {
  const found = [];
  for (const [name, load] of Object.entries(PEERS)) {
    try {
      found.push({ surface: `${name} ${version(name)}`, ...(await load()) });
    } catch (error) {
      console.error(`${name} is left out: ${String(error).split("\n", 1)[0]}`);
    }
  }
  return found;
}

async function casbin() {
  const { newEnforcer, newModelFromString, StringAdapter } = await import("casbin");
  const model = newModelFromString(`[request_definition]
r = agent, tool, category
[policy_definition]
p = agent, tool, category
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.agent == p.agent && r.tool == p.tool && r.category == p.category`);
  const rows = Array.from({ length: OTHERS }, (_, index) => `p, agent, tool_${index}, public_read`);
  const enforcer = await newEnforcer(model, new StringAdapter(rows.join("\n")));
  const prepare = (event) => () => enforcer.enforceSync("agent", event.tool_name, event.tool_category);
  return { operation: "enforceSync", prepare };
}

async function cedar() {
  const { preparsePolicySet, statefulIsAuthorized } = await import("@cedar-policy/cedar-wasm/nodejs");
  const rules = Array.from(
    { length: OTHERS },
    (_, index) => `permit (principal, action == Action::"call", resource == Tool::"tool_${index}");`,
  );
  rules.push(`forbid (principal, action, resource) when { context.tool_category == "write" && context.authorization_state == "user_claimed" };`);
  const read = preparsePolicySet("rules", { staticPolicies: rules.join("\n") });
  if (read.type !== "success") throw new Error(JSON.stringify(read));
  const prepare = (event) => () => {
    const { tool_name, tool_category, authorization_state, risk_domain, proposed_arguments } = event;
    const answer = statefulIsAuthorized({
      principal: { type: "Agent", id: "agent" },
      action: { type: "Action", id: "call" },
      resource: { type: "Tool", id: tool_name },
      context: { tool_category, authorization_state, risk_domain, proposed_arguments },
      preparsedPolicySetId: "rules",
      entities: [],
    });
    if (answer.type !== "success") throw new Error(JSON.stringify(answer));
    return answer.response.decision;
  };
  return { operation: "statefulIsAuthorized", prepare };
}

async function governance() {
  const { default: sdk } = await import("@microsoft/agent-governance-sdk");
  const engine = new sdk.PolicyEngine();
  const rules = Array.from({ length: OTHERS }, (_, index) => ({
    name: `tool_${index}`,
    condition: `tool_name == 'tool_${index}'`,
    ruleAction: "allow",
  }));
  rules.push({ name: "writes", condition: "tool_category == 'write' and authorization_state == 'user_claimed'", ruleAction: "deny" });
  engine.loadPolicy({ name: "rules", scope: "global", agents: ["*"], rules, default_action: "deny" });
  return { operation: "evaluatePolicy", prepare: (event) => () => engine.evaluatePolicy("did:agent", event).allowed };
}
