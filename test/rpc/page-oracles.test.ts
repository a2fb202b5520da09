import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send } from '../control/http.js';
import { APPLICATION, type MockRpc, withMockRpc } from '../helpers/mock-rpc.js';
import { RawRpcClient } from '../helpers/rpc-client.js';

/** A page must not learn which applications are registered (docs/rpc.md, Close codes). */

const PAGE = 'https://evil.example';
const UNKNOWN = '7';

interface Seen {
  readonly what: string;
  readonly answer: unknown;
}

/** Everything a page can cause on the RPC port while it names a client id, with what comes back. */
async function probe({ port }: MockRpc, clientId: string): Promise<Seen[]> {
  const query = `v=1&client_id=${clientId}`;
  const socket = await RawRpcClient.open({ port, query, origin: PAGE });
  const seen: Seen[] = [{ what: 'WebSocket', answer: [await socket.closed, socket.frames] }];
  for (const [method, path] of [
    ['POST', '/rpc'],
    ['OPTIONS', '/rpc'],
    ['GET', '/'],
    ['OPTIONS', '/'],
  ] as const) {
    const preflight = { 'access-control-request-method': 'POST' };
    const headers = { origin: PAGE, ...(method === 'OPTIONS' ? preflight : {}) };
    const {
      status,
      headers: received,
      body,
    } = await send(`http://127.0.0.1:${port}${path}?${query}`, {
      method,
      headers,
    });
    const { date: _, ...told } = received;
    seen.push({ what: `${method} ${path}`, answer: [status, told, body] });
  }
  return seen;
}

test(
  'a page gets the same answers for a registered client id as for an unregistered one',
  withMockRpc(async (mock) => {
    const registered = await probe(mock, APPLICATION.id);
    assert.deepEqual(registered, await probe(mock, UNKNOWN));
    assert.deepEqual(registered[0]?.answer, [{ code: 4001, reason: 'Invalid Origin' }, []]);
    assert.deepEqual(
      registered.slice(1).map(({ answer }) => (answer as [number])[0]),
      [403, 403, 404, 403],
    );
  }),
);

test(
  'a page is not answered sooner for a client id that needs no comparison of origins',
  withMockRpc(async (mock) => {
    const lookups: string[] = [];
    const application = mock.client.application.bind(mock.client);
    mock.client.application = (id) => {
      lookups.push(id);
      return application(id);
    };
    for (const id of [APPLICATION.id, UNKNOWN]) {
      const url = `http://127.0.0.1:${mock.port}/rpc?v=1&client_id=${id}`;
      await send(url, { method: 'POST' });
      const began = performance.now();
      await send(url, { method: 'POST', headers: { origin: PAGE } });
      // The least time is 10 ms; a timer may fire a little early.
      assert.ok(performance.now() - began > 8, id);
    }
    assert.equal(lookups.length, 4);
  }),
);

test(
  'a foreign page is refused by the service, no sooner for an application that is cached',
  withMockRpc(async (mock) => {
    mock.client.reportsApplicationChanges = true;
    await (await mock.connect()).close();
    const lookups: string[] = [];
    const application = mock.client.application.bind(mock.client);
    mock.client.application = (id) => {
      lookups.push(id);
      return application(id);
    };
    await (await mock.connect()).close();
    assert.deepEqual(lookups, []);
    const url = `http://127.0.0.1:${mock.port}/rpc?v=1&client_id=${APPLICATION.id}`;
    const began = performance.now();
    const { status } = await send(url, { method: 'POST', headers: { origin: PAGE } });
    assert.equal(status, 403);
    // The least time is 10 ms; a timer may fire a little early.
    assert.ok(performance.now() - began > 8);
    assert.deepEqual(lookups, [APPLICATION.id]);
  }),
);

test(
  'many pages that name one client id at once share a lookup',
  withMockRpc(async (mock) => {
    let lookups = 0;
    mock.client.application = async () => {
      lookups += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return null;
    };
    const url = `http://127.0.0.1:${mock.port}/rpc?v=1&client_id=${UNKNOWN}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(url, { method: 'OPTIONS', headers: { origin: PAGE } })),
    );
    assert.ok(answers.every(({ status }) => status === 403));
    assert.ok(lookups <= 10, `${lookups} lookups`);
  }),
);

test(
  'a page without an Origin is refused before any lookup',
  withMockRpc(async (mock) => {
    mock.client.application = async () => assert.fail('the service was asked');
    mock.client.grants = async () => assert.fail('the service was asked');
    mock.client.authorization = async () => assert.fail('the service was asked');
    for (const site of ['cross-site', 'same-site', 'x']) {
      for (const path of ['/', '/rpc?v=1&client_id=100', '/users/@me', '/guilds/1']) {
        for (const method of ['GET', 'POST']) {
          const headers = { 'sec-fetch-site': site, authorization: 'Bearer any' };
          const { status } = await send(`http://127.0.0.1:${mock.port}${path}`, { method, headers });
          assert.equal(status, 403, `${site} ${method} ${path}`);
        }
      }
    }
  }),
);
