import Type from 'typebox';
import { PartialGuildSchema } from '../../protocol/rpc/guild.js';
import { event } from '../event.js';

/** GUILD_CREATE: the person created or joined a guild. */
export const guildCreate = event({
  evt: 'GUILD_CREATE',
  scopes: ['rpc'],
  args: Type.Object({}),
  data: PartialGuildSchema,
  sources: ['guildCreate'],
  // Guilds that were there all along also "arrive", at sign-in and after a reconnect.
  subscription: ({ joined }) => (joined ? {} : null),
  dispatch: (_context, { guild }) => ({ id: guild.id, name: guild.name }),
});
