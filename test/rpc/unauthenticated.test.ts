import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { countOpen, openIdleConnections } from '../helpers/idle-connections.js';
import { APPLICATION, type MockRpc, ORIGIN } from '../helpers/mock-rpc.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { withClock } from '../helpers/with-clock.js';
import { limited } from './limited.js';

const soonOverdue = { limits: { authenticateSeconds: 2 } };

/** Opens idle connections, each after the one before was accepted. */
async function flood(mock: MockRpc, count: number): Promise<RawRpcClient[]> {
  const clients: RawRpcClient[] = [];
  while (clients.length < count) {
    const group = Array.from({ length: 16 }, () =>
      RawRpcClient.open({ port: mock.port, clientId: APPLICATION.id, origin: ORIGIN }),
    );
    clients.push(...(await Promise.all(group)));
  }
  return clients;
}

test(
  '1,024 idle connections lock out no other, and close no authenticated one',
  limited({}, async (mock) => {
    mock.client.applications.set('200', { ...APPLICATION, id: '200' });
    const authenticated = await mock.authenticated();
    const idle = await flood(mock, 1024);
    const sameApplication = await mock.authenticated();
    const otherApplication = await mock.connect({ clientId: '200' });
    for (const client of [authenticated, sameApplication]) {
      assert.equal((await client.request('GET_GUILDS')).evt, null);
    }
    assert.equal((await otherApplication.request('GET_GUILDS')).data?.code, 4006);
    await eventually(() => mock.server.sessions.list().length <= 2 + 128 + 1);
    const displaced = await Promise.all(idle.slice(0, 800).map(({ closed }) => closed));
    assert.deepEqual(displaced[0], { code: 1013, reason: 'Too many unauthenticated connections' });
    for (const { socket } of [...idle, authenticated, sameApplication, otherApplication]) socket.terminate();
  }),
);

test(
  'a connection that does not authenticate in time is closed with 1008, and may connect again',
  withClock(async (mock, clock) => {
    const authenticated = await mock.authenticated();
    const idle = await mock.connect();
    await clock.advance(2000);
    assert.deepEqual(await idle.closed, { code: 1008, reason: 'Not authenticated in time' });
    const again = await mock.authenticated();
    await clock.advance(3000);
    for (const client of [authenticated, again]) assert.equal((await client.request('GET_GUILDS')).evt, null);
    await Promise.all([authenticated.close(), again.close()]);
  }, soonOverdue),
);

test(
  'refused commands do not extend the deadline to authenticate',
  withClock(async (mock, clock) => {
    const client = await mock.connect();
    for (let quarter = 1; quarter < 4; quarter += 1) {
      await clock.advance(500);
      const { evt } = await client.request('AUTHORIZE', { client_id: '100', scopes: ['nothing'] });
      assert.equal(evt, 'ERROR');
    }
    await clock.advance(500);
    assert.deepEqual(await client.closed, { code: 1008, reason: 'Not authenticated in time' });
  }, soonOverdue),
);

test(
  'AUTHORIZE may wait for the person longer than AUTHENTICATE may take',
  withClock(async (mock, clock) => {
    const client = await mock.connect();
    const answer = client.request('AUTHORIZE', { client_id: '100', scopes: ['rpc'] });
    await eventually(() => mock.asked.length === 1);
    await clock.advance(3000);
    assert.equal(client.socket.readyState, client.socket.OPEN);
    mock.asked[0]?.answer(true);
    assert.equal(typeof (await answer).data?.code, 'string');
    const reply = await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    assert.equal(reply.evt, null);
    await client.close();
  }, soonOverdue),
);

test(
  'connections with the same Origin do not displace one that the person agreed to before it authenticates',
  limited({}, async (mock) => {
    const client = await mock.connect();
    const answer = client.request('AUTHORIZE', { client_id: '100', scopes: ['rpc'] });
    await eventually(() => mock.asked.length === 1);
    mock.asked[0]?.answer(true);
    assert.equal(typeof (await answer).data?.code, 'string');
    const idle = await flood(mock, 256);
    const reply = await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    assert.equal(reply.evt, null);
    for (const { socket } of [...idle, client]) socket.terminate();
  }),
);

test(
  'TCP connections that send nothing lock out no application',
  limited({}, async (mock) => {
    const idle = await openIdleConnections(mock.port, 600);
    const client = await mock.authenticated();
    assert.equal((await client.request('GET_GUILDS')).evt, null);
    await eventually(() => countOpen(idle) <= 256);
    for (const socket of idle) socket.destroy();
    await client.close();
  }),
);
