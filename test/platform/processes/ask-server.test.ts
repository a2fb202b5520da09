import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { askServer, describeNoAnswer } from '#guildhall/platform/processes/ask-server.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { onlyPosix } from '../../helpers/only-on.js';
import { withUnixServer } from '../../helpers/unix-server.js';
import { passUntil } from '../../helpers/with-clock.js';

const GREETING = Uint8Array.of(1, 2, 3);

const skip = onlyPosix('there are no sockets in folders on Windows');

test('a server that replies to the greeting is distinguished from a silent one', { skip }, async () => {
  let received = Buffer.alloc(0);
  const reply = (socket: Socket) =>
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (received.length === GREETING.length) socket.write('x');
    });
  const clock = new ManualClock();
  await withUnixServer(reply, async (path) => {
    assert.equal(await askServer(path, GREETING, clock), 'replies');
  });
  assert.deepEqual([...received], [...GREETING]);
  await withUnixServer(
    (socket) => socket.resume(),
    async (path) => assert.equal(await passUntil(clock, askServer(path, GREETING, clock)), 'silent'),
  );
  assert.equal(clock.timers, 0);
});

test('a missing server, or one that closes connections, counts as not replying', { skip }, async () => {
  const clock = new ManualClock();
  let missing = '';
  for (const end of [(socket: Socket) => socket.end(), (socket: Socket) => socket.destroy()]) {
    await withUnixServer(end, async (path) => {
      missing = `${path}-missing`;
      assert.equal(await askServer(path, GREETING, clock), 'closes');
      assert.equal(await askServer(missing, GREETING, clock), 'unreachable');
    });
  }
  assert.deepEqual((['silent', 'closes', 'unreachable'] as const).map(describeNoAnswer), [
    ': it accepts connections, but sends nothing',
    ': it accepts connections, but closes them',
    '',
  ]);
});
