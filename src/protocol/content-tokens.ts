const MENTION = /<(?:@!?|@&|#)([0-9]{1,20})>/y;
const EMOJI = /<(a?):([A-Za-z0-9_]{2,32}):([0-9]{1,20})>/y;
const SCHEME = /https?:\/\//y;
const LANGUAGE = /([A-Za-z0-9+#._-]{1,32})\n/y;
const EVERYONE = /@(everyone|here)\b/y;
const BLOCK = '```';
/** Characters that a backslash escapes. */
const ESCAPABLE = /[!-/:-@[-`{-~]/;
/** Punctuation, which rarely belongs to a URL at its end. */
const TRAILING: ReadonlySet<string> = new Set('.,:;!?\'"');
/** Closing brackets belong to a URL at its end if it opens them. */
const BRACKETS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** A part of a text between two offsets that is not plain text. */
export interface ContentToken {
  readonly type: string;
  readonly start: number;
  end: number;
  /** further fields of the element */
  readonly fields?: Readonly<Record<string, string | boolean>>;
}

/** The tokens of a text (docs/rpc.md, Message content), in their order. @param everyone whether `@everyone` and `@here` are mentions */
export function readTokens(text: string, everyone: boolean): ContentToken[] {
  const reader = new TokenReader(text, everyone);
  const tokens: ContentToken[] = [];
  for (let at = 0; at < text.length; ) {
    const token = reader.read(at);
    if (token !== null) tokens.push(token);
    at = token?.end ?? at + plainLength(text, at);
  }
  return tokens;
}

/** How many characters of plain text are at an offset where no token is: one, or an escaped one with its backslash. */
export function plainLength(text: string, at: number): 1 | 2 {
  return text[at] === '\\' && ESCAPABLE.test(text[at + 1] ?? '') ? 2 : 1;
}

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
  read(start: number): ContentToken | null {
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

  #code(start: number): ContentToken | null {
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
    const code = withoutOuterLineBreaks(text.slice(isNamed ? from + line.length : from, close));
    const fields = isNamed ? { code, language } : { code };
    return { type: 'code_block', start, end, fields };
  }

  #mention(start: number): ContentToken | null {
    const [all, id] = matchAt(MENTION, this.text, start) ?? [];
    if (all === undefined || id === undefined) return null;
    const type = all.startsWith('<#')
      ? 'channel_mention'
      : all.startsWith('<@&')
        ? 'role_mention'
        : 'mention';
    return { type, start, end: start + all.length, fields: { id } };
  }

  #emoji(start: number): ContentToken | null {
    const [all, animated, name, id] = matchAt(EMOJI, this.text, start) ?? [];
    if (all === undefined || name === undefined || id === undefined) return null;
    return {
      type: 'emoji',
      start,
      end: start + all.length,
      fields: { id, name, animated: animated === 'a' },
    };
  }

  #everyone(start: number): ContentToken | null {
    const [all, whom] = (this.everyone ? matchAt(EVERYONE, this.text, start) : null) ?? [];
    if (all === undefined || whom === undefined) return null;
    return { type: `${whom}_mention`, start, end: start + all.length, fields: {} };
  }

  /** `<https://example.com>`: the brackets belong to the element but not to the URL. */
  #bracketedLink(start: number): ContentToken | null {
    const end = this.#endOfAddress(start + 1);
    if (end === null || this.text[end] !== '>') return null;
    return { type: 'link', start, end: end + 1, fields: { url: this.text.slice(start + 1, end) } };
  }

  #link(start: number): ContentToken | null {
    let end = this.#endOfAddress(start);
    if (end === null) return null;
    const least = this.text.indexOf('//', start) + 2;
    const open = new Map<string, number>();
    for (const character of this.text.slice(least, end)) {
      const opening = BRACKETS.get(character);
      const bracket = opening ?? character;
      open.set(bracket, (open.get(bracket) ?? 0) + (opening === undefined ? 1 : -1));
    }
    for (; end > least; end -= 1) {
      const last = this.text[end - 1] ?? '';
      const opening = BRACKETS.get(last);
      const unopened = opening === undefined ? 0 : -(open.get(opening) ?? 0);
      if (opening === undefined ? !TRAILING.has(last) : unopened <= 0) break;
      if (opening !== undefined) open.set(opening, 1 - unopened);
    }
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

/** The line breaks after the opening fence and before the closing one are not part of the code. */
function withoutOuterLineBreaks(code: string): string {
  let [start, end] = [0, code.length];
  while (code[start] === '\n') start += 1;
  while (end > start && code[end - 1] === '\n') end -= 1;
  return start === end ? code : code.slice(start, end);
}

/** Matches a sticky pattern at an offset; all patterns are bounded in length. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
