/** A value as it comes over the wire. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/** A reply differs from what the specification says. */
export class WrongReply extends Error {}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value below `keys`; undefined where there is none. */
export function valueAt(value: Json | undefined, ...keys: readonly (string | number)[]): Json | undefined {
  let found = value;
  for (const key of keys) {
    if (isList(found)) found = found[Number(key)];
    else if (isObject(found)) found = found[key];
    else return undefined;
  }
  return found;
}

/** The text below `keys`. @throws WrongReply where there is none */
export function textAt(value: Json | undefined, ...keys: readonly (string | number)[]): string {
  const found = valueAt(value, ...keys);
  if (typeof found !== 'string') throw new WrongReply(`no text at ${keys.join('.')}`);
  return found;
}

/** The elements below `keys`. @throws WrongReply where there is no list */
export function listAt(value: Json | undefined, ...keys: readonly (string | number)[]): readonly Json[] {
  const found = valueAt(value, ...keys);
  if (!isList(found)) throw new WrongReply(`no list at ${keys.join('.')}`);
  return found;
}

/** The element of a list whose `key` has `value`. @throws WrongReply where there is none */
export function findBy(list: Json | undefined, key: string, value: Json | undefined): Json {
  const found = isList(list) ? list.find((each) => valueAt(each, key) === value) : undefined;
  if (found === undefined) throw new WrongReply(`no element whose ${key} is ${JSON.stringify(value)}`);
  return found;
}

/** Reads JSON text. @throws SyntaxError */
export function parseJson(text: string): Json {
  return JSON.parse(text) as Json;
}
