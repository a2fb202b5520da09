import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { eventually, inTime } from '../helpers/eventually.js';
import type { MockRpc } from '../helpers/mock-rpc.js';
import { bearer, withProxy } from './proxied-game.js';

/** A call whose body is begun and not finished. */
class UnfinishedCall {
  status: number | null = null;
  ended = false;
  readonly request: ClientRequest;

  constructor(mock: MockRpc, token: string) {
    const headers = { ...bearer(token), 'content-length': 1000 };
    const target = { host: '127.0.0.1', port: mock.port, method: 'POST', path: '/guilds/1/x', headers };
    this.request = httpRequest({ ...target, agent: false });
    this.request.on('response', (response) => {
      this.status = response.statusCode ?? 0;
      response.resume();
    });
    this.request.on('error', () => {});
    this.request.on('close', () => {
      this.ended = true;
    });
    this.request.write('{');
  }
}

test(
  'unfinished bodies of one application do not take the seats of others',
  withProxy(async ({ call, mock, token }) => {
    const other = mock.grant(['rpc.api'], { token: 'other', applicationId: '200' });
    const unfinished = Array.from({ length: 130 }, () => new UnfinishedCall(mock, token));
    await eventually(() => unfinished.filter(({ status }) => status === 503).length === 130 - 32);
    assert.equal((await call('/guilds/1', { headers: bearer(token) })).status, 503);
    assert.equal((await call('/guilds/1', { headers: bearer(other) })).status, 200);
    for (const { request } of unfinished) request.destroy();
    await eventually(async () => (await call('/guilds/1', { headers: bearer(token) })).status === 200);
  }),
);

test(
  'applications that share every seat give one up to another application',
  withProxy(
    async ({ call, mock, service, token }) => {
      const tokens = [token];
      for (const applicationId of ['200', '300']) {
        tokens.push(mock.grant(['rpc.api'], { token: `token-${applicationId}`, applicationId }));
      }
      const [first = '', second = '', third = ''] = tokens;
      let reached = 0;
      service.answer = ({ method }, response) => {
        if (method === 'GET') response.end();
        else reached += 1;
      };
      const hogs = [first, first, first, second].map((each) => new UnfinishedCall(mock, each));
      await eventually(() => reached === hogs.length);
      assert.equal((await call('/guilds/1', { headers: bearer(first) })).status, 503);
      const served = await call('/guilds/1', { headers: bearer(third) });
      assert.equal(served.status, 200);
      await eventually(() => hogs.filter(({ status }) => status === 503).length === 1);
      assert.equal(hogs[3]?.status, null);
      for (const { request } of hogs) request.destroy();
    },
    { limits: { proxiedRequests: 4, proxiedRequestsPerApplication: 3 } },
  ),
);

test(
  'a call whose answer switches to another protocol ends with 502 and gives its seat back',
  withProxy(
    async ({ call, service, token }) => {
      service.answer = (request) =>
        request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
      const get = () => inTime(call('/guilds/1', { headers: bearer(token) }), () => 'the call did not end');
      for (let count = 0; count < 3; count += 1) assert.equal((await get()).status, 502);
      service.answer = null;
      assert.equal((await get()).status, 200);
    },
    { limits: { proxiedRequests: 2, proxiedRequestsPerApplication: 2 } },
  ),
);

test(
  'a body whose connection ends before it aborts its call',
  withProxy(async ({ mock, service, token }) => {
    let reached = 0;
    let aborted = 0;
    service.answer = (request) => {
      reached += 1;
      request
        .on('error', () => {})
        .once('close', () => (aborted += 1))
        .resume();
    };
    const unfinished = new UnfinishedCall(mock, token);
    await eventually(() => reached === 1);
    unfinished.request.destroy();
    await eventually(() => aborted === 1);
  }),
);

