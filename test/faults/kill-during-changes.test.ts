// test:all kills: kills at moments of real time
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Random } from '../helpers/random.js';
import { GuildWriter } from './support/guild-writer.js';
import { KillableService } from './support/killable-service.js';
import { assertSound } from './support/store-invariants.js';
import { TokenWriter } from './support/token-writer.js';

/** How often the service is killed; `npm run kills` for a longer run. */
const KILLS = Number(process.env.GUILDHALL_TEST_KILLS ?? 5);
const GUILDS = 6;
const DAY = 86_400_000;

/** The clock of every other run is behind, so that who joins in such a run can be pruned in the next one. */
function behindIn(round: number): number {
  return round % 2 === 1 ? 3 * DAY : 0;
}

test(`kill -9 during changes of every kind loses no acknowledged change and leaves none incomplete (${KILLS} times)`, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-kill-'));
  const databasePath = join(folder, 'guildhall.db');
  let service = await KillableService.start(databasePath, { casts: GUILDS + 1 });
  const random = new Random();
  const guilds: GuildWriter[] = [];
  let acknowledged = 0;
  try {
    const [forTokens, ...casts] = service.casts;
    assert.ok(forTokens);
    for (const cast of casts) guilds.push(await GuildWriter.prepare(service.url, cast));
    const tokens = forTokens.people.map(({ token }) => new TokenWriter(forTokens.application, token));
    for (let round = 0; round < KILLS; round++) {
      const { url } = service;
      const behind = behindIn(round);
      const writing = [
        ...guilds.map((writer) => writer.writeUntilGone(url, behind > 0)),
        ...tokens.map((writer) => writer.writeUntilGone(url, behind)),
      ];
      // A writer that sees something wrong must be heard before the kill, too.
      const moment = new Promise((resolve) => setTimeout(resolve, 200 + random.below(800)));
      await Promise.race([moment, ...writing]);
      await service.kill();
      const counts = await Promise.all(writing);
      acknowledged += counts.reduce((sum, count) => sum + count, 0);
      const next = behindIn(round + 1);
      service = await KillableService.start(databasePath, { behind: next });
      await assertSound(databasePath);
      for (const writer of guilds) await writer.check(service.url, databasePath);
      for (const writer of tokens) await writer.check(service.url, databasePath, next);
      await assertSound(databasePath);
    }
    assert.ok(acknowledged > 0, 'something was acknowledged before a kill');
    t.diagnostic(`${KILLS} kills, ${acknowledged} acknowledged changes`);
    for (const [kind, count] of countsOf(guilds)) t.diagnostic(`${count} × ${kind}`);
  } finally {
    for (const writer of guilds) await writer.close();
    await service.kill();
    await rm(folder, { recursive: true, force: true });
  }
});

function countsOf(writers: readonly GuildWriter[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const writer of writers) {
    for (const [kind, count] of writer.counts) counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
