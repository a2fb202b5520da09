import type { Static, TObject, TSchema } from 'typebox';
import type { Declared } from '../../protocol/declaration/declared.js';
import type { PathParameters } from '../../protocol/declaration/path-template.js';
import type { Routed } from '../../protocol/declaration/route-table.js';
import type { GatewayEventName } from '../../protocol/gateway/events.js';
import type { PermissionName } from '../../protocol/permissions.js';
import type { Caller } from '../accounts/caller.js';
import type { BodyInputs, BodyName, BodySource } from '../versions/body-inputs.js';
import type { ApiVersion } from '../versions/version.js';
import { BODY_BYTES } from './body-bytes.js';
import type { HandlerResult } from './handler-result.js';
import type { MultipartBody } from './multipart/multipart-body.js';
import type { OperationAccess } from './operation-access.js';
import { impliedErrors, type OperationErrorName } from './operation-errors.js';
import { type OperationServices, type ServiceName, serviceSelector } from './operation-services.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `multipart`: a form with files, which the handler reads itself. */
export type BodyKind = 'json' | 'form' | 'multipart';

/** Everything about an operation that is data: what the router checks and the documentation shows. */
export interface OperationData extends Declared<OperationAccess, OperationErrorName>, Routed {
  readonly method: Method;
  /** below the API's address, with parameters as the specification writes them: `/guilds/{guild.id}` */
  readonly path: string;
  /** the permission the caller needs in the guild or channel of the path, from its rule if it has one; null: none */
  readonly permission: PermissionName | null;
  readonly query: TObject | null;
  /** by its name among the bodies of a version; a schema: the same in every version; null: there is none */
  readonly body: BodySource | null;
  /** the longest body, in bytes */
  readonly bodyBytes: number;
  /** how the body may be written */
  readonly accepts: readonly BodyKind[];
  /** the status of success, and of success that changed nothing where that is another one */
  readonly status: number;
  /** null: no body */
  readonly reply: TSchema | null;
  /** whether replies hold secrets: no cache may keep them (RFC 6749 §5.1) */
  readonly sendsSecrets: boolean;
  /** gateway events that success may fire */
  readonly fires: readonly GatewayEventName[];
  /** the services that its handlers work with */
  readonly needs: readonly ServiceName[];
}

/** A declared operation once its types have done their work. */
export interface Operation extends OperationData {
  handle(call: Call<string, unknown, unknown>): unknown;
}

/** What every handler works with. */
export interface Call<Path extends string, Query, Body> {
  readonly params: PathParameters<Path>;
  readonly query: Query;
  /**
   * Gives the body, which fits its schema, in terms of the domain; a multipart body as an empty one. What is to be refused
   * before wrong values in it is checked before.
   *
   * @throws {RestError} INVALID_FORM_BODY for values that a schema cannot describe, such as images
   */
  readBody(): Body;
  /** a multipart body, which is read once the caller may send it; null: there is none */
  readonly upload: MultipartBody | null;
  /** null where the operation is for anyone, or for applications */
  readonly caller: Caller | null;
  /** what the declarations of its kind work with; a handler receives what its declaration needs */
  readonly services: OperationServices;
  /** the version of the interface that the client asked for */
  readonly version: ApiVersion;
  /** why the caller does it, for the audit log; null: not said */
  readonly reason: string | null;
  /** the Authorization header, for operations that judge it themselves */
  readonly authorization: string | undefined;
  /** where the request came from, as an IP address */
  readonly address: string;
  /**
   * counts the request against the quota of its bucket, for operations that find out themselves whose it is
   *
   * @throws {RateLimitedError}
   */
  countRequest(who: string): void;
}

export type ReplyOf<Schema extends TSchema> = [Schema] extends [never] ? null : Static<Schema>;
export type ValueOf<Schema extends TSchema> = [Schema] extends [never] ? null : Static<Schema>;
export type BodyOf<Body extends BodySource> = [Body] extends [never]
  ? null
  : Body extends BodyName
    ? BodyInputs[Body]
    : Body extends TSchema
      ? Static<Body>
      : never;

