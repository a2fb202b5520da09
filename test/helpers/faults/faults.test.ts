import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, test } from 'node:test';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';
import { eventually } from '../eventually.js';
import { TcpProxy } from './tcp-proxy.js';
import { UdpProxy } from './udp-proxy.js';

const ANYWHERE = { address: '127.0.0.1', port: 0 };
const PACKETS = 1000;

const toStop: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of toStop.splice(0)) stop();
});

async function udpSocket(): Promise<Socket> {
  const socket = createSocket('udp4');
  const listening = once(socket, 'listening');
  socket.bind(ANYWHERE);
  await listening;
  toStop.push(() => socket.close());
  return socket;
}

/** A client of an echo behind a proxy. */
async function startEcho(
  clock?: ManualClock,
): Promise<{ proxy: UdpProxy; client: Socket; replies: number[] }> {
  const [server, client] = [await udpSocket(), await udpSocket()];
  server.on('message', (packet, { address, port }) => server.send(packet, port, address));
  const proxy = await UdpProxy.start(ANYWHERE, server.address(), clock && { clock });
  toStop.push(() => proxy.stop());
  const replies: number[] = [];
  client.on('message', (packet) => replies.push(packet.readUInt32BE(0)));
  return { proxy, client, replies };
}

async function sendTo({ port }: UdpProxy, client: Socket, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const packet = Buffer.alloc(4);
    packet.writeUInt32BE(number);
    client.send(packet, port, '127.0.0.1');
    // In turns, so that no buffer overflows.
    if (number % 20 === 0) await settle();
  }
}

test('the UDP proxy drops the demanded share of packets, and restores the way', async () => {
  const { proxy, client, replies } = await startEcho();
  const { toServer, toClients } = proxy.counts;
  proxy.impair({ loss: 0.2 }, ['toServer']);
  await sendTo(proxy, client, PACKETS);
  await eventually(
    () => toServer.passed + toServer.dropped === PACKETS && replies.length === toServer.passed,
  );
  assert.ok(Math.abs(toServer.dropped - PACKETS * 0.2) < PACKETS * 0.05, String(toServer.dropped));
  proxy.restore();
  proxy.block(['toClients']);
  await sendTo(proxy, client, 1);
  await eventually(() => toClients.dropped === 1);
  proxy.restore();
  const { length } = replies;
  await sendTo(proxy, client, 1);
  await eventually(() => replies.length > length);
});

test('the UDP proxy delays packets so that they overtake each other', async () => {
  const clock = new ManualClock();
  const { proxy, client, replies } = await startEcho(clock);
  proxy.impair({ delayMs: [1, 100] }, ['toClients']);
  await sendTo(proxy, client, 50);
  await eventually(() => clock.timers === 50);
  await clock.advance(100);
  await eventually(() => replies.length === 50);
  assert.notDeepEqual(
    replies,
    replies.toSorted((a, b) => a - b),
  );
});

test('the TCP proxy holds data back while it is frozen, and resets what it cuts', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const proxy = await TcpProxy.start(ANYWHERE, { address: '127.0.0.1', port });
  toStop.push(
    () => proxy.stop(),
    () => server.close(),
  );
  const client = connect(proxy.port, '127.0.0.1');
  let received = '';
  client.on('data', (data) => {
    received += data;
  });
  client.write('a');
  await eventually(() => received === 'a');
  proxy.freeze();
  client.write('b');
  // What passes by the proxy meanwhile is answered.
  const other = connect(port, '127.0.0.1');
  for (let turn = 0; turn < 5; turn += 1) {
    const answered = once(other, 'data');
    other.write('c');
    await answered;
  }
  other.destroy();
  assert.equal(received, 'a');
  proxy.thaw();
  await eventually(() => received === 'ab');
  const failed = once(client, 'error');
  proxy.cut();
  assert.equal((await failed)[0].code, 'ECONNRESET');
});
