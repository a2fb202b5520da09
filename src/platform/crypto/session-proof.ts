/**
 * What daemon and console page sign with the key of a session (docs/adr/0039-an-origin-for-each-run.md). Both use
 * HMAC-SHA-256 and write it as base64url.
 */

/** The inputs of one exchange of proofs: random texts of both sides, and the origin that the daemon serves. */
export interface ProofContent {
  /** of the page */
  readonly challenge: string;
  /** of the daemon; it works once */
  readonly nonce: string;
  readonly origin: string;
}

/** The text that a side signs to prove that it knows the key. The texts of the two sides differ, so neither can be sent back. */
export function proofText(side: 'daemon' | 'page', { challenge, nonce, origin }: ProofContent): string {
  return ['guildhall console', side, challenge, nonce, origin].join('\n');
}

/** The text whose signature a page sends with requests to one origin: as cookie and as header. */
export function credentialText(kind: 'cookie' | 'token', origin: string): string {
  return ['guildhall console', kind, origin].join('\n');
}
