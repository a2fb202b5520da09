import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { createHttpServer } from '#guildhall/net/http/http-server.js';
import { PipelinedRequests } from '#guildhall/net/http/pipelined-requests.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';

const MIB = 1024 * 1024;
/** How many bytes of requests may wait on all connections. */
const TOTAL = 600 * 1024;
const REPLY = Buffer.alloc(4 * MIB, 'x');
const LARGEST_REPLY = Buffer.alloc(32 * MIB, 'x');

/** A server that replies at once, unless the path is `/held` or `/held-largest`. */
class Server {
  /** the paths of the handled requests, in order */
  readonly handled: string[] = [];
  /** what arrived, handled or not */
  readonly received: IncomingMessage[] = [];
  /** how many connections the server has closed */
  closed = 0;
  readonly #held: (() => void)[] = [];
  readonly #clients: Socket[] = [];
  readonly #server = createHttpServer();
  readonly clock = new ManualClock();

  static async run(use: (server: Server) => Promise<void>): Promise<void> {
    const server = new Server();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    try {
      await use(server);
    } finally {
      for (const client of server.#clients) client.destroy();
      server.#server.closeAllConnections();
      server.#server.close();
    }
  }

  private constructor() {
    this.#server.on('connection', (socket) => socket.on('close', () => (this.closed += 1)));
    const requests = new PipelinedRequests(
      this.#server,
      (request, response) => {
        const path = request.url ?? '';
        this.handled.push(path);
        // As whatever handles a request may do.
        request.socket.once('close', () => {});
        if (path === '/large') response.end(REPLY);
        else if (path === '/held') this.#held.push(() => void response.end(path));
        else if (path === '/held-largest') this.#held.push(() => void response.end(LARGEST_REPLY));
        else response.end(path);
      },
      this.clock,
      TOTAL,
    );
    this.#server.on('request', (request, response) => {
      this.received.push(request);
      requests.handle(request, response);
    });
  }

  /** Replies to the requests that are held. */
  release(): void {
    for (const reply of this.#held.splice(0)) reply();
  }

  /** Sends requests over a new connection, of which nothing is read yet. */
  send(paths: readonly string[], header = ''): Socket {
    const { port } = this.#server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1').on('error', () => {});
    this.#clients.push(client);
    client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`).join(''));
    return client;
  }

  /** Waits for a reply over a new connection. */
  async reply(): Promise<void> {
    const [text] = (await once(this.send(['/last']), 'data')) as [Buffer];
    assert.match(text.toString('latin1'), /^HTTP\/1\.1 200/);
  }
}

/** Reads what arrives. @returns how many bytes arrived so far */
function read(client: Socket): () => number {
  let bytes = 0;
  client.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  client.resume();
  return () => bytes;
}

/** Lines of a head of nearly 16 KiB. */
const LONG = `X: ${'x'.repeat(15_500)}\r\n`;

test('each connection handles one request at a time, and later ones in order', () =>
  Server.run(async (server) => {
    const paths = ['/held', '/1', '/held', '/3', '/4'];
    const client = server.send(paths);
    await eventually(() => server.received.length === paths.length);
    await server.reply();
    assert.deepEqual(server.handled, ['/held', '/last']);
    let text = '';
    client.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    server.release();
    await eventually(() => server.handled.length === 4);
    assert.deepEqual(server.handled.slice(2), ['/1', '/held']);
    client.write('GET /5 HTTP/1.1\r\nHost: x\r\n\r\n');
    server.release();
    await eventually(() => text.endsWith('/5'));
    const replies = text.split(/(?=HTTP)/).map((reply) => reply.split('\r\n\r\n')[1]);
    assert.deepEqual(replies, [...paths, '/5']);
  }));

test('queued requests of a closed connection are dropped', () =>
  Server.run(async (server) => {
    const client = server.send(['/held', '/1', '/2'], LONG);
    await eventually(() => server.received.length === 3);
    client.resetAndDestroy();
    await eventually(() => server.closed === 1);
    await server.reply();
    assert.deepEqual(server.handled, ['/held', '/last']);
    const heads = server.received
      .slice(1, 3)
      .map(({ rawHeaders, headers, url }) => ({ rawHeaders, headers, url }));
    assert.deepEqual(heads, Array(2).fill({ rawHeaders: [], headers: {}, url: '' }));
  }));

test('a connection is closed when the requests that wait on it take more than 256 KiB', () =>
  Server.run(async (server) => {
    const patient = server.send(['/held', ...Array(14).fill('/long')], LONG);
    await eventually(() => server.received.length === 15);
    const greedy = server.send(['/held', ...Array(100).fill('/long')], LONG);
    await eventually(() => greedy.closed);
    await server.reply();
    assert.deepEqual(server.handled, ['/held', '/held', '/last']);
    const received = read(patient);
    server.release();
    await eventually(() => server.handled.length === 3 + 14);
    await eventually(() => received() > 0);
  }));

test('the connection that waits longest is closed when the requests on all connections take too much', () =>
  Server.run(async (server) => {
    const single = server.send(['/held'], LONG);
    const clients: Socket[] = [];
    for (let count = 1; count <= 3; count += 1) {
      clients.push(server.send(['/held', ...Array(14).fill('/long')], LONG));
      await eventually(() => server.received.length >= 1 + 15 * count);
    }
    await eventually(() => server.closed === 1);
    assert.deepEqual(
      [single, ...clients].map(({ closed }) => closed),
      [false, true, false, false],
    );
    server.release();
    await eventually(() => server.handled.filter((path) => path === '/long').length === 2 * 14);
  }));

test('a connection that does not read gets a few replies, and the rest once it reads', () =>
  Server.run(async (server) => {
    const client = server.send(Array(30).fill('/large'));
    client.pause();
    await eventually(() => server.handled.length >= 1);
    for (let time = 0; time < 10; time += 1) await server.reply();
    const handled = server.handled.filter((path) => path === '/large').length;
    assert.ok(handled <= 4, `${handled} replies were made`);
    const received = read(client);
    await eventually(() => received() > 30 * REPLY.length);
  }));

test('connections with the most unread bytes are closed when the total is too high, and no others later', () =>
  Server.run(async (server) => {
    const modest = server.send(['/large']);
    modest.pause();
    for (let count = 0; count < 4; count += 1) server.send(['/held-largest']).pause();
    await eventually(() => server.handled.length === 1 + 4);
    server.release();
    await server.clock.advance(100);
    await eventually(() => server.closed >= 3);
    for (let time = 0; time < 3; time += 1) await server.clock.advance(100);
    await server.reply();
    const received = read(modest);
    const describe = () =>
      `${received()} bytes arrived on a connection that ${modest.closed ? 'closed' : 'is open'}`;
    await eventually(() => received() > REPLY.length, {
      describe,
      ended: () => (modest.closed ? 'closed' : undefined),
    });
  }));