/** A call as a handler receives it: with the services it needs, and what its kind of operation adds. */
export type HandlerCall<Path extends string, Query, Body, Need extends ServiceName, More> = Omit<
  Call<Path, Query, Body>,
  keyof More | 'services'
> &
  More & { readonly services: Pick<OperationServices, Need> };

/** How an operation is written down: what is left out is as in `DEFAULTS`, and `errors` has those that are not implied. */
export type Declaration<
  Path extends string,
  Query extends TObject,
  Body extends BodySource,
  Reply extends TSchema,
  Need extends ServiceName,
  More,
> = Pick<OperationData, 'name' | 'summary' | 'method' | 'status'> &
  Partial<
    Pick<OperationData, 'details' | 'access' | 'errors' | 'bodyBytes' | 'accepts' | 'sendsSecrets' | 'fires'>
  > & {
    readonly path: Path;
    readonly query?: Query;
    readonly body?: Body;
    readonly reply?: Reply;
    readonly needs?: readonly Need[];
    handle(
      call: HandlerCall<Path, ValueOf<Query>, BodyOf<Body>, Need, More>,
    ): HandlerResult<ReplyOf<Reply>> | Promise<HandlerResult<ReplyOf<Reply>>>;
  };

/** Of a kind of operation that says itself who may call it. */
export interface FixedAccess {
  readonly access?: never;
}

const DEFAULTS = {
  access: { scopes: ['rpc.api'] },
  errors: [],
  permission: null,
  bodyBytes: BODY_BYTES.PLAIN,
  accepts: ['json'],
  sendsSecrets: false,
  fires: [],
  needs: [],
} as const satisfies Partial<OperationData>;

/** Declares an operation for callers with a token. */
export function operation<
  const Path extends string,
  Query extends TObject = never,
  const Body extends BodySource = never,
  Reply extends TSchema = never,
  const Need extends ServiceName = never,
>(declaration: Declaration<Path, Query, Body, Reply, Need, { readonly caller: Caller }>): Operation {
  return extend(declaration, (call) => ({
    caller: requireCaller(call),
  }));
}

/** Declares an operation that needs no token. */
export function publicOperation<
  const Path extends string,
  Query extends TObject = never,
  const Body extends BodySource = never,
  Reply extends TSchema = never,
  const Need extends ServiceName = never,
>(
  declaration: Declaration<Path, Query, Body, Reply, Need, { readonly caller: null }> & FixedAccess,
): Operation {
  const anyone = { ...declaration, access: 'anyone' as const };
  return extend(anyone, () => ({ caller: null }));
}

/** A declaration once its own types are set aside. */
export interface Erased extends Partial<Omit<OperationData, 'query' | 'body' | 'reply'>> {
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: string;
  readonly status: number;
  readonly query?: TObject | undefined;
  readonly body?: BodySource | undefined;
  readonly reply?: TSchema | undefined;
  handle(call: never): unknown;
}

/**
 * Completes a declaration.
 *
 * @param more gives what this kind of operation adds to the call, e.g. the guild of the path
 */
export function extend<More extends object>(
  declaration: Erased,
  more: (call: Call<string, unknown, unknown>, data: OperationData) => More | Promise<More>,
): Operation {
  const { query = null, body = null, reply = null } = declaration;
  const complete = { ...DEFAULTS, ...declaration, query, body, reply };
  const errors = [...new Set([...impliedErrors(complete), ...complete.errors])];
  const data: OperationData = { ...complete, errors };
  const select = serviceSelector(data.needs);
  // The router has checked params, query and body against this declaration before it calls.
  const handle = (call: Call<string, unknown, unknown>, added: More) =>
    declaration.handle({ ...call, services: select(call.services), ...added } as never);
  return {
    ...data,
    handle(call) {
      const added = more(call, data);
      if (!(added instanceof Promise)) return handle(call, added);
      return added.then((value) => handle(call, value));
    },
  };
}

/** The caller, whom the router has made sure of. */
export function requireCaller(call: Call<string, unknown, unknown>): Caller {
  if (call.caller === null) throw new MissingCallerError();
  return call.caller;
}

/** The router let a call without a caller through: a mistake in it. */
class MissingCallerError extends Error {
  override readonly name = 'MissingCallerError';
}
