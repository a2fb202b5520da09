import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '#guildhall/platform/async/events.js';
import { createLogger } from '#guildhall/platform/log.js';

test("a listener's exception is logged with its source and does not affect other listeners", () => {
  const lines: string[] = [];
  const log = createLogger('error', { write: (line) => lines.push(line) });
  const events = Emitter.logging<{ changed: number }>(log, 'chat');
  const seen: number[] = [];
  events.on('changed', () => {
    throw new TypeError('broken');
  });
  events.on('changed', (value) => seen.push(value));
  events.emit('changed', 7);
  assert.deepEqual(seen, [7]);
  const [line = '{}'] = lines;
  const { source, msg, err } = JSON.parse(line);
  assert.deepEqual([lines.length, source, msg, err.message], [1, 'chat', 'event listener failed', 'broken']);
});
