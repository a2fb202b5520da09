import type { Duplex } from 'node:stream';
import { refuseUpgrade } from './refuse-upgrade.js';

/**
 * Closes a connection with 408 if Node.js gave up waiting for a request (`HTTP_DEADLINES`): a client that was just going to send
 * one repeats it, which it does not after a 400.
 *
 * @param error of the event `clientError`
 * @returns whether that is what happened
 */
export function refuseTimedOut(error: NodeJS.ErrnoException, socket: Duplex): boolean {
  if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return false;
  refuseUpgrade(socket, '408 Request Timeout');
  return true;
}
