import Type from 'typebox';
import { PartialGuildSchema } from '../../protocol/rpc/guild.js';
import { command } from '../dispatch/command.js';

export const getGuilds = command({
  name: 'GET_GUILDS',
  summary: 'Returns the guilds that the person is in.',
  access: { scopes: ['rpc'] },
  args: Type.Object({}),
  data: Type.Object({ guilds: Type.Array(PartialGuildSchema) }),
  errors: [],
  handle: ({ client }) => ({ guilds: client.state.guilds().map(({ id, name }) => ({ id, name })) }),
});
