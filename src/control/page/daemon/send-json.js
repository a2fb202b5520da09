import { requireSuccess } from './api-error.js';

/**
 * Sends a request without a token.
 *
 * @param {string} url
 * @param {object} body
 * @param {RequestCredentials} credentials `omit`: without the cookie, too
 * @returns {Promise<Response>}
 * @throws {import('./api-error.js').ApiError}
 */
export async function sendJson(url, body, credentials) {
  return requireSuccess(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials,
    }),
  );
}
