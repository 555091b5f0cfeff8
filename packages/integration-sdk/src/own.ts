// The members that somebody gave an object. A merge of foreign JSON can write into `Object.prototype`, and then
// every object seems to have them: a mode that nobody set, an authorization that nobody gave. What every object
// inherits is therefore no member here.

import { wrongUse } from "./wrong-use.js";

/** Whether this is what every object inherits from, in whatever realm. */
export function isRoot(object: object): boolean {
  return (
    object === Object.prototype ||
    (Object.getPrototypeOf(object) === null &&
      Object.hasOwn(object, "isPrototypeOf") &&
      Object.hasOwn(object, "propertyIsEnumerable"))
  );
}

/** A member of an object, or of its class; `undefined` of what is not an object. */
export function own(object: unknown, name: string): unknown {
  if (typeof object !== "object" || object === null) return undefined;
  for (let at: object | null = object; at !== null && !isRoot(at); at = Object.getPrototypeOf(at) as object | null) {
    if (Object.hasOwn(at, name)) return (object as { readonly [name: string]: unknown })[name];
  }
  return undefined;
}

/**
 * Those members that are asked for, each read once, in an object that inherits nothing. Without an object there
 * are none.
 *
 * @throws {TypeError} for what is something else than an object.
 */
export function members<T extends object, Name extends keyof T & string>(
  argument: string,
  object: T | undefined,
  names: readonly Name[],
): { readonly [N in Name]: T[N] } {
  if (object !== undefined && (typeof object !== "object" || object === null)) {
    throw wrongUse(argument, object, "an object is allowed");
  }
  const found = Object.create(null) as { [N in Name]: T[N] };
  for (const name of names) found[name] = own(object, name) as T[Name];
  return found;
}

/** Gives an object a member of any name, `__proto__` included. */
export function put(object: object, name: string, value: unknown): void {
  const member = Object.create(null) as PropertyDescriptor;
  member.value = value;
  member.writable = member.enumerable = member.configurable = true;
  Object.defineProperty(object, name, member);
}
