import { RepeatedTask } from '../../platform/async/repeated-task.js';
import type { Clock } from '../../platform/clock.js';
import { askServer } from '../../platform/processes/ask-server.js';

/** The beginning of a connection to an X server, without authorization: it replies also if it refuses it. */
export const X_GREETING = Uint8Array.of(0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0);

/** How often a missing display is looked for, in milliseconds. */
const LOOK_MS = 1_000;

/** The socket of an X display of this machine, such as `:0.0`; null for one of another. */
export function xSocketOf(display: string): string | null {
  const number = /^(?:unix)?:(\d+)(?:\.\d+)?$/.exec(display)?.[1];
  return number === undefined ? null : `/tmp/.X11-unix/X${number}`;
}

/**
 * Looks for a display that could not be reached. A session may restart its X server at any time.
 *
 * @param returned called once it accepts connections, and again after it was gone once more
 * @returns ends the look-out
 */
export function awaitDisplay(
  socket: string,
  clock: Pick<Clock, 'every' | 'after'>,
  returned: () => void,
): () => void {
  let isGone = true;
  const look = new RepeatedTask(clock, LOOK_MS, async (ending) => {
    const isThere = (await askServer(socket, X_GREETING, clock)) !== 'unreachable';
    if (isThere && isGone && !ending.aborted) returned();
    isGone = !isThere;
  });
  return () => void look.stop();
}
