// The two modules behind the formats, and how they are asked. The small one judges documents; the large
// one knows descriptors alone, and checks values by JSON Schemas as well.

import { Host, type Source } from "../engine.js";
import { GateNotReadyError } from "../errors.js";
import { type Glue, starter, type UseModule, type WasmModule } from "../module.js";
import { policyError, type Settings, settingsOf } from "../settings.js";
import { faultList } from "../stringify.js";

/** A descriptor inside an engine. */
export interface EngineDescriptor {
  report(): string;
  classify(tool: string, authorizationState: string, pinned: boolean): string;
}

/** The same with its schemas. */
export interface WholeDescriptor extends EngineDescriptor {
  plan(tool: string, callArguments: string): string;
  checkArguments(tool: string, callArguments: string): string;
  checkAnswer(tool: string, answer: string): string;
  secretsToLookUp(tool: string, callArguments: string, allowVariables: string[]): string[] | undefined;
  wire(tool: string, callArguments: string, secrets: string): string;
  event(tool: string, callArguments: string, context: string): string;
}

/** Descriptors inside an engine. */
export interface EngineCatalog<D> {
  add(descriptor: D): void;
  tools(client: string, pinned: boolean): string;
}

/** The same with their schemas. */
export interface WholeCatalog<D> extends EngineCatalog<D> {
  checkEvent(policy: string | undefined, mode: string | undefined, event: string, now: number): string;
  eventFaults(event: string): string;
  carriedBack(client: string, name: string, callArguments: string): string;
}

/** The functions of either module. `faults` are as `stringify.ts` writes them. */
export interface DescriptorEngine<D = EngineDescriptor, C = EngineCatalog<D>> {
  descriptorCheck(descriptor: string, profile: string): string;
  descriptorUnread(faults: string): string;
  classifyFacts(facts: string, authorizationState: string, pinned: boolean): string;
  hostFaults(faults: string): string;
  refuse(policy: string | undefined, mode: string | undefined, faults: string, now: number): string;
  readonly Descriptor: new (descriptor: string, profile: string) => D;
  readonly Catalog: new () => C;
}

/** The functions of the small module. */
export interface FormatsEngine extends DescriptorEngine {
  aaepCheck(document: string): string;
  aaepCheckAccepted(request: string, accepted: string): string;
  aaepCheckEvent(event: string): string;
  aaepCheckHandshake(message: string): string;
  aaepCheckReply(reply: string): string;
  aaepCheckItems(items: string[]): string;
  aaepCheckStream(lines: string): string;
  aaepUnread(faults: string): string;
  aaepSessionStep(policy: string | undefined, mode: string | undefined, session: string, request: string): string;
  toolRequestCheck(document: Uint8Array, options: string): string;
  toolRequestDigests(document: Uint8Array): string;
  toolRequestBind(document: Uint8Array, facts: string): string;
  policyCheck(policy: string, tools: string | undefined): string;
  policyInit(tools: string): string;
  policyTest(policy: string, cases: string, now: number): string;
  policyUnread(document: string, faults: string): string;
  confirmationAsk(policy: string | undefined, mode: string | undefined, event: string, now: number, options: string): string;
  confirmationAnswer(pending: string, state: string, answer: string, event: string | undefined, now: number): string;
  confirmationCheck(policy: string | undefined, mode: string | undefined, event: string, now: number, attested?: Uint32Array): string;
  confirmationNotConfirmed(why: string): string;
}

/** The functions of the large module. */
export interface WholeEngine extends DescriptorEngine<WholeDescriptor, WholeCatalog<WholeDescriptor>> {
  callUnread(faults: string): string;
  valueUnread(faults: string): string;
}

/** The small module. */
export const small = new Host<FormatsEngine>("the module of the formats");

/** The large module. */
export const whole = new Host<WholeEngine>("the module with the validator");

/** How the small module is put to use. */
export const smallModule = (glue: Glue): UseModule => moduleOf(small, glue);

/** The same for the large module. */
export const wholeModule = (glue: Glue): UseModule => moduleOf(whole, glue);

function moduleOf<E extends Pick<DescriptorEngine, "refuse">>(host: Host<E>, glue: Glue): UseModule {
  const decide = (engine: E): string => engine.refuse(undefined, undefined, faultList("not_an_object", "this asks for the version"), 0);
  const source = (module: () => WasmModule): Source<E> => ({ info: { kind: "wasm" }, start: starter(glue, module, decide) });
  return {
    later: (module) => host.use(source(module)),
    now: (module) => host.useStarted(source(() => module)),
  };
}

/**
 * Asks an engine. One that stops is thrown away, and the next call finds a fresh one; for this one there
 * is not an answer, which is an error, never a good report.
 */
export function ask<E, T>(host: Host<E>, call: (engine: E) => T): T {
  const engine = host.engine();
  try {
    return call(engine);
  } catch (error) {
    if (error instanceof CallerError) throw error.what;
    const faulty = policyError(error);
    if (faulty !== undefined) throw faulty;
    host.stop();
    throw new EngineStopped("the module of the formats stopped and gave no answer; the next call finds a fresh one", {
      cause: error,
    });
  }
}

/** An engine stopped in the middle of a call. */
export class EngineStopped extends GateNotReadyError {}

/** An error for the caller out of the middle of a call: nothing has stopped. */
export class CallerError {
  constructor(readonly what: Error) {}
}

/** Asks an engine for a JSON text and reads it. */
export function answer<E>(host: Host<E>, call: (engine: E) => string): unknown {
  return JSON.parse(ask(host, call));
}

/** A policy, or that of a gate, for an engine of the formats. */
export function settingsFor<E extends { hostFaults(faults: string): string }>(
  host: Host<E>,
  policy: object | undefined,
): Settings {
  return settingsOf(policy, (faults) => ask(host, (engine) => engine.hostFaults(faults)));
}
