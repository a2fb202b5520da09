import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '../../helpers/eventually.js';
import { upgradeRequest } from '../generators/frame-socket.js';
import type { SocketTarget } from '../generators/load.js';

/** How often a port is tried that nobody listens on yet. */
const RETRY_MS = 2;
/** How much longer than others a start may take; machines are shared. */
const SLOW = 6;
/** Of each greeting: READY. */
const GREETING = '"READY"';

/** Connects until the server listens, accepts the connection and sends READY. */
export async function waitForGreeting(target: SocketTarget): Promise<void> {
  const waiting = repeat(target);
  await inTime(waiting, () => `nothing sends READY at port ${target.port}`, SLOW);
}

async function repeat(target: SocketTarget): Promise<void> {
  while (!(await isGreeted(target))) await sleep(RETRY_MS);
}

function isGreeted(target: SocketTarget): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(target.port, '127.0.0.1', () => socket.write(upgradeRequest(target)));
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
      if (!text.includes(GREETING)) return;
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(false));
  });
}
