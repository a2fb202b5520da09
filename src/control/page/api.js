/** The key of this tab's token: other origins, and so other ports, cannot read it. */
const TOKEN_KEY = 'guildhall-console-token';

/** The daemon refused a request; `message` and `hint` are for the person. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string | null} hint
   */
  constructor(status, message, hint) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

/** Redeems the one-time code in the URL, if there is one. */
export async function signIn() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return;
  // Removes the code from the address bar and the history first.
  history.replaceState(null, '', location.pathname);
  const response = await request('/session', 'POST', { code });
  const { token } = await response.json();
  sessionStorage.setItem(TOKEN_KEY, token);
}

/** @returns {boolean} whether this tab was signed in before */
export function hasToken() {
  return sessionStorage.getItem(TOKEN_KEY) !== null;
}

export function forgetToken() {
  sessionStorage.removeItem(TOKEN_KEY);
}

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
 * Streams a reply with one JSON value per line.
 *
 * @param {string} path relative to `/api`
 * @param {{ signal: AbortSignal, method?: 'GET' | 'POST', onLine?: () => void }} options `onLine` is called for every line,
 * heartbeats included
 * @returns {AsyncGenerator<any, void>}
 */
export async function* stream(path, { signal, method = 'GET', onLine = () => {} }) {
  const response = await request(`/api${path}`, method, method === 'GET' ? undefined : {}, signal);
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      onLine();
      if (line !== '') yield JSON.parse(line);
    }
  }
}

/**
 * @param {string} url
 * @param {string} method
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function request(url, method, body, signal) {
  const response = await fetch(url, {
    method,
    headers: {
      'x-guildhall-console': sessionStorage.getItem(TOKEN_KEY) ?? '',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({ error: { message: response.statusText } }));
  throw new ApiError(response.status, error.message, error.hint ?? null);
}
