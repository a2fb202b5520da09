import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveChatState } from '#guildhall/client/chat/chat-state.js';
import { applyDispatch } from '#guildhall/client/chat/dispatch-table.js';
import { guild, message, textChannel } from '../helpers/objects.js';

const MIB = 1024 * 1024;

/** A state of at most 4 MiB, with a guild that the person owns. */
function createState() {
  const state = new LiveChatState(() => '1', 4 * MIB);
  const target = {
    state,
    awaited: new Set<string>(),
    ownVoiceChannel: { review: () => undefined },
    events: { emit: () => undefined },
  };
  const apply = (name: string, data: unknown) => applyDispatch(target, name, data);
  apply('GUILD_CREATE', guild('200'));
  /** Creates or changes a channel that takes about this many MiB with what is unknown in it. */
  const put = (id: number, unknown: object) =>
    apply('CHANNEL_CREATE', { ...textChannel(String(id), { guild_id: '200' }), ...unknown });
  /** @returns how many of 20 channels were kept */
  const fill = (unknown: () => object): number => {
    let kept = 0;
    for (let id = 1; id <= 20; id += 1) {
      try {
        put(id, unknown());
        kept += 1;
      } catch (error) {
        assert.equal((error as Error).name, 'ServiceError');
      }
    }
    assert.equal(state.isHidden(String(kept + 1)) || state.channel(String(kept + 1)) !== undefined, false);
    return kept;
  };
  return { state, target, apply, put, fill };
}

for (const [what, value, length] of [
  ['long texts', () => ({ topic: 'x'.repeat(MIB) }), MIB],
  // 50 KB of JSON take 1 MiB of memory.
  ['many values', () => ({ values: Array.from({ length: MIB / 72 }, () => ({})) }), 50_000],
  ['many fields', () => ({ values: fields(MIB / 34) }), 400_000],
] as const) {
  test(`the state of a service is limited by what it takes in memory: ${what}`, () => {
    assert.ok(JSON.stringify(value()).length < 1.1 * length);
    const kept = createState().fill(value);
    assert.ok(kept >= 4 && kept <= 8, `${kept} MiB were kept`);
  });
}

/** An object with this many fields of different names. */
function fields(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), 1]));
}

test('a guild of READY that is deleted before it arrived is not waited for', () => {
  const { target, apply } = createState();
  target.awaited.add('300');
  apply('GUILD_DELETE', { id: '300', unavailable: true });
  assert.deepEqual([...target.awaited], ['300'], 'after an outage it comes back');
  apply('GUILD_DELETE', { id: '300' });
  assert.equal(target.awaited.size, 0);
});

test('events that replace state do not add to its size', () => {
  const { state, put } = createState();
  for (let count = 0; count <= 20; count += 1) put(11, { topic: `${count}${'x'.repeat(MIB)}` });
  assert.ok(state.channels('200').some(({ topic }) => topic?.startsWith('20x')));
});

/** Counts how often a field of these objects is read. */
function countReads<T extends object>(field: keyof T, objects: T[]) {
  const reads = { count: 0 };
  for (const each of objects) {
    const value = each[field];
    const get = () => {
      reads.count += 1;
      return value;
    };
    Object.defineProperty(each, field, { get, enumerable: true });
  }
  return { reads, objects };
}

const MANY = 100;
const ids = Array.from({ length: MANY }, (_, index) => `${1000 + index}`);

function role(id: string) {
  const colors = { primary_color: 0, secondary_color: null, tertiary_color: null };
  const flags = { hoist: false, managed: false, mentionable: false };
  return { id, name: id, color: 0, colors, position: 1, permissions: 1024, ...flags };
}

test('an event about a role reads no other role of the guild, and a changed role becomes the last one', () => {
  const { state, apply } = createState();
  const { reads, objects: roles } = countReads('id', ids.map(role));
  apply('GUILD_CREATE', guild('200', { roles }));
  reads.count = 0;
  for (const id of ids.slice(0, 10)) apply('GUILD_ROLE_UPDATE', { guild_id: '200', role: role(id) });
  for (const id of ids.slice(10, 20)) apply('GUILD_ROLE_DELETE', { guild_id: '200', role_id: id });
  assert.equal(reads.count, 0);
  const kept = [...(state.guild('200')?.roles.keys() ?? [])];
  assert.deepEqual(kept, [...ids.slice(20), ...ids.slice(0, 10)]);
});

