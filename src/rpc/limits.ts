import type { WorkLimits } from '../net/frame-budget.js';
import type { DecodeBounds } from '../protocol/encoding/decode-meter.js';

/** How much one connection, one application and all together may ask of this server. */
export interface RpcLimits {
  /** authenticated WebSocket connections in all; one more connection is closed with 1013 */
  readonly connections: number;
  /** authenticated WebSocket connections of one application; one more connection is closed with 1013 */
  readonly connectionsPerApplication: number;
  /** WebSocket connections in all that have not authenticated; one more displaces the longest inactive one of the application that holds most, with 1013 */
  readonly unauthenticatedConnections: number;
  /** WebSocket connections of one application that have not authenticated; one more displaces the longest inactive one, with 1013; those that wait for the person, and those that the person agreed to, are counted separately and not displaced */
  readonly unauthenticatedConnectionsPerApplication: number;
  /** seconds a WebSocket connection may take to authenticate, without those in which AUTHORIZE waits for the person; then it is closed with 1008 */
  readonly authenticateSeconds: number;
  /** bytes of one frame, or of the body of one POST /rpc; a longer one is closed with 1009, or answered with 413 */
  readonly frameBytes: number;
  /** bytes of one frame of a connection before AUTHENTICATE; a longer one is closed with 1009 */
  readonly unauthenticatedFrameBytes: number;
  /** values and keys in one frame, or in the body of one POST /rpc; one with more is refused with 4000 */
  readonly frameTerms: number;
  /** seconds a frame may take to arrive whole; a slower one is closed with 1008 */
  readonly frameSeconds: number;
  /** bytes of frames that have not arrived whole, of all connections together; more closes the connection that began first with 1008 */
  readonly unfinishedBytes: number;
  /** commands of one connection that are not answered yet; one more closes it with 4002 */
  readonly pendingCommands: number;
  /** subscriptions of one connection; one more is refused with 4000 */
  readonly subscriptions: number;
  /** frames a second of one connection, pings included, in bursts of five seconds' worth; more closes it with 4002 */
  readonly messagesPerSecond: number;
  /** units of work a second that the frames of one connection cost, in bursts of five seconds' worth: 1 a byte, 16 a value or key, 512 a frame; more closes it with 4002 */
  readonly workPerSecond: number;
  /** the same of a connection before AUTHENTICATE */
  readonly unauthenticatedWorkPerSecond: number;
  /** the same of all connections before AUTHENTICATE together; the first 8192 units of each do not count */
  readonly unauthenticatedTotalWorkPerSecond: number;
  /** bytes of events sent to one connection that it has not read yet; more closes it with 1008 */
  readonly bufferedBytes: number;
  /** seconds one connection may leave half as many bytes unread, and no frame of it is taken meanwhile; then it is closed with 1008 */
  readonly readSeconds: number;
  /** wrong tokens and secrets a minute, of one connection, and in AUTHENTICATE, AUTHORIZE, the proxy and the embedded service's logins together; more closes a connection that sent several with 4002, or answers 429; right ones are never refused */
  readonly failedAuthentications: number;
  /** proxied REST calls at once; one more is answered with 503, or displaces one of an application that has more of them */
  readonly proxiedRequests: number;
  /** proxied REST calls of one application at once; one more is answered with 503 */
  readonly proxiedRequestsPerApplication: number;
  /** seconds that a report of certified devices by POST /rpc holds unless it is sent again; then it is forgotten */
  readonly deviceReportSeconds: number;
}

export const DEFAULT_RPC_LIMITS: RpcLimits = {
  connections: 2048,
  connectionsPerApplication: 512,
  unauthenticatedConnections: 256,
  unauthenticatedConnectionsPerApplication: 128,
  authenticateSeconds: 60,
  frameBytes: 256 * 1024,
  unauthenticatedFrameBytes: 16 * 1024,
  frameTerms: 4096,
  frameSeconds: 10,
  unfinishedBytes: 16 * 1024 * 1024,
  pendingCommands: 128,
  subscriptions: 4096,
  messagesPerSecond: 1000,
  workPerSecond: 2_000_000,
  unauthenticatedWorkPerSecond: 100_000,
  unauthenticatedTotalWorkPerSecond: 1_000_000,
  bufferedBytes: 8 * 1024 * 1024,
  readSeconds: 10,
  failedAuthentications: 30,
  proxiedRequests: 128,
  proxiedRequestsPerApplication: 32,
  deviceReportSeconds: 24 * 60 * 60,
};

/** Levels of arrays and objects in one frame: deep enough for every command, shallow enough for any stack. */
const FRAME_DEPTH = 128;

/** What decoding one frame, or the body of one POST /rpc, may take. */
export function decodeBounds({ frameBytes, frameTerms }: RpcLimits): DecodeBounds {
  return { bytes: frameBytes, terms: frameTerms, depth: FRAME_DEPTH };
}

/** What decoding one frame may take before AUTHENTICATE. */
export function unauthenticatedDecodeBounds(limits: RpcLimits): DecodeBounds {
  return { ...decodeBounds(limits), bytes: limits.unauthenticatedFrameBytes };
}

/** A burst of frames may be as long as what this many seconds allow: clients subscribe to everything at once. */
export const BURST_SECONDS = 5;

/** What the frames of this port may cost. */
export function workLimits(limits: RpcLimits): WorkLimits {
  return {
    perSecond: limits.workPerSecond,
    unauthenticatedPerSecond: limits.unauthenticatedWorkPerSecond,
    unauthenticatedTotalPerSecond: limits.unauthenticatedTotalWorkPerSecond,
    burstSeconds: BURST_SECONDS,
  };
}
