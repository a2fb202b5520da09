import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MockRpc, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';
import { withClock } from '../helpers/with-clock.js';

const DEVICE = {
  type: 'audiooutput',
  id: '{CD1FD7EC}',
  vendor: { name: 'Acme', url: 'https://acme.example' },
  model: { name: 'Headset', url: 'https://acme.example/headset' },
  related: ['{4B1D5C0D}'],
};

interface Post {
  readonly query?: string;
  readonly origin?: string;
  readonly payload: unknown;
}

function post({ port }: MockRpc, { query = 'v=1&client_id=100', origin, payload }: Post) {
  return fetch(`http://127.0.0.1:${port}/rpc?${query}`, {
    method: 'POST',
    headers: origin === undefined ? {} : { origin },
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}

const reported = ({ hardware }: MockRpc) => hardware.certifiedDevices.all.find('audiooutput', DEVICE.id);
const report = { cmd: 'SET_CERTIFIED_DEVICES', args: { devices: [DEVICE] }, nonce: 1 };

test(
  'a vendor tool reports its devices with one request, and each report replaces the one before',
  withMockRpc(async (mock) => {
    const response = await post(mock, { payload: report });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '{"cmd":"SET_CERTIFIED_DEVICES","data":null,"evt":null,"nonce":1}');
    assert.deepEqual(reported(mock), DEVICE);
    await post(mock, { payload: { ...report, args: { devices: [] } } });
    assert.equal(reported(mock), null);
  }),
);

test(
  'a browser page may post only from a registered origin',
  withMockRpc(async (mock) => {
    const allowed = await post(mock, { origin: ORIGIN, payload: report });
    assert.equal(allowed.status, 200);
    for (const origin of ['https://evil.example', 'null']) {
      const refused = await post(mock, { origin, payload: { ...report, args: { devices: [] } } });
      assert.equal(refused.status, 403);
      assert.deepEqual(await refused.json(), { code: 4001, message: 'Invalid Origin' });
      assert.equal(refused.headers.get('access-control-allow-origin'), null);
    }
    assert.deepEqual(reported(mock), DEVICE);
  }),
);

test(
  'a page of a registered origin gets a preflight response and may read the reply; no other page may',
  withMockRpc(async (mock) => {
    const preflight = (origin: string | null, query = 'v=1&client_id=100') =>
      fetch(`http://127.0.0.1:${mock.port}/rpc?${query}`, {
        method: 'OPTIONS',
        headers: { 'access-control-request-method': 'POST', ...(origin === null ? {} : { origin }) },
      });
    const allowed = await preflight(ORIGIN);
    assert.equal(allowed.status, 204);
    assert.equal(await allowed.text(), '');
    const header = (name: string) => allowed.headers.get(`access-control-allow-${name}`);
    assert.deepEqual(['origin', 'methods', 'headers', 'credentials'].map(header), [
      ORIGIN,
      'POST',
      'content-type',
      null,
    ]);
    assert.match(allowed.headers.get('vary') ?? '', /^Origin/);
    const reply = await post(mock, { origin: ORIGIN, payload: report });
    assert.equal(reply.headers.get('access-control-allow-origin'), ORIGIN);
    const withoutOrigin = await post(mock, { payload: report });
    assert.equal(withoutOrigin.headers.get('access-control-allow-origin'), null);
    for (const [origin, query, status] of [
      ['https://evil.example', undefined, 403],
      ['null', undefined, 403],
      [null, undefined, 403],
      // Another application's registered origin says nothing about this one.
      [ORIGIN, 'v=1&client_id=101', 403],
    ] as const) {
      const refused = await preflight(origin, query);
      assert.equal(refused.status, status, `${origin}`);
      assert.equal(refused.headers.get('access-control-allow-origin'), null);
    }
  }),
);

test(
  'commands that need a person are refused with 4006, AUTHENTICATE and AUTHORIZE included',
  withMockRpc(async (mock) => {
    for (const cmd of ['GET_GUILDS', 'CAPTURE_SHORTCUT', 'SUBSCRIBE', 'AUTHORIZE', 'AUTHENTICATE']) {
      const response = await post(mock, { payload: { cmd, nonce: 'x', args: {} } });
      assert.equal(response.status, 200);
      const { evt, data, nonce } = (await response.json()) as Record<string, { code: number }>;
      assert.deepEqual({ evt, code: data?.code, nonce }, { evt: 'ERROR', code: 4006, nonce: 'x' });
    }
  }),
);

test(
  'an invalid request is refused with its error, and has no effect',
  withMockRpc(async (mock) => {
    const rows: [Post, number, number][] = [
      [{ payload: 'not json' }, 200, 4000],
      [{ payload: '42' }, 200, 4000],
      [{ payload: { ...report, args: { devices: 'all' } } }, 200, 4000],
      [{ query: 'client_id=100', payload: report }, 400, 4004],
      [{ query: 'v=1&client_id=7', payload: report }, 400, 4000],
      [{ payload: 'x'.repeat(300_000) }, 413, 0],
    ];
    for (const [request, status, code] of rows) {
      const response = await post(mock, request);
      assert.equal(response.status, status);
      const body = (await response.json()) as { code?: number; data?: { code: number } };
      assert.equal(body.data?.code ?? body.code, code);
    }
    assert.equal(reported(mock), null);
  }),
);

test(
  'a program that posts too much is answered with 429, another one of the same application is served',
  withClock(
    async (mock) => {
      const payload = { ...report, args: { devices: [] }, nonce: 'x'.repeat(8000) };
      mock.peerProcesses.process = 'flooding';
      const statuses: number[] = [];
      for (let count = 0; count < 40; count += 1) statuses.push((await post(mock, { payload })).status);
      assert.equal(statuses[0], 200);
      // 10,000 units for the application and as many for its process; a request costs about 8,700.
      assert.ok(statuses.filter((status) => status === 429).length >= 15, `${statuses}`);
      mock.peerProcesses.process = 'honest';
      assert.equal((await post(mock, { payload: report })).status, 200);
      mock.peerProcesses.process = null;
      const unknown = await Promise.all(Array.from({ length: 8 }, () => post(mock, { payload })));
      assert.ok(unknown.some(({ status }) => status === 429));
    },
    { limits: { unauthenticatedWorkPerSecond: 2_000 } },
  ),
);
