import type { Administration, PersonAccount } from '../../protocol/administration.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { DEFAULT_PERMISSIONS, PERMISSIONS } from '../../protocol/permissions.js';
import { DemoRest } from './demo-rest.js';
import type { DemoSet } from './demo-set.js';

const APPLICATION_NAME = 'Demo';
const PEOPLE = ['Ada', 'Grace'];
const MODERATORS = 'Moderators';

const GUILD = {
  name: 'Guildhall Demo',
  // Role ids in this body are placeholders; the first role is @everyone (docs/rest.md, Create guild).
  roles: [
    { id: 0, name: '@everyone', permissions: DEFAULT_PERMISSIONS },
    {
      id: 1,
      name: MODERATORS,
      color: 0x3b82f6,
      hoist: true,
      permissions: DEFAULT_PERMISSIONS | PERMISSIONS.KICK_MEMBERS | PERMISSIONS.MANAGE_MESSAGES,
    },
    { id: 2, name: 'Players', color: 0x22c55e, permissions: DEFAULT_PERMISSIONS },
  ],
  channels: [
    { name: 'general', type: CHANNEL_TYPES.GUILD_TEXT },
    { name: 'strategy', type: CHANNEL_TYPES.GUILD_TEXT },
    { name: 'Lobby', type: CHANNEL_TYPES.GUILD_VOICE },
    { name: 'Squad', type: CHANNEL_TYPES.GUILD_VOICE },
  ],
};

/** The service and the person for whom a demo is made. */
export interface DemoOptions {
  readonly apiUrl: string;
  readonly administration: Administration;
  /** the local person, who becomes a member */
  readonly person: { readonly id: string; readonly token: string };
}

/**
 * Creates a demo: an application with a bot, a guild of the bot with roles and channels, two more people, and a
 * message, all through public interfaces. Every call creates another demo.
 */
export async function makeDemo({ apiUrl, administration, person }: DemoOptions): Promise<DemoSet> {
  const rest = new DemoRest(apiUrl);
  const application = await administration.createApplication({
    name: APPLICATION_NAME,
    description: 'Created by guildhall demo.',
    rpc_origins: ['http://localhost:3000'],
    redirect_uris: ['http://localhost:3000/callback'],
    bot: true,
    approved: true,
  });
  const botToken = application.bot?.token ?? '';
  const people = await createPeople(administration);
  const guild = await rest.createGuild(botToken, GUILD);
  const moderators = guild.roles.find((role) => role.name === MODERATORS);
  const roles = moderators === undefined ? [] : [moderators.id];
  await rest.joinGuild(application, guild.id, person, { roles });
  for (const one of people) await rest.joinGuild(application, guild.id, one, {});
  const channels = await rest.channels(botToken, guild.id);
  const general = channels.find((channel) => channel.type === CHANNEL_TYPES.GUILD_TEXT);
  const message = await rest.postMessage(botToken, general?.id ?? '', 'Welcome to the Guildhall demo.');
  const all = await administration.listApplications();
  return {
    api_url: apiUrl,
    application,
    guild: {
      id: guild.id,
      name: guild.name,
      roles: guild.roles.map(({ id, name }) => ({ id, name })),
      channels: channels.map(({ id, name, type }) => ({ id, name: name ?? '', type })),
    },
    people,
    message: { id: message.id, channel_id: message.channel_id, content: message.content },
    sets: all.filter((one) => one.name === APPLICATION_NAME).length,
  };
}

async function createPeople(administration: Administration): Promise<(PersonAccount & { token: string })[]> {
  const people = [];
  for (const name of PEOPLE) people.push(await administration.createUser(name));
  return people;
}
