import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { GuildhallClient } from '#guildhall/kit/client/browser.js';
import { inTime } from '../helpers/eventually.js';
import { APPLICATION, MockRpc, ORIGIN } from '../helpers/mock-rpc.js';

/** How the client of browsers probes ports, of which some never answer (docs/for-games.md, In a browser). */

/** A program that accepts connections and never answers. */
async function listenInSilence(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.resume();
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : assert.fail();
}

function createClient(ports: readonly number[]): GuildhallClient {
  const createWebSocket = (url: string) => new WebSocket(url, { origin: ORIGIN });
  return new GuildhallClient({ clientId: APPLICATION.id, ports, createWebSocket });
}

test('a port that accepts connections and never answers does not keep the client from the next one', async () => {
  const mock = await MockRpc.start();
  const sockets: Socket[] = [];
  const silent = await listenInSilence((socket) => sockets.push(socket));
  const client = createClient([portOf(silent), mock.port]);
  try {
    await inTime(client.connect(), () => 'the client still waits for the silent port', 3);
    assert.equal(mock.server.sessions.list().length, 1);
  } finally {
    client.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
    await mock.stop();
  }
});
