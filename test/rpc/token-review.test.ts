import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '#guildhall/client/service-error.js';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, type MockRpc, ORIGIN } from '../helpers/mock-rpc.js';
import type { RawRpcClient } from '../helpers/rpc-client.js';
import { passUntil, withClock } from '../helpers/with-clock.js';

/** Records the tokens that the service is asked about from now on, and the most that it was asked about at once. */
function recordLookups(mock: MockRpc) {
  const { client } = mock;
  const answer = client.authorization.bind(client);
  const record = { asked: [] as string[], running: 0, most: 0, fails: false };
  client.authorization = async (token) => {
    record.asked.push(token);
    record.running += 1;
    record.most = Math.max(record.most, record.running);
    await setImmediate();
    record.running -= 1;
    if (record.fails) throw new ServiceError('the service cannot be reached', 0);
    return answer(token);
  };
  return record;
}

async function authenticate(mock: MockRpc, token: string): Promise<RawRpcClient> {
  const connection = await mock.connect();
  assert.equal((await connection.request('AUTHENTICATE', { access_token: token })).evt, null);
  return connection;
}

test(
  'a new session of the gateway closes the connections whose tokens were revoked meanwhile, and no others',
  withClock(async (mock, clock) => {
    const [kept, lost] = [mock.grant(['rpc']), mock.grant(['rpc', 'identify'])];
    const others = [await authenticate(mock, kept), await authenticate(mock, kept), await mock.connect()];
    const revoked = [await authenticate(mock, lost), await authenticate(mock, lost)];
    mock.client.setConnected(false);
    mock.client.authorizations.delete(lost);
    const record = recordLookups(mock);
    mock.client.startNewSession([]);
    for (const connection of revoked)
      assert.deepEqual(await passUntil(clock, connection.closed), { code: 4003, reason: 'Token Revoked' });
    await passUntil(
      clock,
      eventually(() => record.asked.includes(kept)),
    );
    assert.equal((await others[1]?.request('GET_GUILDS'))?.evt, null);
    // Once for each token, one at a time.
    assert.deepEqual(new Set(record.asked), new Set([kept, lost]));
    assert.equal(record.asked.length, 2);
    assert.equal(record.most, 1);
    for (const connection of others) await connection.close();
  }),
);

test(
  'a token that became one of another person, or lost a scope, ends its connection at the next session',
  withClock(async (mock, clock) => {
    for (const changed of [{ scopes: ['rpc'] }, { scopes: ['rpc', 'identify'], userId: '2' }]) {
      const token = mock.grant(['rpc', 'identify'], { token: 'token' });
      const connection = await authenticate(mock, token);
      mock.grant(changed.scopes, { token, ...changed });
      mock.client.startNewSession([]);
      assert.equal((await passUntil(clock, connection.closed)).code, 4003);
    }
  }),
);

test(
  'a service that cannot be reached closes no connection and is asked again',
  withClock(async (mock, clock) => {
    const token = mock.grant(['rpc']);
    const connection = await authenticate(mock, token);
    mock.client.authorizations.delete(token);
    const record = recordLookups(mock);
    record.fails = true;
    mock.client.startNewSession([]);
    await passUntil(
      clock,
      eventually(() => record.asked.length >= 2),
    );
    assert.equal((await connection.request('GET_GUILDS')).evt, null);
    record.fails = false;
    assert.equal((await passUntil(clock, connection.closed)).code, 4003);
  }),
);

test(
  'nobody asks about a token that has expired, and its connection stays open',
  withClock(async (mock, clock) => {
    const expired = mock.grant(['rpc'], { token: 'expired', expiresAt: clock.now() + 1_000 });
    const connection = await authenticate(mock, expired);
    await clock.advance(1_000);
    assert.equal((await connection.request('GET_GUILDS')).data?.code, 4006);
    mock.client.authorizations.delete(expired);
    const valid = mock.grant(['rpc']);
    const other = await authenticate(mock, valid);
    const record = recordLookups(mock);
    mock.client.startNewSession([]);
    await passUntil(
      clock,
      eventually(() => record.asked.includes(valid)),
    );
    assert.deepEqual(record.asked, [valid]);
    assert.equal((await connection.request('GET_GUILDS')).data?.code, 4006);
    await connection.close();
    await other.close();
  }),
);

test(
  'a connection whose origin its application has lost can neither go on nor authenticate',
  withClock(async (mock, clock) => {
    const connect = () => passUntil(clock, mock.connect({ origin: ORIGIN }));
    const token = mock.grant(['rpc']);
    const [page, waiting] = [await connect(), await connect()];
    assert.equal((await page.request('AUTHENTICATE', { access_token: token })).evt, null);
    const program = await authenticate(mock, token);
    const authorization = mock.client.authorizations.get(token);
    assert.ok(authorization);
    const application = { ...authorization.application, rpc_origins: [] };
    mock.client.authorizations.set(token, { ...authorization, application });
    assert.equal((await waiting.request('AUTHENTICATE', { access_token: token })).data?.code, 4009);
    const record = recordLookups(mock);
    for (let change = 0; change < 3; change += 1) mock.client.dispatch('OAUTH2_APPLICATIONS_UPDATE', {});
    assert.equal((await passUntil(clock, page.closed)).code, 4003);
    assert.deepEqual(record.asked, [token]);
    assert.equal((await program.request('GET_GUILDS')).evt, null);
    for (const connection of [program, waiting]) await connection.close();
  }),
);

test(
  'connections without a token end once their application was deleted or lost their origin, and no others',
  withClock(async (mock, clock) => {
    const { applications } = mock.client;
    applications.set('101', { ...APPLICATION, id: '101' });
    const [kept, lost] = [await mock.connect(), await mock.connect({ clientId: '101' })];
    applications.set('102', { ...APPLICATION, id: '102' });
    const page = await passUntil(clock, mock.connect({ clientId: '101', origin: ORIGIN }));
    const moved = await passUntil(clock, mock.connect({ clientId: '102', origin: ORIGIN }));
    const known = mock.client.application.bind(mock.client);
    const asked: string[] = [];
    mock.client.application = async (id) => {
      asked.push(id);
      if (asked.length === 1) throw new ServiceError('the service cannot be reached', 0);
      return known(id);
    };
    applications.delete('101');
    applications.set('102', { ...APPLICATION, id: '102', rpc_origins: [] });
    mock.client.dispatch('OAUTH2_APPLICATIONS_UPDATE', {});
    assert.deepEqual(await passUntil(clock, lost.closed), { code: 4000, reason: 'Invalid Client ID' });
    assert.deepEqual(await passUntil(clock, page.closed), { code: 4001, reason: 'Invalid Origin' });
    await passUntil(
      clock,
      eventually(() => asked.length === 4),
    );
    assert.deepEqual(asked, ['100', '101', '102', '100']);
    assert.deepEqual(await passUntil(clock, moved.closed), { code: 4001, reason: 'Invalid Origin' });
    assert.equal((await kept.request('GET_GUILDS')).data?.code, 4006);
    await kept.close();
  }),
);
