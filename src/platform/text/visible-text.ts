// Has no imports, because the console page loads this file, too.

/** Scripts in which a joiner between two letters is ordinary spelling. */
const JOINING_SCRIPT =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}' +
  '\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}]';

/** Invisible characters that modify a visible one: emoji presentation, joined emoji and letters. */
const ALLOWED = [
  '(?<=\\p{Extended_Pictographic})\\u{fe0f}',
  '\\u{fe0f}(?=\\u{20e3})',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u{fe0f}])\\u{200d}(?=\\p{Extended_Pictographic})',
  `(?<=${JOINING_SCRIPT})[\\u{200c}\\u{200d}](?=${JOINING_SCRIPT})`,
].join('|');

/** Control and format characters, line separators, lone surrogates, and invisible letters. */
const HIDDEN = new RegExp(
  `(?!${ALLOWED})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u{2800}]`,
  'gu',
);

/** Blocks of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/**
 * Makes text of others, such as an application's name, safe to show: every character that is invisible, moves others or
 * controls a terminal is replaced by its code, e.g. `[U+202E]`. Lookalike letters stay as they are (docs/adr/0010,
 * Names).
 */
export function toVisibleText(text: string): string {
  return text.replace(HIDDEN, (hidden) => `[${codeOf(hidden)}]`);
}

/**
 * The same for plain text such as a terminal: text with right-to-left letters is isolated, so that it does not move the
 * text around it.
 */
export function toIsolatedText(text: string): string {
  const visible = toVisibleText(text);
  if (!RIGHT_TO_LEFT.test(visible)) return visible;
  return FIRST_STRONG_ISOLATE + visible + POP_DIRECTIONAL_ISOLATE;
}

/** A text with texts of others in it, each made safe to show: sentence`left ${name}`. */
export function sentence(texts: TemplateStringsArray, ...others: readonly unknown[]): string {
  return String.raw({ raw: texts }, ...others.map((other) => toIsolatedText(String(other))));
}

/** What the output of a command has itself: ends of lines, tabs, isolates and colors (SGR of ECMA-48). */
const OF_OUTPUT = '[\\n\\t\\u{2068}\\u{2069}]|\\u{1b}\\[[\\d;]*m';
const OF_OUTPUT_OR_HIDDEN = new RegExp(`(${OF_OUTPUT})|${HIDDEN.source}`, 'gu');

/**
 * Makes the whole output of a command safe to print, in case a text of others is in it as it is: it can color what
 * follows, and nothing else.
 */
export function toPrintableText(output: string): string {
  return output.replace(OF_OUTPUT_OR_HIDDEN, (found: string, own?: string) => own ?? `[${codeOf(found)}]`);
}

/** Escapes the hidden characters of JSON text except line ends; the value stays the same. */
export function escapeHiddenInJson(json: string): string {
  return json.replace(HIDDEN, (hidden) =>
    hidden === '\n' ? hidden : hidden.split('').map(jsonEscape).join(''),
  );
}

/** The code of the first hidden character, e.g. `U+202E`; null if there is none. */
export function findHiddenCharacter(text: string): string | null {
  const [found] = text.match(HIDDEN) ?? [];
  return found === undefined ? null : codeOf(found);
}

function codeOf(character: string): string {
  return `U+${hex(character.codePointAt(0) ?? 0).toUpperCase()}`;
}

function jsonEscape(unit: string): string {
  return `\\u${hex(unit.charCodeAt(0))}`;
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
