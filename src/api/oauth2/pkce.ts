import { createHash } from 'node:crypto';
import { OAuth2Error } from '../core/errors.js';

/** A SHA-256 hash in base64url, the form of every S256 challenge. */
const CHALLENGE = /^[\w-]{43}$/;
const VERIFIER = /^[\w.~-]{43,128}$/;

/**
 * The PKCE challenge of an authorization request (RFC 7636 §4.3), of the method S256; `plain` gives no protection if
 * the request can be read.
 *
 * @returns null if the request has none
 * @throws {OAuth2Error} invalid_request
 */
export function readChallenge(
  challenge: string | undefined,
  method: string | undefined,
  responseType: 'code' | 'token' | null,
): string | null {
  if (challenge === undefined && method === undefined) return null;
  if (responseType !== 'code') throw new OAuth2Error('invalid_request', 'a code_challenge is for codes only');
  if (challenge === undefined) throw new OAuth2Error('invalid_request', 'code_challenge is missing');
  if (method !== 'S256') throw new OAuth2Error('invalid_request', 'the code_challenge_method must be S256');
  if (!CHALLENGE.test(challenge)) {
    throw new OAuth2Error('invalid_request', 'the code_challenge is not a SHA-256 hash in base64url');
  }
  return challenge;
}

/**
 * Checks the verifier of a token request (RFC 7636 §4.6). A verifier for a code without a challenge is also refused:
 * somebody removed the challenge from the authorization request (RFC 9700 §4.8.2).
 *
 * @throws {OAuth2Error} invalid_grant
 */
export function requireVerifier(challenge: string | null, verifier: string | undefined): void {
  if (challenge === null && verifier === undefined) return;
  const isRight =
    challenge !== null &&
    verifier !== undefined &&
    VERIFIER.test(verifier) &&
    createHash('sha256').update(verifier).digest('base64url') === challenge;
  if (isRight) return;
  throw new OAuth2Error('invalid_grant', 'the code_verifier does not match the code_challenge');
}
