import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import type { WebSocket } from 'ws';
import { FrameDeadlines } from '#guildhall/rpc/transport/frame-deadlines.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

test('connections in the middle of no frame wake nobody', async () => {
  const clock = new ManualClock();
  const deadlines = new FrameDeadlines(10, clock);
  const [socket, raw] = [new EventEmitter(), new EventEmitter()];
  deadlines.watch(socket as WebSocket, raw as Socket);
  assert.equal(clock.timers, 0);
  for (let frame = 0; frame < 2; frame += 1) {
    raw.emit('data');
    assert.equal(clock.timers, 1);
    socket.emit('message');
    await clock.advance(1000);
    assert.equal(clock.timers, 0);
  }
  raw.emit('data');
  await deadlines.stop();
  assert.equal(clock.timers, 0);
});
