import assert from 'node:assert/strict';
import { EventRecorder } from '../support/event-recorder.js';
import type { Person, TestService } from '../support/test-service.js';
import { join, type UsedWorld, useWorld, type World } from '../support/world.js';

/** A guild with two members who may write to each other; the stranger of the world shares no guild with them. */
export interface PrivateWorld extends UsedWorld {
  /** the second member */
  readonly friend: Person;
}

/** Starts a service with two members of one guild for all tests of a file. */
export function usePrivateWorld(): PrivateWorld {
  let friend: Person | null = null;
  const used = useWorld(async (service: TestService, { game, guild }: World) => {
    friend = await service.person('Grace');
    await join(service, game, friend, guild);
  });
  return {
    get service() {
      return used.service;
    },
    get world() {
      return used.world;
    },
    get friend() {
      return friend ?? assert.fail('the friend is there when the tests run');
    },
  };
}

/** Opens a DM. @returns its id */
export async function openDm(service: TestService, as: string, recipientId: string): Promise<string> {
  const json = { recipient_id: recipientId };
  return (await service.ok('POST', '/users/@me/channels', { as, json })).id;
}

/** What the sessions of several users receive while something happens, by the order of the tokens. */
export async function received(service: TestService, tokens: readonly string[], run: () => Promise<unknown>) {
  const watchers = await Promise.all(tokens.map((token) => EventRecorder.start(service, token)));
  await run();
  const heard = await Promise.all(watchers.map((watcher) => watcher.heard()));
  await Promise.all(watchers.map((watcher) => watcher.close()));
  return heard.map((events) => events.filter(({ t }) => t !== 'PRESENCE_UPDATE'));
}
