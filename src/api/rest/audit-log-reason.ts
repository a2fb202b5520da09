/** The maximum length of a reason, in characters (docs/rest.md, Errors). */
const LONGEST = 512;

/**
 * Reads the header X-Audit-Log-Reason: URL-encoded UTF-8, or raw UTF-8 as some clients send it. A reason that is too
 * long is truncated.
 *
 * @returns null if there is none
 */
export function readReason(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = typeof header === 'string' ? header : (header?.[0] ?? '');
  // Node.js decodes headers as Latin-1.
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
