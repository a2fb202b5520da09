import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, type MockRpc, type MockRpcOptions, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';
import type { Frame, RawRpcClient } from '../helpers/rpc-client.js';
import { withClock } from '../helpers/with-clock.js';

const isStartReply = ({ nonce }: Frame) => nonce === 'start';
const errorOf = ({ data }: Frame) => data?.code;

function sendStart(client: RawRpcClient): void {
  client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
}

const stop = (client: RawRpcClient) => client.request('CAPTURE_SHORTCUT', { action: 'STOP' });

/** Starts a capture and waits until it listens. */
async function capturing(mock: MockRpc, client?: RawRpcClient): Promise<RawRpcClient> {
  const connection = client ?? (await mock.authenticated());
  sendStart(connection);
  await eventually(() => mock.hardware.keys.listening);
  return connection;
}

/** Presses a key and makes sure that the connection gets none. */
async function assertHearsNothing(mock: MockRpc, client: RawRpcClient): Promise<void> {
  assert.equal(mock.hardware.keys.listening, false);
  client.frames.splice(0);
  mock.hardware.keys.press('p');
  await client.request('GET_GUILDS');
  assert.deepEqual(client.frames, []);
}

/** The question that waits for the person. */
async function question(mock: MockRpc) {
  const [asked] = await eventually(() => mock.asked.length > 0 && mock.asked.splice(0));
  assert.ok(asked);
  return asked;
}

test(
  'a capture ends at the limit, also after START was answered',
  withClock(
    async (mock, clock) => {
      const client = await capturing(mock);
      mock.hardware.keys.press('a');
      mock.hardware.keys.release('a');
      assert.equal((await client.next(isStartReply)).evt, null);
      await clock.advance(19_000);
      assert.equal(mock.hardware.keys.listening, true);
      await clock.advance(2_000);
      await assertHearsNothing(mock, client);
      assert.equal(mock.server.captures.current, null);
      assert.equal((await stop(client)).data, null);
      await client.close();
    },
    { captureLimit: 20 },
  ),
);

test(
  'a START that waits for a release is answered at the limit with the keys that are down',
  withClock(
    async (mock, clock) => {
      const client = await capturing(mock);
      mock.hardware.keys.press('ctrl', 'a');
      await clock.advance(21_000);
      const { data } = await client.next(isStartReply);
      const shortcut = (data?.shortcut ?? []) as { name: string }[];
      assert.deepEqual(
        shortcut.map(({ name }) => name),
        ['ctrl', 'a'],
      );
      await client.close();
    },
    { captureLimit: 20 },
  ),
);

test(
  'a capture ends when the token expires, and STOP of its connection still answers null',
  withClock(async (mock, clock) => {
    const client = await mock.connect();
    const token = mock.grant(['rpc'], { expiresAt: clock.now() + 30_000 });
    await client.request('AUTHENTICATE', { access_token: token });
    await capturing(mock, client);
    await clock.advance(31_000);
    assert.deepEqual((await client.next(isStartReply)).data, { shortcut: [] });
    assert.equal(mock.hardware.keys.listening, false);
    assert.equal(errorOf(await client.request('GET_GUILDS')), 4006);
    assert.equal((await stop(client)).data, null);
    // Once: then the connection has nothing left to end.
    assert.equal(errorOf(await stop(client)), 4006);
    await client.close();
  }),
);

test(
  'AUTHENTICATE with a token without rpc ends the capture, and STOP still answers null',
  withMockRpc(async (mock) => {
    const client = await capturing(mock);
    await client.request('AUTHENTICATE', { access_token: mock.grant(['identify']) });
    await client.next(isStartReply);
    await eventually(() => !mock.hardware.keys.listening);
    assert.equal((await stop(client)).data, null);
    assert.equal(errorOf(await stop(client)), 4006);
    await client.close();
  }),
);

test(
  'AUTHENTICATE with another token for rpc leaves the capture running until that one expires',
  withClock(async (mock, clock) => {
    const client = await capturing(mock);
    const token = mock.grant(['rpc'], { token: 'next', expiresAt: clock.now() + 30_000 });
    await client.request('AUTHENTICATE', { access_token: token });
    assert.equal(mock.hardware.keys.listening, true);
    await clock.advance(31_000);
    assert.equal(mock.hardware.keys.listening, false);
    await client.close();
  }),
);

