import type { WorkLimits } from '../net/frames/frame-budget.js';
import type { DeclaredLimits, LimitsOf } from '../protocol/declaration/limits.js';
import type { DecodeBounds } from '../protocol/encoding/decode-meter.js';

/** How much one connection, one application and all together may ask of this server (docs/rpc.md, Limits). */
export const RPC_LIMITS = {
  connections: {
    key: 'rpc_max_connections',
    default: 2048,
    summary: 'authenticated WebSocket connections in all; one more connection is closed with 1013',
  },
  connectionsPerApplication: {
    key: 'rpc_max_connections_per_application',
    default: 512,
    summary:
      'authenticated WebSocket connections of one application; one more connection is closed with 1013',
  },
  unauthenticatedConnections: {
    key: 'rpc_max_unauthenticated_connections',
    default: 256,
    summary:
      'WebSocket connections in all that have not authenticated; one more displaces the longest inactive one of the application that holds most, with 1013',
  },
  unauthenticatedConnectionsPerApplication: {
    key: 'rpc_max_unauthenticated_connections_per_application',
    default: 128,
    summary:
      'WebSocket connections of one application that have not authenticated; one more displaces the longest inactive one, with 1013; those that wait for the person, and those that the person agreed to, are counted separately and not displaced',
  },
  localConnections: {
    key: 'rpc_max_local_connections',
    default: 256,
    summary:
      'IPC connections in all that have not authenticated; one more displaces the longest inactive one of the control group, and in it of the process, that holds most, with 1013; those whose process has ended are one group, and those with an activity or subscriptions go last',
  },
  localConnectionsPerProgram: {
    key: 'rpc_max_local_connections_per_program',
    default: 32,
    summary: 'the same of one process; one more displaces its longest inactive one',
  },
  authenticateSeconds: {
    key: 'rpc_max_authenticate_seconds',
    default: 60,
    summary:
      'seconds a WebSocket connection may take to authenticate, without those in which AUTHORIZE waits for the person, or an IPC connection to send its handshake; then it is closed with 1008',
  },
  frameBytes: {
    key: 'rpc_max_frame_bytes',
    default: 256 * 1024,
    summary:
      'bytes of one frame, or of the body of one POST /rpc; a longer one is closed with 1009, or answered with 413',
  },
  unauthenticatedFrameBytes: {
    key: 'rpc_max_unauthenticated_frame_bytes',
    default: 16 * 1024,
    summary: 'bytes of one frame of a connection before AUTHENTICATE; a longer one is closed with 1009',
  },
  frameTerms: {
    key: 'rpc_max_frame_values',
    default: 4096,
    summary:
      'values and keys in one frame, or in the body of one POST /rpc; one with more is refused with 4000, as one with a number of more than a thousand digits',
  },
  frameSeconds: {
    key: 'rpc_max_frame_seconds',
    default: 10,
    summary: 'seconds a frame may take to arrive completely; a slower one is closed with 1008',
  },
  unfinishedBytes: {
    key: 'rpc_max_unfinished_bytes',
    default: 16 * 1024 * 1024,
    summary:
      'bytes of frames that have not arrived completely, of all connections together; more closes the connection that began first with 1008',
  },
  pendingCommands: {
    key: 'rpc_max_pending_commands',
    default: 128,
    summary: 'commands of one connection that are not answered yet; one more closes it with 4002',
  },
  subscriptions: {
    key: 'rpc_max_subscriptions',
    default: 4096,
    summary: 'subscriptions of one connection; one more is refused with 4000',
  },
  pendingVoiceSelections: {
    key: 'rpc_max_pending_voice_selections',
    default: 8,
    summary:
      'SELECT_VOICE_CHANNEL requests of one connection that are not answered yet; one more is refused with 4000',
  },
  messagesPerSecond: {
    key: 'rpc_max_messages_per_second',
    default: 1000,
    summary:
      "frames a second of one connection, pings included, in bursts of five seconds' worth; more closes it with 4002",
  },
  workPerSecond: {
    key: 'rpc_max_work_per_second',
    default: 2_000_000,
    summary:
      "units of work a second that the frames of one connection cost, in bursts of five seconds' worth: 1 a byte, 16 a value or key, 512 a frame; more closes it with 4002; as many bytes of replies an application may cause before it waits for replies with messages or many members",
  },
  unauthenticatedWorkPerSecond: {
    key: 'rpc_max_unauthenticated_work_per_second',
    default: 100_000,
    summary: 'the same of a connection before AUTHENTICATE',
  },
  unauthenticatedTotalWorkPerSecond: {
    key: 'rpc_max_unauthenticated_work_per_second_in_all',
    default: 1_000_000,
    summary:
      'the same of all connections before AUTHENTICATE together; the first 8192 units of each do not count; IPC connections together have as many of their own, where 1024 a second of each do not count either',
  },
  bufferedBytes: {
    key: 'rpc_max_buffered_bytes',
    default: 8 * 1024 * 1024,
    summary: 'bytes of events sent to one connection that it has not read yet; more closes it with 1008',
  },
  readSeconds: {
    key: 'rpc_max_read_seconds',
    default: 10,
    summary:
      'seconds one connection may leave half as many bytes unread, and no frame of it is taken meanwhile; then it is closed with 1008',
  },
  failedAuthentications: {
    key: 'rpc_max_failed_authentications',
    default: 30,
    summary:
      "wrong tokens and secrets a minute, of one connection, and in AUTHENTICATE, AUTHORIZE, the proxy and the embedded service's logins together; more closes a connection that sent several with 4002, or answers 429; right ones are never refused",
  },
  proxiedRequests: {
    key: 'rpc_max_proxied_requests',
    default: 128,
    summary:
      'proxied REST calls at once; one more is answered with 503, or displaces one of an application that has more of them',
  },
  proxiedRequestsPerApplication: {
    key: 'rpc_max_proxied_requests_per_application',
    default: 32,
    summary: 'proxied REST calls of one application at once; one more is answered with 503',
  },
  deviceReportSeconds: {
    key: 'rpc_max_device_report_seconds',
    default: 24 * 60 * 60,
    summary:
      'seconds that a report of certified devices by POST /rpc holds unless it is sent again; then it is forgotten',
  },
  deviceReportBytes: {
    key: 'rpc_max_device_report_bytes',
    // Two of the longest frames: a report by POST /rpc leaves room for those of connections.
    default: 512 * 1024,
    summary:
      'bytes of the reports of certified devices of one application together, as JSON; one that exceeds them is refused with 4000, and the report before it stays',
  },
} as const satisfies DeclaredLimits;

