import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailureLog } from '#guildhall/api/core/http/failure-log.js';
import { GuildUnavailableError } from '#guildhall/cluster/requests/request-errors.js';
import { createLogger } from '#guildhall/platform/log.js';
import { ConflictError, StoreBusyError, StoreClosedError, StoreError } from '#guildhall/store/errors.js';
import { ManualClock } from '../../../hardware/support/manual-clock.js';

const REQUEST = { method: 'PATCH', route: '/guilds/{guild_id}' };

function createLog() {
  const lines: Record<string, unknown>[] = [];
  const clock = new ManualClock();
  const log = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  return { clock, lines, failures: new FailureLog(log, clock) };
}

test('while a guild is unavailable one warning without a stack is logged, and the next counts the others', async () => {
  const { clock, failures, lines } = createLog();
  for (let count = 0; count < 100; count += 1) failures.failed(new GuildUnavailableError(), REQUEST);
  await clock.advance(10_000);
  failures.failed(new GuildUnavailableError(), REQUEST);
  assert.deepEqual(
    lines.map(({ level, reason, route, others, err }) => ({ level, reason, route, others, err })),
    [undefined, 99].map((others) => ({
      ...{ level: 40, reason: 'no node could carry out the request in time', route: REQUEST.route },
      ...{ others, err: undefined },
    })),
  );
});

test('what many changes at once or a stop cause is a warning', () => {
  const { failures, lines } = createLog();
  failures.failed(new ConflictError('version'), REQUEST);
  failures.failed(new StoreBusyError(), REQUEST);
  failures.failed(new StoreClosedError(), REQUEST);
  assert.deepEqual(
    lines.map(({ level }) => level),
    [40, 40, 40],
  );
});

test('a failure for another reason is logged at once, with its stack', () => {
  const { failures, lines } = createLog();
  failures.failed(new GuildUnavailableError(), REQUEST);
  failures.failed(new StoreError('the disk is full', 'SQLITE_FULL'), REQUEST);
  assert.equal(lines[1]?.level, 50);
  assert.match(JSON.stringify(lines[1]?.err), /the disk is full.*stack/s);
});

test('each unexpected error is logged', () => {
  const { failures, lines } = createLog();
  for (let count = 0; count < 3; count += 1) failures.failed(new TypeError('a fault'), REQUEST);
  assert.equal(lines.length, 3);
});
