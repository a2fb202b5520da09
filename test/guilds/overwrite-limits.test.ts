import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GUILD_LIMITS } from '#guildhall/guilds/limits.js';
import { Refusal } from '#guildhall/guilds/refusal.js';
import { createChannel, modifyChannel, putOverwrite } from '#guildhall/guilds/rules/channels.js';
import { createGuild } from '#guildhall/guilds/rules/create-guild.js';
import { actor, channel, context, decide, GUILD, guild, member, OWNER, owned, role } from './worlds.js';

const { OVERWRITES, OVERWRITES_OF_CHANNEL } = GUILD_LIMITS;

const overwrites = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(1000 + index),
    type: 'member' as const,
    allow: 0,
    deny: 0,
  }));

/** A guild whose channels have these numbers of overwrites. */
function guildWith(...counts: readonly number[]) {
  const channels = counts.map((count, index) =>
    channel(String(200 + index), { permissionOverwrites: overwrites(count) }),
  );
  const members = [OWNER, ...overwrites(OVERWRITES_OF_CHANNEL + 1).map(({ id }) => id)].map((id) =>
    member(id),
  );
  const state = guild({ roles: [role(GUILD)], members, channels });
  const first = channels[0] ?? assert.fail();
  return { ...owned(state), channel: first };
}

const refuses = (act: () => unknown) =>
  assert.throws(act, (thrown: unknown) => {
    assert.ok(thrown instanceof Refusal, String(thrown));
    assert.equal(thrown.error, 'INVALID_FORM_BODY');
    assert.equal(thrown.fields[0]?.path.at(-1), 'permissionOverwrites');
    return true;
  });

const FULL = Array.from({ length: OVERWRITES / OVERWRITES_OF_CHANNEL - 1 }, () => OVERWRITES_OF_CHANNEL);
const [one = assert.fail()] = overwrites(1);
const last = overwrites(OVERWRITES_OF_CHANNEL + 1).at(-1) ?? assert.fail();

describe('The overwrites of a guild', () => {
  test('are limited when a channel is created', () => {
    const place = guildWith(...FULL, OVERWRITES_OF_CHANNEL - 1);
    const make = (count: number) =>
      decide(createChannel, place, {
        name: 'room',
        permissionOverwrites: overwrites(count),
      });
    make(1);
    refuses(() => make(2));
  });

  test('are limited when a channel is changed, which may still lose some', () => {
    const place = guildWith(1, ...FULL, OVERWRITES_OF_CHANNEL - 2);
    const change = (count: number) =>
      decide(modifyChannel, place, { permissionOverwrites: overwrites(count) });
    change(2);
    refuses(() => change(3));
    const over = guildWith(3, ...FULL, OVERWRITES_OF_CHANNEL);
    decide(modifyChannel, over, { permissionOverwrites: overwrites(2) });
    decide(putOverwrite, over, one);
  });

  test('are limited one by one, in a channel and in all', () => {
    refuses(() => decide(putOverwrite, guildWith(OVERWRITES_OF_CHANNEL), last));
    refuses(() => decide(putOverwrite, guildWith(0, ...FULL, OVERWRITES_OF_CHANNEL), last));
    decide(putOverwrite, guildWith(0, ...FULL, OVERWRITES_OF_CHANNEL - 1), last);
  });

  test('are limited when the guild is created', () => {
    const roles = Array.from({ length: 250 }, (_, index) => ({ placeholder: String(index), name: 'role' }));
    const permissionOverwrites = roles.map(({ placeholder: id }) => ({
      id,
      type: 'role' as const,
      allow: 0,
      deny: 0,
    }));
    const create = (count: number) => {
      const channels = Array.from({ length: count }, () => ({ name: 'room', permissionOverwrites }));
      return createGuild(actor(OWNER), { name: 'New', roles, channels }, new Map(), context());
    };
    create(OVERWRITES / 250);
    refuses(() => create(OVERWRITES / 250 + 1));
  });
});
