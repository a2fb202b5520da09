// The types of all that Guildhall speaks (docs/for-games.md, Types).

export type { FullGuild, GatewayEventName, GatewayEvents } from './gateway.js';
export type * as gateway from './gateway.js';
export type * as rest from './rest.js';
export type { RestOperationName, RestOperations } from './rest.js';
export type * as rpc from './rpc.js';
export type { RpcCommandName, RpcCommands, RpcErrors, RpcEventName, RpcEvents } from './rpc.js';
