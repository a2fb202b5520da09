import Type from 'typebox';
import { PartialGuildSchema } from '../../protocol/rpc/guild.js';
import { command } from '../command.js';

/** GET_GUILDS: the guilds the person is in. */
export const getGuilds = command({
  cmd: 'GET_GUILDS',
  access: { scopes: ['rpc'] },
  args: Type.Object({}),
  data: Type.Object({ guilds: Type.Array(PartialGuildSchema) }),
  errors: [],
  handle: ({ client }) => ({ guilds: client.state.guilds().map(({ id, name }) => ({ id, name })) }),
});