export type RpcLimits = LimitsOf<typeof RPC_LIMITS>;

/**
 * Bytes that a client without AUTHENTICATE may leave unread over IPC: further replies and events are dropped. Some games never
 * read, and their activity stays.
 */
export const LOCAL_UNREAD_BYTES = 64 * 1024;

/**
 * Units of work a second of a client without AUTHENTICATE over IPC that do not count for all of them together: a game that
 * shows an activity is served for days, whatever others send.
 */
export const LOCAL_WORK_PER_SECOND = 1024;

/** Levels of nested arrays and objects in one frame: enough for every command, and safe for the call stack. */
const FRAME_DEPTH = 128;

/** Bounds for decoding one frame, or the body of one POST /rpc. */
export function decodeBounds({ frameBytes, frameTerms }: RpcLimits): DecodeBounds {
  return { bytes: frameBytes, terms: frameTerms, depth: FRAME_DEPTH };
}

/** Bounds for decoding one frame before AUTHENTICATE. */
export function unauthenticatedDecodeBounds(limits: RpcLimits): DecodeBounds {
  return { ...decodeBounds(limits), bytes: limits.unauthenticatedFrameBytes };
}

/**
 * Frames and work are limited over this many seconds, because clients subscribe to everything at once when they
 * connect.
 */
export const BURST_SECONDS = 5;

/** The budget of the frames on this port. */
export function workLimits(limits: RpcLimits): WorkLimits {
  return {
    perSecond: limits.workPerSecond,
    unauthenticatedPerSecond: limits.unauthenticatedWorkPerSecond,
    unauthenticatedTotalPerSecond: limits.unauthenticatedTotalWorkPerSecond,
    burstSeconds: BURST_SECONDS,
  };
}
