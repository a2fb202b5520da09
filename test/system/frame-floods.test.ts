// test:all attack: measures how a flooded daemon serves others
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { assertTakesLess } from '../helpers/assert-takes-less.js';
import { TestDaemon } from '../helpers/daemon.js';
import { etfBomb, wideHeartbeat } from '../helpers/etf-bomb.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, registerGame, type TestApplication } from '../helpers/service.js';

/**
 * How long a flood goes on, and how long an honest client may wait for an answer meanwhile, in milliseconds. Without bounds
 * and budgets these floods block the daemon for a minute.
 */
const FLOOD = 3000;
const PATIENCE = 3000;
const FRAMES = 120;

/** Sends frames over one new connection after the other, as fast as the daemon takes them, until it is told to stop. */
async function flood(
  url: string,
  frames: readonly Uint8Array[],
  state: { isOver: boolean },
): Promise<number> {
  let connections = 0;
  while (!state.isOver) {
    const socket = new WebSocket(url, { origin: url.includes('client_id') ? GAME_ORIGIN : undefined });
    socket.on('error', () => undefined);
    socket.once('open', () => {
      for (let sent = 0; sent < FRAMES; sent += 1) socket.send(frames[sent % frames.length] ?? '');
    });
    // One that the daemon takes long to close makes room for the next.
    const timer = setTimeout(() => socket.terminate(), 500);
    await once(socket, 'close');
    clearTimeout(timer);
    connections += 1;
  }
  return connections;
}

describe('While frames flood the daemon, an honest client is answered', () => {
  let daemon: TestDaemon;
  let game: TestApplication;
  before(async () => {
    daemon = await TestDaemon.start();
    game = await registerGame(daemon);
  });
  after(() => daemon.stop());

  const floods: [what: string, url: () => string, frames: readonly Uint8Array[]][] = [
    [
      'compressed ETF on the gateway',
      () => `${daemon.runtime.api.url.replace(/^http(.*)\/api$/, 'ws$1')}/?v=6&encoding=etf`,
      [etfBomb(1_000_000), etfBomb(4000), wideHeartbeat(4000)],
    ],
    [
      'compressed ETF on the RPC port before AUTHENTICATE',
      () => `ws://127.0.0.1:${daemon.runtime.rpc.port}/?v=1&client_id=${game.id}&encoding=etf`,
      [etfBomb(250_000), etfBomb(16_000), wideHeartbeat(4000)],
    ],
    [
      'nested and wide JSON on the RPC port before AUTHENTICATE',
      () => `ws://127.0.0.1:${daemon.runtime.rpc.port}/?v=1&client_id=${game.id}&encoding=json`,
      [Buffer.from('['.repeat(16_000)), Buffer.from(`[${'{},'.repeat(5000)}0]`)],
    ],
  ];

  for (const [what, url, frames] of floods) {
    test(what, async (context) => {
      /** Connects, and sends one command. */
      const probe = async () => {
        const { port } = daemon.runtime.rpc;
        const canary = await RawRpcClient.connect({ port, clientId: game.id, origin: GAME_ORIGIN });
        assert.equal((await canary.request('GET_GUILDS')).data?.code, 4006);
        await canary.close();
      };
      const longestWait = async () => {
        const state = { isOver: false };
        const flooded = Promise.all([1, 2].map(() => flood(url(), frames, state)));
        const waits: number[] = [];
        try {
          const end = performance.now() + FLOOD;
          while (performance.now() < end) {
            const asked = performance.now();
            await probe();
            waits.push(performance.now() - asked);
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        } finally {
          state.isOver = true;
        }
        const connections = (await flooded).reduce((sum, count) => sum + count, 0);
        const longest = Math.max(...waits);
        context.diagnostic(
          `${waits.length} answers, the longest after ${longest.toFixed(0)} ms; ${connections} connections`,
        );
        assert.ok(connections > 2, 'the daemon ended no connection of the flood');
        return longest;
      };
      await assertTakesLess(() => PATIENCE, longestWait, 'an answer came');
    });
  }
});
