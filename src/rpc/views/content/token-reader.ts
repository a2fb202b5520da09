import type { Piece } from './style-stack.js';

const MENTION = /<(?:@!?|@&|#)([0-9]{1,20})>/y;
const EMOJI = /<(a?):([A-Za-z0-9_]{2,32}):([0-9]{1,20})>/y;
const SCHEME = /https?:\/\//y;
const LANGUAGE = /([A-Za-z0-9+#._-]{1,32})\n/y;
const EVERYONE = /@(everyone|here)\b/y;
const BLOCK = '```';
/** Ends of sentences and of brackets, which are rarely meant as part of an address. */
const TRAILING: ReadonlySet<string> = new Set('.,:;!?\'")]}');

/** Reads the tokens of one text. No character is read more than a few times, whatever the text. */
export class TokenReader {
  /** fences of code that do not occur any more: they are not looked for again */
  readonly #missing = new Set<string>();

  /** @param everyone whether `@everyone` and `@here` mention anybody */
  constructor(
    private readonly text: string,
    private readonly everyone: boolean,
  ) {}

  /** The token that begins at an offset, null if none does. */
  read(start: number): Piece | null {
    switch (this.text[start]) {
      case '`':
        return this.#code(start);
      case '<':
        return this.#mention(start) ?? this.#emoji(start) ?? this.#bracketedLink(start);
      case '@':
        return this.#everyone(start);
      case 'h':
        return this.#link(start);
      default:
        return null;
    }
  }

  #code(start: number): Piece | null {
    const { text } = this;
    let fence = '`';
    while (fence.length < BLOCK.length && text[start + fence.length] === '`') fence += '`';
    const from = start + fence.length;
    const close = this.#missing.has(fence) ? -1 : text.indexOf(fence, from);
    if (close === -1) this.#missing.add(fence);
    // What begins a longer fence than it can be is text as a whole.
    if (close <= from) return { type: 'text', start, end: from };
    const end = close + fence.length;
    if (fence !== BLOCK)
      return { type: 'inline_code', start, end, fields: { code: text.slice(from, close) } };
    const [line, language] = matchAt(LANGUAGE, text, from) ?? [];
    // A block of one line is all code, whatever it looks like.
    const isNamed = line !== undefined && language !== undefined && from + line.length < close;
    const fields = isNamed
      ? { code: text.slice(from + line.length, close), language }
      : { code: text.slice(from, close) };
    return { type: 'code_block', start, end, fields };
  }

  #mention(start: number): Piece | null {
    const [all, id] = matchAt(MENTION, this.text, start) ?? [];
    if (all === undefined || id === undefined) return null;
    const type = all.startsWith('<#')
      ? 'channel_mention'
      : all.startsWith('<@&')
        ? 'role_mention'
        : 'mention';
    return { type, start, end: start + all.length, fields: { id } };
  }

  #emoji(start: number): Piece | null {
    const [all, animated, name, id] = matchAt(EMOJI, this.text, start) ?? [];
    if (all === undefined || name === undefined || id === undefined) return null;
    return {
      type: 'emoji',
      start,
      end: start + all.length,
      fields: { id, name, animated: animated === 'a' },
    };
  }

  #everyone(start: number): Piece | null {
    const [all, whom] = (this.everyone ? matchAt(EVERYONE, this.text, start) : null) ?? [];
    if (all === undefined || whom === undefined) return null;
    return { type: `${whom}_mention`, start, end: start + all.length, fields: {} };
  }

  /** `<https://example.com>`: the brackets belong to the element and not to the address. */
  #bracketedLink(start: number): Piece | null {
    const end = this.#endOfAddress(start + 1);
    if (end === null || this.text[end] !== '>') return null;
    return { type: 'link', start, end: end + 1, fields: { url: this.text.slice(start + 1, end) } };
  }

  #link(start: number): Piece | null {
    let end = this.#endOfAddress(start);
    if (end === null) return null;
    const least = this.text.indexOf('//', start) + 2;
    while (end > least && TRAILING.has(this.text[end - 1] ?? '')) end -= 1;
    if (end === least) return null;
    return { type: 'link', start, end, fields: { url: this.text.slice(start, end) } };
  }

  /** Where the address that begins at an offset ends; null if none does. */
  #endOfAddress(start: number): number | null {
    const [scheme] = matchAt(SCHEME, this.text, start) ?? [];
    if (scheme === undefined) return null;
    const from = start + scheme.length;
    let end = from;
    while (end < this.text.length && !/[\s<>]/.test(this.text[end] ?? '')) end += 1;
    return end === from ? null : end;
  }
}

/** Matches a sticky pattern at an offset; all of them are bounded in length. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
