import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventBus } from '#guildhall/api/core/event-bus.js';
import { PrivateChannelRegistry } from '#guildhall/api/private-channels/private-channel-registry.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import type { CommitListener } from '#guildhall/store/commit.js';
import { ConflictError } from '#guildhall/store/errors.js';

test('on several nodes, a change ends after its events have passed the bus', async () => {
  const steps: string[] = [];
  const passed = new Deferred<void>();
  const events = new EventBus();
  events.subscribe({ privateEvent: () => void steps.push('published') });
  const store = {
    assertRoom() {},
    privateChannels: {
      async save(_save: unknown, listener: CommitListener) {
        listener.committed?.();
      },
    },
  };
  const eventsPassed = () => {
    steps.push('asked');
    return passed.promise;
  };
  const users = { loadAll: async () => {} };
  const registry = new PrivateChannelRegistry(store as never, users as never, events, { eventsPassed });
  const channel = { id: '10', recipients: new Map(), ownerId: '1' };
  const event = { type: 'typingStarted', to: ['1'] };
  const created = registry.create({ result: channel, channel, changes: [], events: [event] } as never);
  void created.then(() => steps.push('replied'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(steps, ['published', 'asked']);
  passed.resolve();
  await created;
  assert.deepEqual(steps, ['published', 'asked', 'replied']);
});

test('on several nodes, the changes of one channel on a node do not compete with each other', async () => {
  let stored = { id: '10', recipients: new Map(), ownerId: '1', version: 0 };
  let attempts = 0;
  const store = {
    assertRoom() {},
    privateChannels: {
      byIds: async () => [stored],
      async save(
        { before, after }: { before: typeof stored; after: typeof stored },
        listener: CommitListener,
      ) {
        attempts += 1;
        await new Promise((resolve) => setImmediate(resolve));
        if (before !== stored) throw new ConflictError('version');
        stored = after;
        listener.committed?.();
      },
    },
  };
  const users = { loadAll: async () => {} };
  const registry = new PrivateChannelRegistry(store as never, users as never, new EventBus(), {
    eventsPassed: async () => {},
  });
  const raise = (channel: unknown) => {
    const before = channel as typeof stored;
    const after = { ...before, version: before.version + 1 };
    return { result: after.version, channel: after, changes: [], events: [] } as never;
  };
  const versions = await Promise.all(Array.from({ length: 100 }, () => registry.change('10', raise)));
  assert.deepEqual([stored.version, new Set(versions).size, attempts], [100, 100, 100]);
});
