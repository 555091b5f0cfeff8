// A call from descriptor to completion: planned, gated, asked about, confirmed, gated again, run.

import type { EvidenceRef } from "@aana/integration-sdk";
import { aaep } from "@aana/integration-sdk/formats";
import { descriptor } from "@aana/integration-sdk/formats/arguments";
import type { Desk } from "./service.js";

type Secrets = { readonly [name: string]: string };

/** Deletes task 7, as the agent proposes it and a person confirms it. */
export async function deleteWithConsent(
  service: Desk,
  descriptorText: string,
  secrets: Secrets,
  allowVariables: readonly string[],
): Promise<void> {
  // 1. What the application offers. An operator has looked at this text: it is pinned.
  const desk = new descriptor.Descriptor(descriptorText);
  const catalog = new descriptor.Catalog([desk]);
  console.log("the desk offers", desk.tools.map((tool) => tool.name).join(", "));

  // 2. What the agent proposes, and what this runtime itself knows of the user's permission.
  const args = { id: 7 };
  const planned = desk.event("delete_task", args, {
    authorizationState: "validated",
    pinned: true,
    evidence: [seenInTheList()],
  });
  if (planned.refused) throw new Error(`the arguments do not fit: ${planned.errors[0]?.message}`);
  console.log("planned", planned.audit.tool, "with", planned.audit.argument_names.join(", "));

  // Arguments that do not fit the tool never get as far as a question.
  const unfit = catalog.check({ ...planned.event, proposed_arguments: { id: "all" } });
  console.log("with the id `all`:", unfit.route, "-", unfit.validation_errors[0]?.path);

  // 3. The gate, and the events that tell a person what is about to happen.
  const session = new aaep.Session({
    sessionId: "sess_desk",
    producer: { agentId: "desk-agent" },
    subscriptions: ["sub_reader"],
  });
  const told: object[] = [...session.start("Tidying the tasks.").events];
  const proposed = session.propose(planned.event, {
    runtimeId: "1",
    texts: { consequence: "The task is gone for good." },
  });
  told.push(...proposed.events);
  console.log("the gate says", proposed.decision.route, "-", proposed.decision.hard_blockers.join(", "));

  // 4. A person answers the question that was read out to them.
  if (proposed.next.do !== "await_reply") throw new Error("nobody was asked");
  console.log("asked:", proposed.events.at(-1)?.type);
  const reply = answerOfThePerson(proposed.next.reply_token, "accept");
  const answered = session.reply(reply, planned.event, { authenticated: true });
  told.push(reply, ...answered.events);
  console.log("the reply counts as", answered.effect);

  // 5. A yes is evidence, not an order: the call is gated again, and is the same call.
  const event = answered.gate_again ?? "";
  const other = { ...JSON.parse(event), proposed_arguments: { id: 1 } };
  console.log("the same yes for task 1:", catalog.check(other).route);
  const again = session.propose(event, { runtimeId: "1" });
  told.push(...again.events);
  console.log("gated again:", again.decision.route, "-", again.next.do, "-", again.events.at(-1)?.type);
  if (again.next.do !== "run") throw new Error("the call may not run");

  // 6. Only now the secrets are put in place, and the plan is sent as it was shown. The service is on this
  //    machine and not at the host of its id, so the operator says where its key may go.
  const sent = desk.wire("delete_task", args, { env: secrets, allowVariables });
  if (sent.refused || sent.wire === null || planned.plan.kind !== "http") throw new Error("nothing to send");
  const { url, headers } = sent.wire;
  const answer = await (await fetch(url, { method: planned.plan.method, headers, redirect: "error" })).text();
  const fits = desk.checkAnswer("delete_task", answer).valid;
  console.log("the desk answers", answer, fits ? "as promised" : "unlike its descriptor");
  told.push(...session.complete(again.next.tool_call_id, "success").events);

  // 7. A second yes with the same token runs nothing.
  const late = session.reply(reply, planned.event, { authenticated: true });
  console.log("the reply once more:", late.effect, "-", late.reason);
  told.push(...session.finish("One task was deleted.").events);
  console.log("left at the desk:", [...service.tasks.values()].join(", "));
  console.log("the stream of", told.length, "items is", aaep.checkStream(told).valid ? "valid" : "not valid");
}

/** What the runtime saw for itself: the signed-in user's list has this task. */
function seenInTheList(): EvidenceRef {
  const now = new Date().toISOString();
  return {
    source_id: "desk.list_tasks",
    kind: "tool_result",
    trust_tier: "verified",
    redaction_status: "redacted",
    summary: "The task is in the list of the signed-in user.",
    retrieved_at: now,
    freshness: { status: "fresh", checked_at: now },
    provenance: "runtime",
  };
}

/** What a screen reader's confirmation dialogue sends back. */
function answerOfThePerson(replyToken: string, decision: "accept" | "reject") {
  return {
    type: "confirmation.reply",
    reply_token: replyToken,
    decision,
    subscription_id: "sub_reader",
    timestamp: new Date().toISOString(),
    decided_by: "user:m.okafor",
  };
}
