import type { BodyReader } from './body-reader.js';
import type { BodyWriter } from './body-writer.js';
import { DBusError } from './dbus-error.js';

/**
 * A value of D-Bus: text for `s`, `o` and `g`; a number for `y`, `i` and `u`; a boolean for `b`; a list for arrays,
 * structures and dictionary entries.
 */
export type BusValue = string | number | boolean | readonly BusValue[] | BusVariant;

/** A value of the type `v`: it names its type. */
export interface BusVariant {
  readonly type: string;
  readonly value: BusValue;
}

/** A dictionary `a{sv}`. */
export function toDictionary(entries: Readonly<Record<string, BusVariant>>): BusValue {
  return Object.entries(entries);
}

/** Writes values of the types in a signature. @throws {DBusError} if a value is of another type */
export function writeValues(body: BodyWriter, signature: string, values: readonly BusValue[]): void {
  const types = splitTypes(signature);
  if (types.length !== values.length) throw mismatch(signature);
  for (const [index, type] of types.entries()) writeValue(body, type, values[index] ?? '');
}

/** Reads values of the types in a signature. @throws {DBusError} if one is truncated, or of a type that is not listed above */
export function readValues(body: BodyReader, signature: string): BusValue[] {
  return splitTypes(signature).map((type) => readValue(body, type));
}

function writeValue(body: BodyWriter, type: string, value: BusValue): void {
  const [kind = ''] = type;
  if (typeof value === 'boolean' && kind === 'b') body.uint32(value ? 1 : 0);
  else if (typeof value === 'number' && kind === 'y') body.byte(value);
  else if (typeof value === 'number' && (kind === 'i' || kind === 'u')) body.uint32(value);
  else if (typeof value === 'string' && kind === 'g') body.signature(value);
  else if (typeof value === 'string' && (kind === 's' || kind === 'o')) body.string(value);
  else if (isVariant(value) && kind === 'v') {
    body.signature(value.type);
    writeValue(body, value.type, value.value);
  } else if (isList(value) && kind === 'a') {
    const item = type.slice(1);
    body.array(alignmentOf(item), () => {
      for (const each of value) writeValue(body, item, each);
    });
  } else if (isList(value) && isStructure(kind)) {
    body.align(8);
    writeValues(body, type.slice(1, -1), value);
  } else throw mismatch(type);
}

function readValue(body: BodyReader, type: string): BusValue {
  const [kind = ''] = type;
  if (kind === 'b') return body.uint32() !== 0;
  if (kind === 'y') return body.byte();
  if (kind === 'i') return body.uint32() | 0;
  if (kind === 'u') return body.uint32();
  if (kind === 'g') return body.signature();
  if (kind === 's' || kind === 'o') return body.string();
  if (kind === 'v') {
    const own = body.signature();
    const [value = ''] = readValues(body, own);
    return { type: own, value };
  }
  if (kind === 'a') {
    const item = type.slice(1);
    const length = body.uint32();
    if (alignmentOf(item) === 8) body.align(8);
    const end = body.offset + length;
    const items: BusValue[] = [];
    while (body.offset < end) items.push(readValue(body, item));
    return items;
  }
  // An array of empty structures would never end.
  if (!isStructure(kind) || type.length === 2) throw mismatch(type);
  body.align(8);
  return readValues(body, type.slice(1, -1));
}

/** The complete types of a signature, e.g. `i` and `a{sv}` of `ia{sv}`. */
function splitTypes(signature: string): string[] {
  const types: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [index, letter] of [...signature].entries()) {
    if (isStructure(letter)) depth += 1;
    if (letter === ')' || letter === '}') depth -= 1;
    if (depth > 0 || letter === 'a') continue;
    types.push(signature.slice(start, index + 1));
    start = index + 1;
  }
  if (start !== signature.length) throw mismatch(signature);
  return types;
}

function alignmentOf(type: string): 4 | 8 {
  return isStructure(type[0] ?? '') ? 8 : 4;
}

function isStructure(kind: string): boolean {
  return kind === '(' || kind === '{';
}

function isList(value: BusValue): value is readonly BusValue[] {
  return Array.isArray(value);
}

function isVariant(value: BusValue): value is BusVariant {
  return typeof value === 'object' && !isList(value);
}

function mismatch(type: string): DBusError {
  return new DBusError(`a value of D-Bus is not of the type ${type}`);
}
