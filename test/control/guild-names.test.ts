import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ControlError } from '#guildhall/control/errors.js';
import { GuildNames, type Wanted } from '#guildhall/control/guilds/guild-names.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { guild, textChannel } from '../helpers/objects.js';
import { addRoleGuild } from '../helpers/role-guild.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { MockChatClient } from '../mocks/mock-client.js';

function withGuilds(...guilds: readonly (readonly [id: string, name: string])[]): MockChatClient {
  const client = new MockChatClient();
  for (const [id, name] of guilds) {
    client.addGuild({ ...guild(id, { name }), channels: [textChannel(`${id}1`, { name: 'general' })] });
  }
  return client;
}

const wanted = (kind: Wanted['kind'], name: string | null, guild: string | null = null): Wanted => ({
  ...{ kind, name, guild },
});

/** Message and hint of a refusal. */
function refusalOf(names: GuildNames, what: Wanted): string {
  try {
    names.find(what);
  } catch (error) {
    assert.ok(error instanceof ControlError);
    return `${error.code}: ${error.message}. ${error.hint}`;
  }
  assert.fail(`${what.name} was found`);
}

test('a name that two guilds have means the one in the guild that was used last, and else is refused with ids', () => {
  const names = new GuildNames(withGuilds(['100', 'Chess'], ['200', 'Go']).state);
  assert.equal(
    refusalOf(names, wanted('text channel', 'general')),
    'refused: several text channels are named general. Name one by its id, or write GUILD/NAME: Chess/general (1001), Go/general (2001)',
  );
  assert.equal(names.find(wanted('text channel', 'Go/general')).id, '2001');
  assert.equal(names.find(wanted('text channel', '#general')).id, '2001');
  assert.equal(names.find(wanted('channel', 'general', 'Chess')).id, '1001');
  assert.equal(names.find(wanted('channel', 'GENERAL')).id, '1001');
  names.use('200');
  assert.deepEqual(names.find(wanted('guild', null)).guild, { id: '200', name: 'Go' });
});

test('guilds of the same name are told apart by their ids', () => {
  const names = new GuildNames(withGuilds(['100', 'Chess'], ['200', 'Chess']).state);
  assert.match(
    refusalOf(names, wanted('guild', 'Chess')),
    /several guilds are named Chess. Name one by its id: Chess \(100\), Chess \(200\)/,
  );
  assert.match(
    refusalOf(names, wanted('guild', null)),
    /several guilds, and none was named. Name it with --guild/,
  );
  assert.equal(names.find(wanted('channel', '200/general')).id, '2001');
  assert.equal(names.find(wanted('guild', 'Chess')).id, '200');
});

test('for what cannot be undone, the guild that was used last does not decide between equal names', () => {
  const names = new GuildNames(withGuilds(['100', 'Chess'], ['200', 'Chess']).state);
  names.use('200');
  const ofAll = ['Chess (100), Chess (200)', 'Chess/general (1001), Chess/general (2001)'];
  const clear = { must_be_clear: true };
  for (const [what, ids] of [
    [wanted('guild', 'Chess'), ofAll[0]],
    [wanted('channel', 'general'), ofAll[1]],
    [wanted('channel', 'Chess/general'), ofAll[1]],
    [wanted('channel', 'general', 'Chess'), ofAll[0]],
    [wanted('member', '4711'), ofAll[0]],
  ] as const) {
    assert.equal(names.find(what).guild.id, '200');
    assert.ok(refusalOf(names, { ...what, ...clear }).endsWith(`${ids}`), what.kind);
  }
  assert.equal(names.find({ ...wanted('channel', 'general', '100'), ...clear }).id, '1001');
  assert.equal(names.find({ ...wanted('guild', '100'), ...clear }).guild.id, '100');
});

test('a name may contain slashes, and so may that of a guild', () => {
  const client = withGuilds(['100', 'Either/Or']);
  client.dispatch('CHANNEL_CREATE', textChannel('102', { guild_id: '100', type: 2, name: 'AC/DC' }));
  const names = new GuildNames(client.state);
  assert.equal(names.find(wanted('voice channel', 'AC/DC')).id, '102');
  assert.equal(names.find(wanted('voice channel', 'Either/Or/AC/DC')).id, '102');
  const place = (name: string) => names.find(wanted('new', name));
  assert.deepEqual([place('Either/Or/in/out').name, place('in/out').name], ['in/out', 'in/out']);
  assert.equal(place('x').guild.id, '100');
  client.addGuild(guild('200', { name: 'Either' }));
  assert.deepEqual([place('Either/Or/new').guild.id, place('Either/or').guild.id], ['100', '200']);
});

