import { ExactNumber } from '../encoding.js';
import { endOfString, findMemberText } from './member-text.js';

/**
 * Replaces a number in an object by an `ExactNumber` if encoding it again would change its digits.
 *
 * @param value the value parsed from the text
 */
export function withExactNumber(value: unknown, text: string, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
  const number = (value as Readonly<Record<string, unknown>>)[key];
  if (typeof number !== 'number') return value;
  const written = findMemberText(text, key);
  if (written === null || written === String(number)) return value;
  return { ...value, [key]: new ExactNumber(written) };
}

const NUMBER = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const INTEGER = /^-?[0-9]+$/;

/** Puts integers that are not exact as numbers into quotes. @param text a valid JSON text */
export function quoteLargeIntegers(text: string): string {
  let quoted = '';
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') {
      at = endOfString(text, at + 1);
      continue;
    }
    NUMBER.lastIndex = at;
    const [number] = NUMBER.exec(text) ?? [];
    if (number === undefined) continue;
    if (INTEGER.test(number) && !Number.isSafeInteger(Number(number))) {
      quoted += `${text.slice(copied, at)}"${number}"`;
      copied = at + number.length;
    }
    at += number.length - 1;
  }
  return quoted + text.slice(copied);
}

/** Encodes a value as JSON; an object may have `ExactNumber`s as properties. */
export function writeJson(value: unknown): string {
  if (typeof value !== 'object' || value === null || !hasExactNumber(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => {
      const written = member instanceof ExactNumber ? member.text : JSON.stringify(member);
      return `${JSON.stringify(key)}:${written}`;
    });
  return `{${members.join(',')}}`;
}

function hasExactNumber(value: object): boolean {
  // Without a list of the members: this runs for every reply.
  for (const key in value) {
    if ((value as Readonly<Record<string, unknown>>)[key] instanceof ExactNumber) return true;
  }
  return false;
}
