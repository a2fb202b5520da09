import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EventLog } from '#guildhall/api/gateway/event-log.js';
import { EncodedEvent } from '#guildhall/api/gateway/frames/encoded-event.js';
import { FrameFormats } from '#guildhall/api/gateway/frames/frame-format.js';
import { DEFAULT_REPLAY_LIMITS, type ReplayLimits } from '#guildhall/api/gateway/replay-limits.js';
import { SendingTurns } from '#guildhall/api/gateway/sending-turns.js';
import { Session } from '#guildhall/api/gateway/session.js';
import { SessionIndex } from '#guildhall/api/gateway/session-index.js';
import type { SessionOptions } from '#guildhall/api/gateway/session-options.js';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';
import type { SharedEvent } from '#guildhall/guilds/events.js';
import { GUILD } from '../../guilds/worlds.js';

const format = new FrameFormats(API_VERSIONS).get('json', '6');

const REPLAY_EVENTS = DEFAULT_REPLAY_LIMITS.replayEvents;

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

  test('count what several of them keep once, until the last one forgets it', () => {
    const [first, second] = [new EventLog(limits), new EventLog(limits)];
    second.use = first.use;
    const event = encoded();
    for (const log of [first, second]) append(log, event);
    assert.equal(first.use.bytes, SIZE);
    const { use } = first;
    first.use = new EventLog(limits).use;
    assert.equal(use.bytes, SIZE);
    second.use = new EventLog(limits).use;
    assert.equal(use.bytes, 0);
  });

  test('of shards count what others have, too, because each of them has other events', () => {
    const logs = Array.from({ length: 4 }, () => new EventLog(limits, { isSharded: true }));
    for (const log of logs) if (logs[0] !== undefined && log !== logs[0]) log.use = logs[0].use;
    for (let count = 0; count < 9; count += 1) for (const log of logs) append(log, shared());
    assert.equal(logs[0]?.use.bytes, 4 * SIZE);
    assert.ok(logs.every((log) => log.canReplay(8) && !log.canReplay(7)));
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

describe('The unread events of the sessions of a user', () => {
  const limits = { ...DEFAULT_REPLAY_LIMITS, replayBytes: 8 * SIZE };
  let dropped: number;

  /** A session whose client does not read. */
  const connect = (index: SessionIndex, replayLimits = limits): Session => {
    assert.ok(format);
    const transport = {
      ...{ format, isClosed: false, hasRoom: false, close() {}, dispatch() {} },
      dropSlowReader() {
        transport.isClosed = true;
        dropped += 1;
      },
    };
    const options = {
      ...{ id: String(index.size), resumeId: '', caller: { user: { id: '2' } }, shard: null },
      status: { status: 'online', game: null },
    } as unknown as SessionOptions;
    const session = new Session(options, transport, { replayLimits, turns: new SendingTurns() });
    session.joinedEarly = null;
    index.add(session);
    return session;
  };

  test('end those that have more than their share when all have too many', () => {
    dropped = 0;
    const index = new SessionIndex();
    const sessions = Array.from({ length: 4 }, () => connect(index));
    for (let count = 0; count < 2; count += 1) for (const session of sessions) session.dispatch(encoded());
    assert.equal(dropped, 0);
    sessions[0]?.dispatch(encoded());
    assert.deepEqual([dropped, sessions[0]?.canReplay(0)], [1, false]);
    for (let count = 0; count < 9; count += 1) for (const session of sessions) session.dispatch(encoded());
    assert.deepEqual([dropped, sessions[0]?.replayUse.bytes], [4, 8 * SIZE]);
  });

  test('end none that has few, however many sessions share the limit', () => {
    dropped = 0;
    const index = new SessionIndex();
    const sessions = Array.from({ length: 100 }, () => connect(index, { ...limits, replayBytes: 32 * SIZE }));
    for (const session of sessions) session.dispatch(encoded());
    assert.equal(dropped, 0);
    for (let count = 0; count < 2; count += 1) sessions[0]?.dispatch(encoded());
    assert.equal(dropped, 1);
  });

  test('are not too many if all keep the same', () => {
    dropped = 0;
    const index = new SessionIndex();
    const sessions = Array.from({ length: 4 }, () => connect(index));
    for (const event of Array.from({ length: 4 }, encoded)) {
      for (const session of sessions) session.dispatch(event);
    }
    assert.deepEqual([dropped, sessions[0]?.replayUse.bytes], [0, 4 * SIZE]);
  });
});

const CHANNEL = '300';

function made(event: SharedEvent): EncodedEvent {
  const encodedEvent = EncodedEvent.ofGuild(GUILD, event);
  assert.ok(format);
  encodedEvent.prepare(format);
  return encodedEvent;
}

const typing = (userId: string, channelId = CHANNEL) =>
  made({ type: 'typingStarted', channelId, userId, at: 1 });
const presence = (userId: string, status: 'online' | 'idle' = 'online') =>
  made({ type: 'presenceUpdated', presence: { userId, roles: [], status, game: null } });

/** Events by their numbers, and what a client receives that resumes. */
class Client {
  readonly #received: [sequence: number, event: EncodedEvent][] = [];
  readonly log: EventLog;

  constructor(limits: Partial<ReplayLimits> = {}) {
    this.log = new EventLog({ ...DEFAULT_REPLAY_LIMITS, ...limits });
  }

  /** Sends events on a connection, which may be lost. @returns the last number */
  send(...events: EncodedEvent[]): number {
    for (const event of events) {
      this.log.append(event);
      this.#take();
      this.log.forgetSent();
    }
    return this.log.last;
  }

  /** Events while there is no connection. */
  miss(...events: EncodedEvent[]): void {
    for (const event of events) {
      this.log.append(event);
      this.log.forgetUnsent();
    }
  }

  /** @returns what it receives after a number, null: it has to identify again */
  resume(sequence: number): [sequence: number, event: EncodedEvent][] | null {
    if (!this.log.canReplay(sequence)) return null;
    this.log.rewind(sequence);
    this.#received.length = 0;
    while (this.log.hasUnsent) this.#take();
    this.log.forgetSent();
    return [...this.#received];
  }

  #take(): void {
    const event = this.log.take();
    if (event !== null) this.#received.push([this.log.sent, event]);
  }
}

/** Many more events of one user than are kept. */
const flood = (make: (index: number) => EncodedEvent, count = 20 * REPLAY_EVENTS) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('A session that is resumed', () => {
  const most = REPLAY_EVENTS * (3 / 4);

  for (const [what, make] of [
    ['TYPING_START of one user', () => typing('2')],
    ['TYPING_START in ever other channels', (index: number) => typing('2', String(400 + index))],
    ['TYPING_START of ever other users', (index: number) => typing(String(400 + index))],
    ['PRESENCE_UPDATE of one user', (index: number) => presence('2', index % 2 === 0 ? 'idle' : 'online')],
  ] as const) {
    test(`has what it missed although it is followed by much ${what}`, () => {
      const client = new Client();
      const seq = client.send(encoded());
      const missed = Array.from({ length: most - 2 }, encoded);
      const online = presence('3');
      client.send(online, ...missed, typing('3'));
      const events = flood(make);
      const last = client.send(...events);
      const received = client.resume(seq) ?? [];
      assert.ok(received.length <= REPLAY_EVENTS);
      assert.deepEqual(
        received.slice(0, most - 1),
        [online, ...missed].map((event, index) => [seq + 1 + index, event]),
      );
      // The newest one says the state of now.
      assert.deepEqual(received.at(-1), [last, events.at(-1)]);
      assert.ok(received.every(([number], index) => index === 0 || number > (received[index - 1]?.[0] ?? 0)));
      const next = encoded();
      client.send(next);
      assert.deepEqual(client.resume(last), [[last + 1, next]]);
    });
  }

  test('receives the newest TYPING_START of each user and channel, and the newest PRESENCE_UPDATE of each member', () => {
    const client = new Client();
    const seq = client.send(encoded());
    const others = [typing('3'), typing('2', '301'), presence('4'), made({ type: 'guildDeleted' })];
    client.send(typing('3'), presence('4', 'idle'), ...others, ...flood(() => typing('2')));
    const received = client.resume(seq)?.map(([, event]) => event) ?? [];
    assert.deepEqual(received.slice(0, 4), others);
  });

  test('has what it missed although much more TYPING_START followed without a connection than is kept', () => {
    const size = typing('2').size;
    const client = new Client({ replayBytes: 64 * size });
    const seq = client.send(encoded());
    const missed = Array.from({ length: 16 }, encoded);
    client.miss(...missed, ...flood(() => typing('2')));
    const received = client.resume(seq) ?? [];
    assert.deepEqual(
      received.slice(0, 16),
      missed.map((event, index) => [seq + 1 + index, event]),
    );
    // Only what was sent has a number.
    assert.deepEqual(
      received.map(([number]) => number),
      received.map((_, index) => seq + 1 + index),
    );
    assert.ok(client.log.unsentBytes === 0 && received.length <= 64);
  });

  test('cannot continue from before events that were needed and are not kept', () => {
    const client = new Client();
    client.send(...flood(() => typing('2')));
    const seq = client.log.last;
    client.send(...Array.from({ length: REPLAY_EVENTS }, encoded));
    assert.equal(client.resume(seq)?.length, REPLAY_EVENTS);
    client.send(encoded(), ...flood(() => typing('2')));
    assert.equal(client.resume(seq), null);
  });

  test('twice, the second time from later, receives nothing again', () => {
    const client = new Client();
    const events = Array.from({ length: 9 }, encoded);
    client.send(...events);
    client.log.rewind(2);
    client.log.take();
    assert.deepEqual(
      client.resume(7)?.map(([number]) => number),
      [8, 9],
    );
  });
});

test('a log looks at its events for replaced ones once for many of them', () => {
  let read = 0;
  const client = new Client();
  const counted = () => {
    const event = typing('2');
    const { replaceable } = event;
    Object.defineProperty(event, 'replaceable', {
      get() {
        read += 1;
        return replaceable;
      },
    });
    return event;
  };
  client.send(...Array.from({ length: REPLAY_EVENTS }, encoded), ...flood(counted));
  assert.ok(read < 20 * REPLAY_EVENTS * 16, `${read} times`);
});

describe('The log of a session that moves', () => {
  test('gives events with their numbers, of which replaced ones are missing, and those that were not sent the next ones', () => {
    const { log } = new Client();
    const sent = [encoded(), typing('2'), typing('2'), encoded(), typing('2')];
    for (const event of sent) log.append(event);
    for (const _ of sent) log.take();
    const unsent = [presence('2'), typing('3'), presence('2', 'idle')];
    for (const event of unsent) log.append(event);
    const expected = [sent[0], sent[3], sent[4], unsent[1], unsent[2]];
    const given = log.newest(9_999, 9_999);
    assert.deepEqual(
      given?.events.map(({ event, sequence }) => [sequence, event]),
      [1, 4, 5, 6, 7].map((sequence, index) => [sequence, expected[index]]),
    );
    assert.equal(given?.last, 7);
    const there = new EventLog(DEFAULT_REPLAY_LIMITS, { before: given ?? undefined });
    assert.deepEqual([there.canReplay(0), there.canReplay(7), there.canReplay(8)], [true, true, false]);
    there.rewind(3);
    there.take();
    assert.deepEqual([there.sent, there.last], [4, 7]);
  });

  test('gives everything that was not sent, and as much as fits of what was sent', () => {
    const { events, log } = logOf(4, 2);
    const given = (sentBytes: number) =>
      log.newest(sentBytes, 2 * SIZE)?.events.map(({ event }) => events.indexOf(event));
    assert.deepEqual(given(0), [4, 5]);
    assert.deepEqual(given(2 * SIZE), [2, 3, 4, 5]);
    assert.deepEqual(given(99 * SIZE), [0, 1, 2, 3, 4, 5]);
  });

  test('gives nothing if what was not sent does not fit', () => {
    assert.equal(logOf(4, 2).log.newest(99 * SIZE, 2 * SIZE - 1), null);
  });

  test('continues with the next number, and replays what it was given', () => {
    const events = [encoded(), encoded(), encoded()];
    const numbered = events.map((event, index) => ({ sequence: 8 + index, event }));
    const log = new EventLog(DEFAULT_REPLAY_LIMITS, { before: { last: 10, events: numbered } });
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