for (const [title, end] of [
  ['revoking the grant', (mock: MockRpc) => mock.client.revokeGrant('900')],
  ['signing in as somebody else', (mock: MockRpc) => mock.client.signIn('other')],
  ['closing the connection', async (mock: MockRpc) => mock.server.sessions.kick(sessionOf(mock).id)],
] as const) {
  test(
    `${title} ends the capture before the application closes its end`,
    withMockRpc(async (mock) => {
      mock.client.granted.push({ id: '900', application: APPLICATION, scopes: ['rpc'], created_at: '' });
      const client = await capturing(mock);
      client.socket.pause();
      await end(mock);
      await settle();
      assert.equal(mock.hardware.keys.listening, false);
      client.socket.resume();
      await client.closed;
    }),
  );
}

function sessionOf(mock: MockRpc) {
  const [session] = mock.server.sessions.list();
  assert.ok(session);
  return session;
}

test(
  'sessions and captures show which application records keys, and the person can end it',
  withMockRpc(async (mock) => {
    const { captures } = mock.server;
    const changes: (string | undefined)[] = [];
    captures.on('changed', (capture) => changes.push(capture?.application.name));
    const client = await capturing(mock);
    const { id, capturing_since } = sessionOf(mock);
    assert.equal(captures.current?.session_id, id);
    assert.deepEqual(captures.current?.application, { id: '100', name: 'Game' });
    assert.equal(capturing_since, captures.current?.started_at);
    assert.equal((await captures.endCurrent())?.application.name, 'Game');
    assert.deepEqual((await client.next(isStartReply)).data, { shortcut: [] });
    assert.equal(sessionOf(mock).capturing_since, null);
    assert.equal(await captures.endCurrent(), null);
    assert.deepEqual(changes, ['Game', undefined]);
    await client.close();
  }),
);

const ASKS: MockRpcOptions = { allowsKeyCapture: false };

test(
  'START without a permission asks the person first, and captures nothing until they allow it',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    sendStart(client);
    const {
      answer,
      request: { give: _give, ...shown },
    } = await question(mock);
    assert.deepEqual(shown, {
      kind: 'capture',
      application: APPLICATION,
      userId: '1',
      guest: null,
      origin: ORIGIN,
      isLocal: false,
      peer: null,
      scopes: [],
    });
    await assertHearsNothing(mock, client);
    answer(true, true);
    await eventually(() => mock.hardware.keys.listening);
    assert.equal(sessionOf(mock).key_capture, true);
    await stop(client);
    await client.next(isStartReply);
    // The answer holds for this connection, and for no other.
    await capturing(mock, client);
    await stop(client);
    const other = await mock.authenticated();
    sendStart(other);
    await question(mock);
    await Promise.all([client.close(), other.close()]);
  }, ASKS),
);

test(
  'a denied START is refused with 5000, and the person is not asked again on that connection',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    const reply = client.request('CAPTURE_SHORTCUT', { action: 'START' });
    (await question(mock)).answer(false);
    const denied = {
      code: 5000,
      message: 'OAuth2 Error: access_denied: The user did not allow this application to record keys',
    };
    assert.deepEqual((await reply).data, denied);
    await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    assert.deepEqual((await client.request('CAPTURE_SHORTCUT', { action: 'START' })).data, denied);
    assert.equal(mock.asked.length, 0);
    await assertHearsNothing(mock, client);
    await client.close();
  }, ASKS),
);

test(
  'STOP withdraws the question, and START answers with an empty shortcut before it',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    sendStart(client);
    const { signal, answer } = await question(mock);
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'STOP' }, nonce: 'stop' });
    const replies = [await client.next(), await client.next()];
    assert.deepEqual(
      replies.map(({ nonce, data }) => [nonce, data]),
      [
        ['start', { shortcut: [] }],
        ['stop', null],
      ],
    );
    assert.equal(signal.aborted, true);
    answer(true, true);
    await assertHearsNothing(mock, client);
    // Nothing was decided.
    sendStart(client);
    await question(mock);
    await client.close();
  }, ASKS),
);

test(
  'disconnecting withdraws the question, and so does losing the authorization',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    sendStart(client);
    const first = await question(mock);
    await client.request('AUTHENTICATE', { access_token: mock.grant(['identify']) });
    assert.equal(errorOf(await client.next(isStartReply)), 4006);
    assert.equal(first.signal.aborted, true);
    await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    sendStart(client);
    const second = await question(mock);
    await client.close();
    await eventually(() => second.signal.aborted);
    second.answer(true, true);
    await settle();
    assert.equal(mock.hardware.keys.listening, false);
  }, ASKS),
);

