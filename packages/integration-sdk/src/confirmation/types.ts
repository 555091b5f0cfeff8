// What a question looks like, and what an answer comes to.
// Written by `cargo xtask gen` from `schemas/`; changes here are lost.

import type { Blocker, RiskLevel } from "../words.js";

/** What can be found in a text that is shown. */
export type Mark =
  | "bidi_controls"
  | "tag_characters"
  | "hidden_characters"
  | "mixed_scripts"
  | "confusables"
  | "right_to_left"
  | "masked";

/** What became of a question. */
export type State = "open" | "confirmed" | "used" | "rejected" | "altered" | "expired";

/** Why an answer confirms nothing. */
export type Why =
  | "unknown"
  | "not_understood"
  | "by_not_visible"
  | "unauthenticated"
  | "wrong_action_digest"
  | "reused"
  | "expired"
  | "wrong_time"
  | "rejected"
  | "not_a_person"
  | "self_approval"
  | "event_missing"
  | "altered"
  | "authorization_state_changed"
  | "evidence_refs_changed"
  | "event_changed";

/** Why there is nothing to ask. */
export type WhyNotAsked = "not_needed" | "not_askable" | "not_enough" | "ttl_out_of_range" | "too_long";

/** The two ends of a long value, and a keyed digest of the whole. */
export interface Fold {
  /** How it begins. */
  head: string;
  /** How it ends. */
  tail: string;
  /** How many characters it has. */
  characters: number;
  /** How many lines it has. */
  lines: number;
  /** A digest of the whole, with the key of the question. */
  digest: string;
}

/** One value of the arguments, whole. */
export interface Row {
  /** Where it is, such as `attachments[0].name`. */
  name: string;
  /** Its JSON type. An array or an object is here only if it is empty. */
  type: "string" | "number" | "boolean" | "null" | "array" | "object";
  /** The value, as it may be shown. */
  text: string;
  /** For a long one, what may be shown before somebody unfolds it. */
  fold?: Fold;
  /** What was found in it. */
  marks?: Mark[];
}

/** Something about the arguments that a reader should know. */
export interface Warning {
  /** What was found. */
  code: Mark;
  /** In which rows, by their names. */
  rows: string[];
  /** One sentence for the reader. */
  message: string;
}

/** What a person is asked. Every text in it can be shown as it is. */
export interface Question {
  /** The name of the tool. */
  tool: string;
  /** How dangerous the call is. */
  risk_level: RiskLevel;
  /** Whether the call cannot be undone. */
  irreversible: boolean;
  /** On whose authority the call is made, as the event has it. */
  subject: string | null;
  /** What the call would do, as far as its arguments can be read, in the gate's own words. */
  effects: string[];
  /** Every argument, in the event's order. */
  arguments: Row[];
  /** What a reader should know about them. */
  warnings: Warning[];
  /** Why there is a question. */
  hard_blockers: Blocker[];
  /** From when on no answer is a no. */
  expires_at: string;
  /** All of this as plain text. */
  text: string;
}