test('an id is never taken for a name, and a member in other letters or with a prefix never for another', () => {
  const client = withGuilds(['100', 'Mine'], ['200', 'Other']);
  const [ada, grace] = ['1576278002298257408', '1576278002298257409'] as const;
  const join = (guild_id: string, id: string, username: string, nick?: string | null) =>
    client.dispatch('GUILD_MEMBER_ADD', {
      ...{ guild_id, user: { id, username, discriminator: '0001', avatar: null } },
      ...{ roles: [], joined_at: '2020-01-01T00:00:00.000Z', deaf: false, mute: false },
      ...(nick !== undefined && { nick }),
    });
  join('100', ada, 'Ada');
  join('200', grace, 'Grace', ada);
  // Services of other versions send null for no nick.
  join('200', '3', 'Bob', null);
  const names = new GuildNames(client.state);
  assert.equal(names.find(wanted('member', ada)).id, ada);
  assert.equal(names.find(wanted('member', ada, 'Other')).name, ada);
  assert.equal(names.find(wanted('member', ada, 'Other')).id, ada);
  assert.match(refusalOf(names, wanted('channel', '1576278002298257000')), /there is no channel/);
  join('100', grace, 'Grace', 'ada');
  assert.match(refusalOf(names, wanted('member', 'ada', 'Mine')), /several members are named ada/);
  assert.match(refusalOf(names, wanted('member', 'Ada', 'Mine')), /several members are named Ada/);
  join('200', grace, 'Grace', 'mine/Ada');
  names.use('200');
  assert.match(refusalOf(names, wanted('member', 'mine/Ada')), /several members are named mine\/Ada/);
});

test('roles and members are found by their names, and users that the client does not know by id', () => {
  const client = new MockChatClient();
  addRoleGuild(client);
  const names = new GuildNames(client.state);
  assert.equal(names.find(wanted('role', 'Guild 300/Admins')).id, '301');
  for (const name of ['bob', 'bob#0001', 'bob the builder', '@bob', '2'])
    assert.equal(names.find(wanted('member', name)).id, '2');
  assert.deepEqual(names.find(wanted('member', '4711')), {
    ...{ id: '4711', name: '4711', guild: { id: '300', name: 'Guild 300' } },
  });
  assert.match(refusalOf(names, wanted('category', 'Other')), /Categories: Guild 300\/Text \(311\)/);
});

test('who is in no guild is told how to come into one', () => {
  const names = new GuildNames(new MockChatClient().state);
  for (const what of [wanted('guild', null), wanted('guild', 'Chess'), wanted('new', 'general')])
    assert.match(refusalOf(names, what), /not_found: .*guilds create NAME.*invites accept CODE/);
  assert.match(refusalOf(names, wanted('role', 'x')), /You are in no guild with a role/);
});

test('the guild that was used last is known after a restart, and a damaged file is as none', () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'last-guild.json');
    const { state } = withGuilds(['100', 'Chess'], ['200', 'Go']);
    const before = await GuildNames.open(state, path, silentLogger);
    before.find(wanted('guild', 'Go'));
    await before.flush();
    const after = await GuildNames.open(state, path, silentLogger);
    assert.equal(after.find(wanted('guild', null)).guild.name, 'Go');
    assert.equal(after.find(wanted('text channel', 'general')).id, '2001');
    await writeFile(path, '{"version":1');
    const damaged = await GuildNames.open(state, path, silentLogger);
    assert.match(refusalOf(damaged, wanted('guild', null)), /several guilds, and none was named/);
  }));

test('a member of several guilds is told apart by the guild, not by the id', () => {
  const client = new MockChatClient();
  for (const id of ['100', '200']) client.addGuild({ ...guild(id, { name: `Guild ${id}` }) });
  const { id, username } = client.state.guilds()[0]?.members.values().next().value?.user ?? {};
  const names = new GuildNames(client.state);
  for (const name of [id ?? '', username ?? '']) {
    assert.equal(
      refusalOf(names, wanted('member', name)),
      `refused: ${name} is a member of several guilds. Name the guild with --guild, or write GUILD/NAME: Guild 100/${username} (${id}), Guild 200/${username} (${id})`,
    );
  }
  assert.equal(names.find(wanted('member', `200/${id}`)).guild.id, '200');
});
