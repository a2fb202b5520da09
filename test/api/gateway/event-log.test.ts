import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EncodedEvent } from '#guildhall/api/gateway/encoded-event.js';
import { EventLog } from '#guildhall/api/gateway/event-log.js';
import { FrameFormats } from '#guildhall/api/gateway/frame-format.js';
import { DEFAULT_REPLAY_LIMITS } from '#guildhall/api/gateway/replay-limits.js';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';

const format = new FrameFormats(API_VERSIONS).get('json', '6');

/** An event that is encoded; all of them have the same size. */
function encoded(): EncodedEvent {
  const event = EncodedEvent.of('RESUMED', { _trace: [] });
  assert.ok(format);
  event.prepare(format);
  return event;
}

const SIZE = encoded().size;

/** A log of some events, of which the first were sent. */
function logOf(sent: number, unsent: number): { log: EventLog; events: EncodedEvent[] } {
  const log = new EventLog(DEFAULT_REPLAY_LIMITS);
  const events = Array.from({ length: sent + unsent }, encoded);
  for (const event of events) log.append(event);
  for (let index = 0; index < sent; index += 1) log.take();
  return { log, events };
}

describe('The logs of the sessions of a user', () => {
  const limits = { ...DEFAULT_REPLAY_LIMITS, replayBytes: 4 * SIZE };
  const append = (log: EventLog, event: EncodedEvent) => {
    log.append(event);
    log.take();
    log.forgetSent();
  };
  const shared = () => {
    const event = EncodedEvent.writtenBy(() => ({ name: 'RESUMED', data: { _trace: [] } }));
    assert.ok(format);
    event.prepare(format);
    return event;
  };

  test('keep a share each of what one of them may, whatever the others keep', () => {
    const [first, second] = [new EventLog(limits), new EventLog(limits)];
    second.use = first.use;
    for (let count = 0; count < 9; count += 1) append(first, encoded());
    assert.deepEqual([first.use.bytes, first.canReplay(5)], [4 * SIZE, true]);
    for (let count = 0; count < 3; count += 1) append(second, encoded());
    assert.deepEqual([second.canReplay(0), second.canReplay(1)], [false, true]);
    append(first, encoded());
    assert.equal(first.use.bytes, 4 * SIZE, 'each has its share, and so all together what one may');
  });

  test('keep events that others have, too, whatever their own are', () => {
    const [first, second] = [new EventLog(limits), new EventLog(limits)];
    second.use = first.use;
    for (let count = 0; count < 4; count += 1) append(first, encoded());
    for (let count = 0; count < 2; count += 1) append(second, shared());
    for (let count = 0; count < 2; count += 1) append(second, encoded());
    assert.equal(second.canReplay(0), true);
    append(second, encoded());
    assert.deepEqual([second.canReplay(2), second.canReplay(3)], [false, true]);
  });

  test('count what is sent again once, and nothing after the end', () => {
    const log = new EventLog(limits);
    for (let count = 0; count < 3; count += 1) append(log, encoded());
    log.rewind(1);
    log.take();
    log.take();
    log.forgetSent();
    assert.equal(log.use.bytes, 3 * SIZE);
    const { use } = log;
    log.use = new EventLog(limits).use;
    assert.equal(use.bytes, 0);
  });
});

describe('The log of a session that moves', () => {
  test('gives everything that was not sent, and as much as fits of what was sent', () => {
    const { events, log } = logOf(4, 2);
    const given = (sentBytes: number) =>
      log.newest(sentBytes, 2 * SIZE)?.map((event) => events.indexOf(event));
    assert.deepEqual(given(0), [4, 5]);
    assert.deepEqual(given(2 * SIZE), [2, 3, 4, 5]);
    assert.deepEqual(given(99 * SIZE), [0, 1, 2, 3, 4, 5]);
  });

  test('gives nothing if what was not sent does not fit', () => {
    assert.equal(logOf(4, 2).log.newest(99 * SIZE, 2 * SIZE - 1), null);
  });

  test('continues with the next number, and replays what it was given', () => {
    const events = [encoded(), encoded(), encoded()];
    const log = new EventLog(DEFAULT_REPLAY_LIMITS, { last: 10, events });
    assert.deepEqual([log.last, log.sent, log.hasUnsent, log.unsentBytes], [10, 10, false, 0]);
    assert.deepEqual(
      [6, 7, 10, 11].map((sequence) => log.canReplay(sequence)),
      [false, true, true, false],
    );
    const next = encoded();
    log.append(next);
    log.rewind(8);
    const expected = [events[1], events[2], next, null];
    for (const event of expected) assert.equal(log.take(), event);
    assert.equal(log.sent, 11);
  });
});
