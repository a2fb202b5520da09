import Type from 'typebox';
import { operation, publicOperation } from '../declare-operation.js';

/** The recommended number of guilds in a shard, well below the maximum. */
const GUILDS_OF_SHARD = 1000;

/** Operations that return the gateway's address (docs/rest.md, Operations). */
export const gatewayOperations = [
  publicOperation({
    name: 'Get gateway',
    summary: 'Returns the URL of the gateway.',
    method: 'GET',
    path: '/gateway',
    status: 200,
    reply: Type.Object({ url: Type.String() }),
    needs: ['gatewayUrl'],
    handle: ({ services }) => ({ url: services.gatewayUrl() }),
  }),
  operation({
    name: 'Get gateway bot',
    summary: 'Returns the URL of the gateway, the number of shards and the remaining session starts.',
    method: 'GET',
    path: '/gateway/bot',
    access: 'bot',
    status: 200,
    reply: Type.Object({
      url: Type.String(),
      shards: Type.Integer(),
      session_start_limit: Type.Object({
        total: Type.Integer(),
        remaining: Type.Integer(),
        /** milliseconds */
        reset_after: Type.Integer(),
      }),
    }),
    needs: ['gatewayUrl', 'guildStore', 'sessionStarts'],
    handle: async ({ caller, services }) => ({
      url: services.gatewayUrl(),
      shards: Math.ceil((await services.guildStore.countOfUser(caller.user.id)) / GUILDS_OF_SHARD) || 1,
      session_start_limit: services.sessionStarts.limitOf(caller.user.id),
    }),
  }),
];
