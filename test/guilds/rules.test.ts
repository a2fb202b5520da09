import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyChanges } from '#guildhall/guilds/changes.js';
import { findMentions } from '#guildhall/guilds/compose-message.js';
import { isAboveMember, isAboveRole } from '#guildhall/guilds/hierarchy.js';
import { Refusal } from '#guildhall/guilds/refusal.js';
import { createChannel } from '#guildhall/guilds/rules/channels.js';
import { createGuild } from '#guildhall/guilds/rules/create-guild.js';
import { addMember, type NewMember } from '#guildhall/guilds/rules/members.js';
import { createMessage } from '#guildhall/guilds/rules/messages.js';
import { compareRoles } from '#guildhall/protocol/objects/role.js';
import { DEFAULT_PERMISSIONS, PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { actor, channel, context, decide, GUILD, guild, member, OWNER, owned, role } from './worlds.js';

const refuses = (error: string, act: () => unknown) =>
  assert.throws(act, (thrown: unknown) => thrown instanceof Refusal && thrown.error === error);

describe('Creating a guild', () => {
  const users = new Map();

  test('makes the first role @everyone, with the guild’s id, and replaces placeholders everywhere', () => {
    const overwrites = [
      { id: '0', type: 'role', allow: 0, deny: PERMISSIONS.VIEW_CHANNEL },
      { id: '5', type: 'role', allow: PERMISSIONS.VIEW_CHANNEL, deny: 0 },
      { id: OWNER, type: 'member', allow: PERMISSIONS.VIEW_CHANNEL, deny: 0 },
    ] as const;
    const input = {
      name: 'New',
      roles: [
        { placeholder: '0', name: 'ignored', permissions: 1024 },
        { placeholder: '5', name: 'keepers', permissions: 8 },
        { placeholder: '6', name: 'guests' },
      ],
      channels: [
        { name: 'Inner Room', permissionOverwrites: overwrites },
        { name: 'Voice', type: 2 as const, placeholder: '1' },
        { name: 'Welcome', placeholder: '2' },
      ],
      afkChannelId: '1',
      afkTimeout: 60,
      systemChannelId: '2',
    };
    const { guild: made } = createGuild(actor(OWNER, { applicationId: '50' }), input, users, context());
    const [everyone, keepers, guests] = [...made.roles.values()];
    assert.deepEqual([everyone?.id, everyone?.name, everyone?.permissions], [made.id, '@everyone', 1024]);
    assert.deepEqual([keepers?.name, keepers?.position], ['keepers', 1]);
    assert.equal(guests?.permissions, 1024, 'the default is what @everyone has in the new guild');
    const [room, voice, welcome] = [...made.channels.values()];
    assert.deepEqual(
      room?.permissionOverwrites.map(({ id }) => id),
      [made.id, keepers?.id, OWNER],
    );
    assert.deepEqual([room?.name, voice?.bitrate, voice?.topic], ['inner-room', 64000, null]);
    const { afkChannelId, afkTimeout, systemChannelId } = made.settings;
    assert.deepEqual([afkChannelId, afkTimeout, systemChannelId], [voice?.id, 60, welcome?.id]);
    assert.deepEqual([made.settings.ownerId, made.settings.applicationId], [OWNER, '50']);
    assert.deepEqual([...made.members.keys()], [OWNER]);
  });

  test('refuses a placeholder that is given twice or names a channel of another type', () => {
    const twice = [{ placeholder: '1' }, { placeholder: '1' }];
    const rooms = [{ name: 'room', placeholder: '1' }];
    for (const input of [
      { roles: twice },
      { channels: twice.map((one) => ({ ...one, name: 'room' })) },
      { channels: rooms, afkChannelId: '1' },
      { channels: rooms, systemChannelId: '2' },
    ]) {
      refuses('INVALID_FORM_BODY', () =>
        createGuild(actor(OWNER), { name: 'New', ...input }, users, context()),
      );
    }
  });

  test('has no system channel where the request says so, and the first text channel by default', () => {
    const channels = [{ name: 'Voice', type: 2 as const }, { name: 'room' }];
    for (const [given, expected] of [
      [null, null],
      [undefined, 'room'],
    ] as const) {
      const input = { name: 'New', channels, systemChannelId: given };
      const { guild: made } = createGuild(actor(OWNER), input, users, context());
      const { systemChannelId: id } = made.settings;
      assert.equal(id === null ? null : made.channels.get(id)?.name, expected);
    }
  });

  test('without roles has @everyone with the default permissions', () => {
    const { guild: made } = createGuild(actor(OWNER), { name: 'New' }, users, context());
    assert.deepEqual(
      [...made.roles.values()].map(({ permissions }) => permissions),
      [DEFAULT_PERMISSIONS],
    );
  });

  test('refuses overwrites for a role or member that is not of the request', () => {
    for (const type of ['role', 'member'] as const) {
      const channels = [{ name: 'room', permissionOverwrites: [{ id: '9', type, allow: 0, deny: 0 }] }];
      refuses('INVALID_FORM_BODY', () =>
        createGuild(actor(OWNER), { name: 'New', channels }, users, context()),
      );
    }
  });
});

describe('Creating a channel', () => {
  const keeper = role('200', { position: 1, permissions: PERMISSIONS.MANAGE_CHANNELS });
  const state = guild({
    roles: [role(GUILD, { permissions: PERMISSIONS.VIEW_CHANNEL }), keeper],
    members: [member(OWNER), member('7', ['200'])],
    channels: [channel('300', { type: 4, name: 'Category' })],
  });

  test('gives in an overwrite only permissions that one holds', () => {
    const create = (userId: string, allow: number) =>
      decide(
        createChannel,
        { guild: state, actor: actor(userId) },
        { name: 'room', permissionOverwrites: [{ id: '200', type: 'role', allow, deny: 0 }] },
      );
    create('7', PERMISSIONS.MANAGE_CHANNELS);
    refuses('MISSING_PERMISSIONS', () => create('7', PERMISSIONS.MANAGE_GUILD));
    create(OWNER, PERMISSIONS.MANAGE_GUILD);
  });

  test('puts it under a category and behind the others of its kind', () => {
    const { result, changes, events } = decide(createChannel, owned(state), {
      name: 'room',
      parentId: '300',
    });
    assert.deepEqual([result.parentId, result.position], ['300', 0]);
    assert.deepEqual(changes, [{ kind: 'channel', channel: result }]);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['channelCreated'],
    );
    const before = state.version;
    applyChanges(state, changes);
    assert.equal(state.version, before + 1);
    assert.equal(decide(createChannel, owned(state), { name: 'next' }).result.position, 1);
    refuses('INVALID_FORM_BODY', () =>
      decide(createChannel, owned(state), { name: 'inner', type: 4, parentId: '300' }),
    );
  });

  test('stops at 500', () => {
    const channels = Array.from({ length: 500 }, (_, index) => channel(String(1000 + index)));
    refuses('TOO_MANY_CHANNELS', () => decide(createChannel, owned(guild({ channels })), { name: 'room' }));
  });
});

