import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RpcClose } from '#guildhall/protocol/rpc/close-codes.js';
import { UnauthenticatedConnections } from '#guildhall/rpc/transport/unauthenticated-connections.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const LIMITS = {
  authenticateSeconds: 60,
  unauthenticatedConnections: 8,
  unauthenticatedConnectionsPerApplication: 4,
  localConnections: 4,
  localConnectionsPerProgram: 2,
};

function setUp() {
  const clock = new ManualClock();
  const connections = new UnauthenticatedConnections(LIMITS, clock);
  const closes: [string, RpcClose['reason']][] = [];
  const admit = (name: string, application = '100', origin = '', process: string | null = null) =>
    connections.admit({
      application: { id: application },
      origin,
      local: null,
      findPeer: async () => process,
      cutOff: ({ reason }) => closes.push([name, reason]),
    });
  return { clock, closes, admit };
}

/** A question whose answer the test gives. */
function question() {
  let [resolve, reject] = [(_answer: string): void => {}, (_error: Error): void => {}];
  const promise = new Promise<string>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

test('a connection that does not authenticate in time is closed, an authenticated one stays', async () => {
  const { clock, closes, admit } = setUp();
  const authenticated = admit('authenticated');
  admit('idle').touch();
  authenticated.leave();
  await clock.advance(59_999);
  assert.deepEqual(closes, []);
  await clock.advance(1);
  assert.deepEqual(closes, [['idle', 'Not authenticated in time']]);
  await clock.advance(3_600_000);
  assert.equal(closes.length, 1);
  assert.equal(clock.timers, 0);
});

test('the deadline is suspended while the person is asked', async () => {
  const { clock, closes, admit } = setUp();
  const seat = admit('asking');
  await clock.advance(50_000);
  const first = question();
  const second = question();
  const answers = [seat.whileAsking(first.promise), seat.whileAsking(second.promise)];
  await clock.advance(3_600_000);
  first.resolve('denied');
  await clock.advance(3_600_000);
  second.resolve('allowed');
  assert.deepEqual(await Promise.all(answers), ['denied', 'allowed']);
  await clock.advance(9_999);
  assert.deepEqual(closes, []);
  await clock.advance(1);
  assert.deepEqual(closes, [['asking', 'Not authenticated in time']]);
});

test('a connection that closes while the person is asked leaves no timer and no seat', async () => {
  const { clock, closes, admit } = setUp();
  const answer = question();
  const seat = admit('asking');
  const asked = seat.whileAsking(answer.promise);
  seat.leave();
  answer.reject(new RangeError('withdrawn'));
  await assert.rejects(asked, RangeError);
  assert.equal(clock.timers, 0);
  for (let count = 0; count < 4; count += 1) admit(`newcomer ${count}`);
  assert.deepEqual(closes, []);
});

test('idle newcomers do not displace connections that wait for the person', () => {
  const { closes, admit } = setUp();
  const asking = admit('asking');
  void asking.whileAsking(new Promise(() => {}));
  for (let count = 0; count < 20; count += 1) admit(`flood ${count}`);
  assert.equal(closes.length, 16);
  assert.ok(
    closes.every(([name, reason]) => name !== 'asking' && reason === 'Too many unauthenticated connections'),
  );
});

test('connections that wait for the person have as few seats as idle ones', () => {
  const { closes, admit } = setUp();
  for (let count = 0; count < 20; count += 1) void admit(`flood ${count}`).whileAsking(new Promise(() => {}));
  assert.equal(closes.length, 12);
});

test('connections that ask do not displace earlier ones of their application', () => {
  const { closes, admit } = setUp();
  void admit('honest').whileAsking(new Promise(() => {}));
  for (let count = 0; count < 20; count += 1) void admit(`flood ${count}`).whileAsking(new Promise(() => {}));
  assert.ok(closes.every(([name]) => name !== 'honest'));
});

test('a connection without a seat to wait for the person has the deadline of an idle one', async () => {
  const { clock, closes, admit } = setUp();
  for (let count = 0; count < 5; count += 1) void admit(`asks ${count}`).whileAsking(new Promise(() => {}));
  await clock.advance(3_600_000);
  assert.deepEqual(closes, [['asks 4', 'Not authenticated in time']]);
});

test('others of its application do not displace a connection that the person agreed to, until its deadline', async () => {
  const { clock, closes, admit } = setUp();
  const seat = admit('agreed');
  await seat.whileAsking(Promise.resolve('allowed'));
  seat.markAgreed();
  for (let count = 0; count < 20; count += 1) {
    const flood = admit(`flood ${count}`);
    if (count % 2 === 0) flood.markAgreed();
  }
  assert.ok(closes.every(([name]) => name !== 'agreed'));
  closes.length = 0;
  await clock.advance(60_000);
  assert.deepEqual(closes.length, 8);
  assert.deepEqual(closes[0], ['agreed', 'Not authenticated in time']);
  assert.equal(clock.timers, 0);
});

test('a connection that the person agreed to and that asks again keeps its seat', async () => {
  const { clock, closes, admit } = setUp();
  const seat = admit('agreed');
  seat.markAgreed();
  const again = question();
  const asked = seat.whileAsking(again.promise);
  await clock.advance(3_600_000);
  again.resolve('denied');
  await asked;
  for (let count = 0; count < 20; count += 1) admit(`flood ${count}`);
  assert.ok(closes.every(([name]) => name !== 'agreed'));
});

test('an application that fills its seats takes none of another application', () => {
  const { closes, admit } = setUp();
  admit('honest', '200');
  for (let count = 0; count < 20; count += 1) admit(`flood ${count}`, '100', `origin ${count % 2}`);
  assert.equal(closes.length, 16);
  assert.ok(closes.every(([name]) => name !== 'honest'));
});

test('within one application and origin, the process with the most connections loses one', async () => {
  const { clock, closes, admit } = setUp();
  admit('honest', '100', 'origin', 'process 1');
  for (let count = 0; count < 3; count += 1) admit(`flood ${count}`, '100', 'origin', 'process 2');
  await clock.advance(2_000);
  for (let count = 3; count < 23; count += 1) {
    admit(`flood ${count}`, '100', 'origin', 'process 2');
    await clock.advance(2_000);
  }
  assert.ok(closes.length >= 19);
  assert.ok(closes.every(([name]) => name !== 'honest'));
});
