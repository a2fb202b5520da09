import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { PendingReplies } from '#guildhall/platform/async/pending-replies.js';
import {
  Deferred,
  unlessAborted,
  unlessLate,
  untilAborted,
  waitAtMost,
} from '#guildhall/platform/async/promises.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

test('waitAtMost returns when the promise is fulfilled, or after its time', async () => {
  const clock = new ManualClock();
  const done = new Deferred<void>();
  let returned = 0;
  const count = () => {
    returned += 1;
  };
  const waits = [waitAtMost(clock, 100, done.promise).then(count)];
  waits.push(waitAtMost(clock, 50, done.promise).then(count));
  await clock.advance(60);
  assert.equal(returned, 1);
  done.resolve();
  await Promise.all(waits);
  assert.equal(returned, 2);
});

test('waitAtMost throws the rejection reason', async () => {
  const failure = new TypeError('broken');
  await assert.rejects(waitAtMost(new ManualClock(), 100, Promise.reject(failure)), failure);
});

test("unlessLate returns the promise's value, and throws after its timeout", async () => {
  const clock = new ManualClock();
  const late = () => new TypeError('late');
  assert.equal(await unlessLate(clock, 100, Promise.resolve(1), late), 1);
  const failure = new TypeError('broken');
  await assert.rejects(unlessLate(clock, 100, Promise.reject(failure), late), failure);
  const refused = assert.rejects(unlessLate(clock, 100, new Deferred<number>().promise, late), /late/);
  await clock.advance(100);
  await refused;
});

test("unlessAborted returns the function's value, and stops waiting when the signal is aborted", async () => {
  const stopping = new AbortController();
  assert.equal(await unlessAborted(stopping.signal, async () => 1), 1);
  const wait = unlessAborted(stopping.signal, () => new Deferred<void>().promise);
  stopping.abort(new TypeError('stopped'));
  await assert.rejects(wait, /stopped/);
});

test('unlessAborted does not call the function if the signal is aborted already', async () => {
  const run = mock.fn(async () => assert.fail('called'));
  await assert.rejects(unlessAborted(AbortSignal.abort(new TypeError('stopped')), run), /stopped/);
  assert.equal(run.mock.callCount(), 0);
});

test('untilAborted waits for the signal, and returns at once if it is already aborted', async () => {
  const stopping = new AbortController();
  let hasEnded = false;
  const wait = untilAborted(stopping.signal).then(() => {
    hasEnded = true;
  });
  await Promise.resolve();
  assert.equal(hasEnded, false);
  stopping.abort();
  await wait;
  await untilAborted(stopping.signal);
});

test('each reply settles the request with its id', async () => {
  const replies = new PendingReplies<string>(new ManualClock(), 100);
  const ids: number[] = [];
  const request = () =>
    replies.request(
      (id) => ids.push(id),
      () => assert.fail('it timed out'),
    );
  const [first, second, third] = [request(), request(), request()];
  assert.deepEqual(ids, [1, 2, 3]);
  replies.resolve(2, 'second');
  replies.resolve(1, 'first');
  replies.resolve(9, 'unknown');
  replies.reject(3, new TypeError('refused'));
  assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
  await assert.rejects(third, /refused/);
});

test('a request without a reply calls its timeout, one with a reply does not', async () => {
  const clock = new ManualClock();
  const replies = new PendingReplies<string>(clock, 100);
  const late: string[] = [];
  const request = (name: string) =>
    replies.request(
      () => {},
      () => {
        late.push(name);
        replies.rejectAll(new TypeError('the connection ended'));
      },
    );
  const first = request('first');
  replies.resolve(1, 'reply');
  await clock.advance(50);
  const [second, third] = [request('second'), request('third')];
  const ended = Promise.all([second, third].map((each) => assert.rejects(each, /ended/)));
  await clock.advance(100);
  await ended;
  assert.equal(await first, 'reply');
  assert.deepEqual(late, ['second']);
});
