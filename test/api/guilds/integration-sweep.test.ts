import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldElsewhereError } from '#guildhall/api/core/guild-owner.js';
import { IntegrationSweep, SWEEP_INTERVAL } from '#guildhall/api/guilds/integration-sweep.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { GUILD, guild, integration } from '../../guilds/worlds.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';

test('a sweep that is stopped ends after the integration it is at, and not before', async () => {
  const clock = new ManualClock();
  const state = guild({});
  for (const id of ['300', '301']) state.integrations.set(id, integration(id, {}));
  const begun: (() => void)[] = [];
  const change = async () => {
    await new Promise<void>((resolve) => begun.push(resolve));
    return null as never;
  };
  const stored = { idsWithIntegrations: async () => [GUILD] };
  const sweep = new IntegrationSweep({
    stored,
    guilds: { get: () => state },
    changes: { change },
    clock,
    log: silentLogger,
  });
  await clock.advance(SWEEP_INTERVAL);
  assert.equal(begun.length, 1);
  let stopped = false;
  const stopping = sweep.stop().then(() => {
    stopped = true;
  });
  await settle();
  assert.equal(stopped, false);
  begun[0]?.();
  await stopping;
  await clock.advance(SWEEP_INTERVAL);
  assert.equal(begun.length, 1);
});

test('a sweep leaves out a guild that another node owns, and syncs the others', async () => {
  const clock = new ManualClock();
  const state = guild({});
  state.integrations.set('300', integration('300', {}));
  const changed: string[] = [];
  const lines: unknown[] = [];
  const sweep = new IntegrationSweep({
    stored: { idsWithIntegrations: async () => ['11', GUILD] },
    guilds: {
      get: (id) => (id === GUILD ? state : Promise.reject(new HeldElsewhereError(id, 'other', 1000))),
    },
    changes: {
      async change({ id }) {
        changed.push(id);
        return null as never;
      },
    },
    clock,
    log: Object.assign(Object.create(silentLogger), { warn: (line: unknown) => lines.push(line) }),
  });
  await clock.advance(SWEEP_INTERVAL);
  await sweep.stop();
  assert.deepEqual(changed, [GUILD]);
  assert.deepEqual(lines, []);
});
