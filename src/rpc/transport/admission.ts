import type { Encoding } from '../../protocol/encoding/encoding.js';
import { ENCODINGS } from '../../protocol/encoding/index.js';
import { jsonEncoding } from '../../protocol/encoding/json.js';
import type { Application } from '../../protocol/objects/application.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { RPC_VERSION } from '../../protocol/rpc/payload.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import type { ActivityRules } from '../activities/activities.js';
import type { ApplicationLookups } from '../applications/application-lookups.js';
import { mayUseOrigin } from '../applications/may-use-origin.js';
import type { RefusalReason, Refusals } from '../applications/refusals.js';
import { CONNECTED, LOCAL, type SessionCapabilities, UNREGISTERED } from '../sessions/session.js';
import type { Handshake } from './handshake.js';

/** An accepted connection: its application, origin and encoding. */
export interface Admitted {
  readonly application: Application;
  readonly origin: string | null;
  readonly encoding: Encoding;
  /** whether the service knows the application */
  readonly isRegistered: boolean;
  readonly capabilities: SessionCapabilities;
}

/** The rules that decide whether a connection is accepted. */
export interface AdmissionRules {
  readonly applications: Pick<ApplicationLookups, 'find' | 'lookUp' | 'lookUpForProgram'>;
  /** what programs may show */
  readonly activities: Pick<ActivityRules, 'acceptsUnregistered'>;
  /** finds the name of the program of a process; null if it is unknown */
  readonly nameProgram: (process: string) => Promise<string | null>;
  readonly allowMissingOrigin: boolean;
  /** remembers refused connections for the person */
  readonly refusals: Refusals;
}

/** A refused connection: the code it is closed with, and the reason for the person. */
interface Refused {
  readonly close: RpcClose;
  readonly reason: RefusalReason;
}

/**
 * Decides whether a connection is accepted by its user, version, encoding, client id and Origin, in this order
 * (docs/rpc.md, Connecting). A page gets the same answer for an unregistered client id and for an application whose
 * origins do not include its own; the reason is remembered for the person alone.
 *
 * @returns a promise if the service must be asked about the application; it rejects with a `ServiceError` if that fails
 */
export function admit(
  rules: AdmissionRules,
  handshake: Handshake,
): Admitted | RpcClose | Promise<Admitted | RpcClose> {
  const decision = decide(rules, handshake);
  return decision instanceof Promise
    ? decision.then((decided) => remember(rules, handshake, decided))
    : remember(rules, handshake, decision);
}

/** Remembers a refusal, and forgets what an accepted client was refused for earlier. */
function remember(
  { refusals }: AdmissionRules,
  { clientId: applicationId, origin }: Handshake,
  decision: Admitted | Refused,
): Admitted | RpcClose {
  if ('close' in decision) {
    refusals.record({ reason: decision.reason, applicationId, origin });
    return decision.close;
  }
  refusals.forget(decision.application.id, origin);
  return decision;
}

function decide(
  rules: AdmissionRules,
  handshake: Handshake,
): Admitted | Refused | Promise<Admitted | Refused> {
  const { clientId, encoding: encodingName, isAllowedUser, isUnnamedPage, origin, version } = handshake;
  if (!isAllowedUser) return refuse('INVALID_USER', 'user');
  if (isUnnamedPage) return refuse('INVALID_ORIGIN', 'origin');
  if (version !== String(RPC_VERSION)) return refuse('INVALID_VERSION', 'handshake');
  const encoding = ENCODINGS.get(encodingName ?? 'json');
  if (encoding === undefined) return refuse('INVALID_ENCODING', 'handshake');
  if (!isSnowflake(clientId)) return refuse('INVALID_CLIENT_ID', 'unknown-application');

  // Sandboxed pages send `null`, an origin that cannot be registered.
  if (origin === 'null') return refuse('INVALID_ORIGIN', 'origin');
  const capabilities = handshake.local !== null ? LOCAL : CONNECTED;
  const cached = rules.applications.find(clientId);
  if (cached !== undefined && mayConnect(rules, cached, handshake)) {
    return { application: cached, isRegistered: true, origin, encoding, capabilities };
  }
  return lookUp(rules, clientId, handshake).then((application) => {
    if (application === 'limited') return refuse('RATE_LIMITED', 'unknown-application');
    if (application === null) return admitUnregistered(rules, clientId, handshake);
    return mayConnect(rules, application, handshake)
      ? { application, isRegistered: true, origin, encoding, capabilities }
      : refuse('INVALID_ORIGIN', 'origin');
  });
}

/** Only the service refuses: how long that takes reveals nothing about what is cached. */
async function lookUp(
  { applications }: AdmissionRules,
  clientId: Snowflake,
  { local, origin }: Handshake,
): Promise<Application | null | 'limited'> {
  return local === null
    ? applications.lookUp(clientId, origin)
    : applications.lookUpForProgram(clientId, local.process);
}

/** A client id that the service does not know: over IPC its program may show an activity, unless the person does not want that. */
async function admitUnregistered(
  { activities, nameProgram }: AdmissionRules,
  clientId: Snowflake,
  { local, origin }: Handshake,
): Promise<Admitted | Refused> {
  if (local === null || !activities.acceptsUnregistered) {
    return refuse(origin === null ? 'INVALID_CLIENT_ID' : 'INVALID_ORIGIN', 'unknown-application');
  }
  const name = (await nameProgram(local.process)) ?? clientId;
  return {
    application: { id: clientId, name, description: '', icon: null, rpc_origins: [] },
    isRegistered: false,
    origin,
    encoding: jsonEncoding,
    capabilities: UNREGISTERED,
  };
}

function refuse(close: keyof typeof RPC_CLOSES, reason: RefusalReason): Refused {
  return { close: RPC_CLOSES[close], reason };
}

function mayConnect(rules: AdmissionRules, application: Application, { local, origin }: Handshake): boolean {
  if (origin === null) return local !== null || rules.allowMissingOrigin;
  return mayUseOrigin(application, origin);
}