test('the channels that a member may view are found without a search through the roles for each', () => {
  const { state, apply } = createState();
  const { reads, objects: roles } = countReads('permissions', ids.map(role));
  const held = [...ids];
  held.includes = () => assert.fail('searched the roles of the member');
  const { members } = guild('200');
  const overwrites = ids.map((id) => ({ id, type: 'role' as const, allow: 1024, deny: 0 }));
  const channels = ids.map((id) => textChannel(id, { permission_overwrites: overwrites }));
  apply(
    'GUILD_CREATE',
    guild('200', {
      owner_id: '9',
      roles,
      channels,
      members: members.map((each) => ({ ...each, roles: held })),
    }),
  );
  reads.count = 0;
  assert.equal(state.channels('200').length, MANY);
  assert.equal(reads.count, MANY);
});

test('an event about a recipient reads no other recipient of the group, and one who is added again becomes the last one', () => {
  const { state, apply } = createState();
  const { reads, objects: recipients } = countReads('id', ids.map(user));
  apply('CHANNEL_CREATE', { ...textChannel('60'), type: 3, recipients });
  // The first event indexes them.
  apply('CHANNEL_RECIPIENT_REMOVE', { channel_id: '60', user: user(ids[99] ?? '') });
  reads.count = 0;
  for (const id of ids.slice(0, 10)) {
    apply('CHANNEL_RECIPIENT_ADD', { channel_id: '60', user: { ...user(id), username: 'new' } });
  }
  for (const id of ids.slice(10, 20)) apply('CHANNEL_RECIPIENT_REMOVE', { channel_id: '60', user: user(id) });
  assert.equal(reads.count, 0);
  const kept = state.channel('60')?.recipients?.map(({ id }) => id);
  assert.deepEqual(kept, [...ids.slice(20, 99), ...ids.slice(0, 10)]);
  apply('CHANNEL_DELETE', { ...textChannel('60'), type: 3 });
  assert.equal(state.channel('60'), undefined);
});

function user(id: string) {
  return { id, username: id, discriminator: '0001', avatar: null };
}

test('an event about a guild changes it in place, and its members and the like stay', () => {
  const { state, apply } = createState();
  const before = state.guild('200');
  const { members, member_count, ...fields } = guild('200', { name: 'Renamed' });
  apply('GUILD_UPDATE', { ...fields, roles: [role('1000')], members: [], ...JSON.parse('{"__proto__":{}}') });
  apply('GUILD_MEMBER_ADD', { ...members[0], guild_id: '200', user: user('7') });
  apply('GUILD_ROLE_DELETE', { guild_id: '200', role_id: '1001' });
  const after = state.guild('200');
  assert.equal(after, before);
  assert.equal(Object.getPrototypeOf(after), Object.prototype);
  assert.deepEqual(
    [after?.name, after?.member_count, [...(after?.members.keys() ?? [])], [...(after?.roles.keys() ?? [])]],
    ['Renamed', member_count + 1, ['1', '7'], ['1000']],
  );
});

test('the members who are online are known without a count', () => {
  const { state, apply } = createState();
  const presence = (id: string, status: string) => ({ user: { id }, status, game: null, activities: [] });
  const presences = [presence('1', 'offline'), presence('2', 'online'), presence('3', 'idle')];
  apply('GUILD_CREATE', { ...guild('200'), presences });
  assert.equal(state.guild('200')?.presences.size, 2);
  apply('PRESENCE_UPDATE', { ...presence('3', 'offline'), guild_id: '200', roles: [] });
  assert.equal(state.guild('200')?.presences.size, 1);
});

/** Events, each with fields that clients read and that have the wrong type. */
const WRONG_FIELDS: readonly (readonly [name: string, event: object, fields: readonly object[]])[] = [
  ...['MESSAGE_CREATE', 'MESSAGE_UPDATE'].map(
    (name) =>
      [
        name,
        message('5', '40'),
        [
          { content: { length: -1e12 } },
          { content: null },
          { author: { id: '1' } },
          { author: { ...user('1'), avatar: 7 } },
          { mentions: [null] },
          { mention_roles: [7] },
          { attachments: [null] },
          { embeds: [{ title: {} }] },
          { edited_timestamp: {} },
          { type: 'x' },
        ],
      ] as const,
  ),
  [
    'CHANNEL_CREATE',
    textChannel('40'),
    [
      { name: {} },
      { topic: 7 },
      { position: 'x' },
      { bitrate: 'abc' },
      { user_limit: 1.5 },
      { parent_id: 'x' },
      { recipients: [{ ...user('1'), discriminator: 7 }] },
    ],
  ],
  [
    'GUILD_CREATE',
    guild('300'),
    [
      { icon: {} },
      { owner_id: {} },
      { roles: [{ ...role('7'), name: 7 }] },
      { roles: [{ ...role('7'), color: null }] },
      { roles: [{ ...role('7'), position: {} }] },
      { members: guild('300').members.map((member) => ({ ...member, nick: {} })) },
      { presences: [{ user: { id: '1' }, status: 'online', game: { name: {} } }] },
      { presences: [{ user: { id: '1' }, status: 'online', game: { name: 'Chess', flags: '1' } }] },
      { voice_states: [{ channel_id: '40', user_id: '1', session_id: {} }] },
      { voice_states: [{ channel_id: '40', user_id: '1', self_mute: 'x' }] },
    ],
  ],
];

