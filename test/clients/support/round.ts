import assert from 'node:assert/strict';
import type { Game, Person, TestService } from '../../api/support/test-service.js';
import { join } from '../../api/support/world.js';
import type { GuildClient } from './guild-client.js';

/** What the steps of a round have in hand. */
export interface Round {
  readonly client: GuildClient;
  readonly service: TestService;
  readonly game: Game;
  /** who comes, is named, is kicked and is banned */
  readonly person: Person;
  /** a guild from before the login, with somebody in it who was not there for long */
  readonly ruins: string;
  /** ids of what the steps made, by name */
  readonly ids: Record<string, string>;
}

/** One thing that a bot does, and the events it then hears, each with what it is about. */
export interface Step {
  readonly title: string;
  readonly act: (round: Round) => Promise<unknown>;
  readonly events: readonly string[];
  /** what the library knows then */
  readonly check?: (round: Round) => Promise<void>;
}

const [TEXT, VOICE, CATEGORY] = [0, 2, 4] as const;
const MANAGE_CHANNELS = 0x10;
const SEND_MESSAGES = 0x800;
const ABROAD = '41771983423143937';

/** The life of a guild, as a bot program leads it (interface.md, Guild REST operations). */
export const ROUND: readonly Step[] = [
  {
    title: 'creates a guild',
    act: async ({ client, ids }) => {
      ids.guild = await client.createGuild('Castle');
    },
    events: ['GUILD_CREATE Castle'],
    check: async ({ client }) => assert.deepEqual((await client.guilds()).sort(), ['Castle', 'Ruins']),
  },
  {
    title: 'creates a role',
    act: async ({ client, ids }) => {
      ids.knights = await client.createRole(of(ids, 'guild'), 'knights', MANAGE_CHANNELS, 'für alle');
    },
    events: ['GUILD_ROLE_CREATE knights'],
    check: async ({ client, ids }) => assert.equal(await client.roleReason(of(ids, 'guild')), 'für alle'),
  },
  {
    title: 'creates another role, below the first',
    act: async ({ client, ids }) => {
      ids.squires = await client.createRole(of(ids, 'guild'), 'squires', 0, 'more');
    },
    events: ['GUILD_ROLE_CREATE squires'],
    check: ({ client, ids }) => showRoles(client, ids, ['knights', 'squires', '@everyone']),
  },
  {
    title: 'edits a role',
    act: ({ client, ids }) =>
      client.editRole(of(ids, 'guild'), of(ids, 'knights'), 'paladins', MANAGE_CHANNELS + SEND_MESSAGES),
    events: ['GUILD_ROLE_UPDATE paladins'],
    check: ({ client, ids }) => showRoles(client, ids, ['paladins', 'squires', '@everyone']),
  },
  {
    title: 'reorders roles',
    act: ({ client, ids }) => client.moveRole(of(ids, 'guild'), of(ids, 'squires'), 2),
    events: ['GUILD_ROLE_UPDATE squires'],
    check: ({ client, ids }) => showRoles(client, ids, ['squires', 'paladins', '@everyone']),
  },
  {
    title: 'creates a text channel',
    act: async ({ client, ids }) => {
      ids.talk = await client.createChannel(of(ids, 'guild'), 'talk', TEXT);
    },
    events: ['CHANNEL_CREATE talk'],
  },
  {
    title: 'creates another text channel',
    act: async ({ client, ids }) => {
      ids.news = await client.createChannel(of(ids, 'guild'), 'news', TEXT);
    },
    events: ['CHANNEL_CREATE news'],
  },
  {
    title: 'creates a category',
    act: async ({ client, ids }) => {
      ids.halls = await client.createChannel(of(ids, 'guild'), 'Halls', CATEGORY);
    },
    events: ['CHANNEL_CREATE Halls'],
  },
  {
    title: 'creates a voice channel',
    act: async ({ client, ids }) => {
      ids.voice = await client.createChannel(of(ids, 'guild'), 'Voice', VOICE);
    },
    events: ['CHANNEL_CREATE Voice'],
  },
  {
    title: 'edits a channel',
    act: ({ client, ids }) => client.editChannel(of(ids, 'talk'), 'gossip'),
    events: ['CHANNEL_UPDATE gossip'],
    check: ({ client, ids }) => showChannels(client, ids, null, ['gossip', 'news', 'Voice', 'Halls']),
  },
  {
    title: 'moves a channel',
    act: ({ client, ids }) => client.sortChannels(of(ids, 'guild'), [of(ids, 'news'), of(ids, 'talk')]),
    events: ['CHANNEL_UPDATE news', 'CHANNEL_UPDATE gossip'],
    check: ({ client, ids }) => showChannels(client, ids, null, ['news', 'gossip', 'Voice', 'Halls']),
  },
  {
    title: 'puts a channel into a category',
    act: ({ client, ids }) => client.fileChannel(of(ids, 'voice'), of(ids, 'halls')),
    events: ['CHANNEL_UPDATE Voice'],
    check: ({ client, ids }) => showChannels(client, ids, 'halls', ['Voice']),
  },
  {
    title: 'denies a role something in a channel',
    act: ({ client, ids }) => client.deny(of(ids, 'talk'), of(ids, 'squires'), SEND_MESSAGES),
    events: ['CHANNEL_UPDATE gossip'],
    check: ({ client, ids }) => showOverwrite(client, ids, { allow: 0, deny: SEND_MESSAGES }),
  },
  {
    title: 'takes that back',
    act: ({ client, ids }) => client.deleteOverwrite(of(ids, 'talk'), of(ids, 'squires')),
    events: ['CHANNEL_UPDATE gossip'],
    check: ({ client, ids }) => showOverwrite(client, ids, null),
  },
  {
    title: 'sees somebody come',
    act: comesIn,
    events: ['GUILD_MEMBER_ADD Ada'],
  },
  {
    title: 'gives a nick',
    act: ({ client, ids, person }) => client.setNick(of(ids, 'guild'), person.id, 'Countess'),
    events: ['GUILD_MEMBER_UPDATE Countess with 0 roles'],
  },
  {
    title: 'gives a role',
    act: ({ client, ids, person }) => client.addRole(of(ids, 'guild'), person.id, of(ids, 'squires')),
    events: ['GUILD_MEMBER_UPDATE Countess with 1 roles'],
  },
  {
    title: 'takes a role',
    act: ({ client, ids, person }) => client.removeRole(of(ids, 'guild'), person.id, of(ids, 'squires')),
    events: ['GUILD_MEMBER_UPDATE Countess with 0 roles'],
  },
  {
    title: 'kicks',
    act: ({ client, ids, person }) => client.kick(of(ids, 'guild'), person.id),
    events: ['GUILD_MEMBER_REMOVE Ada'],
  },
  {
    title: 'sees them come again',
    act: comesIn,
    events: ['GUILD_MEMBER_ADD Ada'],
  },
  {
    title: 'hears them speak',
    act: ({ service, ids, person }) =>
      service.ok('POST', `/channels/${ids.talk}/messages`, { as: person.token, json: { content: 'spam' } }),
    events: ['MESSAGE_CREATE spam'],
    check: async ({ client, ids }) => assert.deepEqual(await client.messages(of(ids, 'talk')), ['spam']),
  },
  {
    title: 'bans, and the messages of a day go',
    act: ({ client, ids, person }) => client.ban(of(ids, 'guild'), person.id, 1, 'they spam ✓'),
    events: ['MESSAGE_DELETE spam', 'GUILD_BAN_ADD Ada', 'GUILD_MEMBER_REMOVE Ada'],
    check: async ({ client, ids, person }) => {
      assert.deepEqual(await client.bans(of(ids, 'guild')), { [person.id]: 'they spam ✓' });
      assert.deepEqual(await client.messages(of(ids, 'talk')), []);
    },
  },
  {
    title: 'unbans',
    act: ({ client, ids, person }) => client.unban(of(ids, 'guild'), person.id),
    events: ['GUILD_BAN_REMOVE Ada'],
    check: async ({ client, ids }) => assert.deepEqual(await client.bans(of(ids, 'guild')), {}),
  },
  {
    title: 'counts whom a prune would remove',
    act: async ({ client, ruins }) => assert.equal(await client.countPrune(ruins, 7), 1),
    events: [],
  },
  {
    title: 'prunes',
    act: async ({ client, ruins }) => assert.equal(await client.prune(ruins, 7), 1),
    events: ['GUILD_MEMBER_REMOVE Sleeper'],
  },
  {
    title: 'attaches an integration',
    act: ({ client, ids }) => client.attachIntegration(of(ids, 'guild'), 'twitch', ABROAD),
    events: ['GUILD_ROLE_CREATE Game', 'GUILD_INTEGRATIONS_UPDATE Castle'],
  },
  {
    title: 'modifies an integration',
    act: ({ client, ids }) => client.setGracePeriod(of(ids, 'guild'), ABROAD, 3600),
    events: ['GUILD_INTEGRATIONS_UPDATE Castle'],
    check: async ({ client, ids }) =>
      assert.deepEqual(await client.integrations(of(ids, 'guild')), { [ABROAD]: 3600 }),
  },
  {
    title: 'syncs an integration',
    act: ({ client, ids }) => client.syncIntegration(of(ids, 'guild'), ABROAD),
    events: [],
  },
  {
    title: 'deletes an integration',
    act: ({ client, ids }) => client.deleteIntegration(of(ids, 'guild'), ABROAD),
    events: ['GUILD_ROLE_DELETE Game', 'GUILD_INTEGRATIONS_UPDATE Castle'],
    check: async ({ client, ids }) => assert.deepEqual(await client.integrations(of(ids, 'guild')), {}),
  },
  {
    title: 'modifies the embed',
    act: ({ client, ids }) =>
      client.setEmbed(of(ids, 'guild'), { enabled: true, channel_id: of(ids, 'talk') }),
    events: [],
    check: async ({ client, ids }) =>
      assert.deepEqual(await client.embed(of(ids, 'guild')), { enabled: true, channel_id: ids.talk }),
  },
  {
    title: 'creates an invite',
    act: async ({ client, ids }) => {
      ids.code = await client.createInvite(of(ids, 'talk'));
    },
    events: [],
    check: async ({ client, ids }) =>
      assert.deepEqual(await client.invite(of(ids, 'code')), { guild: ids.guild, channel: ids.talk }),
  },
  {
    title: 'deletes an invite',
    act: ({ client, ids }) => client.deleteInvite(of(ids, 'code')),
    events: [],
    check: ({ client, ids }) => assert.rejects(client.invite(of(ids, 'code')), { code: 10006 }),
  },
  {
    title: 'deletes a channel',
    act: ({ client, ids }) => client.deleteChannel(of(ids, 'voice')),
    events: ['CHANNEL_DELETE Voice'],
    check: ({ client, ids }) => showChannels(client, ids, 'halls', []),
  },
  {
    title: 'deletes a role',
    act: ({ client, ids }) => client.deleteRole(of(ids, 'guild'), of(ids, 'knights')),
    events: ['GUILD_ROLE_DELETE paladins'],
    check: ({ client, ids }) => showRoles(client, ids, ['squires', '@everyone']),
  },
  {
    title: 'deletes the guild',
    act: ({ client, ids }) => client.deleteGuild(of(ids, 'guild')),
    events: ['GUILD_DELETE Castle'],
    check: async ({ client }) => assert.deepEqual(await client.guilds(), ['Ruins']),
  },
];

function of(ids: Round['ids'], name: string): string {
  return ids[name] ?? assert.fail(`no step made ${name}`);
}

function comesIn({ service, game, person, ids }: Round): Promise<void> {
  return join(service, game, person, of(ids, 'guild'));
}

async function showRoles(client: GuildClient, ids: Round['ids'], names: string[]): Promise<void> {
  assert.deepEqual(await client.roles(of(ids, 'guild')), names);
}

async function showChannels(
  client: GuildClient,
  ids: Round['ids'],
  parent: string | null,
  names: string[],
): Promise<void> {
  const known = await client.channels(of(ids, 'guild'), parent === null ? null : of(ids, parent));
  assert.deepEqual(known, names);
}

async function showOverwrite(
  client: GuildClient,
  ids: Round['ids'],
  overwrite: object | null,
): Promise<void> {
  assert.deepEqual(await client.overwrite(of(ids, 'talk'), of(ids, 'squires')), overwrite);
}
