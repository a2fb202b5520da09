import type { IncomingMessage } from 'node:http';
import type { ChatClient } from '../../client/client.js';
import { isFromForeignPage } from '../../net/origin-check.js';
import type { PeerCheck } from '../../net/peer-check.js';
import type { Clock } from '../../platform/clock.js';
import type { Encoding } from '../../protocol/encoding/encoding.js';
import { ENCODINGS } from '../../protocol/encoding/index.js';
import type { Application } from '../../protocol/objects/application.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { RPC_VERSION } from '../../protocol/rpc/payload.js';
import { isSnowflake } from '../../protocol/snowflake.js';

/** An accepted connection: its application, origin and encoding. */
export interface Admitted {
  readonly application: Application;
  readonly origin: string | null;
  readonly encoding: Encoding;
}

/** What decides about a connection. */
export interface AdmissionRules {
  readonly applications: Pick<ChatClient, 'application'>;
  readonly allowMissingOrigin: boolean;
  readonly clock: Clock;
  /** whose programs may connect */
  readonly peers: Pick<PeerCheck, 'isAllowed'>;
}

/** Answers to pages take at least so many milliseconds: their time must not tell which client ids are registered. */
const PAGE_DELAY = 10;

/**
 * Decides whether a connection is accepted: its user, version, encoding, client id, then Origin (docs/rpc.md,
 * Connecting). A page gets the same answer for a client id that nobody registered and for one whose origins
 * do not include its own.
 */
export async function admit(rules: AdmissionRules, request: IncomingMessage): Promise<Admitted | RpcClose> {
  const isPage = request.headers.origin !== undefined;
  const pause = isPage ? new Promise<void>((resolve) => rules.clock.after(PAGE_DELAY, resolve)) : null;
  const [decision] = await Promise.all([decide(rules, request), pause]);
  return decision;
}

/** Whether a request comes from a page that the browser does not name: no such page is registered. */
export function isFromUnnamedPage(request: IncomingMessage): boolean {
  return request.headers.origin === undefined && isFromForeignPage(request, null);
}

async function decide(rules: AdmissionRules, request: IncomingMessage): Promise<Admitted | RpcClose> {
  if (!rules.peers.isAllowed(request.socket)) return RPC_CLOSES.INVALID_USER;
  if (isFromUnnamedPage(request)) return RPC_CLOSES.INVALID_ORIGIN;
  const query = queryOf(request);
  if (query.get('v') !== String(RPC_VERSION)) return RPC_CLOSES.INVALID_VERSION;
  const encoding = ENCODINGS.get(query.get('encoding') ?? 'json');
  if (encoding === undefined) return RPC_CLOSES.INVALID_ENCODING;
  const clientId = query.get('client_id');
  if (!isSnowflake(clientId)) return RPC_CLOSES.INVALID_CLIENT_ID;

  const origin = request.headers.origin ?? null;
  // `null` is what a sandboxed page sends: an origin like any other, that nobody can register.
  if (origin === 'null') return RPC_CLOSES.INVALID_ORIGIN;
  const application = await rules.applications.application(clientId);
  if (application === null) return origin === null ? RPC_CLOSES.INVALID_CLIENT_ID : RPC_CLOSES.INVALID_ORIGIN;
  const known = origin === null ? rules.allowMissingOrigin : application.rpc_origins.includes(origin);
  return known ? { application, origin, encoding } : RPC_CLOSES.INVALID_ORIGIN;
}

function queryOf(request: IncomingMessage): URLSearchParams {
  const url = request.url ?? '';
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start));
}
