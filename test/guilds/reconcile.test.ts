import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyChanges } from '#guildhall/guilds/changes.js';
import { changeSubscribers, reconcile, sweepIntegration } from '#guildhall/guilds/rules/integrations.js';
import type { GuildIntegration, GuildState } from '#guildhall/guilds/state.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { fc } from '../helpers/fast-check.js';
import { context, GUILD, guild, integration, member, OWNER, role } from './worlds.js';

const SUBSCRIBERS = '200';
const STAFF = '201';
/** the integration's user, above everybody who has only the integration's role */
const STREAMER = '2';
const NOW = 1_000_000;

/** A guild with an integration of the streamer's and these members. */
function world(members: readonly ReturnType<typeof member>[], more: Partial<GuildIntegration> = {}) {
  const state = guild({
    roles: [
      role(GUILD),
      role(SUBSCRIBERS, { position: 1, managed: true }),
      role(STAFF, { position: 2, permissions: PERMISSIONS.KICK_MEMBERS }),
    ],
    members: [member(OWNER), member(STREAMER, [STAFF]), ...members],
  });
  const attached = integration('300', { userId: STREAMER, roleId: SUBSCRIBERS, ...more });
  state.integrations.set(attached.id, attached);
  return { state, attached };
}

/** Subscriptions by user: null for ever, or when they end. */
type Ends = Readonly<Record<string, number | null>>;

function decide(state: GuildState, attached: GuildIntegration, ends: Ends, now = NOW) {
  const subscribers = new Map(
    Object.entries(ends).map(([userId, expiresAt]) => [userId, { userId, expiresAt }]),
  );
  return reconcile(state, attached, subscribers, now);
}

function told({ events }: ReturnType<typeof reconcile>): unknown[] {
  return events.map((event) => {
    if (event.type === 'memberUpdated') return [event.type, event.user.id, event.member.roles];
    if (event.type === 'memberLeft') return [event.type, event.user.id];
    return [event.type];
  });
}

describe('A sync of an integration', () => {
  test('gives the role to members who subscribe and lack it, and to nobody who is not there', () => {
    const { state, attached } = world([member('7', [STAFF]), member('8', [SUBSCRIBERS]), member('9')]);
    const decided = decide(state, attached, { '7': null, '8': NOW + 1, '99': null });
    assert.deepEqual(told(decided), [['memberUpdated', '7', [STAFF, SUBSCRIBERS]]]);
    assert.deepEqual(decided.changes, [{ kind: 'member', member: member('7', [STAFF, SUBSCRIBERS]) }]);
  });

  test('takes the role once the subscription and its grace period in seconds are over', () => {
    const { state, attached } = world([member('7', [SUBSCRIBERS])], { expireGracePeriod: 60 });
    const ends = { '7': NOW };
    assert.deepEqual(decide(state, attached, ends, NOW + 59_999).changes, []);
    const decided = decide(state, attached, ends, NOW + 60_000);
    assert.deepEqual(told(decided), [['memberUpdated', '7', []]]);
    assert.deepEqual(decided.changes, [
      { kind: 'member', member: member('7') },
      { kind: 'subscriber-removed', integrationId: '300', userId: '7' },
    ]);
  });

  test('kicks instead where the integration says so', () => {
    const { state, attached } = world([member('7', [SUBSCRIBERS])], { expireBehavior: 1 });
    const decided = decide(state, attached, { '7': NOW });
    assert.deepEqual(told(decided), [['memberLeft', '7'], ['guildLeft']]);
    assert.deepEqual(decided.changes, [
      { kind: 'member-removed', userId: '7' },
      { kind: 'subscriber-removed', integrationId: '300', userId: '7' },
    ]);
  });

  test('kicks neither the owner nor whom its user may not kick: they lose the role', () => {
    const { state, attached } = world([member('7', [STAFF, SUBSCRIBERS])], { expireBehavior: 1 });
    for (const id of [OWNER, STREAMER]) {
      const before = state.members.get(id) ?? assert.fail();
      state.members.set(id, { ...before, roles: [...before.roles, SUBSCRIBERS] });
    }
    const decided = decide(state, attached, { [OWNER]: NOW, [STREAMER]: NOW, '7': NOW });
    assert.deepEqual(told(decided), [
      ['memberUpdated', OWNER, []],
      ['memberUpdated', STREAMER, [STAFF]],
      ['memberUpdated', '7', [STAFF]],
    ]);
  });

  test('kicks nobody once its user has left or lacks KICK_MEMBERS', () => {
    const { state, attached } = world([member('7', [SUBSCRIBERS])], { expireBehavior: 1 });
    const kept = [['memberUpdated', '7', []]];
    assert.deepEqual(told(decide(state, { ...attached, userId: '99' }, { '7': NOW })), kept);
    state.roles.set(STAFF, role(STAFF, { position: 2, permissions: PERMISSIONS.MANAGE_GUILD }));
    assert.deepEqual(told(decide(state, attached, { '7': NOW })), kept);
  });

  test('takes the role from those whose subscription was removed, without a kick', () => {
    const { state, attached } = world([member('7', [SUBSCRIBERS])], { expireBehavior: 1 });
    assert.deepEqual(told(decide(state, attached, {})), [['memberUpdated', '7', []]]);
  });

  test('forgets the subscription that is over of somebody who is not there', () => {
    const { state, attached } = world([]);
    const { changes, events } = decide(state, attached, { '99': NOW });
    assert.deepEqual(changes, [{ kind: 'subscriber-removed', integrationId: '300', userId: '99' }]);
    assert.deepEqual(events, []);
  });

  test('touches nobody while the integration is not enabled', () => {
    const { state, attached } = world([member('7', [SUBSCRIBERS]), member('8')], { enabled: false });
    assert.deepEqual(decide(state, attached, { '7': NOW, '8': null }), { changes: [], events: [] });
  });

  test('leaves exactly those with the role who subscribe, and has nothing to do a second time', () => {
    const somebody = fc.record({
      has: fc.boolean(),
      end: fc.option(fc.integer({ min: NOW - 5000, max: NOW + 5000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(somebody), fc.nat(4), fc.boolean(), (people, grace, kick) => {
        const id = (index: number) => String(10 + index);
        const { state, attached } = world(
          people.map(({ has }, index) => member(id(index), has ? [SUBSCRIBERS] : [])),
          { expireGracePeriod: grace, expireBehavior: kick ? 1 : 0 },
        );
        const add = people.flatMap(({ end }, index) =>
          end === undefined ? [] : [{ userId: id(index), expiresAt: end }],
        );
        applyChanges(state, changeSubscribers(state, attached.id, add, []).changes);
        applyChanges(state, sweepIntegration(state, attached.id, { ...context(), now: NOW }).changes);
        for (const [index, { end }] of people.entries()) {
          const lasts = end !== undefined && end + grace * 1000 > NOW;
          const stays = lasts || end === undefined || !kick;
          const roles = state.members.get(id(index))?.roles ?? null;
          assert.deepEqual(roles, stays ? (lasts ? [SUBSCRIBERS] : []) : null);
        }
        const again = sweepIntegration(state, attached.id, { ...context(), now: NOW });
        assert.deepEqual([again.changes, again.events], [[], []]);
      }),
    );
  });
});
