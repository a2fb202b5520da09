import { ApiError, stream } from './api.js';

/** The daemon sends a heartbeat at least every 15 s; after this long without one, the connection counts as lost. */
const SILENCE = 40_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;

/**
 * Receives the daemon's updates, reconnecting when necessary, until the page is signed out.
 *
 * @param {(part: import('../operations/live.js').Part) => void} onPart
 * @param {(live: boolean) => void} onConnection
 * @returns {Promise<ApiError>} why it ended
 */
export async function follow(onPart, onConnection) {
  let pause = FIRST_PAUSE;
  for (;;) {
    try {
      for await (const part of watched()) {
        pause = FIRST_PAUSE;
        onConnection(true);
        onPart(part);
      }
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return error;
    }
    onConnection(false);
    const wait = pause;
    await new Promise((resolve) => setTimeout(resolve, wait));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

async function* watched() {
  const dead = new AbortController();
  const restart = () => setTimeout(() => dead.abort(), SILENCE);
  let timer = restart();
  try {
    yield* stream('/live', dead.signal, () => {
      clearTimeout(timer);
      timer = restart();
    });
  } finally {
    clearTimeout(timer);
    dead.abort();
  }
}
