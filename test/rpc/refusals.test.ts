import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '#guildhall/control/doctor/examine.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { Refusals } from '#guildhall/rpc/applications/refusals.js';
import { healthyDaemon } from '../control/doctor/support/healthy-daemon.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { APPLICATION, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';
import { RawRpcClient } from '../helpers/rpc-client.js';

const refused = (applicationId: string, origin: string | null, reason = 'origin' as const) => ({
  reason,
  applicationId,
  origin,
});

test('refusals that are alike are counted together, the newest first', () => {
  const refusals = new Refusals(new ManualClock());
  for (const origin of ['https://a', 'https://b', 'https://a']) refusals.record(refused('1', origin));
  assert.deepEqual(
    refusals.list().map(({ origin, times }) => [origin, times]),
    [
      ['https://a', 2],
      ['https://b', 1],
    ],
  );
});

test('the number of refusals and the length of their texts are bounded', () => {
  const refusals = new Refusals(new ManualClock());
  for (let index = 0; index < 5000; index += 1) {
    refusals.record(refused(`${index}${'9'.repeat(5000)}`, `https://${index}${'a'.repeat(5000)}`));
  }
  const list = refusals.list();
  assert.equal(list.length, 32);
  assert.ok(JSON.stringify(list).length < 32 * 700);
  assert.match(list[0]?.origin ?? '', /^https:\/\/4999a/);
});

test('a page that tries many client ids displaces no refusals of others', () => {
  const refusals = new Refusals(new ManualClock());
  refusals.record(refused('1', 'https://overlay.example'));
  for (let index = 0; index < 5000; index += 1) {
    refusals.record({
      reason: 'unknown-application',
      applicationId: `${index}`,
      origin: 'https://evil.example',
    });
  }
  assert.deepEqual(
    refusals.list().map(({ origin, times }) => [origin, times]),
    [
      ['https://evil.example', 5000],
      ['https://overlay.example', 1],
    ],
  );
});

test('refusals are forgotten after an hour, and when the client is accepted', async () => {
  const clock = new ManualClock();
  const refusals = new Refusals(clock);
  refusals.record(refused('1', 'https://a'));
  refusals.record(refused('1', null));
  refusals.record(refused('2', 'https://a'));
  refusals.forget('1', 'https://a');
  assert.deepEqual(
    refusals.list().map(({ applicationId }) => applicationId),
    ['2'],
  );
  await clock.advance(3_600_001);
  assert.deepEqual(refusals.list(), []);
});

test(
  'the RPC server remembers what refused connections sent, and nothing of accepted ones',
  withMockRpc(async ({ port, server }) => {
    const open = async (clientId: string, origin?: string) => {
      const client = await RawRpcClient.open({ port, clientId, origin });
      await Promise.race([client.closed, client.next()]);
      client.socket.terminate();
    };
    await open(APPLICATION.id, ORIGIN);
    await open(APPLICATION.id, 'https://evil.example');
    await open(APPLICATION.id);
    await open('7', ORIGIN);
    assert.deepEqual(
      server.refusals.list().map(({ reason, applicationId, origin }) => [reason, applicationId, origin]),
      [
        ['unknown-application', '7', ORIGIN],
        ['origin', APPLICATION.id, null],
        ['origin', APPLICATION.id, 'https://evil.example'],
      ],
    );
  }),
);

test('the command of a refused origin has no origin that cannot be registered, and no text for a shell', async () => {
  const origins = [
    'null',
    "https://a'; touch /tmp/x; '",
    'https://a$(id)',
    'https://a b',
    'javascript:alert(1)',
    'https://A.example',
    'https://a/path',
    `https://${'a'.repeat(300)}`,
  ];
  for (const origin of [...origins, 'https://good.example:8443']) {
    const refusals = new Refusals(new ManualClock());
    refusals.record(refused(APPLICATION.id, origin));
    const daemon = { ...healthyDaemon, refusals, findApplication: async () => APPLICATION };
    const findings = await examine({
      home: '/nonexistent/guildhall',
      environment: {},
      platform: process.platform,
      nodeVersion: process.versions.node,
      daemon,
      daemonSilence: null,
      homeProcess: null,
      startChecks: [],
      role: 'daemon',
      flags: {},
      clock: systemClock,
      now: 0,
    });
    const command = findings.find(({ code }) => code === 'origin_refused')?.command;
    const expected = `guildhall apps update 100 --origin ${ORIGIN} --origin ${origin} --home /nonexistent/guildhall`;
    assert.equal(command, origins.includes(origin) ? null : expected, origin);
  }
});
