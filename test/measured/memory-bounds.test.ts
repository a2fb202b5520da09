// test:all measured: measures memory
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { platform } from 'node:process';
import { test } from 'node:test';
import { TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { countOpen, openIdleConnections } from '../helpers/idle-connections.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, registerGame } from '../helpers/service.js';

const MIB = 1024 * 1024;

/** How much a daemon may grow under an attack, in bytes. */
const MOST_GROWTH = 64 * MIB;

const skip = platform === 'linux' ? false : 'reads /proc';

/** The most memory that a process had at any time so far, in bytes. */
async function peakMemory({ process }: TestDaemon): Promise<number> {
  const status = await readFile(`/proc/${process.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Writes to a response endlessly, as fast as it is read. */
function pour(response: ServerResponse, chunk: Buffer): void {
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('error', () => {}).on('drain', write);
  write();
}

test('endless replies of a service cost a daemon little memory', { skip }, async (context) => {
  const chunk = Buffer.alloc(MIB, ' ');
  const service = createServer((_request, response) => pour(response, chunk));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const daemon = await TestDaemon.start({ flags: ['--api-url', `http://127.0.0.1:${port}/api`] });
  try {
    const connect = () =>
      RawRpcClient.open({ port: daemon.runtime.rpc.port, clientId: '100', origin: GAME_ORIGIN });
    const before = await peakMemory(daemon);
    for (let round = 0; round < 10; round += 1) {
      const clients = await Promise.all(Array.from({ length: 10 }, connect));
      for (const { closed } of clients) assert.equal((await closed).code, 1013);
    }
    const grown = (await peakMemory(daemon)) - before;
    context.diagnostic(`grew by ${Math.round(grown / MIB)} MiB`);
    assert.ok(grown < MOST_GROWTH, `${grown} bytes more`);
  } finally {
    await daemon.stop();
    service.closeAllConnections();
    service.close();
  }
});

test('idle connections on every port cost little memory and lock out nobody', { skip }, (context) =>
  withDaemon(async (daemon) => {
    const game = await registerGame(daemon);
    const { rpc, console: page, api } = daemon.runtime;
    const before = await peakMemory(daemon);
    const idle = [
      ...(await openIdleConnections(rpc.port, 1000)),
      ...(await openIdleConnections(Number(new URL(page.url).port), 1000)),
      ...(await openIdleConnections(Number(new URL(api.url).port), 1000)),
    ];
    const options = { port: rpc.port, clientId: game.id, origin: GAME_ORIGIN };
    const unauthenticated = await Promise.all(
      Array.from({ length: 200 }, () => RawRpcClient.open(options).catch(() => null)),
    );
    const newcomer = await RawRpcClient.connect(options);
    assert.equal((await newcomer.request('GET_GUILDS')).data?.code, 4006);
    assert.equal((await fetch(page.url, { redirect: 'manual' })).status, 302);
    assert.equal((await fetch(`${api.url}/gateway`)).ok, true);
    await eventually(() => countOpen(idle) < 1000 + 256 + 128);
    const grown = (await peakMemory(daemon)) - before;
    context.diagnostic(`grew by ${Math.round(grown / MIB)} MiB`);
    assert.ok(grown < MOST_GROWTH, `${grown} bytes more`);
    for (const socket of idle) socket.destroy();
    for (const client of [...unauthenticated, newcomer]) client?.socket.terminate();
  })(),
);
