import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { FrameDeadlines } from '#guildhall/net/frames/frame-deadlines.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const MASK = [0, 0, 0, 0];
const WHOLE = Buffer.from([0x81, 0x80 | 2, ...MASK, 1, 2]);
const HALF = WHOLE.subarray(0, 7);
const FIRST_FRAGMENT = Buffer.from([0x01, 0x80 | 2, ...MASK, 1, 2]);
const LAST_FRAGMENT = Buffer.from([0x80, 0x80 | 2, ...MASK, 3, 4]);
const PING = Buffer.from([0x89, 0x80, ...MASK]);

/** The two ends of a connection as far as deadlines see them. */
class FakeConnection extends EventEmitter {
  readonly raw = new PassThrough();
  isPaused = false;
  isEnded = false;

  constructor(deadlines: FrameDeadlines<FakeConnection>) {
    super();
    deadlines.watch(this, this.raw);
  }

  receive(...chunks: Buffer[]): void {
    for (const chunk of chunks) this.raw.emit('data', chunk);
  }

  end(): void {
    this.isEnded = true;
    this.emit('close');
  }
}

function setUp(totalBytes = 1000) {
  const clock = new ManualClock();
  const deadlines = new FrameDeadlines<FakeConnection>({ seconds: 10, totalBytes }, clock, (connection) =>
    connection.end(),
  );
  return { clock, deadlines, connect: () => new FakeConnection(deadlines) };
}

test('a connection between messages sets no timer', async () => {
  const { clock, deadlines, connect } = setUp();
  const connection = connect();
  connection.receive(WHOLE, PING, WHOLE);
  assert.equal(clock.timers, 0);
  connection.receive(HALF);
  assert.equal(clock.timers, 1);
  connection.receive(WHOLE.subarray(7));
  await clock.advance(1000);
  assert.equal(clock.timers, 0);
  connection.receive(HALF);
  await deadlines.stop();
  assert.equal(clock.timers, 0);
});

const endless: [what: string, begin: Buffer, goOn: Buffer][] = [
  ['half a frame', HALF, Buffer.alloc(0)],
  ['a fragmented message with pings in it', FIRST_FRAGMENT, PING],
  ['a fragmented message whose fragments continue', FIRST_FRAGMENT, Buffer.from([0x00, 0x80, ...MASK])],
  ['half a ping', PING.subarray(0, 3), Buffer.alloc(0)],
  ['a header that never ends', Buffer.from([0x81, 0x80 | 127, 0, 0]), Buffer.from([0])],
];

for (const [what, begin, goOn] of endless) {
  test(`${what} is closed with 1008 at its deadline`, async () => {
    const { clock, connect } = setUp();
    const connection = connect();
    connection.receive(begin);
    for (let second = 1; second <= 5; second += 1) {
      await clock.advance(1000);
      connection.receive(goOn);
    }
    assert.equal(connection.isEnded, false);
    await clock.advance(5500);
    assert.equal(connection.isEnded, true);
  });
}

test('each message has its own deadline, even if one ends in the chunk in which the next begins', async () => {
  const { clock, connect } = setUp();
  const connection = connect();
  connection.receive(HALF);
  for (let message = 0; message < 5; message += 1) {
    await clock.advance(8000);
    connection.receive(Buffer.concat([WHOLE.subarray(7), HALF]));
  }
  assert.equal(connection.isEnded, false);
});

test('a fragmented message that ends in time keeps its connection', async () => {
  const { clock, connect } = setUp();
  const connection = connect();
  connection.receive(FIRST_FRAGMENT);
  await clock.advance(5000);
  connection.receive(PING, LAST_FRAGMENT);
  await clock.advance(60_000);
  assert.equal(connection.isEnded, false);
});

test('time during which a connection is paused does not count', async () => {
  const { clock, connect } = setUp();
  const connection = connect();
  connection.receive(HALF);
  connection.isPaused = true;
  await clock.advance(60_000);
  connection.isPaused = false;
  await clock.advance(9000);
  assert.equal(connection.isEnded, false);
  await clock.advance(1500);
  assert.equal(connection.isEnded, true);
});

test('too many unfinished bytes close the connections with the oldest messages', () => {
  const { connect } = setUp(100);
  const connections = Array.from({ length: 16 }, connect);
  for (const connection of connections) connection.receive(HALF);
  // 14 times 7 bytes fit into 100.
  const ended = connections.map(({ isEnded }) => isEnded);
  assert.deepEqual(ended, [true, true, ...Array(14).fill(false)]);
  connections[5]?.receive(WHOLE.subarray(7));
  connect().receive(HALF);
  assert.equal(connections[2]?.isEnded, false, 'a finished message makes room');
});
