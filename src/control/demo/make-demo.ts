import type { Administration, PersonAccount } from '../../protocol/administration.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { DEFAULT_PERMISSIONS, PERMISSIONS } from '../../protocol/permissions.js';
import { DemoRest } from './demo-rest.js';
import type { DemoSet } from './demo-set.js';

const MODERATORS = 'Moderators';
/** Tells the person what made the application. */
const DEMO_DESCRIPTION = 'Created by guildhall demo.';

const GUILD = {
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

/** Somebody who joins a demo. */
export type DemoMember = Pick<PersonAccount, 'id'> & { readonly token: string };

export interface DemoOptions {
  readonly apiUrl: string;
  readonly administration: Administration;
  /** the local person, who becomes a member */
  readonly person: DemoMember;
  readonly people: readonly (PersonAccount & { token: string })[];
  /** 1: the first one; later ones have it in their names */
  readonly number: number;
}

/**
 * Creates a demo: an application with a bot, a guild of the bot with roles and channels, in which the people are, and a
 * message, all through public interfaces. One that fails is removed again.
 */
export async function makeDemo(options: DemoOptions): Promise<Omit<DemoSet, 'sets'>> {
  const { administration, number } = options;
  const application = await administration.createApplication({
    name: demoName(number),
    description: DEMO_DESCRIPTION,
    rpc_origins: ['http://localhost:3000'],
    redirect_uris: ['http://localhost:3000/callback'],
    bot: true,
    approved: true,
  });
  try {
    return await fillDemo(options, application);
  } catch (error) {
    await administration.deleteApplication(application.id, true);
    throw error;
  }
}

/** The name of the application of a demo. */
export function demoName(number: number): string {
  return number === 1 ? 'Demo' : `Demo ${number}`;
}

async function fillDemo(
  { apiUrl, number, people, person }: DemoOptions,
  application: DemoSet['application'],
): Promise<Omit<DemoSet, 'sets'>> {
  const rest = new DemoRest(apiUrl);
  const botToken = application.bot?.token ?? '';
  const guild = await rest.createGuild(botToken, { name: `Guildhall ${demoName(number)}`, ...GUILD });
  const moderators = guild.roles.find((role) => role.name === MODERATORS);
  const roles = moderators === undefined ? [] : [moderators.id];
  await rest.joinGuild(application, guild.id, person, { roles });
  for (const one of people) await rest.joinGuild(application, guild.id, one, {});
  const channels = await rest.channels(botToken, guild.id);
  const general = channels.find((channel) => channel.type === CHANNEL_TYPES.GUILD_TEXT);
  const message = await rest.postMessage(botToken, general?.id ?? '', 'Welcome to the Guildhall demo.');
  return {
    api_url: apiUrl,
    application,
    guild: {
      id: guild.id,
      name: guild.name,
      roles: guild.roles.map(({ id, name }) => ({ id, name })),
      channels: channels.map(({ id, name, type }) => ({ id, name: name ?? '', type })),
    },
    people: [...people],
    message: { id: message.id, channel_id: message.channel_id, content: message.content },
  };
}
