import { findHiddenCharacter } from '../../../platform/text/visible-text.js';

/**
 * A part of a message: text as it was written, with its hidden characters, or a formatted part of it.
 *
 * @typedef {{ readonly kind: 'text' | 'code' | 'codeBlock', text: string }} TextPart
 * @typedef {{ readonly kind: 'link', readonly text: string, readonly href: string }} LinkPart
 * @typedef {'bold' | 'italic' | 'underline' | 'strike' | 'spoiler' | 'quote'} Style
 * @typedef {{ readonly kind: Style, readonly parts: readonly Part[] }} StyledPart
 * @typedef {TextPart | LinkPart | StyledPart} Part
 */

/** A style whose end was not read yet. @typedef {{ readonly delimiter: string, readonly parts: Part[] }} Open */

/** Longer text is shown as it is. The service's messages are shorter. */
const MAX_LENGTH = 8_000;
const MAX_LINK = 2_000;

/** @type {ReadonlyMap<string, Style>} */
const STYLES = new Map([
  ['**', 'bold'],
  ['*', 'italic'],
  ['__', 'underline'],
  ['_', 'italic'],
  ['~~', 'strike'],
  ['||', 'spoiler'],
]);

const FENCE = '```';
/** The language of a code block, which is not shown. */
const LANGUAGE = /^[\w+#.-]{0,20}\n/;
const QUOTE = '> ';
const QUOTED_REST = '>>> ';

const WORD = /[\p{L}\p{N}_]/u;
const ESCAPABLE = /[\\`*_~|<>#:[\]()!-]/;
const LINK = /https?:\/\/[^\s<>"`|\\[\]]+/iy;
/** What ends a sentence or a style, and no link. */
const AFTER_LINK = /[.,:;!?'*_~]/;

/**
 * Reads the markdown of a message: bold, italic, underline, strike, spoilers, code, code blocks, quotes and links with their
 * whole address. Everything else, such as HTML, images and links with a text of their own, is text. What is not closed is text,
 * too. The time grows with the length alone.
 *
 * @param {string} text
 * @returns {readonly Part[]}
 */
export function parseMarkdown(text) {
  /** @type {Part[]} */
  const parts = [];
  if (text.length > MAX_LENGTH) return [{ kind: 'text', text }];
  let written = 0;
  for (let at = text.indexOf(FENCE); at !== -1; ) {
    const start = at + FENCE.length;
    const end = text.indexOf(FENCE, start);
    if (end === -1) break;
    const code = text
      .slice(start, end)
      .replace(LANGUAGE, '')
      .replace(/^\n|\n$/g, '');
    if (code === '' || text[at - 1] === '\\') {
      at = text.indexOf(FENCE, start);
      continue;
    }
    readLines(text.slice(written, at).replace(/\n$/, ''), parts);
    parts.push({ kind: 'codeBlock', text: code });
    // A block has lines of its own.
    written = end + FENCE.length + Number(text[end + FENCE.length] === '\n');
    at = text.indexOf(FENCE, written);
  }
  readLines(text.slice(written), parts);
  return parts;
}

/**
 * @param {string} text without code blocks
 * @param {Part[]} parts to which its own are added
 */
function readLines(text, parts) {
  if (text === '') return;
  const lines = text.split('\n');
  for (let first = 0; first < lines.length; ) {
    const start = lines[first] ?? '';
    const isRest = start.startsWith(QUOTED_REST);
    const isQuote = isRest || start.startsWith(QUOTE);
    let end = isRest ? lines.length : first + 1;
    while (end < lines.length && isQuoted(lines[end]) === isQuote) end += 1;
    const group = lines.slice(first, end);
    if (isRest) group[0] = start.slice(QUOTED_REST.length);
    const inline = readInline(
      (isQuote && !isRest ? group.map((line) => line.slice(QUOTE.length)) : group).join('\n'),
    );
    if (isQuote) parts.push({ kind: 'quote', parts: inline });
    else for (const part of inline) add(parts, part);
    first = end;
  }
}

/** @param {string | undefined} line */
function isQuoted(line = '') {
  return line.startsWith(QUOTE) || line.startsWith(QUOTED_REST);
}

/**
 * @param {string} text
 * @returns {Part[]}
 */
function readInline(text) {
  /** the innermost last; each style is open once, so there are few @type {Open[]} */
  const open = [{ delimiter: '', parts: [] }];
  const current = () => open[open.length - 1]?.parts ?? [];
  /** lengths of backticks that do not occur again @type {Set<number>} */
  const unclosed = new Set();
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    const next = text[at + 1] ?? '';
    const link = readLink(text, at);
    const code = character === '`' ? readCode(text, at, unclosed) : null;
    const style = STYLES.has(character) || character === next ? readStyle(text, at, open) : null;
    if (character === '\\' && ESCAPABLE.test(next)) {
      add(current(), { kind: 'text', text: next });
      at += 2;
    } else if (code !== null) {
      add(current(), code.part);
      at = code.end;
    } else if (link !== null) {
      add(current(), link.part);
      at = link.end;
    } else if (style !== null) {
      if (style.index === -1) open.push({ delimiter: style.delimiter, parts: [] });
      else close(open, style.index);
      at += style.delimiter.length;
    } else {
      add(current(), { kind: 'text', text: character });
      at += 1;
    }
  }
  while (open.length > 1) unwrap(open);
  return current();
}

/**
 * Code between as many backticks at its start as at its end; the backticks alone if it has no end.
 *
 * @param {string} text
 * @param {number} at
 * @param {Set<number>} unclosed
 * @returns {{ part: TextPart, end: number }}
 */
function readCode(text, at, unclosed) {
  let start = at;
  while (text[start] === '`') start += 1;
  const length = start - at;
  if (!unclosed.has(length)) {
    const runs = /`+/g;
    runs.lastIndex = start;
    for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
      if (run[0].length !== length) continue;
      const code = text.slice(start, run.index);
      // `` `a` `` is the code `a`.
      const inner = code.replace(/^ (?=`)|(?<=`) $/g, '');
      return { part: { kind: 'code', text: inner }, end: run.index + length };
    }
    unclosed.add(length);
  }
  return { part: { kind: 'text', text: text.slice(at, start) }, end: start };
}

/**
 * A link, or its text if it is not safe.
 *
 * @param {string} text
 * @param {number} at
 * @returns {{ part: TextPart | LinkPart, end: number } | null} null: none begins here
 */
function readLink(text, at) {
  const isBracketed = text[at] === '<';
  const start = at + Number(isBracketed);
  if (!/[hH]/.test(text[start] ?? '') || (!isBracketed && WORD.test(text[at - 1] ?? ''))) return null;
  LINK.lastIndex = start;
  const [found] = LINK.exec(text) ?? [];
  if (found === undefined) return null;
  if (isBracketed && text[start + found.length] !== '>') return null;
  const raw = isBracketed ? found : withoutEnd(found);
  const href = safeAddress(raw);
  /** @type {TextPart | LinkPart} */
  const part =
    href === null
      ? { kind: 'text', text: isBracketed ? `<${raw}>` : raw }
      : { kind: 'link', text: isAsShown(raw, href) ? raw : href, href };
  return { part, end: at + raw.length + 2 * Number(isBracketed) };
}

/** @param {string} link @returns {string} the same without the punctuation of the sentence that it ends */
function withoutEnd(link) {
  let opened = link.split('(').length - link.split(')').length;
  let end = link.length;
  for (; end > 0; end -= 1) {
    const last = link[end - 1] ?? '';
    const isExcess = last === ')' && opened < 0;
    if (isExcess) opened += 1;
    if (!isExcess && !AFTER_LINK.test(last)) break;
  }
  return link.slice(0, end);
}

/** @param {string} link @returns {string | null} null: it is not an address of the web, or looks like another one */
function safeAddress(link) {
  if (link.length > MAX_LINK || findHiddenCharacter(link) !== null || !URL.canParse(link)) return null;
  const { href, password, protocol, username } = new URL(link);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && password === '' ? href : null;
}

/**
 * Whether a link names its host as the browser does: letters of other scripts may look like Latin ones.
 *
 * @param {string} link
 * @param {string} href
 */
function isAsShown(link, href) {
  return link.split(/[/?#]/)[2]?.toLowerCase() === href.split(/[/?#]/)[2];
}

/**
 * What opens or closes a style here.
 *
 * @param {string} text
 * @param {number} at
 * @param {readonly Open[]} open
 * @returns {{ delimiter: string, index: number } | null} `index` of the style that it closes; -1: it opens one
 */
function readStyle(text, at, open) {
  const single = text[at] ?? '';
  const double = text[at + 1] === single ? single + single : null;
  const isInnermost = open[open.length - 1]?.delimiter === single;
  // Of three, the inner one is closed first.
  const delimiters =
    double !== null && text[at + 2] === single && isInnermost ? [single, double] : [double, single];
  for (const delimiter of delimiters) {
    if (delimiter === null || !STYLES.has(delimiter)) continue;
    const before = text[at - 1] ?? '';
    const after = text[at + delimiter.length] ?? '';
    const index = open.findIndex((one) => one.delimiter === delimiter);
    if (index !== -1) {
      const isEmpty = index === open.length - 1 && open[index]?.parts.length === 0;
      const endsWord =
        delimiter.length > 1 || (!/\s/.test(before) && !(delimiter === '_' && WORD.test(after)));
      if (!isEmpty && endsWord) return { delimiter, index };
    } else {
      const beginsWord =
        delimiter.length > 1 || (!/\s/.test(after) && !(delimiter === '_' && WORD.test(before)));
      if (after !== '' && beginsWord) return { delimiter, index };
    }
  }
  return null;
}

/**
 * @param {Open[]} open
 * @param {number} index of the style that ends
 */
function close(open, index) {
  while (open.length > index + 1) unwrap(open);
  const ended = open.pop();
  const kind = STYLES.get(ended?.delimiter ?? '');
  const outer = open[open.length - 1];
  if (ended !== undefined && kind !== undefined) outer?.parts.push({ kind, parts: ended.parts });
}

/** Makes the innermost style text: it has no end. @param {Open[]} open */
function unwrap(open) {
  const inner = open.pop();
  const outer = open[open.length - 1];
  if (inner === undefined || outer === undefined) return;
  add(outer.parts, { kind: 'text', text: inner.delimiter });
  for (const part of inner.parts) add(outer.parts, part);
}

/**
 * @param {Part[]} parts
 * @param {Part} part joins the text before it, if it is text
 */
function add(parts, part) {
  const last = parts[parts.length - 1];
  if (part.kind === 'text' && last?.kind === 'text') last.text += part.text;
  else parts.push(part.kind === 'text' ? { ...part } : part);
}
