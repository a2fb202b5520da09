import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { listenOnFirstFree } from '#guildhall/platform/sockets/listen.js';
import { onlyLinux } from '../../helpers/only-on.js';
import { patience } from '../../helpers/patience.js';

/** More than Node's default backlog of 511. */
const BURST = 1000;

const options = { skip: onlyLinux('the queue is read from /proc') };

const TURN_MS = 10;

/** Blocks the event loop until a condition holds, or as long as a test waits: nothing is accepted meanwhile. */
function blockUntil(condition: () => boolean): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (let turns = patience() / TURN_MS; turns > 0 && !condition(); turns -= 1)
    Atomics.wait(cell, 0, 0, TURN_MS);
}

/** How many completed connections wait to be accepted: the receive queue of a listening socket. */
function waitingToBeAccepted(port: number): number {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const listening = new RegExp(`: ${address} 00000000:0000 0A \\w+:(\\w+) `);
  return Number.parseInt(listening.exec(readFileSync('/proc/net/tcp', 'utf8'))?.[1] ?? '', 16);
}

test('a burst of 1,000 connections waits in the backlog while the process is busy', options, async () => {
  const server = createServer((socket) => socket.destroy());
  const port = await listenOnFirstFree(server, '127.0.0.1', [0]);
  assert.ok(port !== null);
  const sockets = Array.from({ length: BURST }, () =>
    connect(port, '127.0.0.1').on('error', () => undefined),
  );
  // The connects have begun then, and nothing is accepted until this turn of the event loop ends.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const most = Math.min(BURST, Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')));
  try {
    // A busy kernel completes handshakes later than the call that begins them.
    blockUntil(() => waitingToBeAccepted(port) >= most);
    assert.ok(waitingToBeAccepted(port) >= most, `${waitingToBeAccepted(port)} connections wait`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});
