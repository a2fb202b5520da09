/**
 * Finds the text of a member's value in a JSON object. Reads every character at most once.
 *
 * @param text a valid JSON text
 * @returns the text of the last such member, which parsers use, or null if there is none
 */
export function findMemberText(text: string, name: string): string | null {
  let depth = 0;
  let key: string | null = null;
  let valueStart = 0;
  let found: string | null = null;
  const endMember = (end: number) => {
    if (key === name) found = text.slice(valueStart, end).trim();
    key = null;
  };
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"': {
        const start = at;
        at = endOfString(text, at + 1);
        // A key may contain escapes.
        if (depth === 1 && key === null) key = JSON.parse(text.slice(start, at + 1));
        break;
      }
      case ':':
        if (depth === 1) valueStart = at + 1;
        break;
      case ',':
        if (depth === 1) endMember(at);
        break;
      case '{':
      case '[':
        depth += 1;
        break;
      case '}':
      case ']':
        if (depth === 1) endMember(at);
        depth -= 1;
        break;
    }
  }
  return found;
}

/** Finds the quote that ends a string. @param at the first character after the quote that begins it */
export function endOfString(text: string, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}
