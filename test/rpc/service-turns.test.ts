import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashSecret } from '#guildhall/platform/crypto/secrets.js';
import type { Consent } from '#guildhall/rpc/consent/consent.js';
import { ServiceTurns, SharedRequests } from '#guildhall/rpc/sessions/service-turns.js';
import { settle } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, type MockRpc, withMockRpc } from '../helpers/mock-rpc.js';

/** Requests that are answered one after the other, in the order in which they were made. */
class Service {
  readonly asked: string[] = [];
  most = 0;
  #running = 0;
  readonly #ends: (() => void)[] = [];

  request(name: string): () => Promise<string> {
    return async () => {
      this.asked.push(name);
      this.#running += 1;
      this.most = Math.max(this.most, this.#running);
      await new Promise<void>((resolve) => this.#ends.push(resolve));
      this.#running -= 1;
      return name;
    };
  }

  async answer(): Promise<void> {
    await settle();
    this.#ends.shift()?.();
    await settle();
  }

  async answerAll(): Promise<void> {
    await settle();
    while (this.#ends.length > 0) await this.answer();
  }
}

const connection = (id: string) => ({ id, isOpen: true });

test('an application has four requests at a time, and another one does not wait behind its connections', async () => {
  const turns = new ServiceTurns();
  const service = new Service();
  const all = Array.from({ length: 100 }, (_, index) =>
    turns.run(connection(`a${index}`), '100', service.request('a')),
  );
  await settle();
  assert.equal(service.asked.length, 4);
  all.push(turns.run(connection('b'), '200', service.request('b')));
  await settle();
  assert.deepEqual(service.asked, ['a', 'a', 'a', 'a', 'b']);
  await service.answerAll();
  await Promise.all(all);
  assert.equal(service.most, 5);
});

test('all applications have sixteen requests at a time, and a connection one', async () => {
  const turns = new ServiceTurns();
  const service = new Service();
  const all = Array.from({ length: 300 }, (_, index) =>
    turns.run(connection(`${index % 3}`), '100', service.request('few')),
  );
  await settle();
  assert.equal(service.asked.length, 3);
  for (let index = 0; index < 300; index += 1)
    all.push(turns.run(connection(`c${index}`), `${index}`, service.request('many')));
  await service.answerAll();
  await Promise.all(all);
  assert.equal(service.most, 16);
});

test('a request that has begun is not shared with those that come later', async () => {
  const turns = new ServiceTurns();
  const shared = new SharedRequests<string>(turns);
  const service = new Service();
  const first = shared.run(connection('1'), 'name', '100', service.request('first'));
  await settle();
  const later = ['2', '3'].map((id) =>
    shared.run(connection(id), 'name', '100', service.request(`asked by ${id}`)),
  );
  await service.answerAll();
  assert.equal(await first, 'first');
  assert.deepEqual(await Promise.all(later), ['asked by 2', 'asked by 2']);
  assert.deepEqual(service.asked, ['first', 'asked by 2']);
});

test('a shared request is made for those that are still open, and not for closed ones alone', async () => {
  const turns = new ServiceTurns();
  const shared = new SharedRequests<string>(turns);
  const service = new Service();
  const first = shared.run(connection('1'), 'name', '100', service.request('first'));
  await settle();
  const closing = [connection('2'), connection('3')];
  const late = closing.map((each) => shared.run(each, 'name', '100', service.request('second')));
  await settle();
  closing.forEach((each) => {
    each.isOpen = false;
  });
  const refused = Promise.allSettled(late);
  await service.answerAll();
  assert.equal(await first, 'first');
  assert.deepEqual(
    (await refused).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  const [gone, open] = [connection('4'), connection('5')];
  const blocking = shared.run(connection('6'), 'name', '100', service.request('third'));
  await settle();
  const both = [gone, open].map((each) => shared.run(each, 'name', '100', service.request('fourth')));
  await settle();
  gone.isOpen = false;
  await service.answerAll();
  assert.deepEqual(await Promise.all([blocking, ...both]), ['third', 'fourth', 'fourth']);
  assert.deepEqual(service.asked, ['first', 'third', 'fourth']);
});

/** Counts the requests to the service, all of which take a while. */
function count(
  mock: MockRpc,
  ...methods: ('application' | 'authorization' | 'authorize' | 'checkAuthorization')[]
) {
  const counts = { made: 0, running: 0, most: 0 };
  for (const method of methods) {
    const answer = mock.client[method].bind(mock.client) as (...args: unknown[]) => Promise<unknown>;
    Object.assign(mock.client, {
      async [method](...args: unknown[]) {
        counts.made += 1;
        counts.running += 1;
        counts.most = Math.max(counts.most, counts.running);
        await settle();
        counts.running -= 1;
        return answer(...args);
      },
    });
  }
  return counts;
}

/** Sends a command many times on each connection. @returns the replies */
async function flood(mock: MockRpc, connections: number, times: number, cmd: string, args: object) {
  const all = await Promise.all(Array.from({ length: connections }, () => mock.connect()));
  const replies = await Promise.all(
    all.flatMap((each) => Array.from({ length: times }, () => each.request(cmd, { ...args }))),
  );
  await Promise.all(all.map((each) => each.close()));
  return replies;
}

test(
  'pipelined AUTHENTICATE of many connections with one valid token asks the service once at a time',
  withMockRpc(async (mock) => {
    const token = mock.grant(['rpc']);
    await flood(mock, 1, 1, 'AUTHENTICATE', { access_token: token });
    const asked = count(mock, 'authorization');
    const replies = await flood(mock, 20, 50, 'AUTHENTICATE', { access_token: token });
    assert.ok(replies.every(({ evt }) => evt === null));
    assert.equal(asked.most, 1);
  }),
);

test(
  'AUTHENTICATE after a revocation does not share a request from before',
  withMockRpc(async (mock) => {
    const token = mock.grant(['rpc']);
    const release: (() => void)[] = [];
    const answer = mock.client.authorization.bind(mock.client);
    mock.client.authorization = async (access) => {
      const found = await answer(access);
      await new Promise<void>((resolve) => release.push(resolve));
      return found;
    };
    const [early, late] = await Promise.all([mock.connect(), mock.connect()]);
    const before = early.request('AUTHENTICATE', { access_token: token });
    await eventually(() => release.length === 1);
    mock.client.authorizations.delete(token);
    mock.client.dispatch('OAUTH2_TOKEN_REVOKE', {
      application_id: APPLICATION.id,
      token_hashes: [hashSecret(token)],
    });
    const after = late.request('AUTHENTICATE', { access_token: token });
    let isDone = false;
    const both = Promise.all([before, after]).finally(() => {
      isDone = true;
    });
    await eventually(() => {
      release.shift()?.();
      return isDone;
    });
    assert.deepEqual(
      (await both).map(({ data }) => data?.code),
      [4009, 4009],
    );
    await Promise.all([early.close(), late.close()]);
  }),
);

test(
  'proxied calls with one token ask the service once at a time about it',
  withMockRpc(async (mock) => {
    const token = mock.grant(['rpc.api']);
    await flood(mock, 1, 1, 'AUTHENTICATE', { access_token: token });
    const asked = count(mock, 'authorization');
    // Nobody listens where they are forwarded to.
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`http://127.0.0.1:${mock.port}/users/@me`, { headers })).status;
      }),
    );
    assert.ok(statuses.every((status) => status >= 502));
    assert.equal(asked.most, 1);
  }),
);

