import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { createHttpServer } from '#guildhall/net/http/http-server.js';
import { PipelinedRequests } from '#guildhall/net/http/pipelined-requests.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';

const MIB = 1024 * 1024;
const REPLY = Buffer.alloc(4 * MIB, 'x');

/** A server that replies at once, unless the path is `/held` or `/held-large`. */
class Server {
  /** the paths of the handled requests, in order */
  readonly handled: string[] = [];
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
        else if (path === '/held-large') this.#held.push(() => void response.end(REPLY));
        else response.end(path);
      },
      this.clock,
    );
    this.#server.on('request', (request, response) => requests.handle(request, response));
  }

  /** Replies to the requests that are held. */
  release(): void {
    for (const reply of this.#held.splice(0)) reply();
  }

  /** Sends requests over a new connection, of which nothing is read yet. */
  send(paths: readonly string[]): Socket {
    const { port } = this.#server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1').on('error', () => {});
    this.#clients.push(client);
    client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
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

test('each connection handles eight requests at a time, and later ones in order', () =>
  Server.run(async (server) => {
    const warnings: Error[] = [];
    const collect = (warning: Error) => warnings.push(warning);
    process.on('warning', collect);
    const client = server.send([...Array(8).fill('/held'), '/8', '/9', '/10']);
    await eventually(() => server.handled.length === 8);
    await server.reply();
    assert.deepEqual(server.handled.slice(8), ['/last']);
    let text = '';
    client.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    server.release();
    await eventually(() => text.endsWith('/10'));
    assert.deepEqual(server.handled.slice(9), ['/8', '/9', '/10']);
    const replies = text.split(/(?=HTTP)/).map((reply) => reply.split('\r\n\r\n')[1]);
    assert.deepEqual(replies, [...Array(8).fill('/held'), '/8', '/9', '/10']);
    process.off('warning', collect);
    assert.deepEqual(warnings, []);
  }));

test('queued requests of a closed connection are dropped', () =>
  Server.run(async (server) => {
    const client = server.send([...Array(8).fill('/held'), '/8', '/9']);
    await eventually(() => server.handled.length === 8);
    client.resetAndDestroy();
    await eventually(() => server.closed === 1);
    await server.reply();
    assert.deepEqual(server.handled.slice(8), ['/last']);
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
    for (let count = 0; count < 4; count += 1) server.send(Array(8).fill('/held-large')).pause();
    await eventually(() => server.handled.length === 1 + 4 * 8);
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