test(
  'a waiting START does not block other captures, and is refused with 5004 if its answer comes too late',
  withMockRpc(async (mock) => {
    const [slow, fast] = [await mock.authenticated(), await mock.authenticated()];
    sendStart(slow);
    const { answer } = await question(mock);
    assert.equal(errorOf(await slow.request('CAPTURE_SHORTCUT', { action: 'START' })), 5004);
    sendStart(fast);
    (await question(mock)).answer(true, true);
    await eventually(() => mock.hardware.keys.listening);
    answer(true, true);
    assert.equal(errorOf(await slow.next(isStartReply)), 5004);
    await Promise.all([slow.close(), fast.close()]);
  }, ASKS),
);

test(
  'an authorization that expires before the answer gets no keys',
  withClock(async (mock, clock) => {
    const client = await mock.connect();
    const token = mock.grant(['rpc'], { expiresAt: clock.now() + 30_000 });
    await client.request('AUTHENTICATE', { access_token: token });
    sendStart(client);
    const { answer } = await question(mock);
    await clock.advance(31_000);
    answer(true, true);
    assert.equal(errorOf(await client.next(isStartReply)), 4006);
    assert.equal(mock.hardware.keys.listening, false);
    await client.close();
  }, ASKS),
);

test(
  'a permission given with AUTHORIZE applies to its connection until the grant is revoked',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    const authorized = client.request('AUTHORIZE', { client_id: '100', scopes: ['rpc'] });
    (await question(mock)).answer(true, true);
    await authorized;
    await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    await capturing(mock, client);
    await stop(client);
    await client.close();

    const revoked = await mock.connect();
    const again = revoked.request('AUTHORIZE', { client_id: '100', scopes: ['rpc'] });
    (await question(mock)).answer(true, true);
    await again;
    mock.client.granted.push({ id: '900', application: APPLICATION, scopes: ['rpc'], created_at: '' });
    await mock.client.revokeGrant('900');
    await revoked.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    sendStart(revoked);
    await question(mock);
    await revoked.close();
  }, ASKS),
);

/** A connection whose person allowed keys with AUTHORIZE, and that has not authenticated. */
async function allowed(mock: MockRpc): Promise<RawRpcClient> {
  const client = await mock.connect();
  await authorize(mock, client, true);
  assert.equal(sessionOf(mock).key_capture, true);
  return client;
}

async function authorize(mock: MockRpc, client: RawRpcClient, keyCapture: boolean): Promise<void> {
  const authorized = client.request('AUTHORIZE', { client_id: '100', scopes: ['rpc'] });
  (await question(mock)).answer(true, keyCapture, false);
  await authorized;
}

async function revokeOnceGrant(mock: MockRpc): Promise<void> {
  const grant = { id: '900', application: APPLICATION, scopes: ['rpc'], created_at: '', once: true };
  mock.client.granted.push(grant);
  await mock.client.revokeGrant(grant.id);
}

for (const [what, end] of [
  ['a later AUTHORIZE without it', (mock, client) => authorize(mock, client, false)],
  ['somebody who signs in', (mock) => mock.client.signIn('other')],
  ['the end of a grant that was allowed once', revokeOnceGrant],
] satisfies [string, (mock: MockRpc, client: RawRpcClient) => Promise<unknown>][])
  test(
    `a permission given with AUTHORIZE that was not used yet ends with ${what}`,
    withMockRpc(async (mock) => {
      const client = await allowed(mock);
      await end(mock, client);
      assert.equal(sessionOf(mock).key_capture, false);
      const userId = mock.client.user?.id ?? '';
      await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc'], { userId }) });
      sendStart(client);
      await question(mock);
      await client.close();
    }, ASKS),
  );

test(
  'STOP of a connection that started nothing needs the scope',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    assert.equal(errorOf(await stop(client)), 4006);
    await capturing(mock);
    assert.equal(errorOf(await stop(client)), 4006);
    assert.equal(mock.hardware.keys.listening, true);
    await client.close();
  }),
);

test(
  'withdrawing the permission ends the capture and asks the person again, and the connection stays',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    sendStart(client);
    (await question(mock)).answer(true, true);
    await eventually(() => mock.hardware.keys.listening);
    assert.equal(sessionOf(mock).key_capture, true);
    await mock.server.sessions.withdrawKeyCapture(APPLICATION.id);
    await eventually(() => !mock.hardware.keys.listening);
    assert.equal(sessionOf(mock).key_capture, false);
    await client.next(isStartReply);
    assert.equal((await stop(client)).data, null);
    sendStart(client);
    (await question(mock)).answer(false);
    assert.equal(errorOf(await client.next(isStartReply)), 5000);
    await client.close();
  }, ASKS),
);
