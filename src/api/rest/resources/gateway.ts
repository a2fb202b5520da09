import Type from 'typebox';
import { operation, publicOperation } from '../operation.js';

/** How many guilds a shard should have: well below what it may. */
const GUILDS_OF_SHARD = 1000;

/** Where the gateway is (docs/rest.md, Operations). */
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
