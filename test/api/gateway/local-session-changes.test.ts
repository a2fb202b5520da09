import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { LocalSessionChanges } from '#guildhall/api/gateway/local-session-changes.js';
import type { GuildState } from '#guildhall/guilds/state.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { StoreBusyError } from '#guildhall/store/errors.js';
import { guild } from '../../guilds/worlds.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';

const LEAVE = { kind: 'voice-end', userId: '7', sessionId: 'one' } as const;

describe('Changes that follow from sessions of one process', () => {
  let clock: ManualClock;
  let inMemory: Map<string, GuildState>;
  let loads: Deferred<GuildState | null>[];
  let changed: string[];
  let failures: number;
  let changes: LocalSessionChanges;
  beforeEach(() => {
    clock = new ManualClock();
    inMemory = new Map();
    loads = [];
    changed = [];
    failures = 0;
    changes = new LocalSessionChanges({
      guilds: {
        find: (id) => inMemory.get(id),
        get: (id) => {
          const load = new Deferred<GuildState | null>();
          loads.push(load);
          return inMemory.get(id) ?? load.promise;
        },
      },
      changes: {
        change: async ({ id }: GuildState) => {
          failures -= 1;
          if (failures >= 0) throw new StoreBusyError();
          changed.push(id);
          return undefined as never;
        },
      },
      clock,
      log: silentLogger,
    });
  });
  const state = (id: string): GuildState => ({ ...guild({}), id });

  test('are made at once in a guild in memory', async () => {
    inMemory.set('100', state('100'));
    changes.ensure('100', LEAVE);
    await settle();
    assert.deepEqual(changed, ['100']);
  });

  test('are made although the store had no room for them', async () => {
    inMemory.set('100', state('100'));
    failures = 3;
    changes.ensure('100', LEAVE);
    await clock.advance(14_000);
    assert.deepEqual(changed, []);
    await clock.advance(2_000);
    assert.deepEqual(changed, ['100']);
  });

  test('are not tried again once they are no longer wanted, nor after the end', async () => {
    inMemory.set('100', state('100'));
    failures = 1;
    let isDue = true;
    changes.ensure('100', LEAVE, () => isDue);
    await settle();
    isDue = false;
    await clock.advance(10_000);
    failures = 1;
    changes.ensure('100', LEAVE);
    await settle();
    await changes.stop();
    await clock.advance(10_000);
    assert.deepEqual(changed, []);
  });

  test('load a few guilds at a time', async () => {
    for (let id = 100; id < 120; id += 1) changes.ensure(String(id), LEAVE);
    await settle();
    assert.equal(loads.length, 4);
    for (let index = 0; index < 20; index += 1) {
      loads[index]?.resolve(state(String(index)));
      await settle();
    }
    assert.deepEqual([loads.length, changed.length], [20, 20]);
  });
});
