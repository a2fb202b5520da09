import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import { type ConsentDesk, NotGivenError } from '#guildhall/control/consent/consent-desk.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { settle } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, type MockRpc } from '../helpers/mock-rpc.js';
import { withDesk } from './with-desk.js';

/** What is remembered of an Allow that lasts (docs/adr/0010-consent.md, Allow once). */

const ARGS = { client_id: APPLICATION.id, scopes: ['rpc'] };
const OTHER = { id: '2', username: 'bo', discriminator: '0002', avatar: null };

/** The request that waits. */
async function waiting(desk: ConsentDesk): Promise<string> {
  await eventually(() => desk.waiting().length === 1);
  return desk.waiting()[0]?.id ?? '';
}

/** Chooses Allow with key capture, which is refused, and checks that nothing is remembered of it. */
async function assertNotRemembered(desk: ConsentDesk, id: string, why: RegExp): Promise<void> {
  await assert.rejects(desk.decide(id, 'allow', true), (error: unknown) => {
    assert.ok(error instanceof NotGivenError);
    assert.match(error.message, why);
    return true;
  });
  for (const userId of ['1', '2', '77']) {
    assert.deepEqual(desk.listRemembered(userId), []);
    assert.equal(desk.allowsKeyCapture(userId, APPLICATION.id), false);
  }
}

const rename = (mock: MockRpc) => {
  mock.client.applications.set(APPLICATION.id, { ...APPLICATION, name: 'Other' });
};
const RENAMED = /access_denied: The application was renamed while the request waited/;

/** What happens between the question and the answer. */
const CHANGES: readonly [what: string, happens: (mock: MockRpc) => void, why: RegExp][] = [
  ['an application that was renamed', rename, RENAMED],
  [
    'a person who is no longer signed in',
    (mock) => {
      mock.client.user = OTHER;
    },
    /access_denied: Somebody else signed in while the request waited/,
  ],
  [
    'a request that the service refuses',
    (mock) => {
      mock.client.refusal = new ServiceError('not a tester', 400, 0, {
        error: 'access_denied',
        description: 'not a tester',
      });
    },
    /not a tester/,
  ],
  [
    'a grant that is revoked while the service is asked',
    ({ client }) => {
      const authorize = client.authorize.bind(client);
      client.authorize = (...args) => {
        client.dispatch('OAUTH2_TOKEN_REVOKE', { application_id: APPLICATION.id, token_hashes: null });
        return authorize(...args);
      };
    },
    /access_denied: Access was revoked while the request waited/,
  ],
];

for (const [what, happens, why] of CHANGES) {
  test(
    `AUTHORIZE of ${what} is refused after Allow, nothing is remembered, and the person is told`,
    withDesk(async (mock, desk) => {
      const connection = await mock.connect();
      const reply = connection.request('AUTHORIZE', ARGS);
      const id = await waiting(desk);
      happens(mock);
      await assertNotRemembered(desk, id, why);
      assert.equal((await reply).data?.code, 5000);
      await connection.close();
    }),
  );
}

test(
  'AUTHORIZE under the new name asks again after the old name was allowed too late',
  withDesk(async (mock, desk) => {
    const connection = await mock.connect();
    const reply = connection.request('AUTHORIZE', ARGS);
    const id = await waiting(desk);
    rename(mock);
    await assertNotRemembered(desk, id, RENAMED);
    await reply;
    const again = connection.request('AUTHORIZE', ARGS);
    assert.equal(await desk.decide(await waiting(desk), 'allow'), true);
    assert.equal((await again).evt, null);
    assert.deepEqual(
      desk.listRemembered('1').map(({ scopes, key_capture }) => [scopes, key_capture]),
      [[['rpc'], false]],
    );
    await connection.close();
  }),
);

/** What happens while an AUTHORIZE that was allowed waits for its turn. */
for (const [what, happens, why] of [
  ['renamed', rename, RENAMED],
  [
    'revoked',
    ({ client }: MockRpc) =>
      client.dispatch('OAUTH2_TOKEN_REVOKE', { application_id: APPLICATION.id, token_hashes: null }),
    /access_denied: Access was revoked while the request waited/,
  ],
] as const) {
  test(
    `no grant is left of an application that is ${what} while what was allowed waits for its turn`,
    withDesk(async (mock, desk) => {
      const connections = await Promise.all(Array.from({ length: 8 }, () => mock.connect()));
      const replies = connections.map((connection) => connection.request('AUTHORIZE', ARGS));
      const id = await waiting(desk);
      await settle();
      const { client } = mock;
      const authorize = client.authorize.bind(client);
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let calls = 0;
      client.authorize = async (...args) => {
        calls += 1;
        await released;
        return authorize(...args);
      };
      const decided = desk.decide(id, 'allow').catch((error: unknown) => error);
      // The turns of one application.
      await eventually(() => calls === 4);
      happens(mock);
      release();
      await decided;
      const codes = (await Promise.all(replies)).map(({ data }) => JSON.stringify(data));
      assert.equal(calls, 4);
      assert.ok(codes.filter((text) => why.test(text)).length >= 4, codes.join('\n'));
      for (const connection of connections) await connection.close();
    }),
  );
}

