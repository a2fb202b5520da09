import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '#guildhall/guilds/refusal.js';
import { createChannel, modifyChannel, moveChannels } from '#guildhall/guilds/rules/channels.js';
import { modifyEmbed, modifyGuild } from '#guildhall/guilds/rules/guilds.js';
import { modifyMember } from '#guildhall/guilds/rules/members.js';
import type { GuildChannel } from '#guildhall/guilds/state.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { actor, channel, decide, GUILD, guild, member, OWNER, role } from './worlds.js';

const { CONNECT, MANAGE_CHANNELS, MANAGE_GUILD, MOVE_MEMBERS, VIEW_CHANNEL } = PERMISSIONS;
const STAFF = '7';
const UNKNOWN = '999';
const TEXT = '300';
const VOICE = '301';
const LOCKED_VOICE = '302';
const UNMANAGED = '303';
const HIDDEN_TEXT = '310';
const HIDDEN_VOICE = '311';
const HIDDEN_CATEGORY = '312';
const CHILD = '313';

const denied = (deny: number): Partial<GuildChannel> => ({
  permissionOverwrites: [{ id: GUILD, type: 'role', allow: 0, deny }],
});
const hidden = denied(VIEW_CHANNEL);

function worldWith(settings: Parameters<typeof guild>[1] = {}) {
  const permissions = VIEW_CHANNEL | CONNECT | MANAGE_CHANNELS | MANAGE_GUILD | MOVE_MEMBERS;
  const state = guild(
    {
      roles: [role(GUILD, { permissions })],
      members: [member(OWNER), member(STAFF)],
      channels: [
        channel(TEXT),
        channel(VOICE, { type: 2 }),
        channel(LOCKED_VOICE, { type: 2, ...denied(CONNECT) }),
        channel(UNMANAGED, denied(MANAGE_CHANNELS)),
        channel(HIDDEN_TEXT, hidden),
        channel(HIDDEN_VOICE, { type: 2, ...hidden }),
        channel(HIDDEN_CATEGORY, { type: 4, ...hidden }),
        channel(CHILD, { parentId: HIDDEN_CATEGORY }),
      ],
    },
    settings,
  );
  return (userId: string) => ({ guild: state, actor: actor(userId) });
}

const world = worldWith();

function refusalOf(act: () => unknown): Pick<Refusal, 'error' | 'fields'> {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return { error: error.error, fields: error.fields };
  }
  return assert.fail('nothing was refused');
}

/** The hidden channel is refused to the staff like one that does not exist, and accepted from the owner. */
function isUnknown(act: (userId: string, id: string) => unknown, id: string): void {
  const refusal = refusalOf(() => act(STAFF, id));
  assert.equal(refusal.error, 'INVALID_FORM_BODY');
  assert.deepEqual(
    refusal,
    refusalOf(() => act(STAFF, UNKNOWN)),
  );
  act(OWNER, id);
}

describe('A channel that the actor may not view is unknown', () => {
  test('as a parent', () => {
    isUnknown(
      (userId, parentId) => decide(createChannel, world(userId), { name: 'new', parentId }),
      HIDDEN_CATEGORY,
    );
    isUnknown(
      (userId, parentId) => decide(modifyChannel, { ...world(userId), channel: channel(TEXT) }, { parentId }),
      HIDDEN_CATEGORY,
    );
  });

  test('in the settings of the guild and of its embed', () => {
    isUnknown((userId, id) => decide(modifyGuild, world(userId), { systemChannelId: id }), HIDDEN_TEXT);
    isUnknown((userId, id) => decide(modifyGuild, world(userId), { afkChannelId: id }), HIDDEN_VOICE);
    for (const channelId of [HIDDEN_TEXT, HIDDEN_VOICE]) {
      isUnknown(
        (userId, id) => decide(modifyEmbed, world(userId), { enabled: undefined, channelId: id }),
        channelId,
      );
    }
  });

  test('among the positions of channels, also where it would stay', () => {
    for (const position of [0, 5]) {
      isUnknown((userId, id) => decide(moveChannels, world(userId), [{ id, position }]), HIDDEN_TEXT);
    }
  });
});

test('a move into a hidden channel does not reveal its type', () => {
  for (const channelId of [HIDDEN_TEXT, HIDDEN_VOICE, HIDDEN_CATEGORY]) {
    const move = () => decide(modifyMember, world(STAFF), { userId: STAFF, channelId });
    assert.equal(refusalOf(move).error, 'MISSING_ACCESS');
  }
});

test('a setting keeps a channel that the actor may not view', () => {
  const settings = {
    afkChannelId: HIDDEN_VOICE,
    systemChannelId: HIDDEN_TEXT,
    embedChannelId: HIDDEN_TEXT,
    widgetChannelId: HIDDEN_TEXT,
  };
  const place = worldWith(settings)(STAFF);
  const { afkChannelId, systemChannelId, embedChannelId: channelId } = settings;
  const { result } = decide(modifyGuild, place, { name: 'Renamed', afkChannelId, systemChannelId });
  assert.deepEqual(
    [result.settings.afkChannelId, result.settings.systemChannelId],
    [HIDDEN_VOICE, HIDDEN_TEXT],
  );
  for (const sent of [channelId, undefined]) {
    const embed = decide(modifyEmbed, place, { enabled: true, channelId: sent });
    assert.deepEqual(embed.result, { enabled: true, channelId: HIDDEN_TEXT });
  }
  const child = channel(CHILD, { parentId: HIDDEN_CATEGORY });
  const renamed = decide(
    modifyChannel,
    { ...place, channel: child },
    { name: 'kept', parentId: HIDDEN_CATEGORY },
  );
  assert.equal(renamed.result.parentId, HIDDEN_CATEGORY);
});

test('another position needs MANAGE_CHANNELS in the channel', () => {
  const move = (userId: string, position: number) =>
    decide(moveChannels, world(userId), [
      { id: TEXT, position: 1 },
      { id: UNMANAGED, position },
    ]);
  assert.equal(refusalOf(() => move(STAFF, 3)).error, 'MISSING_PERMISSIONS');
  assert.equal(move(STAFF, 0).changes.length, 1);
  assert.equal(move(OWNER, 3).changes.length, 2);
});

test('a new afk channel needs CONNECT', () => {
  const set = (userId: string, afkChannelId: string) => decide(modifyGuild, world(userId), { afkChannelId });
  assert.equal(refusalOf(() => set(STAFF, LOCKED_VOICE)).error, 'MISSING_PERMISSIONS');
  set(STAFF, VOICE);
  set(OWNER, LOCKED_VOICE);
});
