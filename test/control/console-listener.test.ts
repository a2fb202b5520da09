import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { test } from 'node:test';
import { bindConsole, type ConsoleAddress } from '#guildhall/control/console/console-listener.js';
import { closeHttpServer } from '#guildhall/net/http/close-http-server.js';
import { hasIpv6Loopback } from '#guildhall/net/ipv6-loopback.js';
import { listenOnFirstFree } from '#guildhall/platform/sockets/listen.js';

const NAME = /^http:\/\/guildhall-[0-9a-f]{32}\.localhost:\d+$/;
const noIpv6 = hasIpv6Loopback() ? false : 'this machine has no ::1';

/** Binds a console that answers `served`. */
async function withConsole(
  chosen: number | null,
  run: (address: ConsoleAddress) => Promise<void>,
  hasNames = true,
): Promise<void> {
  const server = createHttpServer((_request, response) => response.end('served'));
  const address = await bindConsole(server, chosen, hasNames);
  try {
    await run(address);
  } finally {
    address.ipv6?.close();
    await closeHttpServer(server);
  }
}

/** A program of somebody else on ::1. */
async function takeOnIpv6(port: number): Promise<Server> {
  const taker = createServer();
  assert.notEqual(await listenOnFirstFree(taker, '::1', [port]), null);
  return taker;
}

const portOf = ({ url }: ConsoleAddress) => Number(new URL(url).port);

test('each run has an origin of its own', async () => {
  const origins = new Set<string>();
  for (let run = 0; run < 3; run += 1) {
    await withConsole(0, async ({ origin }) => void origins.add(origin));
  }
  assert.equal(origins.size, 3);
  for (const origin of origins) assert.match(origin, NAME);
});

test('without names under localhost the origin is the address', () =>
  withConsole(0, async ({ origin, url }) => assert.equal(`${origin}/`, url), false));

test('the console answers on 127.0.0.1 and on ::1', { skip: noIpv6 }, () =>
  withConsole(0, async (address) => {
    for (const host of ['127.0.0.1', '[::1]']) {
      const response = await fetch(`http://${host}:${portOf(address)}/`);
      assert.equal(await response.text(), 'served', host);
    }
  }),
);

test('a port that another program has on ::1 is not used', { skip: noIpv6 }, async () => {
  let free = 0;
  await withConsole(null, async (address) => {
    free = portOf(address);
  });
  const taker = await takeOnIpv6(free);
  try {
    await withConsole(null, async (address) => assert.ok(portOf(address) > free));
    await assert.rejects(
      withConsole(free, async () => {}),
      { name: 'UserError', message: new RegExp(`port ${free} is in use`) },
    );
  } finally {
    taker.close();
  }
});
