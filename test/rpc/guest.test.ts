import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, type MockRpc, withMockRpc } from '../helpers/mock-rpc.js';

/** AUTHORIZE where nobody is signed in (docs/rpc.md, AUTHORIZE). */

const ARGS = { client_id: '100', scopes: ['rpc'] };

function signedOut(run: (mock: MockRpc) => Promise<void>) {
  return withMockRpc(async (mock) => {
    mock.client.user = null;
    mock.client.token = null;
    await run(mock);
  });
}

/** Sends AUTHORIZE and waits until the person is asked. */
async function sendAuthorize(mock: MockRpc, args: object = {}) {
  const client = await mock.connect();
  const reply = client.request('AUTHORIZE', { ...ARGS, ...args });
  const asked = await eventually(() => mock.asked[0]);
  assert.equal(mock.asked.length, 1);
  return { client, reply, asked };
}

test(
  'AUTHORIZE with a username creates a guest account when the person agrees, and the code is for that guest',
  signedOut(async (mock) => {
    const { client, reply, asked } = await sendAuthorize(mock, { username: 'visitor' });
    assert.equal(mock.client.user, null);
    assert.deepEqual([asked.request.userId, asked.request.guest], [null, 'visitor']);
    asked.answer(true);
    assert.deepEqual((await reply).data, { code: 'code-1' });
    assert.equal((mock.client.user as { username: string } | null)?.username, 'visitor');
    await client.close();
  }),
);

test(
  'the person is asked about a guest of the application by its present name',
  signedOut(async (mock) => {
    const connection = await mock.connect();
    mock.client.applications.set(APPLICATION.id, { ...APPLICATION, name: 'Other' });
    const reply = connection.request('AUTHORIZE', { ...ARGS, username: 'visitor' });
    const asked = await eventually(() => mock.asked[0]);
    assert.equal(asked.request.application.name, 'Other');
    asked.answer(true);
    assert.equal(typeof (await reply).data?.code, 'string');
    await connection.close();
  }),
);

test(
  'a denied request creates no guest account',
  signedOut(async (mock) => {
    const { client, reply, asked } = await sendAuthorize(mock, { username: 'visitor' });
    asked.answer(false);
    const message = 'OAuth2 Error: access_denied: The user denied the request';
    assert.deepEqual((await reply).data, { code: 5000, message });
    assert.equal(mock.client.user, null);
    await client.close();
  }),
);

test(
  'without a username, with an invalid one, or one the service refuses, AUTHORIZE says so with 5000',
  signedOut(async (mock) => {
    const client = await mock.connect();
    const refused = async (args: object) => {
      const { data } = await client.request('AUTHORIZE', { ...ARGS, ...args });
      return `${data?.code} ${data?.message}`;
    };
    assert.match(await refused({}), /^5000 .*access_denied: Nobody is signed in/);
    assert.match(await refused({ username: null }), /^5000 .*access_denied: Nobody is signed in/);
    for (const username of ['', ' ', 'x', ' x ', 'x'.repeat(33), 'a@b', 'a\u202eb']) {
      assert.match(await refused({ username }), /^5000 .*invalid_request: username: a user name has/);
    }
    assert.equal(mock.asked.length, 0);
    mock.client.signInAsGuest = () => Promise.reject(new ServiceError('too many users', 400, 50_035));
    const reply = refused({ username: 'visitor' });
    await eventually(() => mock.asked.length === 1);
    mock.asked[0]?.answer(true);
    assert.match(await reply, /^5000 .*access_denied: No guest account for visitor/);
    await client.close();
  }),
);

test(
  'an application that is not approved is refused before the person is asked and before a guest is created',
  signedOut(async (mock) => {
    mock.client.applications.set(APPLICATION.id, { ...APPLICATION, approved: false });
    const message =
      'OAuth2 Error: access_denied: this application is not approved, and a guest is not one of its testers';
    const connection = await mock.connect();
    const early = await connection.request('AUTHORIZE', { ...ARGS, username: 'visitor' });
    assert.deepEqual(early.data, { code: 5000, message });
    assert.equal(mock.asked.length, 0);
    await connection.close();
    mock.client.applications.set(APPLICATION.id, { ...APPLICATION, approved: true });
    const { client, reply, asked } = await sendAuthorize(mock, { username: 'visitor' });
    mock.client.applications.set(APPLICATION.id, { ...APPLICATION, approved: false });
    asked.answer(true);
    assert.deepEqual((await reply).data, { code: 5000, message });
    assert.equal(mock.client.user, null);
    await client.close();
  }),
);

test(
  'the username is ignored if somebody is signed in',
  withMockRpc(async (mock) => {
    const { client, reply, asked } = await sendAuthorize(mock, { username: 'visitor' });
    assert.equal(asked.request.guest, null);
    asked.answer(true);
    await reply;
    assert.equal(mock.client.user?.username, 'ada');
    await client.close();
  }),
);

const SIGNED_IN_MEANWHILE = {
  code: 5000,
  message: 'OAuth2 Error: access_denied: Somebody else signed in while the request waited',
};

test(
  'a sign-in while a guest account is requested grants the application nothing',
  signedOut(async (mock) => {
    const { client, reply, asked } = await sendAuthorize(mock, { username: 'visitor' });
    mock.client.user = { id: '5', username: 'eve', discriminator: '0005', avatar: null };
    asked.answer(true);
    assert.deepEqual((await reply).data, SIGNED_IN_MEANWHILE);
    assert.equal(mock.client.codes.length, 0);
    await client.close();
  }),
);

test(
  'a sign-in while another person is asked grants the application nothing',
  withMockRpc(async (mock) => {
    const { client, reply, asked } = await sendAuthorize(mock);
    mock.client.user = { id: '5', username: 'eve', discriminator: '0005', avatar: null };
    asked.answer(true);
    assert.deepEqual((await reply).data, SIGNED_IN_MEANWHILE);
    assert.equal(mock.client.codes.length, 0);
    await client.close();
  }),
);
