import { plainLength, TokenReader } from '../../../protocol/content-tokens.js';
import type { ContentElement } from '../../../protocol/rpc/message.js';
import { type Piece, StyleStack } from './style-stack.js';

/** Longer texts, which only remote services send, become one element. */
const MAX_LENGTH = 8192;

/**
 * Splits the content of a message for display (docs/rpc.md, Message content). The `content` of all elements together is
 * the text. Runs in linear time for any text.
 *
 * @param everyone whether `@everyone` and `@here` are mentions
 */
export function parseContent(text: string, everyone: boolean): ContentElement[] {
  if (text === '') return [];
  if (text.length > MAX_LENGTH) return [{ type: 'text', content: text }];
  const tokens = new TokenReader(text, everyone);
  const styles = new StyleStack(text);
  let at = 0;
  while (at < text.length) {
    const token = tokens.read(at);
    if (token !== null) {
      styles.add(token);
      at = token.end;
      continue;
    }
    const marker = styles.readMarker(at);
    if (marker !== null) {
      at = marker;
      continue;
    }
    const end = at + plainLength(text, at);
    styles.addText(at, end);
    at = end;
  }
  return styles.finish().map((piece) => toElement(text, piece));
}

function toElement(text: string, { type, start, end, fields, children }: Piece): ContentElement {
  const element = { type, content: text.slice(start, end), ...fields };
  return children === undefined
    ? element
    : { ...element, children: children.map((child) => toElement(text, child)) };
}
