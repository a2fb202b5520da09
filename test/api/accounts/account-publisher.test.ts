import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountPublisher } from '#guildhall/api/accounts/account-publisher.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { createLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

/** A publisher for a user in ten guilds, whose tasks end when the test says so. */
function publisher(idsOfUser?: () => Promise<string[]>) {
  const clock = new ManualClock();
  const waiting: { guildId: string; end: Deferred<null> }[] = [];
  const started: string[] = [];
  const lines: string[] = [];
  const guildIds = Array.from({ length: 10 }, (_, index) => String(index));
  const accounts = new AccountPublisher({
    guildStore: { idsOfUser: idsOfUser ?? (async () => guildIds) },
    clock,
    publish: (guildId) => {
      const end = new Deferred<null>();
      waiting.push({ guildId, end });
      started.push(guildId);
      return end.promise;
    },
    log: createLogger('warn', { write: (line) => void lines.push(line) }),
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async () => {
    await turn();
    while (waiting.length > 0) {
      for (const { end, guildId } of waiting.splice(0)) {
        if (guildId === '3') end.reject(new Error('unavailable'));
        else end.resolve(null);
      }
      await turn();
    }
  };
  return { accounts, clock, endAll, guildIds, lines, started, turn, waiting };
}

test('a change of an account is published in four guilds at a time, also after one that fails', async () => {
  const { accounts, endAll, guildIds, started, turn, waiting } = publisher();
  const published = accounts.publish('7');
  await turn();
  assert.equal(waiting.length, 4);
  await endAll();
  await published;
  assert.deepEqual(started, guildIds);
});

test('changes during a publication share the next one', async () => {
  const { accounts, endAll, guildIds, started, turn } = publisher();
  const all = [accounts.publish('7')];
  await turn();
  all.push(accounts.publish('7'), accounts.publish('7'), accounts.publish('7'));
  await endAll();
  await Promise.all(all);
  assert.deepEqual(started, [...guildIds, ...guildIds]);
  const again = accounts.publish('7');
  await endAll();
  await again;
  assert.equal(started.length, 3 * guildIds.length);
});

test('a failure to read the guilds of a user does not affect later changes', async () => {
  let failures = 1;
  const { accounts, endAll, started, turn } = publisher(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('unavailable');
    return ['1'];
  });
  await Promise.all(
    [accounts.publish('7'), accounts.publish('7')].map((each) => Promise.race([each, turn()])),
  );
  await endAll();
  assert.deepEqual(started, ['1']);
  const again = accounts.publish('7');
  await endAll();
  await again;
  assert.deepEqual(started, ['1', '1']);
});

test('a change waits a second at most for guilds whose nodes do not answer', async () => {
  const { accounts, clock, endAll, turn } = publisher();
  let isOver = false;
  const published = accounts.publish('7').then(() => {
    isOver = true;
  });
  await turn();
  await clock.advance(999);
  assert.equal(isOver, false);
  await clock.advance(1);
  await published;
  await endAll();
});

test('publications in progress are finished when the service stops', async () => {
  const { accounts, endAll, guildIds, lines, started, turn } = publisher(async () => [
    '1',
    '2',
    '4',
    '5',
    '6',
  ]);
  const published = [accounts.publish('7'), accounts.publish('8')];
  await turn();
  published.push(accounts.publish('7'));
  const stopped = accounts.stop();
  await endAll();
  await Promise.all([...published, stopped]);
  assert.equal(started.length, 15);
  assert.ok(started.every((id) => guildIds.includes(id)));
  assert.deepEqual(lines, []);
});

test('a service that stops publishes to no further guild after half a second, and logs that', async () => {
  const { accounts, clock, endAll, lines, started, turn } = publisher();
  const published = [accounts.publish('7'), accounts.publish('8')];
  await turn();
  let isStopped = false;
  const stopped = accounts.stop().then(() => {
    isStopped = true;
  });
  await clock.advance(499);
  assert.equal(isStopped, false);
  await clock.advance(1);
  await stopped;
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /"users":2/);
  await endAll();
  await Promise.all(published);
  assert.equal(started.length, 8);
});