const REMEMBERED = {
  allowsKeyCapture: () => false,
  async ask({ give }) {
    const grant = { allowed: true, lasting: true, keyCapture: false } as const;
    await give(grant);
    return grant;
  },
} satisfies Consent;

test(
  'pipelined AUTHORIZE with a remembered answer has few requests at a time, and gives each its code',
  withMockRpc(
    async (mock) => {
      const asked = count(mock, 'application', 'authorize', 'checkAuthorization');
      const args = { client_id: APPLICATION.id, scopes: ['rpc'] };
      const replies = await flood(mock, 20, 50, 'AUTHORIZE', args);
      assert.equal(new Set(replies.map(({ data }) => data?.code)).size, 1_000);
      assert.ok(asked.most <= 4, `${asked.most} at a time`);
    },
    { consent: REMEMBERED },
  ),
);

test(
  'pipelined AUTHORIZE of a stranger shares the requests before the person is asked',
  withMockRpc(
    async (mock) => {
      const asked = count(mock, 'application', 'authorize', 'checkAuthorization');
      const args = { client_id: APPLICATION.id, scopes: ['rpc', 'messages.read'] };
      await flood(mock, 20, 50, 'AUTHORIZE', args);
      assert.equal(asked.most, 1);
      assert.ok(asked.made <= 2 * 50 + 20, `${asked.made} of 1000`);
    },
    {
      consent: {
        allowsKeyCapture: () => false,
        ask: async () => ({ allowed: false, keyCapture: false, reason: 'denied', retryAfter: 0 }),
      },
    },
  ),
);
