import { ApiError, requireSuccess } from './api-error.js';
import { DaemonProof } from './daemon-proof.js';
import { receiveTexts } from './receive-texts.js';

const daemon = new DaemonProof();

/**
 * @param {string} path relative to `/api`
 * @param {string} [method]
 * @param {object} [body]
 * @returns {Promise<any>} the decoded reply
 */
export async function call(path, method = 'GET', body) {
  return (await request(`/api${path}`, method, body)).json();
}

/**
 * The file of an application's icon.
 *
 * @param {string} id of the application
 * @param {string} hash
 * @returns {Promise<Blob>}
 */
export async function fetchIcon(id, hash) {
  const path = `/api/applications/${encodeURIComponent(id)}/icons/${encodeURIComponent(hash)}`;
  return (await request(path, 'GET')).blob();
}

/**
 * An image that was sent with a message.
 *
 * @param {string} channel
 * @param {string} message
 * @param {string} file
 * @returns {Promise<Blob>}
 */
export async function fetchMessageImage(channel, message, file) {
  const [channelId, messageId, fileId] = [channel, message, file].map(encodeURIComponent);
  return (await request(`/api/channels/${channelId}/messages/${messageId}/images/${fileId}`, 'GET')).blob();
}

/**
 * Receives the items of a stream.
 *
 * @param {string} path relative to `/api`
 * @param {{ signal: AbortSignal, method?: 'GET' | 'POST', onLine?: () => void }} options `onLine` is called for every
 * message, heartbeats included
 * @returns {AsyncGenerator<any, void>}
 * @throws {ApiError} if it is refused
 */
export async function* stream(path, { signal, method = 'GET', onLine = () => {} }) {
  const token = await daemon.token();
  try {
    for await (const text of receiveTexts(`/streams/${method}${path}`, token, signal)) {
      onLine();
      if (text === '') continue;
      const { item, error, status } = JSON.parse(text);
      if (error !== undefined) throw new ApiError(status, error.message, error.hint ?? null);
      yield item;
    }
  } finally {
    // The daemon may have ended, and another program may have its port by now.
    daemon.doubt();
  }
}

/**
 * @param {string} url
 * @param {string} method
 * @param {object} [body]
 * @returns {Promise<Response>}
 */
async function request(url, method, body) {
  const token = await daemon.token();
  try {
    return await requireSuccess(
      await fetch(url, {
        method,
        headers: {
          'x-guildhall-console': token,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );
  } catch (error) {
    // Not reached, or not understood.
    if (!(error instanceof ApiError)) daemon.doubt();
    throw error;
  }
}
