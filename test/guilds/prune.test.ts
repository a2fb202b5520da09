import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyChanges } from '#guildhall/guilds/changes.js';
import { type Pruning, prunableMembers, pruneMembers } from '#guildhall/guilds/rules/members.js';
import type { Actor, GuildState } from '#guildhall/guilds/state.js';
import { endVoiceStates } from '#guildhall/guilds/voice.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { fc } from '../helpers/fast-check.js';
import { actor, channel, context, decide, GUILD, guild, member, OWNER, owned, role } from './worlds.js';

const DAY = 86_400_000;
const NOW = 1000 * DAY;

/** One member as the property makes them up; days are counted back from now. */
interface Somebody {
  readonly hasRole: boolean;
  readonly joined: number;
  /** null: never seen */
  readonly seen: number | null;
}

const somebody: fc.Arbitrary<Somebody> = fc.record({
  hasRole: fc.boolean(),
  joined: fc.nat(60),
  seen: fc.option(fc.nat(60)),
});

const prune = (place: { guild: GuildState; actor: Actor }, pruning: Pruning) =>
  decide(pruneMembers, place, pruning, { ...context(), now: NOW });

describe('A prune', () => {
  test('takes exactly those without a role and without a sign for so many days', () => {
    fc.assert(
      fc.property(fc.array(somebody), fc.integer({ min: 1, max: 30 }), (people, days) => {
        const id = (index: number) => String(10 + index);
        const state = guild({
          roles: [role(GUILD), role('200', { position: 1 })],
          members: [
            member(OWNER),
            ...people.map(({ hasRole, joined }, index) => ({
              ...member(id(index), hasRole ? ['200'] : []),
              joinedAt: NOW - joined * DAY,
            })),
          ],
        });
        const lastSeen = (userId: string) => {
          const seen = people[Number(userId) - 10]?.seen ?? null;
          return seen === null ? 0 : NOW - seen * DAY;
        };
        const expected = people.flatMap(({ hasRole, joined, seen }, index) =>
          !hasRole && joined >= days && (seen ?? Number.POSITIVE_INFINITY) >= days ? id(index) : [],
        );
        const pruning = { days, lastSeen };
        const found = prunableMembers(state, state.members.get(OWNER) ?? assert.fail(), {
          ...pruning,
          now: NOW,
        });
        assert.deepEqual(
          found.map(({ userId }) => userId),
          expected,
        );
        assert.equal(prune(owned(state), pruning).result, expected.length);
      }),
    );
  });

  test('takes nobody who is not lower than who prunes, and never oneself or the owner', () => {
    const everyone = role(GUILD, { permissions: PERMISSIONS.KICK_MEMBERS });
    const state = guild({ roles: [everyone], members: [member(OWNER), member('7'), member('8')] });
    const pruning = { days: 1, lastSeen: () => 0 };
    assert.equal(prune({ guild: state, actor: actor('7') }, pruning).result, 0);
    assert.equal(prune(owned(state), pruning).result, 2);
  });

  test('removes members from voice before they leave', () => {
    const state = guild({
      members: [member(OWNER), member('7'), member('8')],
      channels: [channel('300', { type: 2 })],
    });
    state.voiceStates.set('8', {
      userId: '8',
      channelId: '300',
      sessionId: 'of 8',
      selfMute: true,
      selfDeaf: false,
      activeAt: NOW,
      hasDelegatedAccess: false,
    });
    const pruning = { days: 1, lastSeen: () => 0 };
    const { changes, events } = endVoiceStates(state, prune(owned(state), pruning));
    applyChanges(state, changes);
    assert.deepEqual([[...state.voiceStates], [...state.members.keys()]], [[], [OWNER]]);
    const [left, ...others] = events;
    assert.ok(left?.type === 'voiceStateUpdated');
    assert.deepEqual([left.voice.userId, left.voice.channelId, left.from], ['8', null, '300']);
    assert.deepEqual(
      others.map(({ type }) => type),
      ['memberLeft', 'guildLeft', 'memberLeft', 'guildLeft'],
    );
  });
});
