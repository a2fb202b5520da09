import type { Static, TObject, TSchema } from 'typebox';
import type { Declared } from '../../protocol/declaration/declared.js';
import type { PathParameters } from '../../protocol/declaration/path-template.js';
import type { Routed } from '../../protocol/declaration/route-table.js';
import type { GatewayEventName } from '../../protocol/gateway/events.js';
import type { OAuth2ErrorName } from '../../protocol/oauth2/errors.js';
import type { PermissionName } from '../../protocol/permissions.js';
import type { RestErrorName } from '../../protocol/rest/errors.js';
import type { Scope } from '../../protocol/scopes.js';
import type { MultipartBody } from '../attachments/read-parts.js';
import type { ForwardedForm } from '../attachments/uploaded-form.js';
import type { Caller } from '../core/caller.js';
import type { HandlerResult } from '../core/http/handler-result.js';
import type { BodyInputs, BodyName, BodySource } from '../versions/body-inputs.js';
import type { ApiVersion } from '../versions/version.js';
import type { OperationServices, ServiceName } from './operation-services.js';

/**
 * Who may call an operation. `anyone`: no token is required, and a valid one only determines whose quota counts;
 * `application`: applications that authenticate with their secret; `person` and `bot`: only those; with `scopes`:
 * people, bots, and OAuth2 tokens that have one of the scopes, or `any` OAuth2 token.
 */
export type OperationAccess =
  | 'anyone'
  | 'application'
  | 'person'
  | 'bot'
  | { readonly scopes: readonly Scope[] | 'any' };

/**
 * Errors that an operation may return: REST errors or, for endpoints that follow the OAuth2 specification, OAuth2
 * errors.
 */
export type OperationErrorName = RestErrorName | OAuth2ErrorName;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `multipart`: a form with files, which the handler reads itself. */
export type BodyKind = 'json' | 'form' | 'multipart';

/** The data of an operation: what the router checks and the documentation shows. */
export interface OperationData extends Declared<OperationAccess, OperationErrorName>, Routed {
  readonly method: Method;
  /** relative to the API's address, with parameters in the notation of the specification: `/guilds/{guild.id}` */
  readonly path: string;
  /**
   * the permission that the caller needs in the guild or channel of the path, taken from the rule if there is one; null
   * if none is needed
   */
  readonly permission: PermissionName | null;
  readonly query: TObject | null;
  /**
   * the name of the body among those of a version, or a schema if it is the same in every version; null if there is no
   * body
   */
  readonly body: BodySource | null;
  /** maximum body size, in bytes */
  readonly bodyBytes: number;
  /** accepted content types of the body */
  readonly accepts: readonly BodyKind[];
  /** the status of a success, and of a success that changed nothing if that differs */
  readonly status: number;
  /** null if there is no body */
  readonly reply: TSchema | null;
  /** whether replies contain secrets and must not be cached (RFC 6749 §5.1) */
  readonly sendsSecrets: boolean;
  /** whether browsers get a page at the same path, so that replies vary by the Accept header */
  readonly hasPage: boolean;
  /** gateway events that a success may fire */
  readonly fires: readonly GatewayEventName[];
  /** the services that its handlers work with */
  readonly needs: readonly ServiceName[];
}

/** A declared operation without its type parameters. */
export interface Operation extends OperationData {
  handle(call: Call<string, unknown, unknown>): unknown;
}

/** What every handler receives. */
export interface Call<Path extends string, Query, Body> {
  readonly params: PathParameters<Path>;
  readonly query: Query;
  /**
   * Returns the body, which matches its schema, in terms of the domain; a multipart body is returned as an empty one.
   * Call it after all checks that take precedence over invalid values.
   *
   * @throws {RestError} INVALID_FORM_BODY for invalid values that a schema cannot describe, such as images
   */
  readBody(): Body;
  /** a multipart body, which is read after the caller is authorized; null if there is none */
  readonly upload: MultipartBody | ForwardedForm | null;
  /** null if the operation is for anyone, or for applications */
  readonly caller: Caller | null;
  /** the hash of an access token in the body; the body of a call that another node forwarded has the hash already */
  hashToken(token: string): string;
  /** what the declarations of its kind work with; a handler receives what its declaration needs */
  readonly services: OperationServices;
  /** the version of the interface that the client requested */
  readonly version: ApiVersion;
  /** the reason for the audit log; null if none was sent */
  readonly reason: string | null;
  /** the Authorization header, for operations that check it themselves */
  readonly authorization: string | undefined;
  /** the IP address that the request came from */
  readonly address: string;
  /**
   * counts the request against the quota of its bucket, for operations that identify the caller themselves
   *
   * @throws {RateLimitedError}
   */
  countRequest(who: string): void;
  /**
   * checks again that the caller's token is valid, after something that may last
   *
   * @throws {RestError} UNAUTHORIZED
   */
  requireToken(): void | Promise<void>;
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

/**
 * An operation as it is declared: fields that are omitted have the value in `DEFAULTS`, and `errors` lists those that
 * are not implied.
 */
export type Declaration<
  Path extends string,
  Query extends TObject,
  Body extends BodySource,
  Reply extends TSchema,
  Need extends ServiceName,
  More,
> = Pick<OperationData, 'name' | 'summary' | 'method' | 'status'> &
  Partial<
    Pick<
      OperationData,
      'details' | 'access' | 'errors' | 'bodyBytes' | 'accepts' | 'sendsSecrets' | 'hasPage' | 'fires'
    >
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

/** For kinds of operations that determine the access themselves. */
export interface FixedAccess {
  readonly access?: never;
}

/** The caller; the router checked that there is one. */
export function requireCaller(call: Call<string, unknown, unknown>): Caller {
  if (call.caller === null) throw new MissingCallerError();
  return call.caller;
}

/** The router let a call without a caller through: a bug. */
class MissingCallerError extends Error {
  override readonly name = 'MissingCallerError';
}