let aheadMs = 0;
/** Its timers run as usual. */
const clock: Clock = {
  now: () => systemClock.now() + aheadMs,
  after: (ms, callback) => systemClock.after(ms, callback),
  every: (ms, callback) => systemClock.every(ms, callback),
};

for (const [what, happens, why] of [
  ['that is renamed', rename, RENAMED],
  [
    'whose authorization expires',
    () => {
      aheadMs = 60_000;
    },
    /Not authenticated or invalid scope/,
  ],
] as const) {
  test(
    `a lasting permission to record keys is not remembered of an application ${what} while the person reads`,
    withDesk(
      async (mock, desk) => {
        const connection = await mock.connect();
        const token = mock.grant(['rpc'], { expiresAt: clock.now() + 60_000 });
        await connection.request('AUTHENTICATE', { access_token: token });
        const reply = connection.request('CAPTURE_SHORTCUT', { action: 'START' });
        const id = await waiting(desk);
        happens(mock);
        await assertNotRemembered(desk, id, why);
        assert.equal((await reply).evt, 'ERROR');
        assert.equal(mock.hardware.keys.listening, false);
        await connection.close();
      },
      { clock },
    ),
  );
}

function signOut({ client }: MockRpc): void {
  client.user = null;
  client.token = null;
}

for (const decision of ['allow', 'allow-once'] as const) {
  test(
    `what a person ${decision === 'allow' ? 'allows' : 'allows once'} before they are a guest is ${decision === 'allow' ? '' : 'not '}remembered for the guest`,
    withDesk(async (mock, desk) => {
      signOut(mock);
      const connection = await mock.connect();
      const reply = connection.request('AUTHORIZE', { ...ARGS, username: 'visitor' });
      assert.equal(await desk.decide(await waiting(desk), decision, true), true);
      assert.deepEqual((await reply).data, { code: 'code-1' });
      assert.deepEqual(
        desk.listRemembered('77').map((one) => [one.application_id, one.origin, one.scopes, one.key_capture]),
        decision === 'allow' ? [['100', mock.origin, ['rpc'], true]] : [],
      );
      await connection.close();
    }),
  );
}

test(
  'nothing is remembered for a guest whose account the service does not make',
  withDesk(async (mock, desk) => {
    signOut(mock);
    mock.client.signInAsGuest = () => Promise.reject(new ServiceError('too many users', 400, 50_035));
    const connection = await mock.connect();
    const reply = connection.request('AUTHORIZE', { ...ARGS, username: 'visitor' });
    await assertNotRemembered(desk, await waiting(desk), /No guest account for visitor/);
    assert.equal((await reply).data?.code, 5000);
    await connection.close();
  }),
);

test(
  'a guest’s Allow is nothing of a person who signs in while the application is looked up',
  withDesk(async (mock, desk) => {
    signOut(mock);
    const connection = await mock.connect();
    const reply = connection.request('AUTHORIZE', { ...ARGS, username: 'visitor' });
    const id = await waiting(desk);
    const { client } = mock;
    const application = client.application.bind(client);
    let lookups = 0;
    client.application = async (...args) => {
      lookups += 1;
      if (lookups === 2) client.user = OTHER;
      return application(...args);
    };
    await assertNotRemembered(desk, id, /Somebody else signed in/);
    assert.deepEqual([lookups, (await reply).data?.code], [2, 5000]);
    await connection.close();
  }),
);

test(
  'nothing is remembered of a connection that ends while the service is asked',
  withDesk(async (mock, desk) => {
    const connection = await mock.connect();
    const first = connection.request('AUTHORIZE', ARGS);
    await desk.decide(await waiting(desk), 'allow-once');
    await first;
    const [closed] = mock.once;
    assert.ok(closed);
    void connection.request('AUTHORIZE', ARGS).catch(() => {});
    const id = await waiting(desk);
    const authorize = mock.client.authorize.bind(mock.client);
    mock.client.authorize = async (...args) => {
      void connection.close();
      await once(closed, 'abort');
      return authorize(...args);
    };
    await assertNotRemembered(desk, id, /The request was withdrawn/);
  }),
);

test(
  'STOP is answered while an Allow waits for a service that does not answer',
  withDesk(async (mock, desk) => {
    const connection = await mock.connect();
    await connection.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    const start = connection.request('CAPTURE_SHORTCUT', { action: 'START' });
    const id = await waiting(desk);
    mock.client.application = () => new Promise(() => {});
    void desk.decide(id, 'allow');
    assert.equal((await connection.request('CAPTURE_SHORTCUT', { action: 'STOP' })).evt, null);
    await start;
    await connection.close();
  }),
);
