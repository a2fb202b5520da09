import type { Piece } from './style-stack.js';

const MENTION = /<(?:@!?|@&|#)([0-9]{1,20})>/y;
const EMOJI = /<(a?):([A-Za-z0-9_]{2,32}):([0-9]{1,20})>/y;
const SCHEME = /https?:\/\//y;
const LANGUAGE = /([A-Za-z0-9+#._-]{1,32})\n/y;
const EVERYONE = /@(everyone|here)\b/y;
const BLOCK = '```';
/** Punctuation and closing brackets, which rarely belong to a URL at its end. */
const TRAILING: ReadonlySet<string> = new Set('.,:;!?\'")]}');

/** Reads the tokens of a text. No character is read more than a few times, whatever the text contains. */
export class TokenReader {
  /** fences that do not occur in the rest of the text, so that they are not searched again */
  readonly #missing = new Set<string>();

  /** @param everyone whether `@everyone` and `@here` are mentions */
  constructor(
    private readonly text: string,
    private readonly everyone: boolean,
  ) {}

  /** The token at an offset, or null if there is none. */
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
    // A fence without a matching end is text.
    if (close <= from) return { type: 'text', start, end: from };
    const end = close + fence.length;
    if (fence !== BLOCK)
      return { type: 'inline_code', start, end, fields: { code: text.slice(from, close) } };
    const [line, language] = matchAt(LANGUAGE, text, from) ?? [];
    // A block of one line has no language.
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

  /** `<https://example.com>`: the brackets belong to the element but not to the URL. */
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

  /** Where the URL at an offset ends; null if there is none. */
  #endOfAddress(start: number): number | null {
    const [scheme] = matchAt(SCHEME, this.text, start) ?? [];
    if (scheme === undefined) return null;
    const from = start + scheme.length;
    let end = from;
    while (end < this.text.length && !/[\s<>]/.test(this.text[end] ?? '')) end += 1;
    return end === from ? null : end;
  }
}

/** Matches a sticky pattern at an offset; all patterns are bounded in length. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
