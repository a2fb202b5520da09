import { stream } from './api.js';
import { ApiError } from './api-error.js';

/** The daemon sends a heartbeat at least every 15 s; after this long without one, the connection counts as lost. */
const SILENCE = 40_000;
const FIRST_PAUSE = 500;
const MAX_PAUSE = 8_000;

/**
 * Receives the daemon's updates, reconnecting when necessary, until the page is signed out or `signal` is aborted.
 *
 * @template Part
 * @param {string} path of the stream, relative to `/api`
 * @param {(part: Part) => void} onPart
 * @param {(live: boolean) => void} onConnection
 * @param {AbortSignal} signal
 * @returns {Promise<ApiError | null>} why it ended; null: by the signal
 */
export async function follow(path, onPart, onConnection, signal) {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    try {
      for await (const part of watched(path, signal)) {
        if (signal.aborted) return null;
        pause = FIRST_PAUSE;
        onConnection(true);
        onPart(part);
      }
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return error;
    }
    if (signal.aborted) return null;
    onConnection(false);
    const wait = pause;
    await new Promise((resolve) => setTimeout(resolve, wait));
    pause = Math.min(pause * 2, MAX_PAUSE);
  }
  return null;
}

/**
 * @param {string} path
 * @param {AbortSignal} signal
 */
async function* watched(path, signal) {
  const dead = new AbortController();
  const restart = () => setTimeout(() => dead.abort(), SILENCE);
  let timer = restart();
  try {
    yield* stream(path, {
      signal: AbortSignal.any([signal, dead.signal]),
      onLine: () => {
        clearTimeout(timer);
        timer = restart();
      },
    });
  } finally {
    clearTimeout(timer);
    dead.abort();
  }
}
