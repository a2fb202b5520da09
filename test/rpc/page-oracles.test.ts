import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { send } from '../control/http.js';
import type { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, type MockRpc, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { withClock } from '../helpers/with-clock.js';

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

/** Records which applications the service is asked about. */
function recordLookups({ client }: MockRpc): string[] {
  const lookups: string[] = [];
  const application = client.application.bind(client);
  client.application = (id) => {
    lookups.push(id);
    return application(id);
  };
  return lookups;
}

/**
 * Asks as a foreign page. Fails unless the answer comes 10 ms after the service was asked, and not before.
 *
 * @param lookups of `recordLookups`
 */
async function assertAnsweredLate(
  { port }: MockRpc,
  clock: ManualClock,
  { lookups, clientId }: { readonly lookups: readonly string[]; readonly clientId: string },
): Promise<void> {
  const url = `http://127.0.0.1:${port}/rpc?v=1&client_id=${clientId}`;
  const earlier = lookups.length;
  let status: number | undefined;
  const answered = send(url, { method: 'POST', headers: { origin: PAGE } }).then((answer) => {
    status = answer.status;
  });
  await eventually(() => lookups.length > earlier);
  await clock.advance(9);
  // A program that asks later is answered at once.
  await send(url, { method: 'POST' });
  assert.equal(status, undefined, clientId);
  await clock.advance(1);
  await answered;
  assert.equal(status, 403);
}

test(
  'a page is not answered sooner for a client id that needs no comparison of origins',
  withClock(async (mock, clock) => {
    const lookups = recordLookups(mock);
    for (const clientId of [APPLICATION.id, UNKNOWN])
      await assertAnsweredLate(mock, clock, { lookups, clientId });
    assert.equal(lookups.length, 4);
  }),
);

test(
  'a foreign page is refused by the service, no sooner for an application that is cached',
  withClock(async (mock, clock) => {
    mock.client.reportsApplicationChanges = true;
    await (await mock.connect()).close();
    const lookups = recordLookups(mock);
    // A page of its origin needs no time either.
    await (await mock.connect({ origin: ORIGIN })).close();
    assert.deepEqual(lookups, []);
    await assertAnsweredLate(mock, clock, { lookups, clientId: APPLICATION.id });
    assert.deepEqual(lookups, [APPLICATION.id]);
  }),
);

test(
  'many pages that name one client id at once share a lookup',
  withMockRpc(async (mock) => {
    let lookups = 0;
    const lookup = new Deferred<null>();
    mock.client.application = () => {
      lookups += 1;
      return lookup.promise;
    };
    let arrived = 0;
    const count = () => {
      arrived += 1;
    };
    const started = channel('http.server.request.start');
    started.subscribe(count);
    try {
      const url = `http://127.0.0.1:${mock.port}/rpc?v=1&client_id=${UNKNOWN}`;
      const answers = Promise.all(
        Array.from({ length: 20 }, () => send(url, { method: 'OPTIONS', headers: { origin: PAGE } })),
      );
      await eventually(() => arrived === 20);
      lookup.resolve(null);
      assert.ok((await answers).every(({ status }) => status === 403));
      assert.equal(lookups, 1);
    } finally {
      started.unsubscribe(count);
    }
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