test(
  'a client that disconnects before its token is looked up, or while it waits behind another call, frees its seats',
  withProxy(
    async ({ call, mock, service, token }) => {
      const lookup = mock.client.authorization.bind(mock.client);
      let answer: (() => void) | null = null;
      mock.client.authorization = async (asked) => {
        await new Promise<void>((resolve) => (answer = resolve));
        return lookup(asked);
      };
      const lines = [
        'PATCH /channels/1 HTTP/1.1',
        `Host: 127.0.0.1:${mock.port}`,
        `Authorization: Bearer ${token}`,
      ];
      const request = `${lines.join('\r\n')}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`;
      const disconnect = async (bytes: string, isReady: () => boolean) => {
        let closed: Promise<unknown> | null = null;
        const watch = (message: unknown) => {
          const { socket } = message as { socket: Socket };
          if (socket.localPort === mock.port)
            closed = new Promise((resolve) => socket.once('close', resolve));
        };
        subscribe('http.server.request.start', watch);
        const socket = connect(mock.port, '127.0.0.1', () => socket.write(bytes)).on('error', () => {});
        await eventually(isReady);
        unsubscribe('http.server.request.start', watch);
        socket.destroy();
        await closed;
      };
      const areSeatsFree = async () => {
        service.answer = null;
        const calls = [1, 2].map(() => call('/guilds/1', { headers: bearer(token) }));
        return (await Promise.all(calls)).every(({ status }) => status === 200);
      };
      let reached = 0;
      const hang = () => (reached += 1);
      service.answer = hang;
      await disconnect(request, () => answer !== null);
      mock.client.authorization = lookup;
      (answer as (() => void) | null)?.();
      // Another lookup ends after that one.
      assert.equal((await call('/guilds/1', { headers: bearer('wrong') })).status, 401);
      assert.ok(await areSeatsFree());
      assert.equal(reached, 0);
      service.answer = hang;
      await disconnect(request.repeat(2), () => reached === 1);
      assert.ok(await areSeatsFree());
    },
    { limits: { proxiedRequests: 2, proxiedRequestsPerApplication: 2 } },
  ),
);

test(
  'pipelined requests of one connection are handled one at a time, and the others wait for their turn',
  withProxy(async ({ mock, service, token }) => {
    let reached = 0;
    const held: ServerResponse[] = [];
    service.answer = (_, response) => {
      reached += 1;
      held.push(response);
    };
    const socket = connect(mock.port, '127.0.0.1').on('error', () => {});
    const head = `GET /guilds/1 HTTP/1.1\r\nHost: 127.0.0.1:${mock.port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    socket.write(head.repeat(100));
    await eventually(() => reached === 1);
    const other = connect(mock.port, '127.0.0.1').on('error', () => {});
    other.write(head);
    await eventually(() => reached === 2);
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk)));
    const finish = (_: unknown, response: ServerResponse) => void response.end();
    service.answer = finish;
    for (const response of held) finish(null, response);
    await eventually(() => received.split('HTTP/1.1 ').length > 100);
    assert.equal(received.split('HTTP/1.1 200 OK').length, 101);
    socket.destroy();
    other.destroy();
  }),
);

test(
  'an endless response is truncated, and waits in the service while the client does not read',
  withProxy(async ({ call, mock, service, token }) => {
    let given = 0;
    service.answer = ({ url = '' }, response) => {
      if (url.endsWith('/guilds/2')) return void response.end();
      response.on('error', () => {});
      const chunk = Buffer.alloc(1024 * 1024);
      const write = (): void => {
        while (!response.destroyed) {
          given += chunk.length;
          if (!response.write(chunk)) break;
        }
      };
      response.on('drain', write);
      write();
    };
    const open = async (): Promise<IncomingMessage> => {
      const target = { host: '127.0.0.1', port: mock.port, path: '/guilds/1', headers: bearer(token) };
      const request = httpRequest({ ...target, agent: false });
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return response.on('error', () => {});
    };
    const unread = await open();
    // Until no more is taken, however long other calls take turns with it.
    for (let before = -1; before !== given; ) {
      before = given;
      for (let calls = 0; calls < 10; calls += 1) await call('/guilds/2', { headers: bearer(token) });
    }
    assert.ok(given < 32 * 1024 * 1024, `${given} bytes were taken for a reader that does not read`);
    unread.destroy();
    let received = 0;
    const read = await open();
    read.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await new Promise((resolve) => read.once('close', resolve));
    assert.ok(received <= 64 * 1024 * 1024, `${received} bytes`);
    assert.ok(received > 32 * 1024 * 1024, `${received} bytes`);
  }),
);
