import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '#guildhall/api/gateway/session.js';
import { BusError } from '#guildhall/cluster/bus/bus.js';
import { SessionHandover } from '#guildhall/cluster/sessions/session-handover.js';
import { SessionIds } from '#guildhall/cluster/sessions/session-ids.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

/** A bus that shows what was requested. */
class ShownBus {
  readonly requests: [subject: string, text: string][] = [];
  readonly #answers = new Map<string, (text: string) => Promise<string | null>>();

  respond(subject: string, answer: (text: string) => Promise<string | null>): () => void {
    this.#answers.set(subject, answer);
    return () => void this.#answers.delete(subject);
  }

  async request(subject: string, text: string): Promise<string> {
    this.requests.push([subject, text]);
    const reply = await this.#answers.get(subject)?.(text);
    if (reply === undefined || reply === null) throw new BusError('no-reply');
    return reply;
  }
}

/** A process with one session. */
function processOf(bus: ShownBus, name: string, resumeId: string) {
  const stored: string[] = [];
  const status = { status: 'online', game: null } as const;
  const session = {
    ...{ options: { resumeId, largeThreshold: 50, shard: null, receivesApplicationUpdates: false } },
    ...{
      userId: '1',
      guilds: new Map(),
      deliveries: new Map(),
      arriving: [],
      memberRequests: 0,
      version: { number: 6 },
      status,
    },
    ...{ isResumable: true, transport: null, cancelExpiry: () => undefined },
    freeze: () => ({ last: 1, events: [] }),
    whenOver: () => undefined,
  } as unknown as Session;
  const ids = new SessionIds(name, { has: () => false }, { isGone: () => false });
  const handover = new SessionHandover({
    ...{ bus, ids, roundTrip: { wait: async () => {} }, clock: new ManualClock(), elapsed: () => 0 },
    hub: { find: () => session, remove: () => undefined },
    guilds: { positionOf: () => null, viewsOf: () => null },
    store: {
      now: async () => '',
      put: async (sessions) => void stored.push(...sessions.map(({ id }) => id)),
      claim: async () => null,
    },
    log: silentLogger,
  });
  return { handover, session, stored, isHere: () => !session.isHandedOver };
}

test('a request for a session that has moved is for the process that has it, and has no effect where it moves later', async () => {
  const bus = new ShownBus();
  const [first, second, third] = ['1', '2', '3'].map((digit) => `node-${digit.repeat(16)}`);
  // Its first process has ended.
  const id = `${'0'.repeat(16)}secret`;
  const here = processOf(bus, first ?? '', id);
  here.handover.serve(here.session);
  const asking = processOf(bus, second ?? '', id);
  assert.equal(await asking.handover.request(id, '1'), true);
  assert.deepEqual([here.stored, here.isHere()], [[id], false]);
  const later = processOf(bus, third ?? '', id);
  later.handover.serve(later.session);
  for (const [subject, text] of [...bus.requests]) await bus.request(subject, text).catch(() => undefined);
  assert.deepEqual([later.stored, later.isHere()], [[], true]);
});

test('a session that still waits for a guild is not continued elsewhere', async () => {
  const bus = new ShownBus();
  const [first, second] = ['1', '2'].map((digit) => `node-${digit.repeat(16)}`);
  const id = `${'0'.repeat(16)}secret`;
  const here = processOf(bus, first ?? '', id);
  here.session.deliveries.set('100', { isKnown: false, done: Promise.resolve(), made: null });
  here.handover.serve(here.session);
  const asking = processOf(bus, second ?? '', id);
  await asking.handover.request(id, '1');
  assert.deepEqual(here.stored, []);
});