for (const [name, event, wrong] of WRONG_FIELDS) {
  test(`${name} with fields of the wrong type is refused`, () => {
    const { apply } = createState();
    apply(name, event);
    for (const fields of wrong) {
      const refused = { name: 'ServiceError', status: 502 };
      assert.throws(() => apply(name, { ...event, ...fields }), refused, JSON.stringify(fields));
    }
  });
}

test('events in which a service of another version omits fields are applied', () => {
  const { state, apply } = createState();
  const owner = { id: '1', username: 'ada' };
  const lists = { channels: [], presences: [], voice_states: [] };
  const member = { user: owner, roles: [], nick: null };
  apply('GUILD_CREATE', {
    id: '300',
    name: 'Small',
    roles: [{ id: '7' }],
    member_count: 1,
    ...lists,
    members: [member],
  });
  apply('CHANNEL_CREATE', { id: '40', type: 0, guild_id: '300', topic: null });
  apply('PRESENCE_UPDATE', { guild_id: '300', user: { id: '1' }, status: 'online', game: null });
  apply('VOICE_STATE_UPDATE', { guild_id: '300', channel_id: '40', user_id: '1' });
  apply('MESSAGE_UPDATE', { id: '5', channel_id: '40', embeds: [] });
  assert.ok(state.guild('300')?.voice_states.has('1'));
});

test('where a user is in voice is found without a search through the guilds', () => {
  const { state, apply } = createState();
  const channels = [{ ...textChannel('40'), type: 2 as const }];
  const { members } = guild('200');
  for (const id of ids) apply('GUILD_CREATE', guild(id, { channels, members }));
  let reads = 0;
  for (const { voice_states: states } of state.guilds()) {
    const { get } = states;
    states.get = (id) => {
      reads += 1;
      return get.call(states, id);
    };
  }
  const [first = '', second = ''] = ids.slice(-2);
  const move = (guild_id: string, channel_id: string | null) => {
    apply('VOICE_STATE_UPDATE', { guild_id, channel_id, user_id: '1' });
    return [state.voiceChannelOf('1')?.guildId, state.voiceChange('1')?.channelId];
  };
  assert.deepEqual(move(first, '40'), [first, '40']);
  assert.deepEqual(move(second, '40'), [second, '40'], 'before the service says that they left the first');
  assert.deepEqual(move(first, null), [second, '40']);
  assert.ok(reads <= 10, `${reads} guilds were searched`);
  apply('GUILD_DELETE', { id: second });
  assert.equal(state.voiceChannelOf('1'), null);
  const voice = { channel_id: '40', user_id: '1', session_id: 'x', suppress: false };
  const flags = { deaf: false, mute: false, self_deaf: false, self_mute: false };
  apply('GUILD_CREATE', guild(second, { channels, members, voice_states: [{ ...voice, ...flags }] }));
  assert.equal(state.voiceChannelOf('1')?.guildId, second);
  apply('GUILD_MEMBER_REMOVE', { guild_id: second, user: { id: '1' } });
  assert.equal(state.voiceChannelOf('1'), null);
  assert.equal(state.voiceChange('1'), null);
});

test('a request to play together is refused if it is too large to be kept', () => {
  const { apply } = createState();
  const request = (username: string) => ({
    ...{ type: 'invite', id: 'a'.repeat(22), application_id: '100', action: 'join', data: null },
    user: { ...user('7'), username },
  });
  apply('ACTIVITY_REQUEST', request('ada'));
  assert.throws(() => apply('ACTIVITY_REQUEST', request('a'.repeat(9000))), /too large/);
});

test('a user in voice in several guilds is in the last one that was heard, and in another one after leaving it', () => {
  const { state, apply } = createState();
  apply('GUILD_CREATE', guild('300'));
  const move = (guild_id: string, channel_id: string | null) =>
    apply('VOICE_STATE_UPDATE', { guild_id, channel_id, user_id: '1' });
  const place = () => state.voiceChannelOf('1')?.guildId ?? null;
  move('200', '11');
  move('300', '31');
  assert.equal(place(), '300');
  move('300', null);
  assert.equal(place(), '200');
  move('200', null);
  assert.equal(place(), null);
});
