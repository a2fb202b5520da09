import assert from 'node:assert/strict';
import type { GuildClient } from './guild-client.js';
import { MEMBER_STEPS } from './member-steps.js';
import { MESSAGE_STEPS } from './message-steps.js';
import { made, type Round, type Step } from './step.js';

const [TEXT, VOICE, CATEGORY] = [0, 2, 4] as const;
const MANAGE_CHANNELS = 0x10;
const SEND_MESSAGES = 0x800;
const ABROAD = '41771983423143937';

/** The life of a guild, as a bot program leads it (docs/rest.md, guilds). */
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
      ids.knights = await client.createRole(made(ids, 'guild'), 'knights', MANAGE_CHANNELS, 'für alle');
    },
    events: ['GUILD_ROLE_CREATE knights'],
    check: async ({ client, ids }) => assert.equal(await client.roleReason(made(ids, 'guild')), 'für alle'),
  },
  {
    title: 'creates another role, below the first',
    act: async ({ client, ids }) => {
      ids.squires = await client.createRole(made(ids, 'guild'), 'squires', 0, 'more');
    },
    events: ['GUILD_ROLE_CREATE squires'],
    check: ({ client, ids }) => showRoles(client, ids, ['knights', 'squires', '@everyone']),
  },
  {
    title: 'edits a role',
    act: ({ client, ids }) =>
      client.editRole(made(ids, 'guild'), made(ids, 'knights'), 'paladins', MANAGE_CHANNELS + SEND_MESSAGES),
    events: ['GUILD_ROLE_UPDATE paladins'],
    check: ({ client, ids }) => showRoles(client, ids, ['paladins', 'squires', '@everyone']),
  },
  {
    title: 'reorders roles',
    act: ({ client, ids }) => client.moveRole(made(ids, 'guild'), made(ids, 'squires'), 2),
    events: ['GUILD_ROLE_UPDATE squires'],
    check: ({ client, ids }) => showRoles(client, ids, ['squires', 'paladins', '@everyone']),
  },
  {
    title: 'creates a text channel',
    act: async ({ client, ids }) => {
      ids.talk = await client.createChannel(made(ids, 'guild'), 'talk', TEXT);
    },
    events: ['CHANNEL_CREATE talk'],
  },
  {
    title: 'creates another text channel',
    act: async ({ client, ids }) => {
      ids.news = await client.createChannel(made(ids, 'guild'), 'news', TEXT);
    },
    events: ['CHANNEL_CREATE news'],
  },
  {
    title: 'creates a category',
    act: async ({ client, ids }) => {
      ids.halls = await client.createChannel(made(ids, 'guild'), 'Halls', CATEGORY);
    },
    events: ['CHANNEL_CREATE Halls'],
  },
  {
    title: 'creates a voice channel',
    act: async ({ client, ids }) => {
      ids.voice = await client.createChannel(made(ids, 'guild'), 'Voice', VOICE);
    },
    events: ['CHANNEL_CREATE Voice'],
  },
  {
    title: 'edits a channel',
    act: ({ client, ids }) => client.editChannel(made(ids, 'talk'), 'gossip'),
    events: ['CHANNEL_UPDATE gossip'],
    check: ({ client, ids }) => showChannels(client, ids, null, ['gossip', 'news', 'Voice', 'Halls']),
  },
  {
    title: 'moves a channel',
    act: ({ client, ids }) => client.sortChannels(made(ids, 'guild'), [made(ids, 'news'), made(ids, 'talk')]),
    events: ['CHANNEL_UPDATE news', 'CHANNEL_UPDATE gossip'],
    check: ({ client, ids }) => showChannels(client, ids, null, ['news', 'gossip', 'Voice', 'Halls']),
  },
  {
    title: 'puts a channel into a category',
    act: ({ client, ids }) => client.fileChannel(made(ids, 'voice'), made(ids, 'halls')),
    events: ['CHANNEL_UPDATE Voice'],
    check: ({ client, ids }) => showChannels(client, ids, 'halls', ['Voice']),
  },
  {
    title: 'denies a role something in a channel',
    act: ({ client, ids }) => client.deny(made(ids, 'talk'), made(ids, 'squires'), SEND_MESSAGES),
    events: ['CHANNEL_UPDATE gossip'],
    check: ({ client, ids }) => showOverwrite(client, ids, { allow: 0, deny: SEND_MESSAGES }),
  },
  {
    title: 'takes that back',
    act: ({ client, ids }) => client.deleteOverwrite(made(ids, 'talk'), made(ids, 'squires')),
    events: ['CHANNEL_UPDATE gossip'],
    check: ({ client, ids }) => showOverwrite(client, ids, null),
  },
  ...MEMBER_STEPS,
  ...MESSAGE_STEPS,
  {
    title: 'attaches an integration',
    act: ({ client, ids }) => client.attachIntegration(made(ids, 'guild'), 'twitch', ABROAD),
    events: ['GUILD_ROLE_CREATE Game', 'GUILD_INTEGRATIONS_UPDATE Castle'],
  },
  {
    title: 'modifies an integration',
    act: ({ client, ids }) => client.setGracePeriod(made(ids, 'guild'), ABROAD, 3600),
    events: ['GUILD_INTEGRATIONS_UPDATE Castle'],
    check: async ({ client, ids }) =>
      assert.deepEqual(await client.integrations(made(ids, 'guild')), { [ABROAD]: 3600 }),
  },
  {
    title: 'syncs an integration',
    act: ({ client, ids }) => client.syncIntegration(made(ids, 'guild'), ABROAD),
    events: [],
  },
  {
    title: 'deletes an integration',
    act: ({ client, ids }) => client.deleteIntegration(made(ids, 'guild'), ABROAD),
    events: ['GUILD_ROLE_DELETE Game', 'GUILD_INTEGRATIONS_UPDATE Castle'],
    check: async ({ client, ids }) => assert.deepEqual(await client.integrations(made(ids, 'guild')), {}),
  },
  {
    title: 'modifies the embed',
    act: ({ client, ids }) =>
      client.setEmbed(made(ids, 'guild'), { enabled: true, channel_id: made(ids, 'talk') }),
    events: [],
    check: async ({ client, ids }) =>
      assert.deepEqual(await client.embed(made(ids, 'guild')), { enabled: true, channel_id: ids.talk }),
  },
  {
    title: 'creates an invite',
    act: async ({ client, ids }) => {
      ids.code = await client.createInvite(made(ids, 'talk'));
    },
    events: [],
    check: async ({ client, ids }) =>
      assert.deepEqual(await client.invite(made(ids, 'code')), { guild: ids.guild, channel: ids.talk }),
  },
  {
    title: 'deletes an invite',
    act: ({ client, ids }) => client.deleteInvite(made(ids, 'code')),
    events: [],
    check: ({ client, ids }) => assert.rejects(client.invite(made(ids, 'code')), { code: 10006 }),
  },
  {
    title: 'deletes a channel',
    act: ({ client, ids }) => client.deleteChannel(made(ids, 'voice')),
    events: ['CHANNEL_DELETE Voice'],
    check: ({ client, ids }) => showChannels(client, ids, 'halls', []),
  },
  {
    title: 'deletes a role',
    act: ({ client, ids }) => client.deleteRole(made(ids, 'guild'), made(ids, 'knights')),
    events: ['GUILD_ROLE_DELETE paladins'],
    check: ({ client, ids }) => showRoles(client, ids, ['squires', '@everyone']),
  },
  {
    title: 'deletes the guild',
    act: ({ client, ids }) => client.deleteGuild(made(ids, 'guild')),
    events: ['GUILD_DELETE Castle'],
    check: async ({ client }) => assert.deepEqual(await client.guilds(), ['Ruins']),
  },
];

async function showRoles(client: GuildClient, ids: Round['ids'], names: string[]): Promise<void> {
  assert.deepEqual(await client.roles(made(ids, 'guild')), names);
}

async function showChannels(
  client: GuildClient,
  ids: Round['ids'],
  parent: string | null,
  names: string[],
): Promise<void> {
  const known = await client.channels(made(ids, 'guild'), parent === null ? null : made(ids, parent));
  assert.deepEqual(known, names);
}

async function showOverwrite(
  client: GuildClient,
  ids: Round['ids'],
  overwrite: object | null,
): Promise<void> {
  assert.deepEqual(await client.overwrite(made(ids, 'talk'), made(ids, 'squires')), overwrite);
}
