import type { TObject, TSchema } from 'typebox';
import type { GatewayEventName } from '../../protocol/gateway/events.js';
import type { Caller } from '../core/caller.js';
import { BODY_BYTES } from '../core/limits.js';
import type { BodySource } from '../versions/body-inputs.js';
import {
  type Call,
  type Declaration,
  type FixedAccess,
  type Method,
  type Operation,
  type OperationData,
  requireCaller,
} from './operation.js';
import { impliedErrors } from './operation-errors.js';
import { type ServiceName, serviceSelector } from './operation-services.js';

const DEFAULTS = {
  access: { scopes: ['rpc.api'] },
  errors: [],
  permission: null,
  bodyBytes: BODY_BYTES.PLAIN,
  accepts: ['json'],
  sendsSecrets: false,
  hasPage: false,
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
  return declareOperation(declaration, (call, _data, handle) => handle({ caller: requireCaller(call) }));
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
  return declareOperation(anyone, (_call, _data, handle) => handle({ caller: null }));
}

/** A declaration without its type parameters. */
export interface UntypedDeclaration extends Partial<Omit<OperationData, 'query' | 'body' | 'reply'>> {
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
 * What a kind of operation does between the router and the handler: it loads what the path names, e.g. a guild, and
 * authorizes the caller.
 *
 * @param handle calls the handler with what was added to the call
 * @returns what `handle` returns, or another reply, e.g. a cached one
 */
export type Prepare<Added> = (
  call: Call<string, unknown, unknown>,
  data: OperationData,
  handle: (added: Added) => unknown,
) => unknown;

/**
 * Completes a declaration with the defaults. A call passes, in this order: the router, which checks it against the
 * declaration (`operation-request.ts`); `prepare`; the declaration's `handle`.
 */
export function declareOperation<Added extends object>(
  declaration: UntypedDeclaration,
  prepare: Prepare<Added>,
): Operation {
  const { query = null, body = null, reply = null } = declaration;
  const complete = { ...DEFAULTS, ...declaration, query, body, reply };
  const errors = [...new Set([...impliedErrors(complete), ...complete.errors])];
  const data: OperationData = { ...complete, errors };
  const select = serviceSelector(data.needs);
  return {
    ...data,
    // Params, query and body were checked against this declaration before the call.
    handle: (call) =>
      prepare(call, data, (added) =>
        declaration.handle(handlerCall(call, select(call.services), added) as never),
      ),
  };
}

/** A call as its handler receives it. The fields are named, because a spread takes Node 20 many times as long. */
function handlerCall(call: Call<string, unknown, unknown>, services: object, added: object): object {
  const { params, query, readBody, upload, hashToken, caller, version, reason, authorization } = call;
  const { address, countRequest, requireToken } = call;
  const own = {
    params,
    query,
    readBody,
    upload,
    hashToken,
    caller,
    version,
    reason,
    authorization,
    address,
    countRequest,
    requireToken,
    services,
  };
  return Object.assign(own, added);
}

/** @throws {UndeclaredEventError} if an operation fires an event that it does not declare */
export function requireDeclared({ name, fires }: OperationData, fired: readonly GatewayEventName[]): void {
  const undeclared = fired.find((event) => !fires.includes(event));
  if (undeclared !== undefined) throw new UndeclaredEventError(name, undeclared);
}

class UndeclaredEventError extends Error {
  override readonly name = 'UndeclaredEventError';

  constructor(operation: string, event: GatewayEventName) {
    super(`${operation} does not declare that it fires ${event}`);
  }
}
