import { DEFAULT_RPC_LIMITS, type RpcLimits } from '../rpc/limits.js';
import type { Setting } from './settings.js';
import { wholeNumber } from './whole-number.js';

/** The limits of the RPC server: keys of `config.toml` and names in the environment, without flags (docs/rpc.md, Limits). */
export const RPC_LIMIT_SETTINGS: { readonly [Name in keyof RpcLimits]: Setting<number> } = {
  connections: limit('rpc_max_connections', 'connections'),
  connectionsPerApplication: limit('rpc_max_connections_per_application', 'connectionsPerApplication'),
  frameBytes: limit('rpc_max_frame_bytes', 'frameBytes'),
  frameSeconds: limit('rpc_max_frame_seconds', 'frameSeconds'),
  pendingCommands: limit('rpc_max_pending_commands', 'pendingCommands'),
  subscriptions: limit('rpc_max_subscriptions', 'subscriptions'),
  messagesPerSecond: limit('rpc_max_messages_per_second', 'messagesPerSecond'),
  bufferedBytes: limit('rpc_max_buffered_bytes', 'bufferedBytes'),
  readSeconds: limit('rpc_max_read_seconds', 'readSeconds'),
  failedAuthentications: limit('rpc_max_failed_authentications', 'failedAuthentications'),
  proxiedRequests: limit('rpc_max_proxied_requests', 'proxiedRequests'),
};

/** The limits, each as `read` finds its setting. */
export function readRpcLimits(read: (setting: Setting<number>) => number): RpcLimits {
  const limits: { -readonly [Name in keyof RpcLimits]: number } = { ...DEFAULT_RPC_LIMITS };
  for (const name of Object.keys(RPC_LIMIT_SETTINGS) as (keyof RpcLimits)[]) {
    limits[name] = read(RPC_LIMIT_SETTINGS[name]);
  }
  return limits;
}

function limit(key: string, name: keyof RpcLimits): Setting<number> {
  return { key, read: wholeNumber, fallback: DEFAULT_RPC_LIMITS[name] };
}
