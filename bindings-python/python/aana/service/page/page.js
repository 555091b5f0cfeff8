// Decides in the browser what is pasted, and shows the route, the reasons and what would change it.

import { CODES, Gate, PolicyError } from "./aana.js";

const MAIL = {
  tool_name: "send_email",
  tool_category: "write",
  authorization_state: "user_claimed",
  evidence_refs: ["draft_id:123"],
  risk_domain: "customer_support",
  proposed_arguments: { to: "customer@example.com" },
  recommended_route: "accept",
};

const SEARCH = {
  ...MAIL,
  tool_name: "search_docs",
  tool_category: "public_read",
  authorization_state: "none",
  evidence_refs: [],
  risk_domain: "public_information",
  proposed_arguments: { query: "leave policy" },
};

/** What can be tried with one click: one event for each route, and one with faults. */
const EXAMPLES = [
  ["Send an e-mail", MAIL],
  ["Search the documents", SEARCH],
  ["Read an account", { ...MAIL, tool_name: "get_recent_transactions", tool_category: "private_read", authorization_state: "none", evidence_refs: [], risk_domain: "finance", proposed_arguments: { account_id: "acct_1" } }],
  ["Drop a database", { ...MAIL, tool_name: "drop_database", tool_category: "unknown", evidence_refs: [], risk_domain: "devops", proposed_arguments: { name: "orders" } }],
  ["A malformed event", { ...MAIL, tool_category: "wirte", evidence_refs: "draft_id:123" }],
];

const MEANING = {
  accept: "It may run, exactly as it was checked.",
  ask: "Not yet: something is missing that the user or the runtime can give.",
  defer: "Not yet: it needs stronger evidence or a person's review.",
  refuse: "No. It must not run.",
};

const byId = (id) => document.getElementById(id);

/** An element with text or elements in it. Text is only ever text here: no markup comes from an event. */
function make(name, attributes, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/** A sentence, with what stands in back-ticks as code. */
function prose(text) {
  const parts = text.split("`");
  // One that is not closed is a sign like any other.
  if (parts.length % 2 === 0) parts.push(parts.splice(-2).join("`"));
  return parts.map((part, at) => (at % 2 === 0 ? part : make("code", {}, part)));
}

/** Codes with their sentences under a heading, or nothing if there are none. */
function list(heading, entries) {
  if (entries.length === 0) return [];
  const items = entries.map(([code, says]) => make("li", {}, make("code", {}, code), make("span", {}, ...prose(says))));
  return [make("h3", {}, heading), make("ul", {}, ...items)];
}

function told(codes, kind) {
  return codes.map((code) => [code, CODES[kind][code.split(":")[0]] ?? ""]);
}

/** What would change the route. */
function needs(recovery) {
  return recovery.needs.map((need) => {
    const [[name, value]] = Object.entries(need);
    // The pointer to the event itself is an empty text.
    if (value === "") return make("li", {}, make("code", {}, name), ": the event itself");
    return make("li", {}, make("code", {}, `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`));
  });
}

function show(decision) {
  const { route, recovery } = decision;
  const faults = decision.validation_errors.map((fault) => [`${fault.path || "the event"} (${fault.code})`, fault.message]);
  const change = needs(recovery);
  byId("decision").replaceChildren(
    make("p", { class: `route ${route}`, id: "route" }, make("b", {}, route), make("span", {}, MEANING[route])),
    ...list("What keeps it from running", told(decision.hard_blockers, "hard_blockers")),
    ...list("Faults of form", faults),
    make("h3", {}, route === "accept" ? "What to do" : "What would change it"),
    make("p", { id: "suggestion" }, ...prose(recovery.suggestion)),
    ...(change.length > 0 ? [make("ul", { id: "needs" }, ...change)] : []),
    ...list("How the route was reached", told(decision.reasons, "reasons")),
    ...list("Worth fixing", told(decision.warnings, "warnings")),
  );
}

function decide() {
  try {
    const policy = byId("policy").value.trim();
    const text = new Gate(policy === "" ? undefined : policy).checkJson(byId("event").value);
    const decision = JSON.parse(text);
    show(decision);
    byId("full").textContent = JSON.stringify(decision, null, 2);
  } catch (error) {
    // Without a decision nothing may run, and none is shown.
    const faults = error instanceof PolicyError ? error.faults : [];
    byId("decision").replaceChildren(
      make("p", { class: "route refuse", id: "route" }, make("b", {}, "no decision"), make("span", {}, "Nothing may run.")),
      ...(faults.length > 0
        ? list("Faults of the policy", faults.map((fault) => [`${fault.path || "the policy"} (${fault.code})`, fault.message]))
        : [make("p", {}, String(error))]),
    );
    byId("full").textContent = "";
  }
}

function fill(event) {
  byId("event").value = JSON.stringify(event, null, 2);
  decide();
}

for (const [says, event] of EXAMPLES) {
  const button = make("button", { type: "button" }, says);
  button.addEventListener("click", () => fill(event));
  byId("examples").append(button);
}
for (const id of ["event", "policy"]) byId(id).addEventListener("input", decide);
fill(MAIL);