describe('Adding a member', () => {
  const inviter = role('200', {
    position: 2,
    permissions: PERMISSIONS.CREATE_INSTANT_INVITE | PERMISSIONS.MANAGE_ROLES | PERMISSIONS.MANAGE_NICKNAMES,
  });
  const low = role('201', { position: 1 });
  const state = () =>
    guild({ roles: [role(GUILD), inviter, low], members: [member(OWNER), member('7', ['200'])] });

  const add = (input: Omit<NewMember, 'userId'>, by = '7', userId = '9') =>
    decide(addMember, { guild: state(), actor: actor(by) }, { userId, ...input });

  test('needs for each field the permission of that field', () => {
    assert.deepEqual(add({ nick: 'N', roles: ['201', '201'] }).result?.roles, ['201']);
    refuses('MISSING_PERMISSIONS', () => add({ mute: true }));
    refuses('MISSING_PERMISSIONS', () => add({ deaf: false }));
  });

  test('gives only roles below one’s own highest; the owner all', () => {
    refuses('MISSING_PERMISSIONS', () => add({ roles: ['200'] }));
    assert.deepEqual(add({ roles: ['200'] }, OWNER).result?.roles, ['200']);
    refuses('INVALID_FORM_BODY', () => add({ roles: [GUILD] }, OWNER));
  });

  test('changes nothing for who is one already', () => {
    assert.deepEqual(add({ nick: 'X' }, OWNER, '7'), {
      result: null,
      changes: [],
      events: [],
    });
  });
});

