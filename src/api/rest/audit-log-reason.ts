/** The longest reason that is kept, in characters (docs/rest.md, Errors). */
const LONGEST = 512;

/**
 * Why somebody does something, from the header X-Audit-Log-Reason: URL-encoded UTF-8, but some clients send its bytes as
 * they are. What is too long is cut: no reason is worth failing for.
 *
 * @returns null if none is given
 */
export function readReason(header: string | readonly string[] | undefined): string | null {
  const text = typeof header === 'string' ? header : (header?.[0] ?? '');
  // Node reads each byte of a header as one character.
  const reason = decoded(Buffer.from(text, 'latin1').toString('utf8')).replaceAll('\0', '').trim();
  return reason === '' ? null : [...reason].slice(0, LONGEST).join('');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
