import { isList, isObject, type Json } from './json.js';

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/\b\d{17,20}\b/g, '<id>'],
  [/(?:https?|wss?):\/\/127\.0\.0\.1:\d+/g, '<address>'],
  [/127\.0\.0\.1:\d+/g, '<address>'],
  [/data:image\/jpeg;base64,[\w+/=]+/g, '<image>'],
  [/avatars\/\d/g, 'avatars/<number>'],
  [/^\d{4}$/g, '<discriminator>'],
  [/\b[0-9a-f]{32}\b/g, '<hash>'],
  [/[\w-]{32,}/g, '<secret>'],
];

/** Lists of this many and more elements are shown by their first alone. */
const LONG = 2;
/** Objects of this many and more fields are shown by their names alone. */
const LARGE = 6;

/** Text without what differs from run to run. */
export function normalizeText(text: string): string {
  return PATTERNS.reduce((result, [pattern, name]) => result.replace(pattern, name), text);
}

/** A value in one short line that is the same in every run. */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return '';
  if (isList(value)) {
    if (value.length < LONG) return `[${value.map(describeValue).join(', ')}]`;
    return `[${describeValue(value[0])}, …]`;
  }
  if (isObject(value)) {
    const names = Object.keys(value);
    if (names.length >= LARGE) return `{${names.toSorted((a, b) => a.localeCompare(b)).join(', ')}}`;
    return `{${names.map((name) => `${name}: ${describeValue(value[name])}`).join(', ')}}`;
  }
  if (typeof value === 'string') return JSON.stringify(normalizeText(value));
  return String(value);
}
