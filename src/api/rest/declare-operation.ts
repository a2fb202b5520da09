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
  return extend(declaration, (call, _data, answer) => answer({ caller: requireCaller(call) }));
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
  return extend(anyone, (_call, _data, answer) => answer({ caller: null }));
}

/** A declaration without its type parameters. */
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

/** A call that a handler is about to answer, with what was added to it. */
interface AddedCall<More> {
  readonly call: Call<string, unknown, unknown>;
  readonly added: More;
  readonly data: OperationData;
}

/** Decides how a call is answered. @param answer calls the handler */
export type Around<More> = (call: AddedCall<More>, answer: () => unknown) => unknown;

/**
 * Prepares a call for its handler.
 *
 * @param answer calls the handler with what this kind of operation adds to the call, e.g. the guild of the path
 * @returns what `answer` gives
 */
export type Enter<More> = (
  call: Call<string, unknown, unknown>,
  data: OperationData,
  answer: (added: More) => unknown,
) => unknown;

/**
 * Completes a declaration.
 *
 * @param around replaces the handler's reply, e.g. by a cached one
 */
export function extend<More extends object>(
  declaration: Erased,
  enter: Enter<More>,
  around?: Around<More>,
): Operation {
  const { query = null, body = null, reply = null } = declaration;
  const complete = { ...DEFAULTS, ...declaration, query, body, reply };
  const errors = [...new Set([...impliedErrors(complete), ...complete.errors])];
  const data: OperationData = { ...complete, errors };
  const select = serviceSelector(data.needs);
  // Params, query and body were checked against this declaration before the call.
  const answer = (call: Call<string, unknown, unknown>, added: More): unknown =>
    declaration.handle(handlerCall(call, select(call.services), added) as never);
  const handle =
    around === undefined
      ? answer
      : (call: Call<string, unknown, unknown>, added: More) =>
          around({ call, added, data }, () => answer(call, added));
  return {
    ...data,
    handle: (call) => enter(call, data, (added) => handle(call, added)),
  };
}

/** A call as its handler receives it. The fields are named, because a spread takes Node 20 many times as long. */
function handlerCall(call: Call<string, unknown, unknown>, services: object, added: object): object {
  const { params, query, readBody, upload, hashToken, caller, version, reason, authorization } = call;
  const { address, countRequest } = call;
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
