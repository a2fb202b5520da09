import { credentialText, proofText } from '../../../platform/crypto/session-proof.js';
import { ApiError } from './api-error.js';
import { sendJson } from './send-json.js';
import { readSession } from './stored-session.js';

/**
 * Makes the daemon prove that it knows the key of this browser's session before anything is sent that others must not
 * have: while it is stopped, another program may have its port (docs/adr/0039-an-origin-for-each-run.md).
 */
export class DaemonProof {
  /** @type {Promise<string> | null} */
  #token = null;
  /** the session that it belongs to @type {string | null} */
  #session = null;

  /**
   * @returns {Promise<string>} what a request sends in its header; never, if the page moves to a new origin
   * @throws {ApiError} 401 if this browser is not signed in
   */
  token() {
    const session = readSession();
    if (session === null) return Promise.reject(new ApiError(401, 'This page is not signed in.', null));
    // Another tab may have signed in again.
    if (session.name !== this.#session) this.doubt();
    this.#session = session.name;
    this.#token ??= this.#prove(session).catch((error) => {
      this.doubt();
      throw error;
    });
    return this.#token;
  }

  /** Requires a new proof before the next request, because the connection was lost. */
  doubt() {
    this.#token = null;
  }

  /** @param {import('./stored-session.js').StoredSession} session @returns {Promise<string>} */
  async #prove(session) {
    const challenge = randomText();
    const { origin, nonce, proof } = await askForProof(session.name, challenge);
    const content = { challenge, nonce, origin };
    if (proof !== (await sign(session.key, proofText('daemon', content)))) throw new Error(STRANGER);
    if (origin === location.origin) {
      return `${session.name}.${await sign(session.key, credentialText('token', origin))}`;
    }
    const answer = await sign(session.key, proofText('page', content));
    moveTo(origin, [session.name, challenge, nonce, answer]);
    return new Promise(() => {});
  }
}

const STRANGER = 'Another program answers instead of Guildhall.';

/**
 * @param {string} session its name
 * @param {string} challenge
 * @returns {Promise<{ origin: string, nonce: string, proof: string }>}
 */
async function askForProof(session, challenge) {
  try {
    const response = await sendJson('/proof', { session, challenge }, 'omit');
    return await response.json();
  } catch (error) {
    // What anybody else answers says nothing about the session.
    if (error instanceof ApiError && error.status !== 401) throw new Error(STRANGER);
    throw error;
  }
}

/**
 * Opens the page of the daemon's new run, which signs in with the proof. It is in the fragment, which is not sent.
 *
 * @param {string} origin
 * @param {readonly string[]} proof
 */
function moveTo(origin, proof) {
  const fragment = new URLSearchParams({ resume: proof.join('.'), view: location.hash.slice(1) });
  location.replace(`${origin}${location.pathname}#${fragment}`);
}

/**
 * HMAC-SHA-256 as base64url.
 *
 * @param {string} key of the session, as base64url
 * @param {string} text
 * @returns {Promise<string>}
 */
async function sign(key, text) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', fromBase64Url(key), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign(algorithm.name, imported, new TextEncoder().encode(text));
  return toBase64Url(new Uint8Array(signature));
}

/** 256 random bits as base64url. @returns {string} */
function randomText() {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {Uint8Array} bytes @returns {string} */
function toBase64Url(bytes) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function fromBase64Url(text) {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}
