/** The protocol of streams; the token is asked for as a second one, as WebSockets of pages have no other header. */
const PROTOCOL = 'guildhall-console';
/** The close code of a stream that is complete. */
const COMPLETE = 1000;

/**
 * Receives the messages of a WebSocket until it is closed or `signal` is aborted. Streams are WebSockets because browsers
 * have only six other connections for all windows of the console.
 *
 * @param {string} path
 * @param {string} token
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<string, void>}
 * @throws {Error} if the connection breaks, or was refused
 */
export async function* receiveTexts(path, token, signal) {
  signal.throwIfAborted();
  const socket = new WebSocket(`ws://${location.host}${path}`, [PROTOCOL, token]);
  /** @type {string[]} */
  const received = [];
  /** @type {number | null} */
  let closeCode = null;
  let wake = () => {};
  socket.addEventListener('message', ({ data }) => {
    received.push(data);
    wake();
  });
  socket.addEventListener('close', ({ code }) => {
    closeCode = code;
    wake();
  });
  const abort = () => wake();
  signal.addEventListener('abort', abort);
  try {
    while (!signal.aborted) {
      const text = received.shift();
      if (text !== undefined) yield text;
      else if (closeCode === COMPLETE) return;
      else if (closeCode !== null) throw new Error('The connection to Guildhall was lost.');
      else await new Promise((resolve) => (wake = () => resolve(undefined)));
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Closed before it is open, it would be reported as a failure in the browser's log.
    if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
    else socket.close();
  }
}
