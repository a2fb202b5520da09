/** Signatures and random texts of sessions: HMAC-SHA-256 and 256 random bits, as base64url. */

/**
 * @param {string} key of the session, as base64url
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function sign(key, text) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', fromBase64Url(key), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign(algorithm.name, imported, new TextEncoder().encode(text));
  return toBase64Url(new Uint8Array(signature));
}

/** @returns {string} */
export function randomText() {
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