describe('Writing a message', () => {
  const talk = (denied: number) => {
    const room = channel('300', {
      permissionOverwrites: [{ id: GUILD, type: 'role', allow: 0, deny: denied }],
    });
    const everyone = role(GUILD, { permissions: DEFAULT_PERMISSIONS });
    const state = guild({ roles: [everyone], members: [member(OWNER), member('7')], channels: [room] });
    const author = { id: '7', username: 'Ada', discriminator: '0001', avatar: null };
    const account = { bot: false, verified: true, phone: null };
    return (input: object) =>
      decide(createMessage, { guild: state, channel: room, actor: actor('7') }, { author, account, input })
        .result;
  };

  test('speaks aloud and to everyone only with the right to', () => {
    const input = { content: 'hey @here', tts: true };
    const may = talk(0)(input);
    assert.deepEqual([may.tts, may.mentionsEveryone], [true, true]);
    const mayNot = talk(PERMISSIONS.MENTION_EVERYONE | PERMISSIONS.SEND_TTS_MESSAGES)(input);
    assert.deepEqual([mayNot.tts, mayNot.mentionsEveryone], [false, false]);
  });

  test('does not raise the version of the guild, which is not changed', () => {
    const state = guild({ channels: [channel('300')] });
    const message = talk(0)({ content: 'hi' });
    applyChanges(state, [{ kind: 'message', message }]);
    assert.deepEqual([state.version, state.channels.get('300')?.lastMessageId], [1, message.id]);
  });
});

test('mentions name members, and roles that may be mentioned, once each', () => {
  const state = guild({
    roles: [role(GUILD), role('200', { mentionable: true }), role('201')],
    members: [member(OWNER)],
  });
  const text = `<@${OWNER}> <@!${OWNER}> <@9> <@&200> <@&201> <@&200> a@everyone.example`;
  const found = findMentions(state, text, false);
  assert.deepEqual([found.users.map(({ id }) => id), found.roles, found.everyone], [[OWNER], ['200'], false]);
  assert.deepEqual(findMentions(state, text, true).roles, ['200', '201']);
});

test('mentions in code, in links and after a backslash mention nobody', () => {
  const state = guild({
    roles: [role(GUILD), role('200', { mentionable: true })],
    members: [member(OWNER), member('2')],
  });
  for (const content of [
    '`<@2> <@&200> @everyone`',
    '``a ` <@2>``',
    '```\n<@2> <@&200> @here\n```',
    '\\<@2> \\<@&200> \\@everyone',
    'https://a.example/@everyone',
  ]) {
    assert.deepEqual(findMentions(state, content, true), { everyone: false, users: [], roles: [] });
  }
  const { everyone, users, roles } = findMentions(state, '`a` <@2> `<@&200> @here', true);
  assert.deepEqual([everyone, users.map(({ id }) => id), roles], [true, ['2'], ['200']]);
});

describe('The hierarchy', () => {
  const high = role('203', { position: 2 });
  const elder = role('201', { position: 1 });
  const younger = role('202', { position: 1 });
  const state = guild({
    roles: [role(GUILD), elder, younger, high],
    members: [member(OWNER), member('7', ['201']), member('8', ['202']), member('9', ['203']), member('10')],
  });
  const of = (id: string) => state.members.get(id) ?? assert.fail();

  test('orders roles by position, and at one position the older above', () => {
    assert.deepEqual(
      [high, younger, role(GUILD), elder].sort(compareRoles).map(({ id }) => id),
      [GUILD, '202', '201', '203'],
    );
  });

  test('lets one touch only what is lower; the owner everything, and nobody the owner', () => {
    assert.deepEqual(
      [isAboveRole(state, of('7'), younger), isAboveRole(state, of('8'), elder)],
      [true, false],
    );
    assert.deepEqual(
      [isAboveRole(state, of('7'), elder), isAboveRole(state, of(OWNER), high)],
      [false, true],
    );
    assert.deepEqual(
      [isAboveMember(state, of('9'), of('7')), isAboveMember(state, of('7'), of('9'))],
      [true, false],
    );
    assert.deepEqual(
      [isAboveMember(state, of('10'), of('10')), isAboveMember(state, of('9'), of(OWNER))],
      [false, false],
    );
  });
});
