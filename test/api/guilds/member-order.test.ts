import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemberOrder } from '#guildhall/api/guilds/member-order.js';
import { applyChanges, type GuildChange } from '#guildhall/guilds/changes.js';
import type { GuildState } from '#guildhall/guilds/state.js';
import { compareSnowflakes } from '#guildhall/protocol/snowflake.js';
import { fc } from '../../helpers/fast-check.js';

function guildOf(ids: readonly string[]): GuildState {
  const guild: Pick<GuildState, 'members' | 'temporaryMembers' | 'version'> = {
    version: 1,
    members: new Map(),
    temporaryMembers: new Set(),
  };
  applyChanges(guild as GuildState, ids.map(joins));
  return guild as GuildState;
}

function joins(userId: string): GuildChange {
  return { kind: 'member', member: { userId, nick: null, roles: [], joinedAt: 0, deaf: false, mute: false } };
}

function leaves(userId: string): GuildChange {
  return { kind: 'member-removed', userId };
}

const ID = fc.integer({ min: 1, max: 1200 }).map(String);
const CHANGE = fc.oneof(ID.map(joins), ID.map(leaves));
const CHANGES = fc.oneof(
  fc.array(CHANGE, { maxLength: 3 }),
  fc.array(CHANGE, { minLength: 101, maxLength: 130 }),
);

test('the order of members follows joins and leaves', () => {
  fc.assert(
    fc.property(fc.array(ID), fc.array(CHANGES), ID, (ids, history, after) => {
      const order = new MemberOrder();
      const guild = guildOf(ids);
      for (const changes of [[], ...history]) {
        applyChanges(guild, changes);
        order.follow(guild, changes);
        const expected = [...guild.members.keys()].sort(compareSnowflakes);
        const page = order.page(guild, '0', 2000).map(({ userId }) => userId);
        assert.deepEqual(page, expected);
        const rest = order.page(guild, after, 5).map(({ userId }) => userId);
        assert.deepEqual(rest, expected.filter((id) => compareSnowflakes(id, after) > 0).slice(0, 5));
      }
    }),
  );
});
