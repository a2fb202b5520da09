import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { HttpConnections } from '#guildhall/net/http/http-connections.js';
import {
  WebSocketListener,
  type WebSocketListenerOptions,
} from '#guildhall/net/websocket/websocket-listener.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { PATIENCE } from '../../helpers/patience.js';
import { OPCODES, rawFrame, tcp } from '../../helpers/raw-websocket.js';

/** Ends a wait for what does not come. */
const soon = () => ({ signal: AbortSignal.timeout(PATIENCE) });

interface Listening {
  readonly clock: ManualClock;
  readonly listener: WebSocketListener;
  readonly server: Server;
  /** opens a WebSocket; it may be refused or closed */
  open(): WebSocket;
}

/** Runs a test against a listener of its own. */
function withListener(
  run: (listening: Listening) => Promise<void>,
  options: Partial<WebSocketListenerOptions> = {},
): () => Promise<void> {
  return async () => {
    const clock = new ManualClock();
    const server = createServer();
    const listener = new WebSocketListener({
      name: 'test',
      messageBytes: 65_536,
      unfinished: { seconds: 10, totalBytes: 1_000_000 },
      http: new HttpConnections(server, 16),
      refuse: () => null,
      accept: () => {},
      clock,
      log: silentLogger,
      ...options,
    });
    listener.attach(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const open = () => new WebSocket(`ws://127.0.0.1:${port}/`).on('error', () => {});
    try {
      await run({ clock, listener, server, open });
    } finally {
      await Promise.all([listener.stop(0, () => {}), clock.advance(0)]);
      server.closeAllConnections();
      server.close();
    }
  };
}

test(
  'an upgrade is refused with the status from the server',
  withListener(
    async ({ open }) => {
      const [, response] = await once(open(), 'unexpected-response', soon());
      assert.equal(response.statusCode, 503);
    },
    { refuse: () => '503 Service Unavailable' },
  ),
);

test(
  'a fault while accepting a connection closes that connection',
  withListener(
    async ({ open }) => {
      const [code] = await once(open(), 'close', soon());
      assert.equal(code, 1006);
    },
    {
      accept: async () => {
        throw new RangeError('a fault');
      },
    },
  ),
);

test(
  'a message in more fragments than a server reassembles ends its connection',
  withListener(async ({ open }) => {
    const socket = open();
    await once(socket, 'open', soon());
    const raw = tcp(socket);
    raw.write(rawFrame(OPCODES.TEXT, Buffer.from('a'), false));
    const fragment = rawFrame(OPCODES.CONTINUATION, Buffer.from('a'), false);
    raw.write(Buffer.concat(Array.from({ length: 2000 }, () => fragment)));
    const [code] = await once(socket, 'close', soon());
    assert.equal(code, 1008);
  }),
);

test(
  'a message longer than allowed closes its connection with 1009',
  withListener(async ({ open }) => {
    const socket = open();
    await once(socket, 'open', soon());
    socket.send(Buffer.alloc(65_537));
    const [code] = await once(socket, 'close', soon());
    assert.equal(code, 1009);
  }),
);

test(
  'stop waits for close handshakes, and terminates the rest after a timeout',
  withListener(async ({ clock, listener, open }) => {
    const [polite, stubborn] = [open(), open()];
    await Promise.all([once(polite, 'open', soon()), once(stubborn, 'open', soon())]);
    stubborn.pause();
    const closed = once(polite, 'close', soon());
    let hasStopped = false;
    const stopping = listener
      .stop(1000, () => {
        for (const socket of listener.sockets) socket.close(1001, 'Going Away');
      })
      .then(() => {
        hasStopped = true;
      });
    assert.equal((await closed)[0], 1001);
    await eventually(() => listener.sockets.size === 1);
    assert.equal(hasStopped, false);
    await clock.advance(1000);
    await stopping;
    await eventually(() => listener.sockets.size === 0);
    stubborn.terminate();
  }),
);
