import type { Encoding } from '../../protocol/encoding/encoding.js';
import { ENCODINGS } from '../../protocol/encoding/index.js';
import type { Application } from '../../protocol/objects/application.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { RPC_VERSION } from '../../protocol/rpc/payload.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import type { ApplicationLookups } from '../application-lookups.js';
import type { Handshake } from './handshake.js';

/** An accepted connection: its application, origin and encoding. */
export interface Admitted {
  readonly application: Application;
  readonly origin: string | null;
  readonly encoding: Encoding;
}

/** The rules that decide whether a connection is accepted. */
export interface AdmissionRules {
  readonly applications: Pick<ApplicationLookups, 'find' | 'lookUp'>;
  readonly allowMissingOrigin: boolean;
}

/**
 * Decides whether a connection is accepted by its user, version, encoding, client id and Origin, in this order
 * (docs/rpc.md, Connecting). A page gets the same answer for an unregistered client id and for an application whose
 * origins do not include its own.
 *
 * @throws {ServiceError} if the service cannot be asked about the application
 */
export async function admit(
  rules: AdmissionRules,
  { clientId, encoding: encodingName, isAllowedUser, isUnnamedPage, origin, version }: Handshake,
): Promise<Admitted | RpcClose> {
  if (!isAllowedUser) return RPC_CLOSES.INVALID_USER;
  if (isUnnamedPage) return RPC_CLOSES.INVALID_ORIGIN;
  if (version !== String(RPC_VERSION)) return RPC_CLOSES.INVALID_VERSION;
  const encoding = ENCODINGS.get(encodingName ?? 'json');
  if (encoding === undefined) return RPC_CLOSES.INVALID_ENCODING;
  if (!isSnowflake(clientId)) return RPC_CLOSES.INVALID_CLIENT_ID;

  // Sandboxed pages send `null`, an origin that cannot be registered.
  if (origin === 'null') return RPC_CLOSES.INVALID_ORIGIN;
  const cached = rules.applications.find(clientId);
  if (cached !== undefined && mayConnect(rules, cached, origin)) {
    return { application: cached, origin, encoding };
  }
  // Only the service refuses: how long that takes reveals nothing about what is cached.
  const application = await rules.applications.lookUp(clientId, origin);
  if (application === null) return origin === null ? RPC_CLOSES.INVALID_CLIENT_ID : RPC_CLOSES.INVALID_ORIGIN;
  return mayConnect(rules, application, origin)
    ? { application, origin, encoding }
    : RPC_CLOSES.INVALID_ORIGIN;
}

function mayConnect(rules: AdmissionRules, application: Application, origin: string | null): boolean {
  return origin === null ? rules.allowMissingOrigin : application.rpc_origins.includes(origin);
}
