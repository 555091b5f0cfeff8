// The words for the model: codes and their sentences, names and places, never a value of the call.

import { CODES, type Decision } from "@aana/integration-sdk";
import { shownName } from "../shown.js";

/**
 * Why a call was not run, and what the model can do; `also` is what else there is to say, in place of advice. The tool is called as in the
 * decision, or else by the name under which the application lists it.
 */
export function say(listed: string | undefined, decision: Decision, also = ""): string {
  const lines = [`${theTool(decision.tool_name ?? listed)} was not run: ${decision.route}.`];
  const why = [
    ...decision.hard_blockers.map((code) => sentence("hard_blockers", code)),
    ...decision.validation_errors.map(({ code, path }) => `${sentence("validation_errors", code)} at \`${path}\``),
  ];
  if (why.length === 0) why.push(...decision.reasons.map((code) => sentence("reasons", code)));
  if (why.length > 0) lines.push(`Why: ${why.join("; ")}.`);
  // Most advice is to tell the user, which does not help where somebody was just asked, or nobody can be.
  if (also !== "") lines.push(also);
  else if (decision.route !== "accept") lines.push(whatToDo(decision));
  return lines.join("\n");
}

/** What is said where a yes would not let the call run: what else keeps it, and no advice to ask. */
export function sayInVain(
  listed: string | undefined,
  decision: Decision,
  { why, remaining }: { why: string; remaining: readonly string[] },
): string {
  return sayKept(listed, decision, `${NOT_ASKED[why] ?? "Nobody was asked"} (${why}).`, remaining);
}

/** What is said where somebody said yes and something else keeps the call. */
export function sayNotEnough(listed: string | undefined, decision: Decision): string {
  return sayKept(listed, decision, "A person said yes, and that was not enough.", decision.hard_blockers);
}

function sayKept(listed: string | undefined, decision: Decision, also: string, kept: readonly string[]): string {
  const lines = [`${theTool(decision.tool_name ?? listed)} was not run: ${decision.route}.`, also];
  if (kept.length > 0) lines.push(`What else keeps it: ${kept.map((code) => sentence("hard_blockers", code)).join("; ")}.`);
  return lines.join("\n");
}

/** What is said where the gate could not be asked. */
export function sayFailed(listed: string | undefined): string {
  return `${theTool(listed)} was not run: ${CODES.validation_errors.gate_failed} (gate_failed).`;
}

/** Said of a call under whose name a person was asked about another one. */
export const ALTERED = "It is another call than the one that a person was asked about.";

/** Said where an answer confirms nothing; `message` is what the broker says of it. */
export function noApproval(why: string, message = why): string {
  return `There is no approval: ${WHY[why] ?? message}.`;
}

const WHY: { readonly [why: string]: string } = {
  altered: "this is another call than the one that a person was asked about",
  expired: "it came too late",
  nobody: "it is not known who answered",
  rejected: "the person who was asked said no",
  reused: "it was used before",
  unaddressed: "the answer does not name the question and the action that it is for",
  unknown: "nobody was asked about this call",
};

/** What the model can do itself. What the host, a person or the operator has to do is nothing for it to try. */
function whatToDo(decision: Decision): string {
  return `What to do: ${decision.recovery.for_model}.`;
}

/** Why nobody is asked, besides the reasons for which the decision is no `ask`. */
const NOT_ASKED: { readonly [why: string]: string } = {
  not_enough: "A person's yes would not be enough",
  not_needed: "Nobody was asked: the broker's own policy lets the call run, and this gate's does not",
  not_askable: "Nobody was asked: by the broker's own policy, a yes would change nothing",
  too_long: "Nobody was asked: the arguments are more than can be shown to a person",
  ttl_out_of_range: "Nobody was asked: no question can wait as long as the broker says",
};

function theTool(name: string | undefined): string {
  const shown = shownName(name);
  return shown === undefined ? "The tool" : `The tool \`${shown}\``;
}

function sentence(table: keyof typeof CODES, code: string): string {
  const sentences: { readonly [code: string]: string } = CODES[table];
  const found = sentences[code.split(":", 1)[0] ?? code];
  return found === undefined ? code : `${found} (${code})`;
}
