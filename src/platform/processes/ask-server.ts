import { connect } from 'node:net';
import type { Clock } from '../clock.js';

/** How long a server of the desktop may take to reply, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** A Unix socket, or a host and port. */
export type ServerAddress = string | { readonly host: string; readonly port: number };

/** What a server does: it may accept a connection, and then send nothing or end it. */
export type ServerAnswer = 'replies' | 'silent' | 'closes' | 'unreachable';

/**
 * Sends a greeting to a server and waits for the first bytes of its reply: a server that hangs still accepts connections.
 *
 * @param greeting to which a server of its kind always replies
 */
export function askServer(
  address: ServerAddress,
  greeting: Uint8Array,
  clock: Pick<Clock, 'after'>,
): Promise<ServerAnswer> {
  return new Promise((resolve) => {
    const socket = typeof address === 'string' ? connect(address) : connect(address);
    let isConnected = false;
    const finish = (answer: ServerAnswer) => {
      cancel();
      socket.destroy();
      resolve(answer);
    };
    const cancel = clock.after(TIMEOUT_MS, () => finish(isConnected ? 'silent' : 'unreachable'));
    socket.once('connect', () => {
      isConnected = true;
      socket.write(greeting);
    });
    socket.once('data', () => finish('replies'));
    socket.once('end', () => finish('closes'));
    socket.once('error', () => finish(isConnected ? 'closes' : 'unreachable'));
  });
}

/** Completes `no server answers at ADDRESS`. */
export function describeNoAnswer(answer: Exclude<ServerAnswer, 'replies'>): string {
  if (answer === 'unreachable') return '';
  return answer === 'silent'
    ? ': it accepts connections, but sends nothing'
    : ': it accepts connections, but closes them';
}
