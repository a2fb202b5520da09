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
  unauthenticatedFrameBytes: 'rpc_max_unauthenticated_frame_bytes',
  frameTerms: 'rpc_max_frame_values',
  frameSeconds: 'rpc_max_frame_seconds',
  unfinishedBytes: 'rpc_max_unfinished_bytes',
  pendingCommands: 'rpc_max_pending_commands',
  subscriptions: 'rpc_max_subscriptions',
  messagesPerSecond: 'rpc_max_messages_per_second',
  workPerSecond: 'rpc_max_work_per_second',
  unauthenticatedWorkPerSecond: 'rpc_max_unauthenticated_work_per_second',
  unauthenticatedTotalWorkPerSecond: 'rpc_max_unauthenticated_work_per_second_in_all',
  bufferedBytes: 'rpc_max_buffered_bytes',
  readSeconds: 'rpc_max_read_seconds',
  failedAuthentications: 'rpc_max_failed_authentications',
  proxiedRequests: 'rpc_max_proxied_requests',
  proxiedRequestsPerApplication: 'rpc_max_proxied_requests_per_application',
  deviceReportSeconds: 'rpc_max_device_report_seconds',
});
