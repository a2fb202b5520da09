import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashSecret } from '#guildhall/platform/crypto/secrets.js';
import { eventually } from '../helpers/eventually.js';
import { type MockRpc, withMockRpc } from '../helpers/mock-rpc.js';

/** Delays the answers of a method of the service until they are released; each is what the service answered before. */
function delay(mock: MockRpc, method: 'application' | 'authorization' | 'authorize') {
  const { client } = mock;
  const answer = client[method].bind(client) as (...args: unknown[]) => Promise<unknown>;
  const waiting: (() => void)[] = [];
  let lookups = 0;
  Object.assign(client, {
    async [method](...args: unknown[]) {
      lookups += 1;
      const found = await answer(...args);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return found;
    },
  });
  return {
    lookups: () => lookups,
    next: () => eventually(() => waiting.length > 0),
    release: () => waiting.shift()?.(),
  };
}

const revoke = (mock: MockRpc, token_hashes: string[] | null, application_id = '100') =>
  mock.client.dispatch('OAUTH2_TOKEN_REVOKE', { application_id, token_hashes });

const REVOCATIONS: readonly [what: string, happens: (mock: MockRpc, token: string) => unknown][] = [
  ['everything granted to the application is revoked', (mock) => revoke(mock, null)],
  ['its token is revoked', (mock, token) => revoke(mock, [hashSecret(token)])],
  ['the daemon has a new session of the gateway', (mock) => mock.client.startNewSession([])],
  ['the person signs in again', (mock) => mock.client.signIn('person')],
];

for (const [what, happens] of REVOCATIONS) {
  test(
    `AUTHENTICATE is refused if ${what} while the service is asked`,
    withMockRpc(async (mock) => {
      const token = mock.grant(['rpc']);
      const connection = await mock.connect();
      const service = delay(mock, 'authorization');
      const reply = connection.request('AUTHENTICATE', { access_token: token });
      await service.next();
      mock.client.authorizations.delete(token);
      await happens(mock, token);
      service.release();
      await service.next();
      service.release();
      assert.equal((await reply).data?.code, 4009);
      assert.equal((await connection.request('GET_GUILDS')).data?.code, 4006);
      await connection.close();
    }),
  );
}

test(
  'AUTHENTICATE is not asked again for revocations of other applications and tokens',
  withMockRpc(async (mock) => {
    const connection = await mock.connect();
    const service = delay(mock, 'authorization');
    const reply = connection.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    await service.next();
    revoke(mock, null, '999');
    revoke(mock, [hashSecret('another')]);
    service.release();
    assert.equal((await reply).evt, null);
    assert.equal(service.lookups(), 1);
    await connection.close();
  }),
);

test(
  'AUTHENTICATE succeeds with a token that is still valid after a revocation, and is refused after three',
  withMockRpc(async (mock) => {
    const token = mock.grant(['rpc']);
    const service = delay(mock, 'authorization');
    for (const [revocations, evt] of [
      [2, null],
      [3, 'ERROR'],
    ] as const) {
      const connection = await mock.connect();
      const reply = connection.request('AUTHENTICATE', { access_token: token });
      for (let count = 0; count < 3; count += 1) {
        await service.next();
        if (count < revocations) revoke(mock, null);
        service.release();
      }
      assert.equal((await reply).evt, evt);
      await connection.close();
    }
  }),
);

for (const method of ['application', 'authorize'] as const) {
  test(
    `AUTHORIZE with a remembered answer gives nothing if the grant is revoked while the service is asked for ${method}`,
    withMockRpc(
      async (mock) => {
        const connection = await mock.connect();
        const service = delay(mock, method);
        for (const [hashes, code] of [
          [null, 5000],
          [[hashSecret('another')], undefined],
        ] as const) {
          const reply = connection.request('AUTHORIZE', { client_id: '100', scopes: ['rpc'] });
          await service.next();
          revoke(mock, hashes && [...hashes]);
          service.release();
          assert.equal((await reply).data?.code === 5000 ? 5000 : undefined, code);
        }
        await connection.close();
      },
      {
        consent: {
          allowsKeyCapture: () => false,
          async ask({ give }) {
            const grant = { allowed: true, lasting: true, keyCapture: false } as const;
            await give(grant);
            return grant;
          },
        },
      },
    ),
  );
}
