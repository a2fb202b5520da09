import { DEFAULT_RPC_LIMITS } from '../rpc/limits.js';
import { limitSettings } from './limit-settings.js';

/** The limits of the RPC server (docs/rpc.md, Limits). */
export const RPC_LIMIT_SETTINGS = limitSettings(DEFAULT_RPC_LIMITS, {
  connections: 'rpc_max_connections',
  connectionsPerApplication: 'rpc_max_connections_per_application',
  unauthenticatedConnections: 'rpc_max_unauthenticated_connections',
  unauthenticatedConnectionsPerApplication: 'rpc_max_unauthenticated_connections_per_application',
  authenticateSeconds: 'rpc_max_authenticate_seconds',
  frameBytes: 'rpc_max_frame_bytes',
  frameSeconds: 'rpc_max_frame_seconds',
  pendingCommands: 'rpc_max_pending_commands',
  subscriptions: 'rpc_max_subscriptions',
  messagesPerSecond: 'rpc_max_messages_per_second',
  bufferedBytes: 'rpc_max_buffered_bytes',
  readSeconds: 'rpc_max_read_seconds',
  failedAuthentications: 'rpc_max_failed_authentications',
  proxiedRequests: 'rpc_max_proxied_requests',
  proxiedRequestsPerApplication: 'rpc_max_proxied_requests_per_application',
  deviceReportSeconds: 'rpc_max_device_report_seconds',
});
