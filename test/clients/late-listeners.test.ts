import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { TestDaemon } from '../helpers/daemon.js';
import { inTime } from '../helpers/eventually.js';
import { GAME_ORIGIN, registerGame } from '../helpers/service.js';

/** Clients that add their listener to messages only after they have waited for the connection to open. */

const ROUNDS = 20;
/** Longer than any fixed delay of READY would be. */
const BUSY_MS = 40;

let daemon: TestDaemon;
let url: string;
before(async () => {
  daemon = await TestDaemon.start();
  const { id } = await registerGame(daemon);
  url = `ws://127.0.0.1:${daemon.runtime.rpc.port}/?v=1&client_id=${id}`;
});
after(() => daemon.stop());

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Works, so that what the server sends meanwhile is read at once, as on a busy machine. */
function workAfterSending(request: ClientRequest): void {
  request.once('finish', () => setImmediate(() => work(BUSY_MS)));
  request.end();
}

const discordRpc = createRequire(createRequire(import.meta.url).resolve('discord-rpc'));
const ws7 = discordRpc('ws') as typeof WebSocket;

interface Client {
  readonly what: string;
  open(): WebSocket;
}

const CLIENTS: readonly Client[] = [
  { what: 'a client of ws 8', open: () => new WebSocket(url, { origin: GAME_ORIGIN }) },
  {
    what: 'a busy client of ws 8',
    open: () => new WebSocket(url, { origin: GAME_ORIGIN, finishRequest: workAfterSending }),
  },
  { what: 'a client of ws 7, which discord-rpc uses,', open: () => new ws7(url, { origin: GAME_ORIGIN }) },
];

for (const { what, open } of CLIENTS) {
  test(`${what} that waits for \`open\` before it listens to messages receives READY`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const socket = open();
      await once(socket, 'open');
      const [data] = await inTime(once(socket, 'message'), () => `round ${round}: no READY was received`);
      assert.equal((JSON.parse(String(data)) as { evt: string }).evt, 'READY');
      socket.close();
      await once(socket, 'close');
    }
  });
}
